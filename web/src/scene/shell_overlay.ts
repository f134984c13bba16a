import * as THREE from 'three';
import { type BodyView } from './body_view';

const shellColour = 0x1a6fd0;

/** The space that the thickness of each body takes: a clear shell at half of it on each side of the surface. */
export class ShellOverlay {
  readonly group = new THREE.Group();
  private readonly shells: readonly THREE.Mesh[];
  private readonly material = new THREE.MeshStandardMaterial({
    color: shellColour, roughness: 0.5, transparent: true, opacity: 0.35, side: THREE.DoubleSide, depthWrite: false,
  });

  constructor(private readonly bodies: readonly BodyView[]) {
    this.shells = bodies.flatMap(() => [-1, 1].map(() => new THREE.Mesh(new THREE.BufferGeometry(), this.material)));
    for (const shell of this.shells) {
      shell.frustumCulled = false;
      shell.renderOrder = 1;
    }
    this.group.add(...this.shells);
  }

  show(isOn: boolean): void {
    this.group.visible = isOn;
    if (!isOn) return;
    this.bodies.forEach((view, b) => {
      [-1, 1].forEach((side, k) => {
        const shell = this.shells[2 * b + k]!;
        const surface = view.surface?.geometry;
        shell.visible = view.group.visible && surface !== undefined && view.body.thickness > 0;
        if (!shell.visible || surface === undefined) return;
        const positions = surface.getAttribute('position').array as Float32Array;
        const normals = surface.getAttribute('normal').array as Float32Array;
        const half = 0.5 * side * view.body.thickness;
        shell.geometry.dispose();
        shell.geometry = new THREE.BufferGeometry();
        shell.geometry.setIndex(surface.getIndex());
        shell.geometry.setAttribute('position', new THREE.BufferAttribute(positions.map((x, i) => x + half * normals[i]!), 3));
        shell.geometry.setAttribute('normal', surface.getAttribute('normal'));
      });
    });
  }

  dispose(): void {
    for (const shell of this.shells) shell.geometry.dispose();
    this.material.dispose();
  }
}
