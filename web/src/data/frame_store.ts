import { sampleBytes } from './pc2';

/** Positions of all bodies in one frame, in the order of `run.json`; three floats per vertex. */
export type FramePositions = readonly Float32Array[];

/** Reads `count` consecutive samples of a body; it may return fewer bytes if the file ends early. */
export type SampleReader = (body: number, first: number, count: number) => Promise<ArrayBuffer>;

/** Consecutive frames that were read together. */
interface Chunk {
  readonly frames: number;
  readonly bytes: number;
  readonly bodies: readonly Float32Array[];
}

export interface FrameStoreOptions {
  /** Memory for frames. What was not used longest is dropped beyond it. */
  readonly maxBytes: number;
  /** Frames are read in chunks of at most this size, or one by one if a frame is larger. */
  readonly chunkBytes: number;
}

const defaults: FrameStoreOptions = { maxBytes: 256 * 2 ** 20, chunkBytes: 2 ** 20 };

const tooShort = (): Error => new Error('the caches of the run are shorter than run.json says');

/**
 * The frames of a run, read when they are needed and kept within a bound of memory. Neighbouring frames are read
 * together, since most requests cost more than the bytes they bring.
 */
export class FrameStore {
  /** In the order of their last use: a Map keeps the order of insertion. */
  private readonly chunks = new Map<number, Chunk>();
  private readonly pending = new Map<number, Promise<void>>();
  private readonly framesPerChunk: number;
  private bytes = 0;
  private count = 0;

  constructor(
    private readonly vertices: readonly number[],
    private readonly read: SampleReader,
    private readonly options: FrameStoreOptions = defaults,
  ) {
    const frameBytes = vertices.reduce((sum, points) => sum + sampleBytes(points), 0);
    this.framesPerChunk = Math.max(1, Math.min(64, Math.floor(options.chunkBytes / Math.max(1, frameBytes))));
  }

  /** Says how many frames the run has by now. */
  grow(count: number): void {
    this.count = count;
  }

  /** Memory that frames take. */
  get usedBytes(): number {
    return this.bytes;
  }

  /** Returns a frame if it is in memory. */
  peek(frame: number): FramePositions | undefined {
    const key = Math.floor(frame / this.framesPerChunk);
    const chunk = this.chunks.get(key);
    const place = frame - key * this.framesPerChunk;
    if (chunk === undefined || place >= chunk.frames) return undefined;
    this.chunks.delete(key);
    this.chunks.set(key, chunk);
    return chunk.bodies.map((positions, body) => {
      const length = 3 * this.vertices[body]!;
      return positions.subarray(place * length, (place + 1) * length);
    });
  }

  /** Brings a frame into memory. Requests for frames of a chunk that is on its way share its reading. */
  async load(frame: number): Promise<FramePositions> {
    if (frame < 0 || frame >= this.count) throw new RangeError(`there is no frame ${frame}`);
    for (let attempt = 0; attempt < 2; ++attempt) {
      const found = this.peek(frame);
      if (found !== undefined) return found;
      const key = Math.floor(frame / this.framesPerChunk);
      // A chunk that was on its way before the run had grown may lack the frame; a second reading has it.
      let reading = this.pending.get(key);
      if (reading === undefined) {
        reading = this.readChunk(key).finally(() => this.pending.delete(key));
        this.pending.set(key, reading);
      }
      await reading;
    }
    const found = this.peek(frame);
    if (found === undefined) throw tooShort();
    return found;
  }

  /**
   * Returns some successive frames as soon as possible: what is not in memory or on its way is read without its neighbours,
   * and not kept.
   */
  async loadAlone(first: number, count: number): Promise<FramePositions[]> {
    if (first < 0 || first + count > this.count) throw new RangeError(`there are no frames ${first} to ${first + count - 1}`);
    const frames = Array.from({ length: count }, (_, i) => first + i);
    const isAtHand = (frame: number): boolean => this.peek(frame) !== undefined || this.pending.has(Math.floor(frame / this.framesPerChunk));
    if (this.framesPerChunk <= count || frames.every(isAtHand)) return Promise.all(frames.map((frame) => this.load(frame)));
    const contents = await this.readSamples(first, count);
    return frames.map((_, i) =>
      contents.map((content, body) => {
        const length = 3 * this.vertices[body]!;
        if (content.byteLength < 4 * length * count) throw tooShort();
        return new Float32Array(content, 4 * length * i, length);
      }),
    );
  }

  private readSamples(first: number, count: number): Promise<ArrayBuffer[]> {
    return Promise.all(this.vertices.map((_, body) => this.read(body, first, count)));
  }

  private async readChunk(key: number): Promise<void> {
    const first = key * this.framesPerChunk;
    const count = Math.min(this.framesPerChunk, this.count - first);
    const contents = await this.readSamples(first, count);
    const frames = contents.reduce(
      (least, content, body) => Math.min(least, Math.floor(content.byteLength / sampleBytes(this.vertices[body]!))),
      count,
    );
    const bodies = contents.map((content) => new Float32Array(content, 0, Math.floor(content.byteLength / 4)));
    const bytes = contents.reduce((sum, content) => sum + content.byteLength, 0);
    this.bytes += bytes - (this.chunks.get(key)?.bytes ?? 0);
    this.chunks.delete(key);
    this.chunks.set(key, { frames, bytes, bodies });
    this.forgetOldest(key);
  }

  private forgetOldest(kept: number): void {
    for (const [key, chunk] of this.chunks) {
      if (this.bytes <= this.options.maxBytes) return;
      if (key === kept) continue;
      this.chunks.delete(key);
      this.bytes -= chunk.bytes;
    }
  }
}
