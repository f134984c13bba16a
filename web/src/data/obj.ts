import { FormatError } from './json';

/** The mesh of a body as its OBJ file in a run folder states it, in metres. */
export interface Mesh {
  /** Three coordinates per vertex. */
  readonly positions: Float32Array;
  /** Three vertices per triangle, in the order of the file, which is the numbering of the audit. */
  readonly triangles: Uint32Array;
  /** Two vertices per segment, in the order of the file. */
  readonly segments: Uint32Array;
  /** Two material coordinates per vertex, in metres; undefined if the file has none. On a seam, those of one side. */
  readonly weave: Float32Array | undefined;
}

/** Returns the vertex that a corner such as `7`, `7/3` or `7/3/2` names, counted from 0. */
function vertexOf(corner: string, count: number): number {
  const vertex = Number.parseInt(corner, 10) - 1;
  if (!(vertex >= 0 && vertex < count)) throw new FormatError(`names the vertex ${corner}, which it does not have`);
  return vertex;
}

/**
 * Returns the texture coordinates of the vertices, scaled so that lengths in them are on average those of the triangles:
 * files may give them in any unit.
 */
function weaveOf(positions: readonly number[], triangles: readonly number[], texture: readonly number[], corners: readonly number[]): Float32Array | undefined {
  if (texture.length === 0 || corners.length !== triangles.length) return undefined;
  const weave = new Float32Array((2 * positions.length) / 3);
  triangles.forEach((vertex, k) => {
    for (const axis of [0, 1]) weave[2 * vertex + axis] = texture[2 * corners[k]! + axis] ?? 0;
  });
  let lengths = 0;
  let stored = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b] = [triangles[t]!, triangles[t + 1]!];
    lengths += Math.hypot(...[0, 1, 2].map((axis) => positions[3 * a + axis]! - positions[3 * b + axis]!));
    stored += Math.hypot(...[0, 1].map((axis) => texture[2 * corners[t]! + axis]! - texture[2 * corners[t + 1]! + axis]!));
  }
  const scale = lengths / stored;
  return Number.isFinite(scale) ? weave.map((value) => scale * value) : undefined;
}

/**
 * Reads the OBJ file of a body. Run folders have triangles and segments only, all vertices before them; groups are
 * skipped.
 */
export function parseObj(text: string): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const segments: number[] = [];
  const texture: number[] = [];
  const corners: number[] = [];
  for (const line of text.split('\n')) {
    const words = line.trim().split(/\s+/);
    const keyword = words[0];
    if (keyword === 'v') {
      for (let axis = 1; axis <= 3; ++axis) positions.push(Number(words[axis]));
    } else if (keyword === 'vt') {
      texture.push(Number(words[1]), Number(words[2]));
    } else if (keyword === 'f') {
      if (words.length !== 4) throw new FormatError('has a face that is not a triangle');
      for (let corner = 1; corner <= 3; ++corner) {
        triangles.push(vertexOf(words[corner]!, positions.length / 3));
        const coordinates = words[corner]!.split('/')[1];
        if (coordinates) corners.push(Number.parseInt(coordinates, 10) - 1);
      }
    } else if (keyword === 'l') {
      for (let end = 2; end < words.length; ++end)
        segments.push(
          vertexOf(words[end - 1]!, positions.length / 3), vertexOf(words[end]!, positions.length / 3));
    }
  }
  if (positions.some((value) => Number.isNaN(value))) throw new FormatError('has a coordinate that is not a number');
  return {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    segments: Uint32Array.from(segments),
    weave: weaveOf(positions, triangles, texture, corners),
  };
}

/** Returns each edge of the triangles and each segment once, two vertices per edge, the smaller first. */
export function edgesOf(mesh: Mesh): Uint32Array {
  const count = mesh.positions.length / 3;
  const seen = new Set<number>();
  const add = (a: number, b: number): void => {
    seen.add(a < b ? a * count + b : b * count + a);
  };
  const { triangles, segments } = mesh;
  for (let t = 0; t < triangles.length; t += 3) {
    add(triangles[t]!, triangles[t + 1]!);
    add(triangles[t + 1]!, triangles[t + 2]!);
    add(triangles[t + 2]!, triangles[t]!);
  }
  for (let s = 0; s < segments.length; s += 2) add(segments[s]!, segments[s + 1]!);
  const edges = new Uint32Array(2 * seen.size);
  let k = 0;
  for (const key of seen) {
    edges[k++] = Math.floor(key / count);
    edges[k++] = key % count;
  }
  return edges;
}
