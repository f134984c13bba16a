import { FormatError } from './json';

/** The coded positions of a body, as `muslin export --to html` writes them (position_code.hpp describes the code). */
export interface CodedPositions {
  readonly vertices: number;
  readonly frames: number;
  /** Coordinates are multiples of this length (m). */
  readonly quantum: number;
  /** Frames of a group, which can be read by itself, and the first byte of each group. */
  readonly groupFrames: number;
  readonly groups: readonly number[];
  readonly bytes: Uint8Array;
}

/** Returns the positions of all frames of a group, three floats per vertex. */
export function decodeGroup(coded: CodedPositions, group: number): Float32Array {
  const { bytes, vertices, quantum, groupFrames } = coded;
  const frames = Math.min(groupFrames, coded.frames - group * groupFrames);
  const size = 3 * vertices;
  const positions = new Float32Array(size * frames);
  // Multiples of the quantum fit a double exactly.
  let last = new Float64Array(size);
  let beforeLast = new Float64Array(size);
  let at = coded.groups[group]!;
  let zeros = 0;
  const number = (): number => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new FormatError('the positions of the run are cut off');
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  const difference = (): number => {
    if (zeros > 0) {
      --zeros;
      return 0;
    }
    const value = number();
    if (value === 0) {
      zeros = number();
      return 0;
    }
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  for (let frame = 0; frame < frames; ++frame) {
    const next = new Float64Array(size);
    for (let i = 0; i < size; ++i) {
      const predicted = frame === 0 ? (i < 3 ? 0 : next[i - 3]!) : frame === 1 ? last[i]! : 2 * last[i]! - beforeLast[i]!;
      next[i] = predicted + difference();
      positions[frame * size + i] = next[i]! * quantum;
    }
    beforeLast = last;
    last = next;
  }
  return positions;
}
