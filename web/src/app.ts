import { type AuditPair } from './data/audit';
import { mayGrow } from './data/run_record';
import { type RunListing, type RunSource } from './data/service';
import { ColourScale } from './overlay/colour_map';
import { AuditPanel } from './panels/audit_panel';
import { BodyPanel } from './panels/body_panel';
import { DisplayPanel, fieldText } from './panels/display_panel';
import { button, element, setPressed } from './panels/dom';
import { HelpDialog } from './panels/help_dialog';
import { Inspector } from './panels/inspector';
import { OverlayPanel } from './panels/overlay_panel';
import { canCompare, RunPanel } from './panels/run_panel';
import { PlotPanel } from './plots/plot_panel';
import { type BodyView } from './scene/body_view';
import { lengthText } from './scene/ground';
import { type Pick } from './scene/picker';
import { RunPane, type PaneObserver } from './scene/run_pane';
import { type Stage, type ViewName } from './scene/stage';
import { SharePanel } from './share/share_panel';
import { chooseTheme, coloursOf, preferredTheme, type Theme } from './theme';
import { listen, type KeyBinding } from './timeline/keyboard';
import { Playback } from './timeline/playback';
import { TimelineView } from './timeline/timeline_view';

/** Radians, and shares of the picture, by which a key turns and moves the camera. */
const turnStep = 0.12;
const moveStep = 0.06;
/** Below this width (pixels), the plots would leave no room for the picture. */
const narrowPage = 1100;

/** What the user has clicked on: a vertex of a body, in the run of a pane. */
interface Selection {
  readonly pane: RunPane;
  readonly hit: Pick;
}

/**
 * The page: it connects runs with their panes, the timeline, the panels and the plots. Cameras and times of all panes move
 * together; the panels and the plots describe the active pane, which is the first until the user clicks into another.
 */
export class App implements PaneObserver {
  private readonly playback = new Playback(() => this.showFrame());
  private readonly timeline = new TimelineView(this.playback);
  private readonly runPanel: RunPanel;
  private readonly bodyPanel: BodyPanel;
  private readonly display = new DisplayPanel(() => this.applyDisplay());
  private readonly share = new SharePanel(() => this.panes, this.playback);
  private readonly overlays = new OverlayPanel(() => this.applyDisplay());
  private readonly inspector = new Inspector();
  private readonly auditPanel = new AuditPanel((frame, pair) => this.goToPair(frame, pair));
  private readonly plots = new PlotPanel((frame) => this.goToFrame(frame));
  private readonly help: HelpDialog;
  private readonly alert = element('p', { role: 'alert', class: 'alert', hidden: true });
  private readonly picture = element('main', { class: 'picture', 'aria-label': 'Pictures of the runs' });
  private readonly root = element('div', { class: 'app' });

  private theme: Theme = preferredTheme();
  private panes: readonly RunPane[] = [];
  private active: RunPane | undefined;
  private selection: Selection | undefined;
  private scale = new ColourScale();
  private scaleEnd: number | undefined;
  private areCamerasMoving = false;
  private lastTick = 0;
  private isTicking = false;

  constructor(
    private readonly source: RunSource,
    private readonly runs: readonly RunListing[],
    extras: readonly HTMLElement[] = [],
  ) {
    this.runPanel = new RunPanel(runs, (chosen) => this.openRuns(chosen));
    this.bodyPanel = new BodyPanel({
      show: (body, isShown) => this.changeBodies(body, (view) => (view.group.visible = isShown)),
      colour: (body, colour) => this.changeBodies(body, (view) => view.setColour(colour)),
    });
    const bindings = this.bindings();
    this.help = new HelpDialog(bindings);
    this.picture.append(this.tools(), this.alert);
    const side = element(
      'aside',
      { class: 'side', 'aria-label': 'Panels' },
      ...extras, this.runPanel.root, this.display.root, this.overlays.root, this.bodyPanel.root, this.inspector.root, this.auditPanel.root,
      this.share.root,
    );
    this.root.append(side, this.picture, this.plots.root, this.timeline.root, this.help.root);
    document.body.replaceChildren(this.root);
    if (window.innerWidth < narrowPage) this.root.classList.add('without-plots');
    listen(bindings);
    this.applyTheme();
  }

  /** The run of the active pane, and the number of its frame. */
  get shown(): { readonly run: RunListing; readonly frame: number } | undefined {
    const { active } = this;
    if (active === undefined) return undefined;
    return { run: active.run, frame: active.scene === undefined ? 0 : active.session.numberOf(active.shownIndex) };
  }

  async start(): Promise<void> {
    await this.openRuns(canCompare(this.runs) ? this.runs : this.runs.slice(0, 1));
  }

  // What the panes report.

  opened(pane: RunPane): void {
    pane.scene!.ground.setColour(coloursOf(this.theme).grid);
    if (pane === this.active) {
      this.describeActive();
      const { record, frameCount } = pane.session;
      this.playback.isPlaying = false;
      this.playback.follows = mayGrow(record);
      this.playback.setFrameCount(frameCount);
      if (!this.playback.follows) this.playback.show(0);
      pane.stage.frameAll('three-quarter');
    } else if (this.stage !== undefined && this.active?.scene !== undefined) {
      pane.stage.place = this.stage.place;
    }
    this.showFrame();
    this.applyDisplay();
  }

  grew(pane: RunPane): void {
    if (pane === this.active) {
      this.runPanel.update(pane.session.record, this.nameOf(pane));
      this.playback.setFrameCount(pane.session.frameCount);
      this.showStatistics(pane);
    }
    this.showFrame();
  }

  presented(pane: RunPane): void {
    this.colour(pane);
    if (pane.isHidden) this.panes[0]!.stage.invalidate();
    pane.markIntersections(this.display.settings.audit);
    this.describeSelection();
  }

  collided(pane: RunPane): void {
    this.describeOverlays(pane);
    if (this.selection?.pane === pane) this.describeSelection();
  }

  entered(pane: RunPane): void {
    if (pane === this.active || pane.scene === undefined) return;
    const before = this.playback.frame / (this.active?.session.record.frameRate ?? 1);
    this.active?.root.classList.remove('active');
    this.active = pane;
    pane.root.classList.add('active');
    this.describeActive();
    this.playback.setFrameCount(pane.session.frameCount);
    this.playback.show(before * pane.session.record.frameRate);
  }

  clicked(pane: RunPane, hit: Pick | undefined): void {
    this.selection = hit === undefined ? undefined : { pane, hit };
    this.describeSelection();
  }

  /** All cameras follow the one that moves. */
  moved(pane: RunPane): void {
    if (this.areCamerasMoving) return;
    this.areCamerasMoving = true;
    for (const other of this.panes) if (other !== pane) other.stage.place = pane.stage.place;
    this.areCamerasMoving = false;
  }

  failed(error: Error): void {
    this.alert.textContent = error.message;
    this.alert.hidden = false;
  }

  recovered(): void {
    this.alert.hidden = true;
  }

  // The runs.

  /** The stage that keys and buttons move; the others follow. */
  private get stage(): Stage | undefined {
    return this.active?.stage;
  }

  private async openRuns(runs: readonly RunListing[]): Promise<void> {
    for (const pane of this.panes) pane.close();
    this.selection = undefined;
    this.scale = new ColourScale();
    this.panes = runs.map((run) => new RunPane(this.source, run, this));
    this.active = this.panes[0];
    this.active?.root.classList.add('active');
    this.picture.dataset['panes'] = String(this.panes.length);
    this.picture.prepend(...this.panes.map(({ root }) => root));
    this.display.setComparison(this.panes.length > 1);
    for (const { stage } of this.panes) stage.setColours(coloursOf(this.theme));
    document.title = `${runs.map(({ name }) => name).join(', ')} – Muslin`;
    await Promise.all(this.panes.map((pane) => pane.open()));
  }

  private nameOf(pane: RunPane): string | undefined {
    return this.panes.length > 1 ? pane.run.name : undefined;
  }

  /** Describes the run of the active pane in the panels and plots. */
  private describeActive(): void {
    const pane = this.active;
    if (pane?.scene === undefined) return;
    this.runPanel.update(pane.session.record, this.nameOf(pane));
    this.bodyPanel.setBodies(pane.session.record.bodies, pane.scene.colours);
    this.display.setGridSpacing(lengthText(pane.scene.ground.spacing));
    this.showStatistics(pane);
    this.describeOverlays(pane);
    this.describeSelection();
  }

  /** Says how much the frame on the screen has of each overlay. */
  private describeOverlays(pane: RunPane): void {
    const counts = pane === this.active ? pane.overlayCounts() : undefined;
    if (counts !== undefined) this.overlays.showCounts(counts);
  }

  private showStatistics({ session }: RunPane): void {
    this.plots.setStatistics(session.statistics.frames);
    this.auditPanel.update(session.audit, session.frameCount);
    this.timeline.showAudit(session.audit, session.record.startFrame);
    this.plots.markRungs(this.overlays.settings.rungs);
    this.timeline.showRungs(this.overlays.settings.rungs ? session.statistics.frames : [], session.record.startFrame);
    this.markIntersections();
  }

  // Frames.

  /** Follows the playback: asks all runs for what they show at its time, and keeps time while it plays. */
  private showFrame(): void {
    const { active, playback } = this;
    if (active?.scene === undefined) return;
    const { session } = active;
    this.timeline.update((index) => session.numberOf(index), session.record.frameRate, mayGrow(session.record));
    this.plots.setFrame(session.numberOf(playback.frame));
    const time = playback.frame / session.record.frameRate;
    for (const pane of this.panes)
      if (pane.scene !== undefined) pane.show(Math.round(time * pane.session.record.frameRate));
    if (playback.isPlaying && !this.isTicking) {
      this.isTicking = true;
      this.lastTick = performance.now();
      requestAnimationFrame((now) => this.tick(now));
    }
  }

  private tick(now: number): void {
    const seconds = (now - this.lastTick) / 1000;
    this.lastTick = now;
    // Time stands still while a frame is on its way.
    if (this.active?.scene !== undefined && !this.panes.some((pane) => pane.isBehind))
      this.playback.advance(seconds, this.active.session.record.frameRate);
    this.isTicking = this.playback.isPlaying;
    if (this.isTicking) requestAnimationFrame((next) => this.tick(next));
  }

  private goToFrame(frame: number): void {
    if (this.active?.scene === undefined) return;
    this.playback.isPlaying = false;
    this.playback.show(frame - this.active.session.record.startFrame);
  }

  private goToPair(frame: number, pair: AuditPair | undefined): void {
    this.goToFrame(frame);
    this.display.set('audit', true);
    if (pair !== undefined) this.active?.scene?.approach(pair);
  }

  /** Goes to the next frame that intersects, and from the last one to the first. */
  private goToNextIntersection(): void {
    if (this.active?.scene === undefined) return;
    const { session } = this.active;
    const bad = [...session.audit.frames.values()].filter((frame) => frame.pairs.length > 0);
    const current = session.numberOf(this.playback.frame);
    const next = bad.find(({ frame }) => frame > current) ?? bad[0];
    if (next !== undefined) this.goToPair(next.frame, next.pairs[0]);
  }

  // Display.

  private applyDisplay(): void {
    const { settings } = this.display;
    for (const pane of this.panes) {
      const { scene, stage } = pane;
      if (scene === undefined) continue;
      pane.setOverlays(this.overlays.settings);
      scene.ground.group.visible = settings.ground;
      for (const body of scene.bodies) body.setWireframe(settings.wireframe ? coloursOf(this.theme).wires : undefined);
      stage.invalidate();
    }
    this.arrange();
    if (this.active?.scene !== undefined) this.showStatistics(this.active);
    this.colour(undefined);
    this.markIntersections();
    this.describeSelection();
  }

  /** Puts the runs side by side, or lays them over the first one. */
  private arrange(): void {
    const first = this.panes[0];
    const isOverlaid = this.display.settings.overlaid && this.panes.length > 1;
    const { runs } = coloursOf(this.theme);
    this.picture.dataset['panes'] = String(isOverlaid ? 1 : this.panes.length);
    this.panes.forEach((pane, i) => pane.layOver(first!, isOverlaid && i > 0 ? runs[i - 1] : undefined));
    this.display.showRuns(isOverlaid ? this.panes.map(({ run }) => run.name) : [], runs);
    if (isOverlaid && first !== undefined) this.entered(first);
  }

  /**
   * Colours the bodies of a pane whose frame has changed, or of all panes. They share a scale; where it grows, and where a
   * run is compared with one that has changed, all are coloured anew.
   */
  private colour(changed: RunPane | undefined): void {
    const mode = this.display.settings.colours;
    if (mode === 'body') {
      for (const pane of this.panes) if (changed === undefined || pane === changed) pane.scene?.paint(undefined);
      this.display.showLegend(undefined, 0, 0);
      return;
    }
    let largest = 0;
    for (const pane of this.panes) largest = Math.max(largest, pane.measure(mode, this.comparedWith(pane)) ?? 0);
    const end = this.scale.endFor(mode, largest);
    const isWhole = changed === undefined || mode === 'difference' || end !== this.scaleEnd;
    for (const pane of this.panes) if (isWhole || pane === changed) pane.scene?.paint(end);
    this.scaleEnd = end;
    this.display.showLegend(mode, end, largest);
  }

  /** Returns the run from which a run differs: the first one, and for that the second. */
  private comparedWith(pane: RunPane): RunPane | undefined {
    return pane === this.panes[0] ? this.panes[1] : this.panes[0];
  }

  private markIntersections(): void {
    for (const pane of this.panes) pane.markIntersections(this.display.settings.audit);
  }

  /** Changes a body of the active run, and those of the same name in the other runs. */
  private changeBodies(body: number, change: (view: BodyView) => void): void {
    const name = this.active?.scene?.bodies[body]?.body.name;
    for (const { scene, stage } of this.panes) {
      for (const view of scene?.bodies ?? []) if (view.body.name === name) change(view);
      stage.invalidate();
    }
  }

  private applyTheme(): void {
    const colours = coloursOf(this.theme);
    document.documentElement.dataset['theme'] = this.theme;
    this.plots.setColours(colours.plots);
    for (const { scene, stage } of this.panes) {
      stage.setColours(colours);
      scene?.ground.setColour(colours.grid);
    }
    this.applyDisplay();
  }

  private toggleTheme(): void {
    this.theme = this.theme === 'light' ? 'dark' : 'light';
    chooseTheme(this.theme);
    this.applyTheme();
  }

  // Selection.

  /** Says what was clicked on, and how far the same vertex is from there in the other runs. */
  private describeSelection(): void {
    const { selection } = this;
    for (const { scene } of this.panes) scene?.markSelection(undefined);
    const scene = selection?.pane.scene;
    const view = selection === undefined ? undefined : scene?.bodies[selection.hit.body];
    if (selection === undefined || scene === undefined || view === undefined) {
      this.inspector.show(undefined);
      return;
    }
    const { hit } = selection;
    const place = scene.markSelection(hit)!;
    const facts: [string, string][] = [
      ['body', `${view.body.name} (${view.body.kind})`],
      [hit.kind, String(hit.element)],
      ['vertex', String(hit.vertex)],
      ['position', `${place.toArray().map((value) => value.toFixed(4)).join(', ')} m`],
    ];
    const mode = this.display.settings.colours;
    if (mode !== 'body' && view.body.kind !== 'obstacle')
      facts.push([mode, fieldText(mode, scene.fieldAt(hit.body, hit.vertex))]);
    facts.push(...selection.pane.describeCollisions(hit));
    for (const other of this.panes) {
      const body = other.scene?.bodies.findIndex((candidate) => candidate.body.name === view.body.name) ?? -1;
      if (other === selection.pane || other.scene?.bodies[body]?.shown.length !== view.shown.length) continue;
      const there = other.scene.markSelection({ ...hit, body })!;
      facts.push([`to ${other.run.name}`, fieldText('difference', there.distanceTo(place))]);
    }
    this.inspector.show(facts);
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
      if (view.value !== '') this.stage?.frameAll(view.value as ViewName);
      view.value = '';
    });
    return element(
      'div',
      { class: 'tools', role: 'toolbar', 'aria-label': 'View' },
      button('Frame all', 'Show everything', () => this.stage?.frameAll(), 'F'),
      view,
      button('◐', 'Light or dark', () => this.toggleTheme(), 'T'),
      plots,
      button('?', 'Keys and mouse', () => this.help.open(), '?'),
    );
  }

  private bindings(): KeyBinding[] {
    const { playback, display } = this;
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
      { keys: ['f'], shown: 'F', about: 'Show everything', action: () => this.stage?.frameAll() },
      { keys: ['1', '2', '3', '4'], shown: '1 2 3 4', about: 'View from three quarters, front, side, top', action: (key) => this.stage?.frameAll(views[Number(key) - 1]!) },
      { keys: arrows('Shift'), shown: 'Shift ← → ↑ ↓', about: 'Orbit', action: (key) => this.stage?.orbit(-turnStep * arrow(key)[0], turnStep * arrow(key)[1]) },
      { keys: arrows('Control'), shown: 'Ctrl ← → ↑ ↓', about: 'Pan', action: (key) => this.stage?.pan(moveStep * arrow(key)[0], moveStep * arrow(key)[1]) },
      { keys: ['+', '=', '-'], shown: '+ −', about: 'Zoom', action: (key) => this.stage?.zoom(key === '-' ? 1.15 : 1 / 1.15) },
      { keys: ['c'], shown: 'C', about: 'Colour by body, strain or speed', action: () => display.nextMode() },
      { keys: ['w'], shown: 'W', about: 'Wireframe', action: () => display.set('wireframe', !display.settings.wireframe) },
      { keys: ['g'], shown: 'G', about: 'Ground', action: () => display.set('ground', !display.settings.ground) },
      { keys: ['i'], shown: 'I', about: 'Mark intersections', action: () => display.set('audit', !display.settings.audit) },
      ...this.overlays.bindings(),
      ...this.share.bindings(),
      { keys: ['o'], shown: 'O', about: 'Lay compared runs over each other', action: () => display.set('overlaid', this.panes.length > 1 && !display.settings.overlaid) },
      { keys: ['t'], shown: 'T', about: 'Light or dark', action: () => this.toggleTheme() },
      { keys: ['?'], shown: '?', about: 'Show this list', action: () => this.help.open() },
    ];
  }
}
