import { type RunRecord } from '../data/run_record';
import { type RunListing } from '../data/service';
import { element, panel } from './dom';

/** A partial run without a reason is written right now, or its program was killed: its folder cannot tell. */
function stateText({ state, reason }: RunRecord): string {
  const name = state !== 'partial' ? state : reason === '' ? 'in progress, or killed' : 'not finished';
  return reason === '' ? name : `${name}: ${reason}`;
}

/** Runs that are shown side by side at most: more pictures would be too small to compare. */
export const maxCompared = 4;
const allRuns = 'all';

/** What the run is and how far it got; with several runs, which of them are shown. */
export class RunPanel {
  readonly root: HTMLElement;
  private readonly choice = element('select', { 'aria-label': 'Run' });
  private readonly name = element('p', { class: 'run-name', hidden: true });
  private readonly about = element('p', { class: 'about' });
  private readonly state = element('p', { role: 'status', class: 'state' });
  private readonly warnings = element('ul', { class: 'warnings' });

  constructor(runs: readonly RunListing[], choose: (runs: readonly RunListing[]) => void) {
    if (canCompare(runs)) this.choice.append(element('option', { value: allRuns }, `${runs.length} runs side by side`));
    for (const run of runs) this.choice.append(element('option', { value: run.id }, run.name));
    this.choice.hidden = runs.length < 2;
    this.choice.addEventListener('change', () => {
      choose(this.choice.value === allRuns ? runs : runs.filter((run) => run.id === this.choice.value));
    });
    this.root = panel('Run', this.choice, this.name, this.about, this.state, this.warnings);
  }

  /** Shows what a run is; `name` tells it from others beside it. */
  update(record: RunRecord, name: string | undefined): void {
    this.name.hidden = name === undefined;
    this.name.textContent = name ?? '';
    this.about.textContent = record.about === '' ? record.sceneFile : record.about;
    this.state.textContent = `${stateText(record)}; ${record.framesDone} of ${record.frames} frames`;
    this.warnings.replaceChildren(...record.warnings.map((warning) => element('li', {}, warning)));
  }
}

/** Whether these runs can be shown side by side. */
export function canCompare(runs: readonly RunListing[]): boolean {
  return runs.length > 1 && runs.length <= maxCompared;
}
