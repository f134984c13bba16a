import { edgesOf, type Mesh } from '../data/obj';

/** A quantity at each vertex of a body, drawn as colours. */
export type FieldName = 'strain' | 'speed' | 'difference';

/** Strain of a body against the lengths of its edges in the mesh file, as `muslin render --color strain` measures it. */
export class StrainField {
  private readonly edges: Uint32Array;
  private readonly restLengths: Float64Array;

  constructor(mesh: Mesh) {
    this.edges = edgesOf(mesh);
    this.restLengths = new Float64Array(this.edges.length / 2);
    for (let e = 0; e < this.restLengths.length; ++e) this.restLengths[e] = this.length(mesh.positions, e);
  }

  /** Writes the largest strain of the edges at each vertex: length divided by rest length, minus 1, at least 0. */
  measure(positions: Float32Array, strain: Float32Array): void {
    strain.fill(0);
    const { edges, restLengths } = this;
    for (let e = 0; e < restLengths.length; ++e) {
      const rest = restLengths[e]!;
      if (!(rest > 0)) continue;
      const value = this.length(positions, e) / rest - 1;
      const a = edges[2 * e]!;
      const b = edges[2 * e + 1]!;
      if (value > strain[a]!) strain[a] = value;
      if (value > strain[b]!) strain[b] = value;
    }
  }

  private length(positions: Float32Array, edge: number): number {
    const a = 3 * this.edges[2 * edge]!;
    const b = 3 * this.edges[2 * edge + 1]!;
    const x = positions[a]! - positions[b]!;
    const y = positions[a + 1]! - positions[b + 1]!;
    const z = positions[a + 2]! - positions[b + 2]!;
    return Math.sqrt(x * x + y * y + z * z);
  }
}

/** Writes the distance that each vertex moved between two successive frames, times the frame rate (m/s). */
export function measureSpeed(before: Float32Array, after: Float32Array, frameRate: number, speed: Float32Array): void {
  for (let i = 0; i < speed.length; ++i) {
    const x = after[3 * i]! - before[3 * i]!;
    const y = after[3 * i + 1]! - before[3 * i + 1]!;
    const z = after[3 * i + 2]! - before[3 * i + 2]!;
    speed[i] = frameRate * Math.sqrt(x * x + y * y + z * z);
  }
}

/** Writes the distance of each vertex from the same vertex of another run (m). */
export function measureDifference(positions: Float32Array, others: Float32Array, difference: Float32Array): void {
  for (let i = 0; i < difference.length; ++i) {
    const x = positions[3 * i]! - others[3 * i]!;
    const y = positions[3 * i + 1]! - others[3 * i + 1]!;
    const z = positions[3 * i + 2]! - others[3 * i + 2]!;
    difference[i] = Math.sqrt(x * x + y * y + z * z);
  }
}

export function largest(values: Float32Array): number {
  let max = 0;
  for (const value of values) if (value > max) max = value;
  return max;
}
