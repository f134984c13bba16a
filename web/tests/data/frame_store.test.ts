import { describe, expect, it } from 'vitest';
import { FrameStore } from '../../src/data/frame_store';

/** A run of two bodies of 3 and 1 vertices; each coordinate is the number of its frame. Counts the samples read. */
class Source {
  readCount = 0;
  written: number;

  constructor(written: number) {
    this.written = written;
  }

  readonly read = (body: number, first: number, count: number): Promise<ArrayBuffer> => {
    this.readCount += count;
    const floats = body === 0 ? 9 : 3;
    const there = Math.max(0, Math.min(count, this.written - first));
    return Promise.resolve(
      Float32Array.from({ length: there * floats }, (_, i) => first + Math.floor(i / floats)).buffer,
    );
  };
}

const frameBytes = 12 * 4;

describe('the store of frames', () => {
  it('gives each body its positions', async () => {
    const store = new FrameStore([3, 1], new Source(100).read, { maxBytes: 1e6, chunkBytes: 4 * frameBytes });
    store.grow(100);
    const frame = await store.load(13);
    expect(frame.map((positions) => [...positions])).toEqual([Array(9).fill(13), [13, 13, 13]]);
  });
  it('keeps to its bound of memory, and forgets what was not used longest', async () => {
    const store = new FrameStore([3, 1], new Source(1000).read, { maxBytes: 10 * frameBytes, chunkBytes: frameBytes });
    store.grow(1000);
    for (let frame = 0; frame < 1000; ++frame) {
      await store.load(frame);
      store.peek(0); // stays in use
      expect(store.usedBytes).toBeLessThanOrEqual(10 * frameBytes);
    }
    expect(store.peek(0)).toBeDefined();
    expect(store.peek(999)).toBeDefined();
    expect(store.peek(500)).toBeUndefined();
  });
  it('reads neighbouring frames together, and a frame on its way only once', async () => {
    const source = new Source(100);
    const store = new FrameStore([3, 1], source.read, { maxBytes: 1e6, chunkBytes: 10 * frameBytes });
    store.grow(100);
    await Promise.all([store.load(1), store.load(2), store.load(9)]);
    expect(source.readCount).toBe(20);
  });
  it('reads a frame alone for those who cannot wait for its neighbours', async () => {
    const source = new Source(100);
    const store = new FrameStore([3, 1], source.read, { maxBytes: 1e6, chunkBytes: 10 * frameBytes });
    store.grow(100);
    const frames = await store.loadAlone(49, 2);
    expect(frames.map((bodies) => bodies.map((positions) => [...positions]))).toEqual([
      [Array(9).fill(49), [49, 49, 49]],
      [Array(9).fill(50), [50, 50, 50]],
    ]);
    expect(source.readCount).toBe(4);
    expect(store.usedBytes).toBe(0);
    // What is on its way or there is not read again.
    await Promise.all([store.load(40), store.loadAlone(44, 2)]);
    await store.loadAlone(45, 1);
    expect(source.readCount).toBe(24);
    await expect(store.loadAlone(99, 2)).rejects.toThrow(RangeError);
    store.grow(200);
    await expect(store.loadAlone(150, 1)).rejects.toThrow('shorter');
  });
  it('reads the frames that a run gains', async () => {
    const source = new Source(3);
    const store = new FrameStore([3, 1], source.read, { maxBytes: 1e6, chunkBytes: 10 * frameBytes });
    store.grow(3);
    await store.load(2);
    await expect(store.load(3)).rejects.toThrow(RangeError);
    source.written = 6;
    store.grow(6);
    expect((await store.load(5))[1]).toEqual(Float32Array.of(5, 5, 5));
    expect(store.usedBytes).toBe(6 * frameBytes);
  });
  it('says so if a cache is shorter than the run', async () => {
    const store = new FrameStore([3, 1], new Source(2).read, { maxBytes: 1e6, chunkBytes: 10 * frameBytes });
    store.grow(5);
    expect((await store.load(1))[1]![0]).toBe(1);
    await expect(store.load(4)).rejects.toThrow('shorter');
  });
});
