import { button, element, panel } from '../panels/dom';
import { type RunPane } from '../scene/run_pane';
import { type KeyBinding } from '../timeline/keyboard';
import { type Playback } from '../timeline/playback';
import { recordClip } from './clip';
import { compose } from './composition';

/** Milliseconds after which a frame that does not come is an error. */
const patience = 60_000;

/** Hands a file to the user, as a download. */
function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = element('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves what the panes show: a picture, or a clip of the whole run. */
export class SharePanel {
  readonly root: HTMLElement;
  private readonly clip = button('Record a clip', 'Record a clip of the run', () => void this.toggleClip(), 'V');
  private readonly status = element('span', { class: 'note', role: 'status' });
  private isRecording = false;
  private isStopped = false;

  constructor(
    private readonly panes: () => readonly RunPane[],
    private readonly playback: Playback,
  ) {
    this.root = panel(
      'Share',
      element('div', { class: 'row' }, button('Save a picture', 'Save a picture of this frame', () => void this.savePicture(), 'S'), this.clip),
      this.status,
    );
  }

  bindings(): KeyBinding[] {
    return [
      { keys: ['s'], shown: 'S', about: 'Save a picture of this frame', action: () => void this.savePicture() },
      { keys: ['v'], shown: 'V', about: 'Record a clip of the run, or stop recording', action: () => void this.toggleClip() },
    ];
  }

  private async savePicture(): Promise<void> {
    const panes = this.shownPanes();
    if (panes.length === 0) return;
    const canvas = document.createElement('canvas');
    compose(panes, canvas);
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (content === null) {
      this.say('The picture is too large for this browser.');
      return;
    }
    const { session, shownIndex } = panes[0]!;
    this.hand(content, `${this.name(panes)}-${String(session.numberOf(shownIndex)).padStart(4, '0')}.png`);
  }

  /** Begins to record, or ends it early: the clip then has the frames so far. */
  private async toggleClip(): Promise<void> {
    const panes = this.shownPanes();
    if (this.isRecording || panes.length === 0) {
      this.isStopped = true;
      return;
    }
    const { playback } = this;
    const before = playback.frame;
    this.isRecording = true;
    this.isStopped = false;
    playback.isPlaying = false;
    this.clip.textContent = 'Stop';
    this.clip.setAttribute('aria-label', 'Stop recording');
    const canvas = document.createElement('canvas');
    try {
      const clip = await recordClip({
        frames: playback.frameCount,
        frameRate: panes[0]!.session.record.frameRate * playback.speed,
        canvas,
        draw: async (index) => {
          this.say(`recording frame ${index + 1} of ${playback.frameCount}`);
          playback.show(index);
          await this.settled(panes);
          compose(panes, canvas);
        },
        isStopped: () => this.isStopped,
      });
      this.hand(clip, `${this.name(panes)}.webm`);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    } finally {
      this.isRecording = false;
      this.clip.textContent = 'Record a clip';
      this.clip.setAttribute('aria-label', 'Record a clip of the run');
      playback.show(before);
    }
  }

  /** Waits until all panes show the frame that they were asked for, with its overlays. */
  private async settled(panes: readonly RunPane[]): Promise<void> {
    const end = performance.now() + patience;
    while (panes.some((pane) => pane.isBehind)) {
      if (performance.now() > end) throw new Error('The clip ended because a frame did not arrive.');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  private shownPanes(): RunPane[] {
    return this.panes().filter((pane) => pane.scene !== undefined);
  }

  private name(panes: readonly RunPane[]): string {
    return panes.map(({ run }) => run.name.replace(/\.run$/, '')).join('-');
  }

  private hand(content: Blob, name: string): void {
    save(content, name);
    this.say(`saved ${name}, ${(1e-6 * content.size).toPrecision(2)} MB`);
  }

  private say(text: string): void {
    this.status.textContent = text;
  }
}
