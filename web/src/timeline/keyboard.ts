/** A key, what it does in words, and what it does. */
export interface KeyBinding {
  /** As KeyboardEvent.key names it; "Shift+" and "Control+" may precede. */
  readonly keys: readonly string[];
  /** What the help shows for the keys. */
  readonly shown: string;
  readonly about: string;
  readonly action: (key: string) => void;
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isNamed = event.key.length > 1 || event.key === ' ';
  return `${event.ctrlKey ? 'Control+' : ''}${event.shiftKey && isNamed ? 'Shift+' : ''}${key}`;
}

/** Whether a key belongs to the element that has the focus: letters to a text, arrows to a list or slider. */
function isForElement(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog') !== null) return true;
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement)
    return target.type === 'range' ? key.startsWith('Arrow') || key === 'Home' || key === 'End' : key === ' ';
  return (target instanceof HTMLButtonElement || target.tagName === 'SUMMARY') && key === ' ';
}

/** Listens to the keyboard for the whole page. */
export function listen(bindings: readonly KeyBinding[]): void {
  const byKey = new Map(bindings.flatMap((binding) => binding.keys.map((key) => [key, binding] as const)));
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey) return;
    const key = nameOf(event);
    const binding = byKey.get(key);
    if (binding === undefined || isForElement(event.target, event.key)) return;
    event.preventDefault();
    binding.action(key);
  });
}
