import { type Schema } from '../data/schema';
import { type RunListing } from '../data/service';
import { type Order, type Workshop } from '../data/workshop';
import { button, element } from '../panels/dom';
import { controlsOf } from './controls';
import { RunForm } from './run_form';

/** What a dialog starts a run of. */
export interface RunOffer {
  readonly title: string;
  readonly about: string;
  /** The scene with every default. */
  readonly scene: unknown;
  readonly order: Order;
}

/** Asks for some values of a scene, and starts a run with them. It goes when it is closed. */
export class RunDialog {
  private readonly root: HTMLDialogElement;
  private readonly problem = element('p', { role: 'alert', class: 'bad', hidden: true });

  constructor(
    private readonly workshop: Workshop,
    schema: Schema,
    private readonly offer: RunOffer,
    private readonly started: (run: RunListing) => void,
  ) {
    const form = new RunForm(controlsOf(offer.scene, schema));
    const start = button('Start', 'Start the run', () => void this.start(form, start));
    start.className = 'main';
    this.root = element(
      'dialog', { class: 'run-dialog', 'aria-label': offer.title },
      element('h2', {}, offer.title), element('p', { class: 'note' }, offer.about), form.root, this.problem,
      element('div', { class: 'row' }, start, button('Cancel', 'Close without a run', () => this.root.close())),
    );
    this.root.addEventListener('close', () => this.root.remove());
    document.body.append(this.root);
    this.root.showModal();
  }

  private async start(form: RunForm, start: HTMLButtonElement): Promise<void> {
    start.disabled = true;
    this.problem.hidden = true;
    try {
      const run = await this.workshop.start({ ...this.offer.order, set: form.settings });
      this.root.close();
      this.started(run);
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      this.problem.hidden = false;
      start.disabled = false;
    }
  }
}
