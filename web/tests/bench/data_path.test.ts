// Figures of docs/viewer.md: `npm run bench` in the build folder of the page, with the paths that CTest passes as well.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Viewer } from '../browser/harness';
import { makeCache, makeRecord } from '../data/sample_run';

const folder = mkdtempSync(join(tmpdir(), 'muslin-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a run of a sheet of 2 n² triangles. Frames other than three are holes in the file, which are read as zeros. */
function writeRun(name: string, n: number, frames: number): string {
  const run = join(folder, name);
  mkdirSync(run);
  const vertices = (n + 1) ** 2;
  const positions = new Float32Array(3 * vertices);
  let obj = '';
  for (let i = 0; i < vertices; ++i) {
    positions.set([(i % (n + 1)) / n, 0.1 * Math.sin(i / 50), Math.floor(i / (n + 1)) / n], 3 * i);
    obj += `v ${positions[3 * i]} ${positions[3 * i + 1]} ${positions[3 * i + 2]}\n`;
  }
  for (let row = 0; row < n; ++row)
    for (let column = 0; column < n; ++column) {
      const a = row * (n + 1) + column + 1;
      obj += `f ${a} ${a + n + 1} ${a + 1}\nf ${a + 1} ${a + n + 1} ${a + n + 2}\n`;
    }
  writeFileSync(join(run, 'sheet.obj'), obj);
  const cache = openSync(join(run, 'sheet.pc2'), 'w');
  const header = makeCache(vertices, 0);
  new DataView(header.buffer).setInt32(28, frames, true);
  writeSync(cache, header);
  ftruncateSync(cache, 32 + 12 * vertices * frames);
  for (const frame of [0, Math.floor((frames - 1) / 2), frames - 1])
    writeSync(cache, new Uint8Array(positions.buffer), 0, 12 * vertices, 32 + 12 * vertices * frame);
  closeSync(cache);
  writeFileSync(join(run, 'stats.ndjson'), '');
  const bodies = [{ name: 'sheet', kind: 'cloth', vertices, triangles: 2 * n * n, segments: 0 }];
  writeFileSync(join(run, 'run.json'), makeRecord(frames - 1, { bodies, frames: frames - 1, audit: { frames: 0 } }));
  return run;
}

/** Goes to a frame and returns how long its positions and normals took to be ready for the graphics [ms]. */
async function jump(viewer: Viewer, frame: number): Promise<number> {
  const { page } = viewer;
  await page.locator('input[aria-label="Frame"]').evaluate((slider: HTMLInputElement, value) => {
    slider.value = String(value);
    slider.dispatchEvent(new Event('input'));
  }, frame);
  await viewer.shows(frame);
  return Number(await page.locator('main canvas').getAttribute('data-milliseconds'));
}

function summary(times: number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  return `least ${sorted[0]!.toFixed(1)} ms, median ${sorted[Math.floor(sorted.length / 2)]!.toFixed(1)} ms, largest ${sorted.at(-1)!.toFixed(1)} ms`;
}

/** Returns the CPU time that a process has taken [s], and the memory that it alone has in use [MB]. */
function cpuOf(process: number): number {
  const fields = readFileSync(`/proc/${process}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
function memoryOf(process: number): number {
  return Number(/RssAnon:\s*(\d+)/.exec(readFileSync(`/proc/${process}/status`, 'utf8'))![1]) / 1024;
}

it('a frame of 20,000 triangles', async () => {
  const frames = 400;
  const viewer = await Viewer.open([writeRun('small.run', 100, frames)]);
  await viewer.shows(0);
  const cold: number[] = [];
  const warm: number[] = [];
  // Chunks of the cache hold eight frames: each of these is the first of a chunk that was not read yet but for the next one.
  for (let frame = 20; frame < frames - 30; frame += 16) {
    cold.push(await jump(viewer, frame + 4));
    warm.push(await jump(viewer, frame + 5));
  }
  console.log(`20,000 triangles, ${cold.length} frames; fetched and decoded: ${summary(cold)}; in memory: ${summary(warm)}`);
  await viewer.close();
});

it('1,000 frames of 100,000 triangles', async () => {
  const viewer = await Viewer.open([writeRun('large.run', 224, 1000)]);
  await viewer.shows(0);
  const renderer = await viewer.renderer();
  const before = memoryOf(renderer);
  const times: number[] = [];
  let most = before;
  for (let i = 0; i < 250; ++i) {
    times.push(await jump(viewer, (37 * i + 11) % 1000));
    most = Math.max(most, memoryOf(renderer));
  }
  console.log(`100,352 triangles, 250 of 1,000 frames (607 MB): ${summary(times)}; memory of the page ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`);
  expect(most - before).toBeLessThan(600); // the store keeps 256 MB; the rest is what the browser has not collected yet
  await viewer.close();
});

it('a run that is followed', async () => {
  const scene = join(folder, 'scene.json');
  writeFileSync(scene, JSON.stringify({
    version: 1, time: { frames: 120, frame_rate: 24 },
    bodies: [
      { name: 'sheet', cloth: { grid: { vertices: [71, 71], size: [1, 1] } }, fabric: 'cotton', place: { translate: [0, 0.4, 0] } },
      { name: 'ball', obstacle: { sphere: { radius: 0.3, subdivisions: 4 } } },
    ],
  }));
  const run = join(folder, 'followed.run');
  execFileSync(process.env['MUSLIN_PROGRAM']!, ['run', scene, '-o', run, '--quiet', '--frames', '1-2'], { stdio: 'inherit' });
  const viewer = await Viewer.open([run]);
  const served = cpuOf(viewer.serverProcess!);
  const simulation = spawn(process.env['MUSLIN_PROGRAM']!, ['run', scene, '-o', run, '--quiet', '--resume', '--threads', '1'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => simulation.once('exit', resolve));
  let simulated = 0;
  const timer = setInterval(() => {
    try {
      simulated = cpuOf(simulation.pid!);
    } catch {
      // It has ended; the last value stays.
    }
  }, 50);
  await ended;
  clearInterval(timer);
  await viewer.shows(120);
  const cost = cpuOf(viewer.serverProcess!) - served;
  console.log(`9,800 triangles, 119 frames followed: simulation ${simulated.toFixed(2)} CPU-s, server ${cost.toFixed(2)} CPU-s, ${((100 * cost) / simulated).toFixed(2)} %`);
  expect(cost / simulated).toBeLessThan(0.02);
  await viewer.close();
});
