import { element } from '../panels/dom';
import { type ChoiceControl, type Controls, type NumberControl } from './controls';

/** Steps of a slider. */
const resolution = 200;

function textOf(value: number, isWhole: boolean): string {
  return isWhole ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

/** Fields for values of a scene, each with its meaning. Only what was changed becomes a setting. */
export class RunForm {
  readonly root = element('div', { class: 'run-form' });
  private readonly changes = new Map<string, readonly string[]>();

  constructor(controls: Controls) {
    this.root.append(
      ...controls.choices.map((control) => this.choice(control)),
      ...controls.numbers.map((control) => this.slider(control)),
    );
  }

  /** Settings, as for `--set`, of the values that differ from those of the scene. */
  get settings(): string[] {
    return [...this.changes.values()].flat();
  }

  private note(label: string, settings: readonly string[] | undefined): void {
    if (settings === undefined) this.changes.delete(label);
    else this.changes.set(label, settings);
  }

  private choice(control: ChoiceControl): HTMLElement {
    const list = element('select', { title: control.about }, ...control.choices.map((each) => element('option', { value: each }, each)));
    list.value = control.value;
    list.addEventListener('change', () => {
      this.note(control.label, list.value === control.value ? undefined : control.settings(list.value));
    });
    return element('label', {}, element('span', {}, control.label), list);
  }

  /** A slider with a field beside it, for values that a slider does not hit. */
  private slider(control: NumberControl): HTMLElement {
    const { min, max, isLogarithmic, isWhole } = control;
    const toPlace = (value: number): number =>
      isLogarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
    const toValue = (place: number): number => (isLogarithmic ? min * (max / min) ** place : min + place * (max - min));
    const slider = element('input', { type: 'range', min: '0', max: String(resolution), step: '1', 'aria-label': control.label });
    const field = element('input', { type: 'number', step: 'any', 'aria-label': `${control.label}, as a number`, title: control.about });
    const show = (value: number): void => {
      slider.value = String(resolution * toPlace(value));
      slider.setAttribute('aria-valuetext', textOf(value, isWhole));
    };
    const change = (value: number): void => {
      this.note(control.label, value === control.value || !Number.isFinite(value) ? undefined : control.settings(value));
    };
    field.value = textOf(control.value, isWhole);
    show(control.value);
    slider.addEventListener('input', () => {
      field.value = textOf(toValue(Number(slider.value) / resolution), isWhole);
      slider.setAttribute('aria-valuetext', field.value);
      change(Number(field.value));
    });
    field.addEventListener('input', () => {
      const value = Number(field.value);
      show(Math.min(max, Math.max(min, value)));
      change(value);
    });
    return element('div', { class: 'control' }, element('span', {}, control.label), slider, field);
  }
}
