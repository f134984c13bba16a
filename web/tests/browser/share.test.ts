import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as THREE from 'three';
import { GLTFLoader, type GLTF } from 'three/addons/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program, Viewer, Workspace } from './harness';

const workspace = new Workspace();
let run: string;

beforeAll(() => {
  run = workspace.simulate('shared.run', 'time.frames=6');
});
afterAll(() => workspace.remove());

describe('what the page saves', () => {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await Viewer.open([run], { width: 1000, height: 500 });
    await viewer.shows(0);
  });
  afterAll(async () => {
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });

  it('is a picture of the frame', async () => {
    const { page } = viewer;
    await page.locator('input[aria-label="Frame"]').fill('4');
    await viewer.shows(4);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save a picture' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('shared-0005.png');
    const picture = readFileSync(await download.path());
    expect(picture.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    const box = (await page.locator('main canvas').boundingBox())!;
    expect(Math.abs(picture.readUInt32BE(16) - box.width)).toBeLessThanOrEqual(1);
    expect(Math.abs(picture.readUInt32BE(20) - box.height)).toBeLessThanOrEqual(1);
    // It shows cloth, and not an empty canvas: many of its pixels are nearer to the colour of the sheet than to grey.
    const red = await page.evaluate(async (bytes) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i]! > data[i + 2]! + 40) ++count;
      return count / (image.width * image.height);
    }, [...picture]);
    expect(red).toBeGreaterThan(0.02);
  });

  it('is a clip of the run, which plays', async () => {
    const { page } = viewer;
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Record a clip of the run' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('shared.webm');
    const clip = readFileSync(await download.path());
    expect(clip.subarray(0, 4)).toEqual(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])); // EBML
    expect(clip.includes('webm')).toBe(true);
    expect(clip.includes('V_VP')).toBe(true);
    expect(clip.length).toBeGreaterThan(2000);
    const other = await page.context().browser()!.newPage(); // the page itself may load nothing from elsewhere
    const size = await other.evaluate(async (bytes) => {
      const video = document.createElement('video');
      video.muted = true;
      video.src = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type: 'video/webm' }));
      await new Promise((resolve, reject) => {
        video.addEventListener('ended', resolve);
        video.addEventListener('error', () => reject(new Error(video.error?.message)));
        void video.play();
      });
      return { width: video.videoWidth, height: video.videoHeight, frames: video.getVideoPlaybackQuality().totalVideoFrames };
    }, [...clip]);
    await other.close();
    const box = (await page.locator('main canvas').boundingBox())!;
    expect(Math.abs(size.width - box.width)).toBeLessThanOrEqual(2);
    expect(Math.abs(size.height - box.height)).toBeLessThanOrEqual(2);
    expect(size.frames).toBeGreaterThanOrEqual(3); // of 7, some of which a busy machine does not show
    await viewer.shows(4); // where it was before
  });
});

describe('a run as glTF', () => {
  let gltf: GLTF;
  beforeAll(async () => {
    const file = join(workspace.folder, 'shared.glb');
    execFileSync(program, ['export', run, '--to', 'glb', '-o', file], { stdio: ['ignore', 'inherit', 'ignore'] });
    const bytes = readFileSync(file);
    gltf = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer, '');
  });

  /** Returns the position of a vertex of a mesh as its morph targets place it. */
  function placeOf(mesh: THREE.Mesh, vertex: number): THREE.Vector3 {
    return mesh.getVertexPosition(vertex, new THREE.Vector3());
  }

  it('has the bodies, and a target for each frame of those that move', () => {
    const sheet = gltf.scene.getObjectByName('sheet') as THREE.Mesh;
    const ball = gltf.scene.getObjectByName('ball') as THREE.Mesh;
    expect(sheet.geometry.getAttribute('position').count).toBe(196);
    expect(sheet.geometry.getIndex()!.count).toBe(3 * 2 * 13 * 13);
    expect(sheet.morphTargetInfluences).toHaveLength(6);
    expect(ball.morphTargetInfluences).toBeUndefined();
  });

  it('plays the frames', () => {
    const sheet = gltf.scene.getObjectByName('sheet') as THREE.Mesh;
    const mixer = new THREE.AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]!).setLoop(THREE.LoopOnce, 1).play();
    const cache = readFileSync(join(run, 'sheet.pc2'));
    for (const frame of [0, 1, 3, 5]) {
      mixer.setTime(frame / 40);
      for (const vertex of [0, 97, 195]) {
        const place = placeOf(sheet, vertex).toArray();
        for (const axis of [0, 1, 2])
          expect(place[axis]).toBeCloseTo(cache.readFloatLE(32 + 12 * (196 * frame + vertex) + 4 * axis), 5);
      }
    }
    mixer.setTime(2.5 / 40); // half-way between two frames
    const height = (frame: number): number => cache.readFloatLE(32 + 12 * (196 * frame) + 4);
    expect(placeOf(sheet, 0).y).toBeCloseTo(0.5 * (height(2) + height(3)), 5);
  });
});
