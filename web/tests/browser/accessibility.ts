// Functions that run within a page: they can use nothing from outside of themselves.

/** Returns the texts whose contrast with what is behind them is below 4.5 to 1 (WCAG 2 AA). */
export function lowContrasts(): string[] {
  const parse = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const lightness = ([r, g, b]: number[]): number => {
    const linear = [r!, g!, b!].map((byte) => {
      const value = byte / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!;
  };
  const background = (node: Element): number[] => {
    for (let at: Element | null = node; at !== null; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] !== 0) return colour;
    }
    return [255, 255, 255];
  };
  const hasText = (node: Element): boolean =>
    [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && (child.textContent ?? '').trim() !== '') ||
    (node.matches('textarea, input:is([type="number"], [type="text"])') && (node as HTMLInputElement).value !== '');
  const low: string[] = [];
  for (const node of document.body.querySelectorAll('*')) {
    if (!hasText(node) || !node.checkVisibility() || node.tagName === 'OPTION' || node.matches(':disabled')) continue;
    const a = lightness(parse(getComputedStyle(node).color)) + 0.05;
    const b = lightness(background(node)) + 0.05;
    const contrast = Math.max(a, b) / Math.min(a, b);
    if (contrast < 4.5) low.push(`${contrast.toFixed(2)}: ${node.outerHTML.slice(0, 120)}`);
  }
  return low;
}

/** Returns what can be operated and has no name for those who cannot see it. */
export function namelessControls(): string[] {
  return [...document.querySelectorAll('a, button, input, select, textarea, summary, dialog, [role="listbox"], [tabindex="0"]')]
    .filter((node) => (node.getAttribute('aria-label') ?? '') === '' && ((node as HTMLInputElement).labels?.length ?? 0) === 0 && (node.textContent ?? '').trim() === '')
    .map((node) => node.outerHTML);
}

/** Returns what can be operated and is in sight or can be scrolled there, in the order of the page. */
export function visibleControls(): string[] {
  return [...document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((node) => node.checkVisibility() && !node.matches(':disabled'))
    .map((node, i) => {
      node.setAttribute('data-place', String(i));
      return String(i);
    });
}

/** Returns what moves by itself, or would take time to change. */
export function movingParts(): string[] {
  return [...document.querySelectorAll('*')]
    .filter((node) => {
      const { transitionDuration, animationName } = getComputedStyle(node);
      return transitionDuration.split(',').some((time) => parseFloat(time) > 0) || animationName !== 'none';
    })
    .map((node) => node.outerHTML.slice(0, 120));
}
