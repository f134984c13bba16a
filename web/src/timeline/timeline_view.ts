import { intersects, type Audit } from '../data/audit';
import { lowerRungs, type FrameStatistics } from '../data/statistics';
import { button, element, setPressed } from '../panels/dom';
import { speeds, type Playback } from './playback';

/** The row below the picture: buttons, the slider, and marks of the frames that the audit found to intersect. */
export class TimelineView {
  readonly root: HTMLElement;

  private readonly play: HTMLButtonElement;
  private readonly loop: HTMLButtonElement;
  private readonly follow: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly slider: HTMLInputElement;
  private readonly label = element('output', { class: 'frame-label' });
  private readonly marks = element('div', { class: 'marks' });
  private readonly bars = element('div', { class: 'marks bars' });

  constructor(private readonly playback: Playback) {
    this.play = button('▶', 'Play', () => playback.toggle(), 'Space');
    this.loop = button('⟲', 'Loop', () => playback.toggleLoop(), 'L');
    this.follow = button('Live', 'Follow the newest frame', () => playback.toggleFollow(), 'J');
    this.speed = element('select', { 'aria-label': 'Speed', title: 'Speed ([ and ])' });
    for (const speed of speeds) this.speed.append(element('option', { value: String(speed) }, `${speed}×`));
    this.speed.addEventListener('change', () => (playback.speed = Number(this.speed.value)));
    this.slider = element('input', { type: 'range', min: '0', max: '0', step: '1', 'aria-label': 'Frame', class: 'frames' });
    this.slider.addEventListener('input', () => {
      playback.isPlaying = false;
      playback.show(this.slider.valueAsNumber);
    });
    this.root = element(
      'section',
      { class: 'timeline', 'aria-label': 'Timeline' },
      button('❘◀', 'First frame', () => playback.step(-playback.frame), 'Home'),
      button('◁', 'Back one frame', () => playback.step(-1), '←'),
      this.play,
      button('▷', 'Forward one frame', () => playback.step(1), '→'),
      button('▶❘', 'Last frame', () => playback.step(playback.frameCount), 'End'),
      this.loop,
      this.speed,
      this.follow,
      element('div', { class: 'track' }, this.slider, this.bars, this.marks),
      this.label,
    );
  }

  /** Shows the state of the playback. Frames have numbers of their own in files. */
  update(numberOf: (index: number) => number, frameRate: number, isGrowing: boolean): void {
    const { playback } = this;
    const seconds = playback.frame / frameRate;
    this.slider.max = String(playback.frameCount - 1);
    this.slider.valueAsNumber = playback.frame;
    const text = `frame ${numberOf(playback.frame)} of ${numberOf(playback.frameCount - 1)}, ${seconds.toFixed(2)} s`;
    this.slider.setAttribute('aria-valuetext', text);
    this.label.textContent = text;
    this.play.textContent = playback.isPlaying ? '❚❚' : '▶';
    this.play.setAttribute('aria-label', playback.isPlaying ? 'Pause' : 'Play');
    setPressed(this.loop, playback.loops);
    setPressed(this.follow, playback.follows);
    this.follow.hidden = !isGrowing;
    this.speed.value = String(playback.speed);
  }

  /** Marks the frames that intersect. */
  showAudit(audit: Audit, startFrame: number): void {
    this.marks.replaceChildren();
    const last = Math.max(1, this.playback.frameCount - 1);
    for (const frame of audit.frames.values()) {
      if (!intersects(frame)) continue;
      const mark = element('span', { title: `frame ${frame.frame} intersects` }, '▲');
      mark.style.left = `${(100 * (frame.frame - startFrame)) / last}%`;
      this.marks.append(mark);
    }
  }

  /** Marks the frames in which the ladder went below the response, as bars over neighbouring frames. */
  showRungs(frames: readonly FrameStatistics[], startFrame: number): void {
    this.bars.replaceChildren();
    const last = Math.max(1, this.playback.frameCount - 1);
    const lower = frames.flatMap((frame) => {
      const taken = lowerRungs(frame);
      return taken.length > 0 ? [{ frame: frame.frame, taken }] : [];
    });
    for (let i = 0; i < lower.length; ) {
      const first = lower[i]!.frame;
      const taken = new Set<string>();
      let end = first;
      for (; i < lower.length && lower[i]!.frame <= end + 1; ++i) {
        end = lower[i]!.frame;
        for (const rung of lower[i]!.taken) taken.add(rung.replace('_', ' '));
      }
      const bar = element('span', { title: `frames ${first} to ${end}: ${[...taken].join(', ')}` });
      const share = (frame: number): number => Math.min(100, Math.max(0, (100 * (frame - startFrame)) / last));
      bar.style.left = `${share(first - 0.5)}%`;
      bar.style.width = `${share(end + 0.5) - share(first - 0.5)}%`;
      this.bars.append(bar);
    }
  }
}
