import * as THREE from 'three';
import { type PlaceAsGiven } from '../data/contacts';
import { edgesOf } from '../data/obj';
import { type BodyView } from './body_view';
import { type WorldVertices } from './world_vertices';

const ghostColour = 0x7a1fa2;

/** Scripted vertices that lag, where their scripts place them: the edges of their bodies there, and lines to where they are. */
export class GhostOverlay {
  readonly group = new THREE.Group();
  private readonly edges = this.makeLines(1);
  private readonly lags = this.makeLines(0.5);

  show(places: readonly PlaceAsGiven[], bodies: readonly BodyView[], vertices: WorldVertices): void {
    const edges: number[] = [];
    const lags: number[] = [];
    const given = new Map(places.map(({ vertex, place }) => [vertex, place]));
    const lagging = new Set(places.map(({ vertex }) => vertices.bodyOf(vertex)));
    bodies.forEach((view, b) => {
      if (!lagging.has(b) || !view.group.visible) return;
      const first = vertices.firstOf(b);
      const placeOf = (vertex: number): readonly number[] => given.get(first + vertex) ?? [...view.shown.subarray(3 * vertex, 3 * vertex + 3)];
      const ends = view.mesh.triangles.length > 0 ? edgesOf(view.mesh) : view.mesh.segments;
      for (let e = 0; e < ends.length; e += 2)
        if (given.has(first + ends[e]!) || given.has(first + ends[e + 1]!)) edges.push(...placeOf(ends[e]!), ...placeOf(ends[e + 1]!));
    });
    for (const { vertex, place } of places)
      if (vertices.isShown(vertex)) lags.push(...place, ...[0, 1, 2].map((axis) => vertices.coordinate(vertex, axis)));
    this.replace(this.edges, edges);
    this.replace(this.lags, lags);
  }

  dispose(): void {
    for (const lines of [this.edges, this.lags]) {
      lines.geometry.dispose();
      lines.material.dispose();
    }
  }

  private makeLines(opacity: number): THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial> {
    const material = new THREE.LineBasicMaterial({ color: ghostColour, transparent: true, opacity, depthTest: false, toneMapped: false });
    const lines = new THREE.LineSegments(new THREE.BufferGeometry(), material);
    lines.frustumCulled = false;
    lines.renderOrder = 2;
    this.group.add(lines);
    return lines;
  }

  private replace(lines: THREE.LineSegments, ends: readonly number[]): void {
    lines.geometry.dispose();
    lines.geometry = new THREE.BufferGeometry();
    lines.geometry.setAttribute('position', new THREE.Float32BufferAttribute(ends, 3));
  }
}
