import { describe, expect, it } from 'vitest';
import { EmbeddedRun } from '../../src/data/embedded_run';
import { FrameStore } from '../../src/data/frame_store';
import { parsePc2Header, sampleRange } from '../../src/data/pc2';

// One vertex that rests at (3, -1, 0) for two frames and is at (3, -1, 64) in the third: the bytes are those that a test of
// the encoder works out by hand.
const run = JSON.stringify({
  name: 'a.run',
  files: { 'run.json': '{}', 'point.obj': 'v 3 -1 0\n' },
  caches: { point: { vertices: 1, frames: 3, quantum: 0.5, group_frames: 32, groups: [0], data: btoa(String.fromCharCode(6, 1, 0, 5, 128, 1)) } },
});

describe('a run in the page', () => {
  const source = new EmbeddedRun(run);
  const listing = { id: '0', name: 'a.run' };

  it('has the files of its folder', async () => {
    expect(await source.runs()).toEqual([listing]);
    expect(await source.text(listing, 'point.obj')).toBe('v 3 -1 0\n');
    const first = await source.textIfChanged(listing, 'run.json', '');
    expect(await source.textIfChanged(listing, 'run.json', first!.tag)).toBeUndefined();
    await expect(source.text(listing, 'other.obj')).rejects.toThrow('other.obj');
  });

  it('has the frames that were coded', async () => {
    expect(parsePc2Header(await source.bytes(listing, 'point.pc2', 0, 32))).toBe(1);
    const store = new FrameStore([1], (_, first, count) => {
      const { begin, end } = sampleRange(1, first, count);
      return source.bytes(listing, 'point.pc2', begin, end);
    });
    store.grow(3);
    expect([...(await store.load(0))[0]!]).toEqual([1.5, -0.5, 0]);
    expect([...(await store.load(2))[0]!]).toEqual([1.5, -0.5, 32]);
    const end = new Float32Array(await source.bytes(listing, 'point.pc2', 32 + 24, 1000));
    expect([...end]).toEqual([1.5, -0.5, 32]);
  });

  it('says what is wrong with it', () => {
    expect(() => new EmbeddedRun('{"name": "a"}')).toThrow('files');
    expect(() => new EmbeddedRun('nothing')).toThrow();
  });
});
