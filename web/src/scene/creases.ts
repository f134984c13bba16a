import { type Mesh } from '../data/obj';

/** Neighbouring triangles that meet at a larger angle (radians) than this form a sharp edge. */
const creaseAngle = Math.PI / 4;

/** A mesh whose vertices on sharp edges are there once for each side, so that each side has a normal of its own. */
export interface SplitMesh {
  readonly triangles: Uint32Array;
  /** For each vertex added behind those of the mesh, the vertex of the mesh that it repeats. */
  readonly copies: Uint32Array;
}

function normalOf(mesh: Mesh, triangle: number): readonly [number, number, number] {
  const { positions: x, triangles } = mesh;
  const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * triangle + k]!) as [number, number, number];
  const u = [0, 1, 2].map((k) => x[b + k]! - x[a + k]!) as [number, number, number];
  const v = [0, 1, 2].map((k) => x[c + k]! - x[a + k]!) as [number, number, number];
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
  const length = Math.hypot(...n) || 1;
  return [n[0] / length, n[1] / length, n[2] / length];
}

/**
 * Splits a mesh along its sharp edges. The triangles around a vertex fall into groups that are smooth, judged by the angle
 * to the first triangle of the group; every group but the first gets a copy of the vertex.
 */
export function splitCreases(mesh: Mesh): SplitMesh {
  const count = mesh.positions.length / 3;
  const triangles = mesh.triangles.slice();
  const copies: number[] = [];
  const groups = new Map<number, { normal: readonly [number, number, number]; vertex: number }[]>();
  for (let t = 0; t < triangles.length / 3; ++t) {
    const normal = normalOf(mesh, t);
    for (let k = 0; k < 3; ++k) {
      const vertex = mesh.triangles[3 * t + k]!;
      const known = groups.get(vertex);
      const group = known?.find(
        (other) => normal[0] * other.normal[0] + normal[1] * other.normal[1] + normal[2] * other.normal[2] > Math.cos(creaseAngle),
      );
      if (group !== undefined) {
        triangles[3 * t + k] = group.vertex;
      } else if (known === undefined) {
        groups.set(vertex, [{ normal, vertex }]);
      } else {
        const copy = count + copies.length;
        copies.push(vertex);
        known.push({ normal, vertex: copy });
        triangles[3 * t + k] = copy;
      }
    }
  }
  return { triangles, copies: Uint32Array.from(copies) };
}
