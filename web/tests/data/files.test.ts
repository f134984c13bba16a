import { describe, expect, it } from 'vitest';
import { intersects, parseAudit } from '../../src/data/audit';
import { FormatError } from '../../src/data/json';
import { edgesOf, parseObj } from '../../src/data/obj';
import { parsePc2Header, sampleRange } from '../../src/data/pc2';
import { continues, parseRunRecord } from '../../src/data/run_record';
import { makeAudit, makeCache, makeRecord } from './sample_run';

describe('OBJ files', () => {
  it('have vertices, triangles and segments, with texture coordinates and groups skipped', () => {
    const mesh = parseObj('# sheet\no sheet\nv 0 0 0\nv 1 0 0\nv 0 2.5e-1 0\r\nvt 0 0\ng a\nf 1/1 2/1 3/1\nl 1 2 3\n');
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 0.25, 0]);
    expect([...mesh.triangles]).toEqual([0, 1, 2]);
    expect([...mesh.segments]).toEqual([0, 1, 1, 2]);
  });
  it('are refused if they are not those of a run', () => {
    for (const wrong of ['v 0 0 0\nf 1 1 2\n', 'v 0 0 x\n', 'v 0 0\n', 'v 0 0 0\nf 1 1 1 1\n', 'v 0 0 0\nf 0 1 1\n', 'v 0 0 0\nl 1 5\n'])
      expect(() => parseObj(wrong), wrong).toThrow(FormatError);
  });
  it('have each edge once', () => {
    const mesh = parseObj('v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 3 4 1\nl 2 1\n');
    const edges = edgesOf(mesh);
    const pairs = Array.from({ length: edges.length / 2 }, (_, e) => `${edges[2 * e]}-${edges[2 * e + 1]}`);
    expect(pairs.sort()).toEqual(['0-1', '0-2', '0-3', '1-2', '2-3']);
  });
});

describe('point caches', () => {
  it('say how many points a sample has', () => {
    expect(parsePc2Header(makeCache(7, 2).buffer as ArrayBuffer)).toBe(7);
    expect(sampleRange(7, 3, 2)).toEqual({ begin: 32 + 3 * 84, end: 32 + 5 * 84 });
  });
  it('are refused if they are something else', () => {
    expect(() => parsePc2Header(new ArrayBuffer(31))).toThrow(FormatError);
    expect(() => parsePc2Header(new ArrayBuffer(32))).toThrow(FormatError);
    const other = makeCache(1, 1);
    other[12] = 2;
    expect(() => parsePc2Header(other.buffer as ArrayBuffer)).toThrow(FormatError);
  });
});

describe('run.json', () => {
  it('is read', () => {
    const record = parseRunRecord(makeRecord(4));
    expect(record).toMatchObject({ state: 'partial', up: 'z', frameRate: 25, startFrame: 1, frames: 10, framesDone: 4, auditedFrames: 5 });
    expect(record.bodies).toEqual([{ name: 'sheet', kind: 'cloth', vertices: 3, thickness: 0 }]);
  });
  it('is refused if it is damaged', () => {
    for (const wrong of ['', '{', '[]', '{}', makeRecord(1, { format: 2 }), makeRecord(1, { state: 'odd' }), makeRecord(1, { frames_done: 'all' }),
      makeRecord(1, { bodies: [{ name: 'a', kind: 'ghost', vertices: 1 }] })])
      expect(() => parseRunRecord(wrong), wrong).toThrow(FormatError);
  });
  it('tells a run that has grown from another one', () => {
    const older = parseRunRecord(makeRecord(4));
    expect(continues(older, parseRunRecord(makeRecord(4)))).toBe(true);
    expect(continues(older, parseRunRecord(makeRecord(9)))).toBe(true);
    expect(continues(older, parseRunRecord(makeRecord(3)))).toBe(false);
    expect(continues(older, parseRunRecord(makeRecord(9, { started: '2026-01-02T00:00:00Z' })))).toBe(false);
    expect(continues(older, parseRunRecord(makeRecord(9, { frame_hashes: ['hash0', 'x', 'x', 'x', 'x'] })))).toBe(false);
  });
});

describe('audit.json', () => {
  it('names the pairs that intersect, and counts ignored ones apart', () => {
    const audit = parseAudit(makeAudit(4));
    expect(audit.framesAudited).toBe(4);
    expect([...audit.frames.values()].filter(intersects).map(({ frame }) => frame)).toEqual([3]);
    expect(audit.frames.get(2)!.outranked).toBe(4);
    expect(audit.frames.get(3)!.pairs).toEqual([
      { a: { body: 'sheet', kind: 'triangle', index: 0 }, b: { body: 'rope', kind: 'segment', index: 4 }, place: [1, 2, 3] },
    ]);
  });
});
