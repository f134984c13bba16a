import * as THREE from 'three';
import { type BodyKind } from '../data/run_record';

export interface BoundedBody {
  readonly kind: BodyKind;
  readonly positions: Float32Array;
}

export function boundsOf(positions: Float32Array): THREE.Box3 {
  const box = new THREE.Box3();
  const point = new THREE.Vector3();
  for (let i = 0; i < positions.length; i += 3) {
    point.set(positions[i]!, positions[i + 1]!, positions[i + 2]!);
    if (Number.isFinite(point.x + point.y + point.z)) box.expandByPoint(point);
  }
  return box;
}

/** An obstacle this many times larger than all cloth together, such as a floor, is not what one wants to see whole. */
const hugeObstacle = 2;

/** Returns the box around everything that a view of the scene should show. */
export function boundsToShow(bodies: readonly BoundedBody[]): THREE.Box3 {
  const cloth = new THREE.Box3();
  const obstacles: THREE.Box3[] = [];
  for (const { kind, positions } of bodies) {
    const box = boundsOf(positions);
    if (kind === 'obstacle') obstacles.push(box);
    else cloth.union(box);
  }
  const size = (box: THREE.Box3): number => (box.isEmpty() ? 0 : box.getSize(new THREE.Vector3()).length());
  const shown = cloth.clone();
  for (const box of obstacles) if (cloth.isEmpty() || size(box) <= hugeObstacle * size(cloth)) shown.union(box);
  if (shown.isEmpty()) shown.set(new THREE.Vector3(-0.5, -0.5, -0.5), new THREE.Vector3(0.5, 0.5, 0.5));
  return shown;
}
