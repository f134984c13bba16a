import { type FramePositions, type FrameStore } from '../data/frame_store';

/** Frames that are read before they are needed, while a run plays. */
const readAhead = 12;
/** Milliseconds after which the neighbours of a frame that was jumped to are read. */
const restTime = 40;

/**
 * Brings the frame that is wanted on the screen. If frames are wanted faster than they arrive, those in between are left
 * out: only the newest wish counts. After a jump, the frame comes alone, and its neighbours follow once it is shown.
 */
export class FramePresenter {
  private wanted = -1;
  private isLoading = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `present` receives a frame and the one before it, which for the start is the one after it. */
  constructor(
    private readonly store: FrameStore,
    private readonly frameCount: () => number,
    private readonly present: (frame: number, shown: FramePositions, neighbour: FramePositions) => void,
    private readonly failed: (error: Error) => void,
  ) {}

  /** Whether the wanted frame is not on the screen yet. */
  get isBehind(): boolean {
    return this.isLoading;
  }

  show(frame: number): void {
    this.wanted = frame;
    if (!this.presentWanted() && !this.isLoading) void this.load();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private presentWanted(): boolean {
    const neighbour = this.neighbourOf(this.wanted);
    const shown = this.store.peek(this.wanted);
    const beside = this.store.peek(neighbour);
    if (shown === undefined || beside === undefined) return false;
    this.present(this.wanted, shown, beside);
    this.fetch(Math.min(this.wanted + readAhead, this.frameCount() - 1));
    return true;
  }

  private neighbourOf(frame: number): number {
    return frame > 0 ? frame - 1 : Math.min(1, this.frameCount() - 1);
  }

  /** Brings a frame and those around it into memory. If that fails, it is tried again when the frame is wanted. */
  private fetch(frame: number): void {
    if (this.store.peek(frame) === undefined) this.store.load(frame).catch(() => {});
  }

  private async load(): Promise<void> {
    this.isLoading = true;
    try {
      for (let wanted = -1; wanted !== this.wanted; ) {
        wanted = this.wanted;
        const neighbour = this.neighbourOf(wanted);
        const first = Math.min(neighbour, wanted);
        const frames = await this.store.loadAlone(first, Math.max(neighbour, wanted) - first + 1);
        if (wanted === this.wanted) this.present(wanted, frames[wanted - first]!, frames[neighbour - first]!);
      }
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.fetch(this.neighbourOf(this.wanted));
        this.fetch(this.wanted);
      }, restTime);
    } catch (error) {
      this.failed(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.isLoading = false;
    }
  }
}
