import * as THREE from 'three';
import { type BodyView } from './body_view';

/** What a click has hit. */
export interface Pick {
  readonly body: number;
  /** The triangle, or the segment of a cable, numbered in the file of the body. */
  readonly element: number;
  readonly kind: 'triangle' | 'segment';
  /** The vertex of the element that is nearest to the click. */
  readonly vertex: number;
}

/** Pixels around a cable in which a click hits it. */
const cableReach = 6;

/** Returns what lies under a point of the screen, given in coordinates from -1 to 1 with y upwards. */
export function pick(point: THREE.Vector2, camera: THREE.Camera, bodies: readonly BodyView[]): Pick | undefined {
  const ray = new THREE.Raycaster();
  ray.setFromCamera(point, camera);
  // Thick lines measure their reach in pixels; the type of three.js does not know it.
  (ray.params as unknown as Record<string, unknown>)['Line2'] = { threshold: cableReach };
  let nearest: { distance: number; at: THREE.Vector3; pick: Omit<Pick, 'vertex'>; corners: Uint32Array } | undefined;
  bodies.forEach((view, body) => {
    if (!view.group.visible) return;
    for (const target of [view.surface, view.cable]) {
      if (target === undefined) continue;
      const isSurface = target === view.surface;
      for (const hit of ray.intersectObject(target, false)) {
        const element = hit.faceIndex ?? -1;
        if (element < 0 || (nearest !== undefined && hit.distance >= nearest.distance)) continue;
        const { triangles, segments } = view.mesh;
        nearest = {
          distance: hit.distance,
          at: hit.point,
          pick: { body, element, kind: isSurface ? 'triangle' : 'segment' },
          corners: isSurface
            ? triangles.subarray(3 * element, 3 * element + 3)
            : segments.subarray(2 * element, 2 * element + 2),
        };
      }
    }
  });
  if (nearest === undefined) return undefined;
  const { at, corners } = nearest;
  const { shown } = bodies[nearest.pick.body]!;
  const distance = (vertex: number): number =>
    at.distanceTo(new THREE.Vector3(shown[3 * vertex], shown[3 * vertex + 1], shown[3 * vertex + 2]));
  const vertex = [...corners].reduce((best, candidate) => (distance(candidate) < distance(best) ? candidate : best));
  return { ...nearest.pick, vertex };
}
