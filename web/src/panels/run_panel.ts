import { type RunRecord } from '../data/run_record';
import { type RunListing } from '../data/service';
import { element, panel } from './dom';

/** A partial run without a reason is written right now, or its program was killed: its folder cannot tell. */
function stateText({ state, reason }: RunRecord): string {
  const name = state !== 'partial' ? state : reason === '' ? 'in progress, or killed' : 'not finished';
  return reason === '' ? name : `${name}: ${reason}`;
}

/** What the run is and how far it got; with several runs, which of them is shown. */
export class RunPanel {
  readonly root: HTMLElement;
  private readonly choice = element('select', { 'aria-label': 'Run' });
  private readonly about = element('p', { class: 'about' });
  private readonly state = element('p', { role: 'status', class: 'state' });
  private readonly warnings = element('ul', { class: 'warnings' });

  constructor(runs: readonly RunListing[], choose: (run: RunListing) => void) {
    for (const run of runs) this.choice.append(element('option', { value: run.id }, run.name));
    this.choice.hidden = runs.length < 2;
    this.choice.addEventListener('change', () => {
      const run = runs.find((candidate) => candidate.id === this.choice.value);
      if (run !== undefined) choose(run);
    });
    this.root = panel('Run', this.choice, this.about, this.state, this.warnings);
  }

  update(record: RunRecord): void {
    this.about.textContent = record.about === '' ? record.sceneFile : record.about;
    this.state.textContent = `${stateText(record)}; ${record.framesDone} of ${record.frames} frames`;
    this.warnings.replaceChildren(...record.warnings.map((warning) => element('li', {}, warning)));
  }
}
