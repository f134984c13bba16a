/** Attributes of an element: texts are set as they are, true adds an attribute without a value, false leaves it out. */
type Attributes = Record<string, string | boolean>;

/** Makes an element with attributes and children. Texts become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== false) made.setAttribute(key, value === true ? '' : value);
  made.append(...children);
  return made;
}

/** Makes a button. `label` says what it does to those who cannot see its sign; `key` is its key on the keyboard. */
export function button(sign: string, label: string, action: () => void, key = ''): HTMLButtonElement {
  const made = element('button', { type: 'button', 'aria-label': label, title: key === '' ? label : `${label} (${key})` }, sign);
  if (key !== '') made.setAttribute('aria-keyshortcuts', key);
  made.addEventListener('click', action);
  return made;
}

/** Says whether a button that stays down is down. */
export function setPressed(target: HTMLButtonElement, isPressed: boolean): void {
  target.setAttribute('aria-pressed', String(isPressed));
}

/** Makes a box to tick with its label. */
export function checkBox(label: string, isChecked: boolean, action: (isChecked: boolean) => void): HTMLLabelElement {
  const box = element('input', { type: 'checkbox', checked: isChecked });
  box.addEventListener('change', () => action(box.checked));
  return element('label', { class: 'check' }, box, label);
}

/** Makes a panel that can be folded. */
export function panel(title: string, ...children: (Node | string)[]): HTMLDetailsElement {
  return element('details', { class: 'panel', open: true }, element('summary', {}, title), ...children);
}
