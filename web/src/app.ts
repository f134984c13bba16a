import * as THREE from 'three';
import { type AuditPair } from './data/audit';
import { type FramePositions } from './data/frame_store';
import { mayGrow } from './data/run_record';
import { RunSession, type RunObserver } from './data/run_session';
import { type RunListing, type Service } from './data/service';
import { AuditPanel } from './panels/audit_panel';
import { BodyPanel } from './panels/body_panel';
import { DisplayPanel, fieldText } from './panels/display_panel';
import { button, element, setPressed } from './panels/dom';
import { HelpDialog } from './panels/help_dialog';
import { Inspector, type Facts } from './panels/inspector';
import { RunPanel } from './panels/run_panel';
import { PlotPanel } from './plots/plot_panel';
import { FramePresenter } from './scene/frame_presenter';
import { lengthText } from './scene/ground';
import { pick, type Pick } from './scene/picker';
import { RunScene } from './scene/run_scene';
import { Stage, type ViewName } from './scene/stage';
import { chooseTheme, coloursOf, preferredTheme, type Theme } from './theme';
import { listen, type KeyBinding } from './timeline/keyboard';
import { Playback } from './timeline/playback';
import { TimelineView } from './timeline/timeline_view';

/** Pixels between a press and a release that still make a click. */
const clickReach = 3;
/** Radians, and shares of the picture, by which a key turns and moves the camera. */
const turnStep = 0.12;
const moveStep = 0.06;
/** Below this width (pixels), the plots would leave no room for the picture. */
const narrowPage = 1100;

/** The page: it connects the run with the stage, the timeline, the panels and the plots. */
export class App implements RunObserver {
  private readonly stage: Stage;
  private readonly playback = new Playback(() => this.showFrame());
  private readonly timeline = new TimelineView(this.playback);
  private readonly runPanel: RunPanel;
  private readonly bodyPanel: BodyPanel;
  private readonly display = new DisplayPanel(() => this.applyDisplay());
  private readonly inspector = new Inspector();
  private readonly auditPanel = new AuditPanel((frame, pair) => this.goToPair(frame, pair));
  private readonly plots = new PlotPanel((frame) => this.goToFrame(frame));
  private readonly help: HelpDialog;
  private readonly alert = element('p', { role: 'alert', class: 'alert', hidden: true });
  private readonly root = element('div', { class: 'app' });

  private theme: Theme = preferredTheme();
  private session: RunSession | undefined;
  private scene: RunScene | undefined;
  private presenter: FramePresenter | undefined;
  private presented: { index: number; shown: FramePositions; neighbour: FramePositions } | undefined;
  private selection: Pick | undefined;
  private lastTick = 0;
  private isTicking = false;

  constructor(
    private readonly service: Service,
    private readonly runs: readonly RunListing[],
  ) {
    const picture = element('main', { class: 'picture', 'aria-label': 'Picture of the run' });
    this.stage = new Stage(picture);
    this.stage.canvas.tabIndex = 0;
    this.stage.canvas.setAttribute('aria-label', 'Three-dimensional picture; the keys are listed under ?');
    this.stage.canvas.setAttribute('role', 'img');
    this.runPanel = new RunPanel(runs, (run) => this.openRun(run));
    this.bodyPanel = new BodyPanel({
      show: (body, isShown) => this.showBody(body, isShown),
      colour: (body, colour) => this.colourBody(body, colour),
    });
    const bindings = this.bindings();
    this.help = new HelpDialog(bindings);
    picture.append(this.tools(), this.alert);
    const side = element(
      'aside',
      { class: 'side', 'aria-label': 'Panels' },
      this.runPanel.root, this.display.root, this.bodyPanel.root, this.inspector.root, this.auditPanel.root,
    );
    this.root.append(side, picture, this.plots.root, this.timeline.root, this.help.root);
    document.body.replaceChildren(this.root);
    if (window.innerWidth < narrowPage) this.root.classList.add('without-plots');
    listen(bindings);
    this.listenToClicks();
    this.applyTheme();
  }

  async start(): Promise<void> {
    await this.openRun(this.runs[0]!);
  }

  // What a run reports.

  opened(session: RunSession): void {
    void this.build(session).catch((error: Error) => this.failed(error));
  }

  grew(session: RunSession): void {
    this.runPanel.update(session.record);
    this.playback.setFrameCount(session.frameCount);
    this.showStatistics(session);
  }

  failed(error: Error): void {
    this.alert.textContent = error.message;
    this.alert.hidden = false;
  }

  recovered(): void {
    this.alert.hidden = true;
  }

  // The run.

  private async openRun(run: RunListing): Promise<void> {
    this.session?.close();
    this.session = new RunSession(this.service, run, this);
    document.title = `${run.name} – Muslin`;
    await this.session.open();
  }

  /** Puts a run on the stage. */
  private async build(session: RunSession): Promise<void> {
    const last = session.frameCount - 1;
    const samples: FramePositions[] = [];
    for (const index of new Set([0, Math.floor(last / 2), last])) samples.push(await session.frames.load(index));
    if (session !== this.session) return;
    this.scene?.dispose();
    this.scene = new RunScene(this.stage, session, samples);
    this.presented = undefined;
    this.selection = undefined;
    this.presenter = new FramePresenter(
      session.frames,
      () => session.frameCount,
      (index, shown, neighbour) => this.present(index, shown, neighbour),
      (error) => this.failed(error),
    );
    this.runPanel.update(session.record);
    this.bodyPanel.setBodies(session.record.bodies, this.scene.colours);
    this.inspector.show(undefined);
    this.display.setGridSpacing(lengthText(this.scene.ground.spacing));
    this.playback.isPlaying = false;
    this.playback.follows = mayGrow(session.record);
    this.playback.setFrameCount(session.frameCount);
    if (!this.playback.follows) this.playback.show(0);
    this.showStatistics(session);
    this.stage.frameAll('three-quarter');
    this.applyTheme();
  }

  private showStatistics(session: RunSession): void {
    this.plots.setStatistics(session.statistics.frames);
    this.auditPanel.update(session.audit, session.frameCount);
    this.timeline.showAudit(session.audit, session.record.startFrame);
    this.markIntersections();
  }

  // Frames.

  /** Follows the playback: asks for its frame, and keeps time while it plays. */
  private showFrame(): void {
    const { session } = this;
    if (session?.record === undefined || this.presenter === undefined) return;
    this.timeline.update((index) => session.numberOf(index), session.record.frameRate, mayGrow(session.record));
    this.plots.setFrame(session.numberOf(this.playback.frame));
    if (this.presented?.index !== this.playback.frame) this.presenter.show(this.playback.frame);
    if (this.playback.isPlaying && !this.isTicking) {
      this.isTicking = true;
      this.lastTick = performance.now();
      requestAnimationFrame((now) => this.tick(now));
    }
  }

  private tick(now: number): void {
    const seconds = (now - this.lastTick) / 1000;
    this.lastTick = now;
    // Time stands still while a frame is on its way.
    if (this.session !== undefined && this.presenter?.isBehind === false)
      this.playback.advance(seconds, this.session.record.frameRate);
    this.isTicking = this.playback.isPlaying;
    if (this.isTicking) requestAnimationFrame((next) => this.tick(next));
  }

  private present(index: number, shown: FramePositions, neighbour: FramePositions): void {
    this.presented = { index, shown, neighbour };
    this.scene?.setPositions(shown);
    this.colourBodies();
    this.markIntersections();
    this.describeSelection();
    this.stage.canvas.dataset['frame'] = String(index); // for those who watch the page from outside
  }

  private goToFrame(frame: number): void {
    if (this.session === undefined) return;
    this.playback.isPlaying = false;
    this.playback.show(frame - this.session.record.startFrame);
  }

  private goToPair(frame: number, pair: AuditPair | undefined): void {
    this.goToFrame(frame);
    this.display.set('audit', true);
    if (pair !== undefined) this.scene?.approach(pair);
  }

  /** Goes to the next frame that intersects, and from the last one to the first. */
  private goToNextIntersection(): void {
    if (this.session === undefined) return;
    const bad = [...this.session.audit.frames.values()].filter((frame) => frame.pairs.length > 0);
    const current = this.session.numberOf(this.playback.frame);
    const next = bad.find(({ frame }) => frame > current) ?? bad[0];
    if (next !== undefined) this.goToPair(next.frame, next.pairs[0]);
  }

  // Display.

  private applyDisplay(): void {
    const { scene, display } = this;
    if (scene === undefined) return;
    scene.ground.group.visible = display.settings.ground;
    for (const body of scene.bodies) body.setWireframe(display.settings.wireframe, coloursOf(this.theme).wires);
    this.colourBodies();
    this.markIntersections();
    this.describeSelection();
    this.stage.invalidate();
  }

  private colourBodies(): void {
    if (this.scene === undefined || this.presented === undefined) return;
    const { index, shown, neighbour } = this.presented;
    const mode = this.display.settings.colours;
    const [before, after] = index > 0 ? [neighbour, shown] : [shown, neighbour];
    const range = this.scene.colour(mode, before, after);
    this.display.showLegend(mode === 'body' ? undefined : mode, range?.high ?? 0, range?.largest ?? 0);
  }

  private markIntersections(): void {
    if (this.session === undefined || this.presented === undefined) return;
    this.scene?.markIntersections(this.session.audit, this.session.numberOf(this.presented.index), this.display.settings.audit);
  }

  private showBody(body: number, isShown: boolean): void {
    const view = this.scene?.bodies[body];
    if (view === undefined) return;
    view.group.visible = isShown;
    this.stage.invalidate();
  }

  private colourBody(body: number, colour: string): void {
    this.scene?.bodies[body]?.setColour(colour);
    this.stage.invalidate();
  }

  private applyTheme(): void {
    const colours = coloursOf(this.theme);
    document.documentElement.dataset['theme'] = this.theme;
    this.stage.setColours(colours);
    this.plots.setColours(colours.plots);
    this.scene?.ground.setColour(colours.grid);
    this.applyDisplay();
  }

  private toggleTheme(): void {
    this.theme = this.theme === 'light' ? 'dark' : 'light';
    chooseTheme(this.theme);
    this.applyTheme();
  }

  // Selection.

  private listenToClicks(): void {
    const { canvas } = this.stage;
    let pressed: PointerEvent | undefined;
    canvas.addEventListener('pointerdown', (event) => (pressed = event));
    canvas.addEventListener('pointerup', (event) => {
      if (pressed === undefined || event.button !== 0) return;
      if (Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > clickReach) return;
      const box = canvas.getBoundingClientRect();
      const x = (2 * (event.clientX - box.left)) / box.width - 1;
      const y = 1 - (2 * (event.clientY - box.top)) / box.height;
      this.selection = this.scene === undefined ? undefined : pick(new THREE.Vector2(x, y), this.stage.camera, this.scene.bodies);
      this.describeSelection();
    });
  }

  private describeSelection(): void {
    const { scene, selection } = this;
    const place = scene?.markSelection(selection);
    if (scene === undefined || selection === undefined || place === undefined) {
      this.inspector.show(undefined);
      return;
    }
    const body = scene.bodies[selection.body]!.body;
    const facts: [string, string][] = [
      ['body', `${body.name} (${body.kind})`],
      [selection.kind, String(selection.element)],
      ['vertex', String(selection.vertex)],
      ['position', `${place.toArray().map((value) => value.toFixed(4)).join(', ')} m`],
    ];
    const mode = this.display.settings.colours;
    if (mode !== 'body' && body.kind !== 'obstacle')
      facts.push([mode, fieldText(mode, scene.fieldAt(selection.body, selection.vertex))]);
    this.inspector.show(facts satisfies Facts);
  }

  // Controls.

  private tools(): HTMLElement {
    const plots = button('Plots', 'Show the plots', () => {
      setPressed(plots, !this.root.classList.toggle('without-plots'));
    });
    setPressed(plots, window.innerWidth >= narrowPage);
    const view = element('select', { 'aria-label': 'View', title: 'View (1 to 4)' }, element('option', { value: '' }, 'View…'));
    for (const name of ['three-quarter', 'front', 'side', 'top']) view.append(element('option', { value: name }, name));
    view.addEventListener('change', () => {
      if (view.value !== '') this.stage.frameAll(view.value as ViewName);
      view.value = '';
    });
    return element(
      'div',
      { class: 'tools', role: 'toolbar', 'aria-label': 'View' },
      button('Frame all', 'Show everything', () => this.stage.frameAll(), 'F'),
      view,
      button('◐', 'Light or dark', () => this.toggleTheme(), 'T'),
      plots,
      button('?', 'Keys and mouse', () => this.help.open(), '?'),
    );
  }

  private bindings(): KeyBinding[] {
    const { playback, stage, display } = this;
    const arrow = (key: string): [number, number] => [
      key.endsWith('Left') ? -1 : key.endsWith('Right') ? 1 : 0,
      key.endsWith('Down') ? -1 : key.endsWith('Up') ? 1 : 0,
    ];
    const arrows = (prefix: string): string[] => ['Left', 'Right', 'Up', 'Down'].map((side) => `${prefix}+Arrow${side}`);
    const views: readonly ViewName[] = ['three-quarter', 'front', 'side', 'top'];
    return [
      { keys: [' '], shown: 'Space', about: 'Play or pause', action: () => playback.toggle() },
      { keys: ['ArrowLeft', 'ArrowRight'], shown: '← →', about: 'Back or forward one frame', action: (key) => playback.step(arrow(key)[0]) },
      { keys: ['PageUp', 'PageDown'], shown: 'Page ↑ ↓', about: 'Back or forward ten frames', action: (key) => playback.step(key === 'PageUp' ? -10 : 10) },
      { keys: ['Home', 'End'], shown: 'Home End', about: 'First or last frame', action: (key) => playback.step(key === 'Home' ? -playback.frameCount : playback.frameCount) },
      { keys: ['[', ']'], shown: '[ ]', about: 'Slower or faster', action: (key) => playback.changeSpeed(key === '[' ? -1 : 1) },
      { keys: ['l'], shown: 'L', about: 'Loop', action: () => playback.toggleLoop() },
      { keys: ['j'], shown: 'J', about: 'Follow the newest frame of a run in progress', action: () => playback.toggleFollow() },
      { keys: ['n'], shown: 'N', about: 'Next intersection that the audit found', action: () => this.goToNextIntersection() },
      { keys: ['f'], shown: 'F', about: 'Show everything', action: () => stage.frameAll() },
      { keys: ['1', '2', '3', '4'], shown: '1 2 3 4', about: 'View from three quarters, front, side, top', action: (key) => stage.frameAll(views[Number(key) - 1]!) },
      { keys: arrows('Shift'), shown: 'Shift ← → ↑ ↓', about: 'Orbit', action: (key) => stage.orbit(-turnStep * arrow(key)[0], turnStep * arrow(key)[1]) },
      { keys: arrows('Control'), shown: 'Ctrl ← → ↑ ↓', about: 'Pan', action: (key) => stage.pan(moveStep * arrow(key)[0], moveStep * arrow(key)[1]) },
      { keys: ['+', '=', '-'], shown: '+ −', about: 'Zoom', action: (key) => stage.zoom(key === '-' ? 1.15 : 1 / 1.15) },
      { keys: ['c'], shown: 'C', about: 'Colour by body, strain or speed', action: () => display.nextMode() },
      { keys: ['w'], shown: 'W', about: 'Wireframe', action: () => display.set('wireframe', !display.settings.wireframe) },
      { keys: ['g'], shown: 'G', about: 'Ground', action: () => display.set('ground', !display.settings.ground) },
      { keys: ['i'], shown: 'I', about: 'Mark intersections', action: () => display.set('audit', !display.settings.audit) },
      { keys: ['t'], shown: 'T', about: 'Light or dark', action: () => this.toggleTheme() },
      { keys: ['?'], shown: '?', about: 'Show this list', action: () => this.help.open() },
    ];
  }
}
