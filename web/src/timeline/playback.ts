/** Speeds that can be chosen, as multiples of the frame rate of the run. */
export const speeds = [0.1, 0.25, 0.5, 1, 2, 4] as const;

/**
 * Which frame is shown, and which comes next. Frames are counted from 0, the start of the run. It knows nothing of
 * clocks: whoever has one calls `advance`.
 */
export class Playback {
  private count = 1;
  private index = 0;
  /** Position between frames while playing: `index` is the frame at or before it. */
  private place = 0;
  private speedIndex = speeds.indexOf(1);

  isPlaying = false;
  loops = true;
  /** The newest frame is shown whenever there is one: for runs in progress. */
  follows = false;

  constructor(private readonly changed: () => void) {}

  get frame(): number {
    return this.index;
  }

  get frameCount(): number {
    return this.count;
  }

  get speed(): number {
    return speeds[this.speedIndex]!;
  }

  set speed(speed: number) {
    const known = speeds.findIndex((candidate) => candidate === speed);
    if (known < 0) return;
    this.speedIndex = known;
    this.changed();
  }

  /** Chooses the next faster or slower speed. */
  changeSpeed(steps: number): void {
    this.speedIndex = Math.max(0, Math.min(speeds.length - 1, this.speedIndex + steps));
    this.changed();
  }

  /** Says how many frames there are by now. */
  setFrameCount(count: number): void {
    this.count = Math.max(1, count);
    if (this.follows && !this.isPlaying) this.index = this.count - 1;
    this.index = Math.min(this.index, this.count - 1);
    this.place = this.index;
    this.changed();
  }

  /** Shows a frame, or the nearest that exists. Whoever chooses a frame no longer follows the newest. */
  show(frame: number): void {
    this.index = Math.max(0, Math.min(this.count - 1, Math.round(frame)));
    this.place = this.index;
    this.follows = false;
    this.changed();
  }

  /** Stops playing and goes some frames forwards or backwards. */
  step(frames: number): void {
    this.isPlaying = false;
    this.show(this.index + frames);
  }

  /** Starts or stops playing; from the last frame it starts at the first. */
  toggle(): void {
    this.isPlaying = !this.isPlaying;
    if (this.isPlaying && this.index === this.count - 1) this.show(0);
    this.follows = false;
    this.changed();
  }

  toggleLoop(): void {
    this.loops = !this.loops;
    this.changed();
  }

  toggleFollow(): void {
    this.follows = !this.follows;
    if (this.follows) {
      this.isPlaying = false;
      this.index = this.count - 1;
      this.place = this.index;
    }
    this.changed();
  }

  /** Plays on by some seconds at a frame rate. Returns whether another frame is to be shown. */
  advance(seconds: number, frameRate: number): boolean {
    if (!this.isPlaying) return false;
    this.place += seconds * frameRate * this.speed;
    if (this.place >= this.count) {
      if (this.loops) {
        this.place %= this.count;
      } else {
        this.place = this.count - 1;
        this.isPlaying = false;
      }
    }
    const before = this.index;
    this.index = Math.min(this.count - 1, Math.floor(this.place));
    if (this.index === before && this.isPlaying) return false;
    this.changed();
    return true;
  }
}
