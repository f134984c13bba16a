import * as THREE from 'three';
import { type Contact } from '../data/contacts';
import { type SignName } from '../overlay/settings';
import { SignPoints } from './sign_points';
import { type WorldVertices } from './world_vertices';

/** Length of a drawn normal as a share of the size of the scene. */
const normalShare = 0.025;
const signPixels = 11;
const normalColour = 0x14181d;

function signOf(contact: Contact): SignName {
  if (contact.isCollision && contact.rung !== 'response') return 'fallback';
  return contact.isCollision ? 'collision' : 'near';
}

/** Contacts as points, each with its normal as a line. */
export class ContactOverlay {
  readonly group = new THREE.Group();
  private readonly signs = new Map((['near', 'collision', 'fallback'] as const).map((name) => [name as SignName, new SignPoints(name, signPixels)]));
  private readonly normals = [normalColour, 0xffffff].map((color, i) => {
    // A dark line beside a light one is seen on any colour.
    const lines = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color, depthTest: false, transparent: true, opacity: i === 0 ? 0.9 : 0.6, toneMapped: false }));
    lines.frustumCulled = false;
    lines.renderOrder = 3 - i;
    return lines;
  });

  constructor(private readonly sceneSize: number) {
    // What is graver covers what is not.
    [...this.signs.values()].forEach(({ points }, i) => (points.renderOrder += i));
    this.group.add(...[...this.signs.values()].map(({ points }) => points), ...this.normals);
  }

  show(contacts: readonly Contact[], vertices: WorldVertices): void {
    const places = new Map<SignName, number[]>([...this.signs.keys()].map((name) => [name, []]));
    const ends: number[] = [];
    const length = normalShare * this.sceneSize;
    for (const contact of contacts) {
      if (!contact.vertices.some((vertex) => vertices.isShown(vertex))) continue;
      const point = [0, 1, 2].map((axis) => {
        // Each element contributes its contact point; the sign stands between the two.
        const sum = contact.vertices.reduce((total, vertex, k) => total + contact.weights[k]! * vertices.coordinate(vertex, axis), 0);
        return 0.5 * sum;
      });
      places.get(signOf(contact))!.push(...point);
      ends.push(...point, ...point.map((x, axis) => x + length * contact.normal[axis]!));
    }
    for (const [name, sign] of this.signs) sign.show(places.get(name)!);
    for (const lines of this.normals) {
      lines.geometry.dispose();
      lines.geometry = new THREE.BufferGeometry();
      lines.geometry.setAttribute('position', new THREE.Float32BufferAttribute(ends, 3));
    }
    this.normals[1]!.position.setScalar(0.0006 * this.sceneSize);
  }

  dispose(): void {
    for (const sign of this.signs.values()) sign.dispose();
    for (const lines of this.normals) {
      lines.geometry.dispose();
      lines.material.dispose();
    }
  }
}
