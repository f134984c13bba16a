import * as THREE from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { edgesOf, type Mesh } from '../data/obj';
import { type RunBody } from '../data/run_record';
import { ClothMaterial } from './cloth_material';
import { splitCreases, type SplitMesh } from './creases';
import { SurfaceShape } from './surface_shape';

/** Pixels. */
const cableWidth = 4;

/** A body in the scene: its triangles, its segments as thick lines, and its edges if they are asked for. */
export class BodyView {
  readonly group = new THREE.Group();
  /** What a ray can hit; undefined if the body has no triangles. */
  readonly surface: THREE.Mesh<THREE.BufferGeometry, ClothMaterial> | undefined;
  readonly cable: LineSegments2 | undefined;

  private readonly split: SplitMesh;
  private readonly positions: THREE.BufferAttribute;
  private readonly colours: THREE.BufferAttribute;
  private readonly shape: SurfaceShape;
  private wires: THREE.LineSegments | undefined;
  private readonly cableMaterial = new LineMaterial({ linewidth: cableWidth });
  private colour = new THREE.Color();
  private hasField = false;
  private wireColour: THREE.ColorRepresentation | undefined;
  private linesAlone: string | undefined;

  constructor(
    readonly body: RunBody,
    readonly mesh: Mesh,
    colour: string,
  ) {
    // Cloth bends smoothly however sharply it is folded; obstacles have edges, and are stiff enough to find them once.
    this.split = body.kind === 'obstacle' ? splitCreases(mesh) : { triangles: mesh.triangles, copies: new Uint32Array(0) };
    const vertices = mesh.positions.length / 3 + this.split.copies.length;
    this.shape = new SurfaceShape(this.split.triangles, vertices);
    this.positions = new THREE.BufferAttribute(new Float32Array(3 * vertices), 3).setUsage(THREE.DynamicDrawUsage);
    this.colours = new THREE.BufferAttribute(new Float32Array(3 * vertices), 3).setUsage(THREE.DynamicDrawUsage);
    if (mesh.triangles.length > 0) {
      const geometry = new THREE.BufferGeometry();
      geometry.setIndex(new THREE.BufferAttribute(this.split.triangles, 1));
      geometry.setAttribute('position', this.positions);
      geometry.setAttribute('color', this.colours);
      geometry.setAttribute('normal', new THREE.BufferAttribute(this.shape.normals, 3).setUsage(THREE.DynamicDrawUsage));
      geometry.setAttribute('hollowness', new THREE.BufferAttribute(this.shape.hollowness, 1).setUsage(THREE.DynamicDrawUsage));
      this.surface = new THREE.Mesh(geometry, new ClothMaterial(colour, body.kind !== 'obstacle', mesh.weave !== undefined));
      if (mesh.weave !== undefined && body.kind !== 'obstacle') geometry.setAttribute('weave', new THREE.BufferAttribute(mesh.weave, 2));
      this.surface.castShadow = true;
      this.surface.receiveShadow = true;
      this.surface.frustumCulled = false; // its bounds change with each frame
      this.group.add(this.surface);
    }
    if (mesh.segments.length > 0) {
      this.cable = new LineSegments2(new LineSegmentsGeometry(), this.cableMaterial);
      this.cable.frustumCulled = false;
      this.group.add(this.cable);
    }
    this.setColour(colour);
    this.setPositions(mesh.positions);
  }

  /** The positions that are shown; three floats per vertex of the body. */
  get shown(): Float32Array {
    return (this.positions.array as Float32Array).subarray(0, this.mesh.positions.length);
  }

  setPositions(positions: Float32Array): void {
    const all = this.positions.array as Float32Array;
    all.set(positions);
    this.repeat(all);
    this.positions.needsUpdate = true;
    if (this.surface !== undefined) {
      this.shape.update(all);
      this.surface.geometry.getAttribute('normal').needsUpdate = true;
      this.surface.geometry.getAttribute('hollowness').needsUpdate = true;
      this.surface.geometry.boundingSphere = null;
      this.surface.geometry.boundingBox = null;
    }
    this.updateCable();
  }

  setColour(colour: string): void {
    this.colour.set(colour);
    if (this.hasField) return;
    this.surface?.material.color.copy(this.colour);
    this.updateCable();
  }

  /** Colours the vertices by a field: `paint` writes three floats per vertex. Without it the body has its own colour. */
  setField(paint: ((colours: Float32Array) => void) | undefined): void {
    this.hasField = paint !== undefined;
    if (paint !== undefined) {
      paint(this.colours.array as Float32Array);
      this.repeat(this.colours.array as Float32Array);
      this.colours.needsUpdate = true;
    }
    const material = this.surface?.material;
    if (material !== undefined) {
      material.color.copy(paint === undefined ? this.colour : new THREE.Color(1, 1, 1));
      if (material.vertexColors !== this.hasField) {
        material.vertexColors = this.hasField;
        material.needsUpdate = true;
      }
    }
    this.updateCable();
  }

  /** Draws the edges of the triangles in a colour, or without one not at all. */
  setWireframe(colour: THREE.ColorRepresentation | undefined): void {
    this.wireColour = colour;
    this.updateWires();
  }

  /** Draws nothing but lines in a colour, or without one the whole body. */
  setLinesAlone(colour: string | undefined): void {
    if (this.linesAlone === colour) return;
    this.linesAlone = colour;
    if (this.surface !== undefined) this.surface.visible = colour === undefined;
    this.updateWires();
    this.updateCable();
  }

  private updateWires(): void {
    const colour = this.linesAlone ?? this.wireColour;
    const isOn = colour !== undefined;
    if (isOn && this.wires === undefined && this.surface !== undefined) {
      const geometry = new THREE.BufferGeometry();
      geometry.setIndex(new THREE.BufferAttribute(edgesOf(this.mesh), 1));
      geometry.setAttribute('position', this.positions);
      this.wires = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ transparent: true, opacity: 0.45 }));
      this.wires.frustumCulled = false;
      this.group.add(this.wires);
    }
    if (this.wires === undefined) return;
    if (this.surface !== undefined) this.surface.material.hasWires = isOn;
    this.wires.visible = isOn;
    const material = this.wires.material as THREE.LineBasicMaterial;
    material.opacity = this.linesAlone === undefined ? 0.45 : 0.9;
    if (isOn) material.color.set(colour);
  }

  dispose(): void {
    this.surface?.geometry.dispose();
    this.surface?.material.dispose();
    this.cable?.geometry.dispose();
    this.cableMaterial.dispose();
    this.wires?.geometry.dispose();
    (this.wires?.material as THREE.Material | undefined)?.dispose();
  }

  /** Gives the copies of vertices the values of the vertices; three per vertex. */
  private repeat(values: Float32Array): void {
    this.split.copies.forEach((vertex, k) => {
      values.copyWithin(this.mesh.positions.length + 3 * k, 3 * vertex, 3 * vertex + 3);
    });
  }

  /** Thick lines hold the ends of each segment, and their colours, one after the other. */
  private updateCable(): void {
    if (this.cable === undefined) return;
    const { segments } = this.mesh;
    const ends = new Float32Array(3 * segments.length);
    const endColours = new Float32Array(3 * segments.length);
    const own = (this.linesAlone === undefined ? this.colour : new THREE.Color(this.linesAlone)).toArray();
    for (let k = 0; k < segments.length; ++k) {
      const vertex = 3 * segments[k]!;
      ends.set(this.shown.subarray(vertex, vertex + 3), 3 * k);
      endColours.set(this.linesAlone === undefined && this.hasField ? this.colours.array.slice(vertex, vertex + 3) : own, 3 * k);
    }
    this.cable.geometry.dispose();
    this.cable.geometry = new LineSegmentsGeometry();
    this.cable.geometry.setPositions(ends);
    this.cable.geometry.setColors(endColours);
    this.cableMaterial.vertexColors = true;
  }
}
