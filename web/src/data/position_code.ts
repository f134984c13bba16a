import { NumberReader } from './number_code';

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
  const numbers = new NumberReader(bytes, 'the code of positions', coded.groups[group]!);
  for (let frame = 0; frame < frames; ++frame) {
    const next = new Float64Array(size);
    for (let i = 0; i < size; ++i) {
      const predicted = frame === 0 ? (i < 3 ? 0 : next[i - 3]!) : frame === 1 ? last[i]! : 2 * last[i]! - beforeLast[i]!;
      next[i] = predicted + numbers.difference();
      positions[frame * size + i] = next[i]! * quantum;
    }
    beforeLast = last;
    last = next;
  }
  return positions;
}
