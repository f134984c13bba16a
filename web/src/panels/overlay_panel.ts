import { drawSign, groupColours, noOverlays, overlayNames, signs, type OverlayCounts, type OverlayName, type OverlaySettings, type SignName } from '../overlay/settings';
import { type KeyBinding } from '../timeline/keyboard';
import { checkBox, element, panel } from './dom';

interface Description {
  readonly label: string;
  readonly key: string;
  /** Signs, groups or lines that the overlay draws, with what they mean. */
  readonly legend: () => readonly HTMLElement[];
}

const signPixels = 14;

function signOf(name: SignName): HTMLElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2 * signPixels; // for screens with two pixels to a point
  drawSign(canvas.getContext('2d')!, name, canvas.width);
  return element('span', { class: 'sign' }, element('img', { src: canvas.toDataURL(), alt: '' }), signs[name].about);
}

/** Explains a line or a coloured part by an example, which style.css draws. */
function example(kind: string, about: string): HTMLElement {
  const swatch = element('i', { class: `example ${kind}`, 'aria-hidden': 'true' });
  if (kind.startsWith('region')) swatch.style.background = groupColours[0];
  return element('span', { class: 'sign' }, swatch, about);
}

const descriptions: Record<OverlayName, Description> = {
  contacts: {
    label: 'Contacts', key: 'k',
    legend: () => [signOf('near'), signOf('collision'), signOf('fallback'), example('line', 'normal')],
  },
  zones: { label: 'Impact zones', key: 'z', legend: () => [example('region', 'one colour for each, full outline')] },
  clusters: { label: 'Clusters', key: 'x', legend: () => [example('region dashed', 'one colour for each, dashed outline')] },
  patches: { label: 'Rigid patches', key: 'p', legend: () => [example('region dotted', 'one colour for each, dotted outline')] },
  thickness: { label: 'Thickness', key: 'h', legend: () => [example('shell', 'half of it on each side')] },
  rungs: { label: 'Below the response', key: 'r', legend: () => [signOf('stopped'), example('bar', 'frames, under slider and plots')] },
  asGiven: { label: 'Obstacles as given', key: 'y', legend: () => [example('line ghost', 'where scripts place what lags')] },
};

/** Says which overlays are drawn, what their signs mean, and how many things each shows. */
export class OverlayPanel {
  readonly root: HTMLElement;
  private readonly chosen: Record<OverlayName, boolean> = { ...noOverlays };
  private readonly rows = new Map<OverlayName, { box: HTMLInputElement; count: HTMLElement; legend: HTMLElement }>();
  private readonly note = element('p', { class: 'note', hidden: true }, 'This run does not store its contacts; "output": {"contacts": true} in a scene does.');

  constructor(private readonly changed: () => void) {
    this.root = panel('Overlays');
    for (const name of overlayNames) {
      const { label, key, legend } = descriptions[name];
      const row = checkBox(label, false, (isOn) => this.set(name, isOn));
      const box = row.querySelector('input')!;
      box.setAttribute('aria-keyshortcuts', key.toUpperCase());
      row.title = `${label} (${key.toUpperCase()})`;
      const count = element('span', { class: 'note' });
      row.append(count);
      const signs = element('div', { class: 'signs', hidden: true }, ...legend());
      this.rows.set(name, { box, count, legend: signs });
      this.root.append(row, signs);
    }
    this.root.append(this.note);
  }

  get settings(): OverlaySettings {
    return this.chosen;
  }

  /** The keys that switch overlays. */
  bindings(): KeyBinding[] {
    return overlayNames.map((name) => {
      const { key, label } = descriptions[name];
      return { keys: [key], shown: key.toUpperCase(), about: `Overlay: ${label.toLowerCase()}`, action: () => this.set(name, !this.chosen[name]) };
    });
  }

  /** Says what a frame has; undefined for what the run does not store. */
  showCounts(counts: OverlayCounts): void {
    for (const [name, { box, count }] of this.rows) {
      const number = counts[name];
      box.disabled = number === undefined;
      count.textContent = number === undefined || name === 'thickness' ? '' : String(number);
    }
    this.note.hidden = counts.contacts !== undefined;
  }

  private set(name: OverlayName, isOn: boolean): void {
    const { box, legend } = this.rows.get(name)!;
    if (box.disabled) return;
    this.chosen[name] = isOn;
    box.checked = isOn;
    legend.hidden = !isOn;
    this.changed();
  }
}
