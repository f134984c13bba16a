import { type KeyBinding } from '../timeline/keyboard';
import { button, element } from './dom';

/** The list of keys, which `?` shows. */
export class HelpDialog {
  readonly root = element('dialog', { 'aria-label': 'Keys and mouse' });

  constructor(bindings: readonly KeyBinding[]) {
    const rows = bindings.map(({ shown, about }) =>
      element('tr', {}, element('th', { scope: 'row' }, element('kbd', {}, shown)), element('td', {}, about)),
    );
    const mouse = [
      ['drag', 'Orbit'],
      ['right button, or Shift and drag', 'Pan'],
      ['wheel', 'Zoom towards the pointer'],
      ['click on a body', 'Say which body, triangle and vertex it is'],
    ].map(([what, about]) => element('tr', {}, element('th', { scope: 'row' }, what!), element('td', {}, about!)));
    this.root.append(
      element('h2', {}, 'Keys and mouse'),
      element('table', {}, element('tbody', {}, ...rows, ...mouse)),
      button('Close', 'Close', () => this.root.close()),
    );
  }

  open(): void {
    if (!this.root.open) this.root.showModal();
  }
}
