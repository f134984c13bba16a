import * as THREE from 'three';
import { intersects, type Audit, type AuditPair } from '../data/audit';
import { type FramePositions } from '../data/frame_store';
import { type RunSession } from '../data/run_session';
import { bodyColour, colourValues, obstacleColour, roundUp } from '../overlay/colour_map';
import { largest, measureSpeed, StrainField, type FieldName } from '../overlay/fields';
import { type ColourMode } from '../panels/display_panel';
import { BodyView } from './body_view';
import { boundsToShow } from './bounds';
import { Ground } from './ground';
import { AuditMarkers, SelectionMarker } from './markers';
import { type Pick } from './picker';
import { type Stage } from './stage';

/** Folds are shaded as deep if their radius is this share of the size of the scene. */
const foldShare = 0.012;

/** The scale of a field, for its legend. */
export interface FieldRange {
  readonly high: number;
  readonly largest: number;
}

/** The bodies of a run on the stage, in one of its frames. */
export class RunScene {
  readonly bodies: readonly BodyView[];
  readonly colours: readonly string[];
  readonly ground: Ground;
  readonly bounds: THREE.Box3;

  private readonly markers = new AuditMarkers();
  private readonly selection = new SelectionMarker();
  private readonly strain: readonly StrainField[];
  private readonly values: readonly Float32Array[];
  private readonly largestSeen: Record<FieldName, number> = { strain: 0, speed: 0 };

  /** `samples` are some frames that show where the run takes place. */
  constructor(
    private readonly stage: Stage,
    private readonly session: RunSession,
    samples: readonly FramePositions[],
  ) {
    const { record, meshes } = session;
    let cloths = 0;
    let obstacles = 0;
    this.colours = record.bodies.map(({ kind }) =>
      kind === 'obstacle' ? obstacleColour(obstacles++) : bodyColour(cloths++));
    this.bodies = record.bodies.map((body, i) => new BodyView(body, meshes[i]!, this.colours[i]!));
    this.strain = meshes.map((mesh) => new StrainField(mesh));
    this.values = record.bodies.map(({ vertices }) => new Float32Array(vertices));
    this.bounds = boundsToShow(
      samples.flatMap((frame) => frame.map((positions, i) => ({ kind: record.bodies[i]!.kind, positions }))),
    );
    this.ground = new Ground(this.bounds, record.up);
    const foldSize = foldShare * this.bounds.getSize(new THREE.Vector3()).length();
    for (const { surface } of this.bodies) if (surface !== undefined) surface.material.shading = { foldSize };
    stage.setWorld(this.bounds, record.up);
    stage.scene.add(this.ground.group, this.markers.group, this.selection.mark, ...this.bodies.map(({ group }) => group));
  }

  /** Removes everything from the stage. */
  dispose(): void {
    this.stage.scene.remove(this.ground.group, this.markers.group, this.selection.mark, ...this.bodies.map(({ group }) => group));
    this.ground.dispose();
    for (const body of this.bodies) body.dispose();
  }

  setPositions(frame: FramePositions): void {
    this.bodies.forEach((body, i) => body.setPositions(frame[i]!));
    this.stage.invalidate();
  }

  /**
   * Colours the bodies that are not obstacles by a field; `before` and `after` are two successive frames, of which one is
   * shown. Returns the scale, whose end only grows while the run is shown, so that frames can be compared.
   */
  colour(mode: ColourMode, before: FramePositions, after: FramePositions): FieldRange | undefined {
    if (mode === 'body') {
      for (const body of this.bodies) body.setField(undefined);
      return undefined;
    }
    const { bodies, frameRate } = this.session.record;
    const isCloth = (i: number): boolean => bodies[i]!.kind !== 'obstacle';
    let max = 0;
    this.bodies.forEach((body, i) => {
      if (!isCloth(i)) return;
      if (mode === 'strain') this.strain[i]!.measure(body.shown, this.values[i]!);
      else measureSpeed(before[i]!, after[i]!, frameRate, this.values[i]!);
      max = Math.max(max, largest(this.values[i]!));
    });
    this.largestSeen[mode] = Math.max(this.largestSeen[mode], max);
    const high = roundUp(this.largestSeen[mode]);
    this.bodies.forEach((body, i) => body.setField(isCloth(i) ? (colours) => colourValues(this.values[i]!, high, colours) : undefined));
    this.stage.invalidate();
    return { high, largest: max };
  }

  /** Returns the value of the field that was computed last, at a vertex. */
  fieldAt(body: number, vertex: number): number {
    return this.values[body]![vertex]!;
  }

  /** Marks what the audit found in a frame, given by its number. */
  markIntersections(audit: Audit, frame: number, isOn: boolean): void {
    const found = audit.frames.get(frame);
    this.markers.show(isOn && found !== undefined && intersects(found) ? found.pairs : [], this.bodies);
    this.stage.invalidate();
  }

  /** Brings the place of a pair into view. */
  approach(pair: AuditPair): void {
    this.stage.approach(new THREE.Vector3(...pair.place), 0.06 * this.bounds.getSize(new THREE.Vector3()).length());
  }

  /** Marks the chosen vertex, and returns where it is. */
  markSelection(pick: Pick | undefined): THREE.Vector3 | undefined {
    this.selection.mark.visible = pick !== undefined;
    this.stage.invalidate();
    if (pick === undefined) return undefined;
    const place = new THREE.Vector3().fromArray(this.bodies[pick.body]!.shown, 3 * pick.vertex);
    this.selection.mark.position.copy(place);
    return place;
  }
}
