import * as THREE from 'three';
import { type FrameCollisions } from '../data/collision_store';
import { type RigidPatch } from '../data/contacts';
import { type OverlaySettings } from '../overlay/settings';
import { type BodyView } from './body_view';
import { ContactOverlay } from './contact_overlay';
import { GhostOverlay } from './ghost_overlay';
import { RegionOverlay } from './region_overlay';
import { ShellOverlay } from './shell_overlay';
import { SignPoints } from './sign_points';
import { WorldVertices } from './world_vertices';

const stoppedPixels = 13;

/** Everything that is drawn over the bodies of a run because of their collisions. */
export class CollisionOverlays {
  readonly group = new THREE.Group();
  readonly vertices: WorldVertices;

  private readonly contacts: ContactOverlay;
  private readonly zones: RegionOverlay;
  private readonly clusters: RegionOverlay;
  private readonly patches: RegionOverlay;
  private readonly shells: ShellOverlay;
  private readonly ghosts = new GhostOverlay();
  private readonly stopped = new SignPoints('stopped', stoppedPixels);

  constructor(
    private readonly bodies: readonly BodyView[],
    sceneSize: number,
  ) {
    this.vertices = new WorldVertices(bodies);
    this.contacts = new ContactOverlay(sceneSize);
    this.zones = new RegionOverlay({ opacity: 0.6 }, sceneSize);
    this.clusters = new RegionOverlay({ opacity: 0.6, dash: 0.012 }, sceneSize);
    this.patches = new RegionOverlay({ opacity: 0.45, dash: 0.004 }, sceneSize);
    this.shells = new ShellOverlay(bodies);
    this.group.add(
      this.contacts.group, this.zones.group, this.clusters.group, this.patches.group, this.shells.group, this.ghosts.group, this.stopped.points,
    );
  }

  /** Draws what the settings ask for. What is not known yet is not drawn. */
  show(settings: OverlaySettings, collisions: FrameCollisions | undefined, patches: readonly RigidPatch[]): void {
    const { bodies, vertices } = this;
    this.contacts.show(settings.contacts ? (collisions?.contacts ?? []) : [], vertices);
    this.zones.show(settings.zones ? (collisions?.zones ?? []) : [], bodies, vertices);
    this.clusters.show(settings.clusters ? (collisions?.clusters ?? []) : [], bodies, vertices);
    this.patches.show(settings.patches ? patches.map((patch) => patch.vertices) : [], bodies, vertices);
    this.shells.show(settings.thickness);
    this.ghosts.show(settings.asGiven ? (collisions?.asGiven ?? []) : [], bodies, vertices);
    const stopped = settings.rungs ? (collisions?.stopped ?? []) : [];
    this.stopped.show(stopped.flatMap((vertex) => [0, 1, 2].map((axis) => vertices.coordinate(vertex, axis))));
  }

  dispose(): void {
    for (const part of [this.contacts, this.zones, this.clusters, this.patches, this.shells, this.ghosts, this.stopped]) part.dispose();
  }
}
