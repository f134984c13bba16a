import * as THREE from 'three';
import { drawSign, type SignName } from '../overlay/settings';

const texturePixels = 64;

/** Signs of a constant size on the screen, seen through what is in front of them: contacts lie between layers. */
export class SignPoints {
  readonly points: THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial>;

  constructor(name: SignName, pixels: number) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = texturePixels;
    drawSign(canvas.getContext('2d')!, name, texturePixels);
    const map = new THREE.CanvasTexture(canvas);
    map.colorSpace = THREE.SRGBColorSpace;
    const material = new THREE.PointsMaterial({ map, size: pixels, sizeAttenuation: false, transparent: true, depthTest: false, toneMapped: false });
    this.points = new THREE.Points(new THREE.BufferGeometry(), material);
    this.points.frustumCulled = false;
    this.points.renderOrder = 4;
    this.points.visible = false;
  }

  /** Shows signs at places; three coordinates each. */
  show(places: readonly number[]): void {
    this.points.geometry.dispose();
    this.points.geometry = new THREE.BufferGeometry();
    this.points.geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
    this.points.visible = places.length > 0;
  }

  dispose(): void {
    this.points.geometry.dispose();
    this.points.material.map?.dispose();
    this.points.material.dispose();
  }
}
