import { cssColour, mapColour } from '../overlay/colour_map';
import { type FieldName } from '../overlay/fields';
import { checkBox, element, panel } from './dom';

export type ColourMode = 'body' | FieldName;

export interface DisplaySettings {
  colours: ColourMode;
  wireframe: boolean;
  ground: boolean;
  audit: boolean;
  /** Whether runs that are compared are laid over each other. */
  overlaid: boolean;
}

const boxNames = ['wireframe', 'ground', 'audit', 'overlaid'] as const;
type BoxName = (typeof boxNames)[number];

const modes: readonly (readonly [ColourMode, string])[] = [
  ['body', 'Bodies'],
  ['strain', 'Strain of the edges'],
  ['speed', 'Speed'],
  ['difference', 'Difference of the runs'],
];

/** How values of a field are written: strain in per cent, as everywhere in Muslin. */
export function fieldText(field: FieldName, value: number): string {
  const digits = (number: number): string => String(Number(number.toPrecision(3)));
  if (field === 'strain') return `${digits(100 * value)} %`;
  return field === 'speed' ? `${digits(value)} m/s` : `${digits(1000 * value)} mm`;
}

/** What is drawn and how, with the legend of the colours. */
export class DisplayPanel {
  readonly root: HTMLElement;
  readonly settings: DisplaySettings = { colours: 'body', wireframe: false, ground: true, audit: true, overlaid: false };

  private readonly mode = element('select', { id: 'colours' });
  private readonly boxes: Record<BoxName, HTMLLabelElement>;
  /** Which lines are which run, while runs are laid over each other. */
  private readonly runsKey = element('ul', { class: 'key', hidden: true });
  private readonly legend = element('figure', { class: 'legend', hidden: true });
  private readonly gridNote = element('span', { class: 'note' });

  constructor(private readonly changed: () => void) {
    for (const [value, label] of modes) this.mode.append(element('option', { value }, label));
    this.mode.addEventListener('change', () => this.set('colours', this.mode.value as ColourMode));
    const box = (key: BoxName, label: string): HTMLLabelElement =>
      checkBox(label, this.settings[key], (isOn) => this.set(key, isOn));
    this.boxes = { wireframe: box('wireframe', 'Wireframe'), ground: box('ground', 'Ground'), audit: box('audit', 'Intersections'), overlaid: box('overlaid', 'Overlaid') };
    this.setComparison(false);
    this.boxes.ground.append(this.gridNote);
    this.root = panel(
      'Display',
      element('div', { class: 'row' }, element('label', { for: 'colours' }, 'Colours'), this.mode),
      this.legend,
      this.boxes.wireframe,
      this.boxes.ground,
      this.boxes.audit,
      this.boxes.overlaid,
      this.runsKey,
    );
  }

  set<Key extends keyof DisplaySettings>(key: Key, value: DisplaySettings[Key]): void {
    this.settings[key] = value;
    this.mode.value = this.settings.colours;
    for (const name of boxNames)
      this.boxes[name].querySelector('input')!.checked = this.settings[name];
    this.changed();
  }

  /** Says whether there are runs that can differ. */
  setComparison(isOn: boolean): void {
    this.mode.querySelector<HTMLOptionElement>('option[value="difference"]')!.hidden = !isOn;
    this.boxes.overlaid.hidden = !isOn;
    if (!isOn && this.settings.colours === 'difference') this.set('colours', 'body');
  }

  /** Says which run is drawn with which lines; the first one is whole. */
  showRuns(names: readonly string[], colours: readonly string[]): void {
    this.runsKey.hidden = names.length < 2;
    const items = names.map((name, i) => {
      const line = element('span', { class: 'line', 'aria-hidden': 'true' });
      line.style.background = colours[i - 1] ?? 'none';
      return element('li', {}, ...(i === 0 ? [] : [line]), i === 0 ? `${name}: whole` : `${name}: lines`);
    });
    this.runsKey.replaceChildren(...items);
  }

  /** Chooses the next way to colour. */
  nextMode(): void {
    const offered = [...this.mode.options].filter((option) => !option.hidden).map((option) => option.value as ColourMode);
    this.set('colours', offered[(offered.indexOf(this.settings.colours) + 1) % offered.length]!);
  }

  setGridSpacing(text: string): void {
    this.gridNote.textContent = ` grid of ${text}`;
  }

  /** Says what the colours mean: `largest` of the frame, and `high`, the end of the scale. */
  showLegend(field: FieldName | undefined, high: number, largest: number): void {
    this.legend.hidden = field === undefined;
    if (field === undefined) return;
    const bar = element('div', { class: 'scale', role: 'img', 'aria-label': `Colours from 0 to ${fieldText(field, high)}` });
    const stops = Array.from({ length: 12 }, (_, i) => cssColour(mapColour(i / 11)));
    bar.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
    this.legend.replaceChildren(
      bar,
      element('div', { class: 'ends' }, element('span', {}, '0'), element('span', {}, fieldText(field, high))),
      element('figcaption', {}, `largest in this frame: ${fieldText(field, largest)}`),
    );
  }
}
