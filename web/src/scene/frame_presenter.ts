import { type FramePositions, type FrameStore } from '../data/frame_store';

/** Frames that are read before they are needed, while a run plays. */
const readAhead = 12;

/**
 * Brings the frame that is wanted on the screen. If frames are wanted faster than they arrive, those in between are left
 * out: only the newest wish counts.
 */
export class FramePresenter {
  private wanted = -1;
  private isLoading = false;

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

  private presentWanted(): boolean {
    const neighbour = this.neighbourOf(this.wanted);
    const shown = this.store.peek(this.wanted);
    const beside = this.store.peek(neighbour);
    if (shown === undefined || beside === undefined) return false;
    this.present(this.wanted, shown, beside);
    const ahead = Math.min(this.wanted + readAhead, this.frameCount() - 1);
    if (this.store.peek(ahead) === undefined) this.store.load(ahead).catch(() => {}); // shown again when it is wanted
    return true;
  }

  private neighbourOf(frame: number): number {
    return frame > 0 ? frame - 1 : Math.min(1, this.frameCount() - 1);
  }

  private async load(): Promise<void> {
    this.isLoading = true;
    try {
      // Two frames may be in two chunks, and one of these may push the other out of a small store.
      for (let wanted = -1; wanted !== this.wanted; ) {
        wanted = this.wanted;
        const neighbour = await this.store.load(this.neighbourOf(wanted));
        const shown = await this.store.load(wanted);
        if (wanted === this.wanted) this.present(wanted, shown, neighbour);
      }
    } catch (error) {
      this.failed(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.isLoading = false;
    }
  }
}
