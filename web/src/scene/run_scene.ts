import * as THREE from 'three';
import { intersects, type Audit, type AuditPair } from '../data/audit';
import { type FramePositions } from '../data/frame_store';
import { type RunSession } from '../data/run_session';
import { bodyColour, colourValues, obstacleColour } from '../overlay/colour_map';
import { largest, measureDifference, measureSpeed, StrainField, type FieldName } from '../overlay/fields';
import { BodyView } from './body_view';
import { boundsToShow } from './bounds';
import { CollisionOverlays } from './collision_overlays';
import { Ground } from './ground';
import { AuditMarkers, SelectionMarker } from './markers';
import { type Pick } from './picker';
import { type Stage } from './stage';

/** Folds are shaded as deep if their radius is this share of the size of the scene. */
const foldShare = 0.012;
/** Yarns are hinted at with this share of the size of the scene between them. */
const yarnShare = 1 / 150;

/** Two successive frames, of which one is shown. */
export interface FieldFrames {
  readonly before: FramePositions;
  readonly after: FramePositions;
}

/** The bodies of a run on the stage, in one of its frames. */
export class RunScene {
  readonly bodies: readonly BodyView[];
  readonly colours: readonly string[];
  readonly ground: Ground;
  readonly bounds: THREE.Box3;
  readonly overlays: CollisionOverlays;

  private readonly markers = new AuditMarkers();
  private readonly selection = new SelectionMarker();
  private readonly strain: readonly StrainField[];
  private readonly values: readonly Float32Array[];

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
    const size = this.bounds.getSize(new THREE.Vector3()).length();
    const shading = { foldSize: foldShare * size, yarnSpacing: yarnShare * size };
    for (const { surface } of this.bodies) if (surface !== undefined) surface.material.shading = shading;
    this.overlays = new CollisionOverlays(this.bodies, size);
    stage.setWorld(this.bounds, record.up);
    stage.scene.add(this.ground.group, this.overlays.group, this.markers.group, this.selection.mark, ...this.bodies.map(({ group }) => group));
  }

  /** Removes everything from the stage. */
  dispose(): void {
    this.stage.scene.remove(this.ground.group, this.overlays.group, this.markers.group, this.selection.mark);
    for (const { group } of this.bodies) group.removeFromParent(); // which may be laid over another run
    this.ground.dispose();
    this.overlays.dispose();
    for (const body of this.bodies) body.dispose();
  }

  setPositions(frame: FramePositions): void {
    this.bodies.forEach((body, i) => body.setPositions(frame[i]!));
    this.stage.invalidate();
  }

  /**
   * Measures a field at the vertices of all bodies that are not obstacles, and returns its largest value. A difference is
   * that from the positions that `others` returns for a body; bodies that the other run lacks do not differ.
   */
  measure(field: FieldName, frames: FieldFrames, others: (body: string) => Float32Array | undefined): number {
    let max = 0;
    this.bodies.forEach(({ body, shown }, i) => {
      if (body.kind === 'obstacle') return;
      const values = this.values[i]!;
      if (field === 'strain') {
        this.strain[i]!.measure(shown, values);
      } else if (field === 'speed') {
        measureSpeed(frames.before[i]!, frames.after[i]!, this.session.record.frameRate, values);
      } else {
        const other = others(body.name);
        if (other?.length === shown.length) measureDifference(shown, other, values);
        else values.fill(0);
      }
      max = Math.max(max, largest(values));
    });
    return max;
  }

  /** Colours the bodies by the values that were measured last, from 0 to `high`; without it, by their own colours. */
  paint(high: number | undefined): void {
    this.bodies.forEach((body, i) => {
      const hasField = high !== undefined && body.body.kind !== 'obstacle';
      body.setField(hasField ? (colours) => colourValues(this.values[i]!, high, colours) : undefined);
    });
    this.stage.invalidate();
  }

  /** Returns the value of the field that was measured last, at a vertex. */
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
