import * as THREE from 'three';
import { type UpAxis } from '../data/run_record';
import { roundUp } from '../overlay/colour_map';

/** Lines of the grid to each side of its middle. */
const halfLines = 15;

/** Returns the spacing of grid lines that suits a scene: 1, 2 or 5 times a power of ten, in metres. */
export function gridSpacing(sceneSize: number): number {
  return roundUp(sceneSize / 12);
}

/** Returns a length as text with a unit that suits it. */
export function lengthText(metres: number): string {
  const rounded = (value: number): string => String(Number(value.toPrecision(4)));
  if (metres >= 1) return `${rounded(metres)} m`;
  return metres >= 0.01 ? `${rounded(100 * metres)} cm` : `${rounded(1000 * metres)} mm`;
}

/** A grid below the scene, whose lines have a known distance, and the shadow that falls on it. */
export class Ground {
  readonly group = new THREE.Group();
  /** Metres between two lines. */
  readonly spacing: number;

  private readonly lines: THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial>;
  private readonly shade: THREE.Mesh<THREE.PlaneGeometry, THREE.ShadowMaterial>;

  constructor(bounds: THREE.Box3, up: UpAxis) {
    const size = bounds.getSize(new THREE.Vector3()).length();
    const middle = bounds.getCenter(new THREE.Vector3());
    this.spacing = gridSpacing(size);
    const extent = halfLines * this.spacing;
    const points: number[] = [];
    for (let k = -halfLines; k <= halfLines; ++k) {
      const offset = k * this.spacing;
      points.push(offset, -extent, 0, offset, extent, 0, -extent, offset, 0, extent, offset, 0);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
    this.lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ transparent: true, opacity: 0.5 }));
    this.shade = new THREE.Mesh(
      new THREE.PlaneGeometry(2 * extent, 2 * extent),
      new THREE.ShadowMaterial({ opacity: 0.25, depthWrite: false }),
    );
    this.shade.receiveShadow = true;
    this.group.add(this.shade, this.lines);
    // The grid lies a little below the lowest point, so that a floor of the scene hides it instead of flickering.
    const below = 0.004 * size;
    const snap = (value: number): number => this.spacing * Math.round(value / this.spacing);
    if (up === 'z') {
      this.group.position.set(snap(middle.x), snap(middle.y), bounds.min.z - below);
    } else {
      this.group.rotation.x = -Math.PI / 2;
      this.group.position.set(snap(middle.x), bounds.min.y - below, snap(middle.z));
    }
  }

  setColour(colour: THREE.ColorRepresentation): void {
    this.lines.material.color.set(colour);
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
    this.shade.geometry.dispose();
    this.shade.material.dispose();
  }
}
