/** Parts of a sheet that belong to groups of vertices. */
export interface Regions {
  /** Three vertices for each triangle all of whose vertices are in one group, and its group. */
  readonly triangles: Uint32Array;
  readonly triangleGroups: Uint32Array;
  /** Two vertices for each edge at the rim of such triangles, and its group. */
  readonly rim: Uint32Array;
  readonly rimGroups: Uint32Array;
}

/** Returns for each vertex the last of the groups that it is in, or -1. Vertices beyond `count` are left out. */
export function groupOfVertices(groups: readonly ArrayLike<number>[], first: number, count: number): Int32Array {
  const groupOf = new Int32Array(count).fill(-1);
  groups.forEach((vertices, group) => {
    for (let i = 0; i < vertices.length; ++i) {
      const vertex = vertices[i]! - first;
      if (vertex >= 0 && vertex < count) groupOf[vertex] = group;
    }
  });
  return groupOf;
}

/** Finds the regions that groups of vertices cover, and their rims. */
export function findRegions(triangles: Uint32Array, groupOf: Int32Array): Regions {
  const inside: number[] = [];
  const insideGroups: number[] = [];
  const uses = new Map<number, number>(); // of edges, by triangles of a group
  const count = groupOf.length;
  const keyOf = (a: number, b: number): number => Math.min(a, b) * count + Math.max(a, b);
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!] as const;
    const group = groupOf[corners[0]]!;
    if (group < 0 || groupOf[corners[1]] !== group || groupOf[corners[2]] !== group) continue;
    inside.push(...corners);
    insideGroups.push(group);
    corners.forEach((a, k) => {
      const key = keyOf(a, corners[(k + 1) % 3]!);
      uses.set(key, (uses.get(key) ?? 0) + 1);
    });
  }
  const rim: number[] = [];
  const rimGroups: number[] = [];
  for (const [key, times] of uses) {
    if (times !== 1) continue;
    const a = Math.floor(key / count);
    rim.push(a, key - a * count);
    rimGroups.push(groupOf[a]!);
  }
  return {
    triangles: Uint32Array.from(inside), triangleGroups: Uint32Array.from(insideGroups),
    rim: Uint32Array.from(rim), rimGroups: Uint32Array.from(rimGroups),
  };
}
