import * as THREE from 'three';
import { type FramePositions } from '../data/frame_store';
import { RunSession, type RunObserver } from '../data/run_session';
import { type RunListing, type RunSource } from '../data/service';
import { type FieldName } from '../overlay/fields';
import { element } from '../panels/dom';
import { type OverlayCounts, type OverlaySettings } from '../overlay/settings';
import { CollisionPresenter } from './collision_presenter';
import { FramePresenter } from './frame_presenter';
import { pick, type Pick } from './picker';
import { RunScene, type FieldFrames } from './run_scene';
import { Stage } from './stage';

/** Pixels between a press and a release that still make a click. */
const clickReach = 3;

/** What a page does with its panes. */
export interface PaneObserver {
  /** A run was opened, or replaced by another one in its folder: it is on its stage. */
  opened(pane: RunPane): void;
  /** More of the same run is there. */
  grew(pane: RunPane): void;
  /** A frame is on the screen. */
  presented(pane: RunPane): void;
  /** The collisions of the frame on the screen are known. */
  collided(pane: RunPane): void;
  /** The user has pressed a button of the mouse in the pane. */
  entered(pane: RunPane): void;
  /** The user has clicked on a body, or beside all of them. */
  clicked(pane: RunPane, hit: Pick | undefined): void;
  /** The camera has moved. */
  moved(pane: RunPane): void;
  failed(error: Error): void;
  recovered(): void;
}

/** A run with a picture of its own, which shows one of its frames. */
export class RunPane implements RunObserver {
  readonly root: HTMLElement;
  readonly stage: Stage;
  readonly session: RunSession;
  scene: RunScene | undefined;
  /** The frame on the screen, counted from the start of the run. */
  shownIndex = 0;

  private asked = -1;
  private askedAt = 0;
  private frames: FieldFrames | undefined;
  private presenter: FramePresenter | undefined;
  private collisions: CollisionPresenter | undefined;

  constructor(
    source: RunSource,
    readonly run: RunListing,
    private readonly observer: PaneObserver,
  ) {
    const host = element('div', { class: 'stage' });
    this.root = element('figure', { class: 'pane', 'aria-label': `Picture of ${run.name}` }, element('figcaption', {}, run.name), host);
    this.stage = new Stage(host, () => observer.moved(this));
    const { canvas } = this.stage;
    canvas.tabIndex = 0;
    canvas.setAttribute('aria-label', `Three-dimensional picture of ${run.name}; the keys are listed under ?`);
    canvas.setAttribute('role', 'img');
    this.session = new RunSession(source, run, this);
    this.listenToClicks();
  }

  async open(): Promise<void> {
    await this.session.open();
  }

  close(): void {
    this.session.close();
    this.presenter?.close();
    this.collisions?.close();
    this.scene?.dispose();
    this.stage.dispose();
    this.root.remove();
  }

  /** Asks for a frame, or for the last one if the run is shorter. */
  show(index: number): void {
    if (this.scene === undefined) return;
    const wanted = Math.min(index, this.session.frameCount - 1);
    if (wanted === this.asked) return;
    this.asked = wanted;
    this.askedAt = performance.now();
    this.presenter?.show(wanted);
  }

  /** Whether the bodies of the run are shown in another pane. */
  get isHidden(): boolean {
    return this.root.hidden;
  }

  /**
   * Shows the run in a pane of its own or, laid over that of another run, as lines of a colour. Its obstacles stay with it: they
   * are those of the other run.
   */
  layOver(host: RunPane, colour: string | undefined): void {
    this.root.hidden = colour !== undefined;
    const { scene } = colour === undefined ? this.stage : host.stage;
    for (const view of this.scene?.bodies ?? []) {
      if (view.body.kind === 'obstacle') continue;
      view.setLinesAlone(colour);
      scene.add(view.group);
    }
  }

  /** Whether the frame that was asked for, or what is drawn over it, is not on the screen yet. */
  get isBehind(): boolean {
    return (this.presenter?.isBehind ?? false) || (this.collisions?.isBehind ?? false);
  }

  /** Returns the positions of a body, by its name, on the screen. */
  positionsOf(body: string): Float32Array | undefined {
    return this.scene?.bodies.find((view) => view.body.name === body)?.shown;
  }

  /**
   * Measures a field in the frame on the screen, the difference from the positions of another run, and returns its largest
   * value; undefined before there is a frame.
   */
  measure(field: FieldName, other: RunPane | undefined): number | undefined {
    if (this.scene === undefined || this.frames === undefined) return undefined;
    return this.scene.measure(field, this.frames, (body) => other?.positionsOf(body));
  }

  markIntersections(isOn: boolean): void {
    if (this.frames !== undefined) this.scene?.markIntersections(this.session.audit, this.session.numberOf(this.shownIndex), isOn);
  }

  /** Draws these overlays over the bodies. */
  setOverlays(settings: OverlaySettings): void {
    this.collisions?.set(settings);
    this.stage.invalidate();
  }

  /** Returns how much the frame on the screen has of each overlay; undefined before there is a run. */
  overlayCounts(): OverlayCounts | undefined {
    return this.collisions?.counts();
  }

  /** Describes what touches the chosen vertex. */
  describeCollisions(hit: Pick): [string, string][] {
    return this.collisions?.describe(hit.body, hit.vertex, (body) => this.session.record.bodies[body]!.name) ?? [];
  }

  // What the run reports.

  opened(session: RunSession): void {
    void this.build(session).catch((error: Error) => this.failed(error));
  }

  grew(): void {
    this.observer.grew(this);
  }

  failed(error: Error): void {
    this.observer.failed(error);
  }

  recovered(): void {
    this.observer.recovered();
  }

  /** Puts the run on the stage. */
  private async build(session: RunSession): Promise<void> {
    const { frames, record } = session;
    const last = session.frameCount - 1;
    const samples: FramePositions[] = [];
    for (const index of new Set([0, Math.floor(last / 2), last])) samples.push(await frames.load(index));
    if (session.isClosed || session.record !== record) return;
    this.scene?.dispose();
    this.scene = new RunScene(this.stage, session, samples);
    this.frames = undefined;
    this.asked = -1;
    this.presenter?.close();
    this.presenter = new FramePresenter(
      frames,
      () => session.frameCount,
      (index, shown, neighbour) => this.present(index, shown, neighbour),
      (error) => this.failed(error),
    );
    this.collisions?.close();
    this.collisions = new CollisionPresenter(
      session.collisions,
      this.scene.overlays,
      () => session.frameCount,
      (index) => {
        this.observer.collided(this);
        this.stage.invalidate();
        this.stage.canvas.dataset['collisions'] = String(index); // as for frames
      },
      (error) => this.failed(error),
    );
    this.observer.opened(this);
  }

  private present(index: number, shown: FramePositions, neighbour: FramePositions): void {
    this.shownIndex = index;
    this.frames = index > 0 ? { before: neighbour, after: shown } : { before: shown, after: neighbour };
    this.scene?.setPositions(shown);
    this.collisions?.show(index);
    const milliseconds = performance.now() - this.askedAt;
    this.observer.presented(this);
    // For those who watch the page from outside.
    this.stage.canvas.dataset['milliseconds'] = milliseconds.toFixed(2);
    this.stage.canvas.dataset['frame'] = String(index);
  }

  private listenToClicks(): void {
    const { canvas } = this.stage;
    let pressed: PointerEvent | undefined;
    canvas.addEventListener('pointerdown', (event) => {
      pressed = event;
      this.observer.entered(this);
    });
    canvas.addEventListener('pointerup', (event) => {
      if (pressed === undefined || event.button !== 0) return;
      if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > clickReach) return;
      const box = canvas.getBoundingClientRect();
      const x = (2 * (event.clientX - box.left)) / box.width - 1;
      const y = 1 - (2 * (event.clientY - box.top)) / box.height;
      const hit = this.scene === undefined ? undefined : pick(new THREE.Vector2(x, y), this.stage.camera, this.scene.bodies);
      this.observer.clicked(this, hit);
    });
  }
}
