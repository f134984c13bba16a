/** Colours for bodies and values: those of `muslin render`, so that pictures and page agree. */

/** Amounts of linear red, green and blue light from 0 to 1, which is what three.js expects of vertex colours. */
export type Light = readonly [number, number, number];

const bodyPalette = ['#d67658', '#4e8ab2', '#e2b454', '#68a070', '#9674b2', '#42a09c', '#cc7090', '#969856'] as const;
const obstacleGreys = ['#bebcb8', '#a8aaae', '#cecac2'] as const;

/** Returns the colour of the i-th body that is not an obstacle, as CSS writes it. */
export function bodyColour(i: number): string {
  return bodyPalette[i % bodyPalette.length]!;
}

/** Returns the colour of the i-th obstacle. */
export function obstacleColour(i: number): string {
  return obstacleGreys[i % obstacleGreys.length]!;
}

function clamp(value: number): number {
  return value > 0 ? Math.min(value, 1) : 0; // also for NaN
}

/** Converts from the perceptual space Oklab [Ottosson20]. */
function fromOklab(lightness: number, a: number, b: number): Light {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Points in the colour plane of Oklab at equal steps; lightness is linear between the two ends. */
const path: readonly (readonly [number, number])[] = [
  [0.045, -0.115],
  [0.015, -0.125],
  [-0.045, -0.065],
  [-0.09, 0.02],
  [-0.09, 0.11],
  [-0.025, 0.165],
];
// Shaded cloth gets darker still: its folds must show also where values are low.
const darkest = 0.54;
const lightest = 0.92;

/**
 * Maps t from 0 to 1 to a colour from violet over teal to light yellow. Lightness grows evenly with t, so that equal
 * steps look equal, also in grey and to colour-blind viewers.
 */
export function mapColour(t: number): Light {
  const place = clamp(t);
  const step = place * (path.length - 1);
  const k = Math.min(Math.floor(step), path.length - 2);
  const rest = step - k;
  const from = path[k]!;
  const to = path[k + 1]!;
  const along = (axis: 0 | 1): number => from[axis] + rest * (to[axis] - from[axis]);
  return fromOklab(darkest + place * (lightest - darkest), along(0), along(1));
}

/** Returns the colour as CSS writes it. */
export function cssColour(light: Light): string {
  const encode = (value: number): number =>
    Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
  return `rgb(${light.map(encode).join(' ')})`;
}

const tableSize = 256;
let table: Float32Array | undefined;

/** Writes the colours of values from 0 to `high` into three floats per value. */
export function colourValues(values: Float32Array, high: number, colours: Float32Array): void {
  table ??= Float32Array.from(Array.from({ length: tableSize }, (_, i) => mapColour(i / (tableSize - 1))).flat());
  const scale = high > 0 ? (tableSize - 1) / high : 0;
  for (let i = 0; i < values.length; ++i) {
    const value = values[i]! * scale;
    const entry = 3 * (value > 0 ? Math.min(Math.round(value), tableSize - 1) : 0);
    colours[3 * i] = table[entry]!;
    colours[3 * i + 1] = table[entry + 1]!;
    colours[3 * i + 2] = table[entry + 2]!;
  }
}

/** Returns the smallest of 1, 2 or 5 times a power of ten that is not below a positive value; 1 for other values. */
export function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  for (const factor of [1, 2, 5]) if (factor * power >= value) return factor * power;
  return 10 * power;
}

/** The scale of the colours of each field. Its end only grows, so that frames and runs can be compared. */
export class ColourScale {
  private readonly largestSeen = new Map<string, number>();

  /** Returns the end of the scale of a field, which is not below a value. */
  endFor(field: string, value: number): number {
    const largest = Math.max(this.largestSeen.get(field) ?? 0, value);
    this.largestSeen.set(field, largest);
    return roundUp(largest);
  }
}
