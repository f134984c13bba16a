import * as THREE from 'three';
import { type AuditPair } from '../data/audit';
import { type BodyView } from './body_view';

const alarm = 0xe5202b;

/** Draws a ring with a cross, which is told from everything else by its form as well. */
function ringTexture(colour: string): THREE.Texture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d')!;
  for (const [style, width] of [['#ffffff', 12], [colour, 6]] as const) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.beginPath();
    context.arc(32, 32, 22, 0, 2 * Math.PI);
    for (const [dx, dy] of [[1, 1], [1, -1]] as const) {
      context.moveTo(32 - 8 * dx, 32 - 8 * dy);
      context.lineTo(32 + 8 * dx, 32 + 8 * dy);
    }
    context.stroke();
  }
  return new THREE.CanvasTexture(canvas);
}

/** A mark of a constant size on the screen, never hidden by what is in front of it. */
function makeMark(texture: THREE.Texture): THREE.Sprite {
  const mark = new THREE.Sprite(new THREE.SpriteMaterial({ map: texture, depthTest: false, sizeAttenuation: false }));
  mark.scale.setScalar(0.02);
  mark.renderOrder = 2;
  return mark;
}

/** Marks the pairs of elements of a frame that the audit found to intersect, and outlines both elements. */
export class AuditMarkers {
  readonly group = new THREE.Group();
  private readonly texture = ringTexture('#c00018');
  private readonly outline = new THREE.LineSegments(
    new THREE.BufferGeometry(),
    new THREE.LineBasicMaterial({ color: alarm, depthTest: false }),
  );

  constructor() {
    this.outline.frustumCulled = false;
    this.outline.renderOrder = 1;
  }

  show(pairs: readonly AuditPair[], bodies: readonly BodyView[]): void {
    this.group.clear();
    const ends: number[] = [];
    for (const pair of pairs) {
      const mark = makeMark(this.texture);
      mark.position.set(...pair.place);
      this.group.add(mark);
      for (const { body, kind, index } of [pair.a, pair.b]) {
        const view = bodies.find((candidate) => candidate.body.name === body);
        if (view === undefined) continue;
        const corners =
          kind === 'triangle'
            ? view.mesh.triangles.subarray(3 * index, 3 * index + 3)
            : view.mesh.segments.subarray(2 * index, 2 * index + 2);
        corners.forEach((from, k) => {
          for (const vertex of [from, corners[(k + 1) % corners.length]!])
            ends.push(...view.shown.subarray(3 * vertex, 3 * vertex + 3));
        });
      }
    }
    this.outline.geometry.dispose();
    this.outline.geometry = new THREE.BufferGeometry();
    this.outline.geometry.setAttribute('position', new THREE.Float32BufferAttribute(ends, 3));
    if (ends.length > 0) this.group.add(this.outline);
  }
}

/** Marks the vertex that the user has chosen. */
export class SelectionMarker {
  readonly mark = makeMark(ringTexture('#0050b0'));

  constructor() {
    this.mark.visible = false;
  }
}
