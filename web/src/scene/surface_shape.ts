/**
 * What shading needs of the shape of a triangle mesh, computed anew for each frame: normals, and how strongly the surface
 * bends at each vertex. Folds of cloth are read from their shade, and a lamp alone leaves those that face it flat.
 */
export class SurfaceShape {
  readonly normals: Float32Array;
  /** Mean curvature of the surface at each vertex (1/m), positive in a hollow of the side that its normal points to. */
  readonly hollowness: Float32Array;

  private readonly neighbours: Float32Array;

  constructor(
    private readonly triangles: Uint32Array,
    vertices: number,
  ) {
    this.normals = new Float32Array(3 * vertices);
    this.hollowness = new Float32Array(vertices);
    this.neighbours = new Float32Array(vertices);
  }

  update(x: Float32Array): void {
    this.sumNormals(x);
    this.normalise();
    this.sumHollowness(x);
  }

  /** The cross product of two edges is the normal times twice the area: large triangles count more. */
  private sumNormals(x: Float32Array): void {
    const { normals, triangles } = this;
    normals.fill(0);
    for (let t = 0; t < triangles.length; t += 3) {
      const a = 3 * triangles[t]!;
      const b = 3 * triangles[t + 1]!;
      const c = 3 * triangles[t + 2]!;
      const ux = x[b]! - x[a]!, uy = x[b + 1]! - x[a + 1]!, uz = x[b + 2]! - x[a + 2]!;
      const vx = x[c]! - x[a]!, vy = x[c + 1]! - x[a + 1]!, vz = x[c + 2]! - x[a + 2]!;
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      normals[a]! += nx; normals[a + 1]! += ny; normals[a + 2]! += nz;
      normals[b]! += nx; normals[b + 1]! += ny; normals[b + 2]! += nz;
      normals[c]! += nx; normals[c + 1]! += ny; normals[c + 2]! += nz;
    }
  }

  private normalise(): void {
    const { normals } = this;
    for (let i = 0; i < normals.length; i += 3) {
      const x = normals[i]!, y = normals[i + 1]!, z = normals[i + 2]!;
      const length = Math.sqrt(x * x + y * y + z * z) || 1;
      normals[i] = x / length;
      normals[i + 1] = y / length;
      normals[i + 2] = z / length;
    }
  }

  /** A neighbour at distance d that rises by h above the tangent plane sees a curvature of 2 h / d². */
  private sumHollowness(x: Float32Array): void {
    const { hollowness, neighbours, normals, triangles } = this;
    hollowness.fill(0);
    neighbours.fill(0);
    for (let t = 0; t < triangles.length; ++t) {
      const next = t % 3 === 2 ? t - 2 : t + 1;
      const i = triangles[t]!, j = triangles[next]!;
      const a = 3 * i, b = 3 * j;
      const dx = x[b]! - x[a]!, dy = x[b + 1]! - x[a + 1]!, dz = x[b + 2]! - x[a + 2]!;
      const squared = dx * dx + dy * dy + dz * dz;
      if (!(squared > 0)) continue;
      hollowness[i]! += (2 * (dx * normals[a]! + dy * normals[a + 1]! + dz * normals[a + 2]!)) / squared;
      hollowness[j]! -= (2 * (dx * normals[b]! + dy * normals[b + 1]! + dz * normals[b + 2]!)) / squared;
      ++neighbours[i]!;
      ++neighbours[j]!;
    }
    for (let i = 0; i < hollowness.length; ++i) hollowness[i]! /= neighbours[i]! || 1;
  }
}
