import { element, panel } from './dom';

/** The names and values that describe what the user has clicked on. */
export type Facts = readonly (readonly [string, string])[];

/** Says what was clicked on. */
export class Inspector {
  readonly root: HTMLElement;
  private readonly list = element('dl', { 'aria-live': 'polite' });

  constructor() {
    this.root = panel('Selection', this.list);
    this.show(undefined);
  }

  show(facts: Facts | undefined): void {
    if (facts === undefined) {
      this.list.replaceChildren(element('dd', { class: 'note' }, 'Click on a body to see what it is made of.'));
      return;
    }
    this.list.replaceChildren(...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
  }
}
