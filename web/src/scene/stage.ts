import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { type UpAxis } from '../data/run_record';

export type ViewName = 'three-quarter' | 'front' | 'side' | 'top';

/** Colours that differ between the light and the dark appearance of the page. */
export interface StageColours {
  readonly background: string;
}

/** Where a camera is, what it looks at, and how near and far it may go. */
export interface CameraPlace {
  readonly position: THREE.Vector3;
  readonly target: THREE.Vector3;
  readonly minDistance: number;
  readonly maxDistance: number;
}

const fieldOfView = 30;
/** How much larger the picture is than the scene that is framed. */
const framing = 1.12;
const shadowPixels = 2048;

/** Directions from the scene to the camera, in a world whose z axis points upwards and whose front faces -y. */
const viewDirections: Record<ViewName, THREE.Vector3> = {
  'three-quarter': new THREE.Vector3(0.55, -1, 0.45),
  front: new THREE.Vector3(0, -1, 0),
  side: new THREE.Vector3(1, 0, 0),
  top: new THREE.Vector3(0, -0.001, 1),
};

/** Turns a direction of a world with z upwards into one of the world of the run. */
function turned(direction: THREE.Vector3, up: UpAxis): THREE.Vector3 {
  return up === 'z' ? direction.clone() : new THREE.Vector3(direction.x, direction.z, -direction.y);
}

/**
 * The canvas with its camera and lamps. It draws only when something has changed, so that a page at rest costs nothing:
 * whoever changes the scene calls `invalidate`.
 */
export class Stage {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(fieldOfView, 1, 0.01, 100);
  readonly canvas: HTMLCanvasElement;

  private readonly renderer: THREE.WebGLRenderer;
  private readonly controls: OrbitControls;
  private readonly lamp = new THREE.DirectionalLight(0xfff4e6, 2.5);
  private readonly sky = new THREE.HemisphereLight(0xe8f0ff, 0x9a9088, 2.2);
  private bounds = new THREE.Box3(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
  private up: UpAxis = 'y';
  private readonly resizing = new ResizeObserver(() => this.resize());
  private request = 0;

  /** `moved` is called whenever the camera has moved. */
  constructor(
    private readonly host: HTMLElement,
    moved: () => void,
  ) {
    this.renderer = new THREE.WebGLRenderer({ antialias: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.canvas = this.renderer.domElement;
    host.append(this.canvas);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener('change', () => {
      this.invalidate();
      moved();
    });
    this.controls.zoomToCursor = true;
    this.lamp.castShadow = true;
    this.lamp.shadow.mapSize.set(shadowPixels, shadowPixels);
    this.lamp.shadow.radius = 4;
    this.scene.add(this.lamp, this.lamp.target, this.sky);
    this.resizing.observe(host);
    this.resize();
  }

  /** Gives back what the browser keeps for the canvas, of which it has few. */
  dispose(): void {
    cancelAnimationFrame(this.request);
    this.request = -1;
    this.resizing.disconnect();
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  get place(): CameraPlace {
    const { minDistance, maxDistance, target } = this.controls;
    return { position: this.camera.position, target, minDistance, maxDistance };
  }

  set place(place: CameraPlace) {
    this.camera.position.copy(place.position);
    this.controls.target.copy(place.target);
    this.controls.minDistance = place.minDistance;
    this.controls.maxDistance = place.maxDistance;
    this.controls.update();
    this.invalidate();
  }

  /** Draws the scene at the next opportunity. */
  invalidate(): void {
    if (this.request !== 0) return;
    this.request = requestAnimationFrame(() => {
      this.request = 0;
      if (this.host.clientWidth > 0) this.draw();
    });
  }

  /** Draws the scene now. The canvas has the picture until the browser shows it. */
  draw(): void {
    this.spanDepths();
    this.renderer.render(this.scene, this.camera);
  }

  setColours(colours: StageColours): void {
    this.scene.background = new THREE.Color(colours.background);
    this.invalidate();
  }

  /** Sets what there is to see, and which axis points upwards. */
  setWorld(bounds: THREE.Box3, up: UpAxis): void {
    this.bounds = bounds;
    this.up = up;
    this.camera.up.copy(turned(new THREE.Vector3(0, 0, 1), up));
    this.sky.position.copy(this.camera.up);
    this.placeLamp();
  }

  /** Moves the camera so that everything is in the picture, from the direction in which it looks or from a named one. */
  frameAll(view?: ViewName): void {
    const direction =
      view === undefined
        ? this.camera.position.clone().sub(this.controls.target)
        : turned(viewDirections[view], this.up);
    this.lookFrom(this.bounds.getCenter(new THREE.Vector3()), direction.normalize(), this.bounds);
  }

  /** Brings a place into the middle of the picture, near enough to see a part of the scene of the given radius (m). */
  approach(place: THREE.Vector3, radius: number): void {
    const box = new THREE.Box3().setFromCenterAndSize(place, new THREE.Vector3().setScalar(2 * radius));
    this.lookFrom(place, this.camera.position.clone().sub(this.controls.target).normalize(), box);
  }

  /** Turns the camera about its target, by angles in radians to the right and upwards. */
  orbit(right: number, upwards: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const turn = new THREE.Quaternion().setFromUnitVectors(this.camera.up, new THREE.Vector3(0, 1, 0));
    const spherical = new THREE.Spherical().setFromVector3(offset.applyQuaternion(turn));
    spherical.theta += right;
    spherical.phi -= upwards;
    spherical.makeSafe();
    offset.setFromSpherical(spherical).applyQuaternion(turn.invert());
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
  }

  /** Moves camera and target together, by shares of the height of the picture. */
  pan(right: number, upwards: number): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    const height = 2 * distance * Math.tan(THREE.MathUtils.degToRad(fieldOfView / 2));
    const move = new THREE.Vector3(right * height, upwards * height, 0).applyQuaternion(this.camera.quaternion);
    this.camera.position.add(move);
    this.controls.target.add(move);
    this.controls.update();
  }

  /** Multiplies the distance of the camera from its target. */
  zoom(factor: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
  }

  /** Looks at a place from a direction, as near as a box fits into the picture. */
  private lookFrom(place: THREE.Vector3, direction: THREE.Vector3, box: THREE.Box3): void {
    const height = Math.tan(THREE.MathUtils.degToRad(fieldOfView / 2)) / framing;
    const width = height * this.camera.aspect;
    const right = new THREE.Vector3().crossVectors(this.camera.up, direction).normalize();
    const upwards = new THREE.Vector3().crossVectors(direction, right);
    let distance = 0;
    for (let k = 0; k < 8; ++k) {
      const corner = new THREE.Vector3(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z).sub(place);
      const needed = Math.max(Math.abs(corner.dot(right)) / width, Math.abs(corner.dot(upwards)) / height);
      distance = Math.max(distance, corner.dot(direction) + needed);
    }
    this.controls.target.copy(place);
    this.camera.position.copy(place).addScaledVector(direction, distance);
    const size = this.bounds.getSize(new THREE.Vector3()).length();
    this.controls.minDistance = 0.01 * size;
    this.controls.maxDistance = 20 * size;
    this.controls.update();
    this.invalidate();
  }

  /** Spends the precision of depth on what there is to see: layers of cloth lie a tenth of a millimetre apart. */
  private spanDepths(): void {
    const size = this.bounds.getSize(new THREE.Vector3()).length();
    const distance = this.camera.position.distanceTo(this.bounds.getCenter(new THREE.Vector3()));
    this.camera.near = Math.max(0.004 * size, 0.5 * (distance - size));
    this.camera.far = distance + 4 * size; // the ground reaches that far
    this.camera.updateProjectionMatrix();
  }

  /** The lamp stands above and to the left of the front, and its shadow covers everything and some of the ground. */
  private placeLamp(): void {
    const middle = this.bounds.getCenter(new THREE.Vector3());
    const radius = 0.5 * this.bounds.getSize(new THREE.Vector3()).length();
    const direction = turned(new THREE.Vector3(-0.55, -0.6, 1), this.up).normalize();
    this.lamp.target.position.copy(middle);
    this.lamp.position.copy(middle).addScaledVector(direction, 4 * radius);
    const { camera } = this.lamp.shadow;
    camera.left = camera.bottom = -1.3 * radius;
    camera.right = camera.top = 1.3 * radius;
    camera.near = radius;
    camera.far = 7 * radius;
    camera.updateProjectionMatrix();
    // A surface must not shade itself: offsets of about a pixel of the shadow.
    this.lamp.shadow.normalBias = (3 * radius) / shadowPixels;
    this.lamp.shadow.bias = -0.0004;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(clientWidth, clientHeight);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }
}
