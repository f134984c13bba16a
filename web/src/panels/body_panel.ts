import { type RunBody } from '../data/run_record';
import { element, panel } from './dom';

/** What the panel lets the user change of a body. */
export interface BodyActions {
  show(body: number, isShown: boolean): void;
  colour(body: number, colour: string): void;
}

/** The list of bodies, each with its colour and whether it is shown. */
export class BodyPanel {
  readonly root: HTMLElement;
  private readonly list = element('ul', { class: 'bodies' });

  constructor(private readonly actions: BodyActions) {
    this.root = panel('Bodies', this.list);
  }

  setBodies(bodies: readonly RunBody[], colours: readonly string[]): void {
    this.list.replaceChildren(
      ...bodies.map(({ name, kind, vertices }, body) => {
        const box = element('input', { type: 'checkbox', checked: true });
        box.addEventListener('change', () => this.actions.show(body, box.checked));
        const colour = element('input', { type: 'color', value: colours[body]!, 'aria-label': `Colour of ${name}` });
        colour.addEventListener('input', () => this.actions.colour(body, colour.value));
        const label = element('label', { class: 'check' }, box, element('span', { class: 'name' }, name));
        return element('li', { title: `${name}: ${kind}, ${vertices} vertices` }, label, element('span', { class: 'kind' }, kind), colour);
      }),
    );
  }
}
