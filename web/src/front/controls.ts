import { memberAt, type JsonObject } from '../data/json';
import { type Schema } from '../data/schema';

/** A number that a slider changes. Stiffnesses span powers of ten, so their sliders do as well. */
export interface NumberControl {
  readonly label: string;
  readonly about: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly isLogarithmic: boolean;
  readonly isWhole: boolean;
  /** Returns the settings, as for `--set`, that give it another value. */
  readonly settings: (value: number) => string[];
}

export interface ChoiceControl {
  readonly label: string;
  readonly about: string;
  readonly value: string;
  readonly choices: readonly string[];
  readonly settings: (value: string) => string[];
}

export interface Controls {
  readonly choices: readonly ChoiceControl[];
  readonly numbers: readonly NumberControl[];
}

/** With more bodies, their sliders would hide the others. */
const maxBodies = 4;
const maxFrames = 1000;
/** Times by which a stiffness can be raised or lowered. */
const stiffnessSpan = 30;
const maxFriction = 1;
const minWind = 10;

type Path = readonly (string | number)[];

/** Drops what the schema says of units: a label has no room for examples. */
function sentence(about: string): string {
  return about.replace(/ It is an? [a-z ]+\[.*$/u, '');
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value as JsonObject[]) : [];
}

/** Offers some values of a scene, written with every default, for change: their ranges and meanings are the schema's. */
export function controlsOf(scene: unknown, schema: Schema): Controls {
  const response = memberAt(scene, 'collision', 'response');
  const choices: ChoiceControl[] = [];
  const responsePath = ['collision', 'response'];
  if (typeof response === 'string')
    choices.push({
      label: 'Response', about: sentence(schema.aboutAt(responsePath)), value: response, choices: schema.choicesAt(responsePath),
      settings: (value) => [`collision.response=${value}`],
    });

  const numbers: NumberControl[] = [];
  const add = (label: string, path: Path, value: unknown, range: { min: number; max: number; log?: boolean; whole?: boolean }, settings: (value: number) => string[]): void => {
    if (typeof value !== 'number') return;
    const allowed = schema.rangeAt(path);
    numbers.push({
      label, about: sentence(schema.aboutAt(path)), value,
      min: Math.max(range.min, allowed.min), max: Math.min(range.max, allowed.max),
      isLogarithmic: range.log ?? false, isWhole: range.whole ?? false, settings,
    });
  };
  const frames = memberAt(scene, 'time', 'frames');
  add('Frames', ['time', 'frames'], frames, { min: 1, max: Math.max(maxFrames, Number(frames)), whole: true }, (value) => [`time.frames=${value}`]);

  const wind = memberAt(scene, 'forces', 'wind', 'velocity');
  if (Array.isArray(wind) && wind.every((part) => typeof part === 'number')) {
    const speed = Math.hypot(...(wind as number[]));
    const direction = speed > 0 ? (wind as number[]).map((part) => part / speed) : [1, 0, 0];
    add('Wind [m/s]', ['forces', 'wind', 'velocity'], speed, { min: 0, max: Math.max(minWind, 4 * speed) }, (value) => [
      `forces.wind.velocity=${JSON.stringify(direction.map((part) => value * part))}`,
    ]);
  }

  objects(memberAt(scene, 'bodies')).slice(0, maxBodies).forEach((body, index) => {
    const name = String(body['name']);
    const place = `bodies.${index}`;
    for (const [label, key, unit] of [['stretch', 'stretch', 'N/m'], ['bending', 'bending', 'N m']] as const) {
      const warp = memberAt(body, 'fabric', `${key}_warp`);
      const weft = memberAt(body, 'fabric', `${key}_weft`);
      if (typeof warp !== 'number' || typeof weft !== 'number' || warp <= 0) continue;
      add(`${name}: ${label} [${unit}]`, ['bodies', 0, 'fabric', `${key}_warp`], warp,
        { min: warp / stiffnessSpan, max: warp * stiffnessSpan, log: true },
        (value) => [`${place}.fabric.${key}_warp=${value}`, `${place}.fabric.${key}_weft=${(weft * value) / warp}`]);
    }
    for (const path of [['fabric', 'friction'], ['material', 'friction'], ['friction']]) {
      const friction = memberAt(body, ...path);
      if (typeof friction !== 'number') continue;
      add(`${name}: friction`, ['bodies', 0, ...path], friction, { min: 0, max: Math.max(maxFriction, friction) },
        (value) => [`${place}.${path.join('.')}=${value}`]);
    }
  });
  return { choices, numbers };
}
