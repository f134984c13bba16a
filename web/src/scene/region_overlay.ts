import * as THREE from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { findRegions, groupOfVertices } from '../overlay/regions';
import { groupColours } from '../overlay/settings';
import { type BodyView } from './body_view';
import { type WorldVertices } from './world_vertices';

const outlinePixels = 2.5;
const dotPixels = 9;

/** Draws a white disc, which takes the colour of its group, with a dark rim. */
function rimmedDot(): THREE.Texture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 32;
  const context = canvas.getContext('2d')!;
  context.beginPath();
  context.arc(16, 16, 12, 0, 2 * Math.PI);
  context.fillStyle = '#ffffff';
  context.fill();
  context.lineWidth = 5;
  context.strokeStyle = '#0c1014';
  context.stroke();
  return new THREE.CanvasTexture(canvas);
}

/** How the outlines of a kind of group are drawn, since colours alone do not tell kinds apart. */
export interface RegionStyle {
  /** Length of dashes and of the gaps between them, as shares of the size of the scene; undefined for a full line. */
  readonly dash?: number;
  readonly opacity: number;
}

/** Groups of vertices as coloured parts of their bodies, with outlines; a vertex without a triangle of its group is a dot. */
export class RegionOverlay {
  readonly group = new THREE.Group();
  private readonly fill = new THREE.Mesh(new THREE.BufferGeometry());
  private readonly outlineMaterial: LineMaterial;
  private readonly outline: LineSegments2;
  private readonly dots = new THREE.Points(
    new THREE.BufferGeometry(),
    new THREE.PointsMaterial({
      size: dotPixels, sizeAttenuation: false, vertexColors: true, map: rimmedDot(), alphaTest: 0.5, depthTest: false, toneMapped: false,
    }),
  );
  private readonly palette = groupColours.map((colour) => new THREE.Color(colour));

  constructor(
    private readonly style: RegionStyle,
    sceneSize: number,
  ) {
    this.fill.material = new THREE.MeshBasicMaterial({
      vertexColors: true, transparent: true, opacity: style.opacity, side: THREE.DoubleSide, depthWrite: false, toneMapped: false,
      polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2,
    });
    this.outlineMaterial = new LineMaterial({
      linewidth: outlinePixels, color: 0x0c1014, toneMapped: false, polygonOffset: true, polygonOffsetFactor: -4, polygonOffsetUnits: -4,
      dashed: style.dash !== undefined, dashSize: (style.dash ?? 1) * sceneSize, gapSize: 0.7 * (style.dash ?? 1) * sceneSize,
    });
    this.outline = new LineSegments2(new LineSegmentsGeometry(), this.outlineMaterial);
    for (const part of [this.fill, this.outline, this.dots]) part.frustumCulled = false;
    this.fill.renderOrder = 1;
    this.outline.renderOrder = 2;
    this.dots.renderOrder = 2;
    this.group.add(this.fill, this.outline, this.dots);
  }

  /** Shows groups of vertices, which are counted over all bodies. */
  show(groups: readonly ArrayLike<number>[], bodies: readonly BodyView[], vertices: WorldVertices): void {
    const filled: number[] = [];
    const filledColours: number[] = [];
    const ends: number[] = [];
    const dots: number[] = [];
    const dotColours: number[] = [];
    const colourOf = (group: number): number[] => this.palette[group % this.palette.length]!.toArray();
    bodies.forEach(({ body, mesh, shown, group }, b) => {
      if (!group.visible || groups.length === 0) return;
      const groupOf = groupOfVertices(groups, vertices.firstOf(b), body.vertices);
      const regions = findRegions(mesh.triangles, groupOf);
      const isCovered = new Uint8Array(body.vertices);
      regions.triangles.forEach((vertex, k) => {
        isCovered[vertex] = 1;
        filled.push(...shown.subarray(3 * vertex, 3 * vertex + 3));
        filledColours.push(...colourOf(regions.triangleGroups[Math.floor(k / 3)]!));
      });
      for (const vertex of regions.rim) ends.push(...shown.subarray(3 * vertex, 3 * vertex + 3));
      groupOf.forEach((of, vertex) => {
        if (of < 0 || isCovered[vertex] !== 0) return;
        dots.push(...shown.subarray(3 * vertex, 3 * vertex + 3));
        dotColours.push(...colourOf(of));
      });
    });
    this.fill.geometry = this.replace(this.fill.geometry, filled, filledColours);
    this.dots.geometry = this.replace(this.dots.geometry, dots, dotColours);
    this.outline.geometry.dispose();
    this.outline.geometry = new LineSegmentsGeometry();
    this.outline.visible = ends.length > 0;
    if (ends.length === 0) return;
    this.outline.geometry.setPositions(ends);
    if (this.style.dash !== undefined) this.outline.computeLineDistances();
  }

  dispose(): void {
    this.fill.geometry.dispose();
    (this.fill.material as THREE.Material).dispose();
    this.outline.geometry.dispose();
    this.outlineMaterial.dispose();
    this.dots.geometry.dispose();
    this.dots.material.map?.dispose();
    this.dots.material.dispose();
  }

  private replace(old: THREE.BufferGeometry, places: readonly number[], colours: readonly number[]): THREE.BufferGeometry {
    old.dispose();
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
    geometry.setAttribute('color', new THREE.Float32BufferAttribute(colours, 3));
    return geometry;
  }
}
