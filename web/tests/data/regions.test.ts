import { describe, expect, it } from 'vitest';
import { findRegions, groupOfVertices } from '../../src/overlay/regions';

// Two squares side by side, each cut from its lower left to its upper right corner: 0 1 2 below, 3 4 5 above.
const triangles = Uint32Array.of(0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4);

/** The edges of a list of ends, each with its lower vertex first, in order. */
function edges(ends: Uint32Array): string[] {
  return Array.from({ length: ends.length / 2 }, (_, e) => [ends[2 * e]!, ends[2 * e + 1]!].sort().join('-')).sort();
}

describe('regions', () => {
  it('are the triangles within a group, and their rims', () => {
    const regions = findRegions(triangles, groupOfVertices([[0, 1, 3, 4]], 0, 6));
    expect([...regions.triangles]).toEqual([0, 1, 4, 0, 4, 3]);
    expect(edges(regions.rim)).toEqual(['0-1', '0-3', '1-4', '3-4']); // and not the diagonal 0-4
    expect([...regions.rimGroups]).toEqual([0, 0, 0, 0]);
  });

  it('of different groups do not join', () => {
    const regions = findRegions(triangles, groupOfVertices([[0, 3], [1, 2, 5]], 0, 6));
    expect([...regions.triangles]).toEqual([1, 2, 5]);
    expect([...regions.triangleGroups]).toEqual([1]);
    expect(edges(regions.rim)).toEqual(['1-2', '1-5', '2-5']);
  });

  it('of a body know its vertices among all', () => {
    expect([...groupOfVertices([[1, 10], [12, 99]], 10, 4)]).toEqual([0, -1, 1, -1]);
  });
});
