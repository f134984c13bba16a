// Figures of docs/viewer.md: `npm run bench` in the build folder of the page, with the paths that CTest passes as well.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Viewer } from '../browser/harness';

const folder = mkdtempSync(join(tmpdir(), 'muslin-bench-'));
/** Small, since a processor draws it here; what is measured does not depend on it. */
const view = { width: 480, height: 240 };
/** Milliseconds between two jumps: the page reads the collisions of a frame after 150. */
const rest = 300;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Writes a run of a sheet of 2 n² triangles. The program makes its start; of the other frames two equal it, and the rest are
 * holes in the file, which are read as zeros.
 */
function writeRun(name: string, n: number, frames: number): string {
  const run = join(folder, name);
  const scene = join(folder, 'sheet.json');
  const bodies = [{ name: 'sheet', obstacle: { grid: { vertices: [n + 1, n + 1], size: [1, 1] } } }];
  writeFileSync(scene, JSON.stringify({ version: 1, time: { frames: 1 }, bodies }));
  execFileSync(process.env['MUSLIN_PROGRAM']!, ['run', scene, '-o', run, '--quiet'], { stdio: 'inherit' });
  const frameBytes = 12 * (n + 1) ** 2;
  const file = join(run, 'sheet.pc2');
  const start = readFileSync(file).subarray(32, 32 + frameBytes);
  const cache = openSync(file, 'r+');
  ftruncateSync(cache, 32 + frameBytes);
  ftruncateSync(cache, 32 + frameBytes * frames);
  for (const frame of [Math.floor((frames - 1) / 2), frames - 1]) writeSync(cache, start, 0, frameBytes, 32 + frameBytes * frame);
  writeSync(cache, new Uint8Array(new Uint32Array([frames]).buffer), 0, 4, 28);
  closeSync(cache);
  const record = JSON.parse(readFileSync(join(run, 'run.json'), 'utf8')) as Record<string, unknown>;
  const frame_hashes = Array.from({ length: frames }, (_, i) => i.toString(16).padStart(16, '0'));
  writeFileSync(join(run, 'run.json'), JSON.stringify({ ...record, frames: frames - 1, frames_done: frames - 1, frame_hashes }));
  return run;
}

/**
 * Goes to a frame and returns how long its positions and normals took to be ready for the graphics [ms]. The page watches
 * itself meanwhile: questions from outside would take its time. Afterwards, what a jump leaves to be done is given time, above
 * all the drawing, which takes both processors where there is no graphics card.
 */
async function jump(viewer: Viewer, frame: number): Promise<number> {
  const { page } = viewer;
  const time = await page.evaluate((wanted) => new Promise<number>((resolve) => {
    const canvas = document.querySelector<HTMLElement>('main canvas')!;
    const observer = new MutationObserver(() => {
      if (canvas.dataset['frame'] !== String(wanted)) return;
      observer.disconnect();
      resolve(Number(canvas.dataset['milliseconds']));
    });
    observer.observe(canvas, { attributes: true, attributeFilter: ['data-frame'] });
    const slider = document.querySelector<HTMLInputElement>('input[aria-label="Frame"]')!;
    slider.value = String(wanted);
    slider.dispatchEvent(new Event('input'));
  }), frame);
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
  await page.waitForTimeout(rest);
  return time;
}

/** Returns how long requests take whose answers are a few bytes, since they lack the token: no reading can be faster [ms]. */
async function emptyAnswers({ page }: Viewer, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; ++i) {
    await page.waitForTimeout(rest);
    times.push(await page.evaluate(async () => {
      const begin = performance.now();
      await (await fetch(`${location.origin}/runs`, { cache: 'no-store' })).arrayBuffer();
      return performance.now() - begin;
    }));
  }
  return times;
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
  const viewer = await Viewer.open([writeRun('small.run', 100, frames)], view);
  await viewer.shows(0);
  const cold: number[] = [];
  const warm: number[] = [];
  // Chunks of the cache hold eight frames: each of these is the first of a chunk that was not read yet but for the next one.
  for (let frame = 20; frame < frames - 30; frame += 16) {
    cold.push(await jump(viewer, frame + 4));
    warm.push(await jump(viewer, frame + 5));
  }
  console.log(`20,000 triangles, ${cold.length} frames; fetched and decoded: ${summary(cold)}; in memory: ${summary(warm)}`);
  console.log(`an answer of a few bytes: ${summary(await emptyAnswers(viewer, cold.length))}`);
  await viewer.close();
});

it('1,000 frames of 100,000 triangles', async () => {
  const viewer = await Viewer.open([writeRun('large.run', 224, 1000)], view);
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
    version: 1, time: { frames: 40, frame_rate: 24 },
    bodies: [
      { name: 'sheet', cloth: { grid: { vertices: [61, 61], size: [1, 1] } }, fabric: 'cotton', place: { translate: [0, 0.4, 0] } },
      { name: 'ball', obstacle: { sphere: { radius: 0.3, subdivisions: 4 } } },
    ],
  }));
  const run = join(folder, 'followed.run');
  execFileSync(process.env['MUSLIN_PROGRAM']!, ['run', scene, '-o', run, '--quiet', '--frames', '1-2'], { stdio: 'inherit' });
  const viewer = await Viewer.open([run], view);
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
  const state = viewer.page.locator('.panel .state').first();
  await expect.poll(() => state.textContent(), { timeout: 60_000 }).toContain('in progress');
  await viewer.page.locator('main canvas').press('j'); // follow it
  await ended;
  clearInterval(timer);
  await expect.poll(() => state.textContent(), { timeout: 60_000 }).toContain('complete');
  await viewer.shows(40);
  const cost = cpuOf(viewer.serverProcess!) - served;
  console.log(`7,200 triangles and a ball, 39 frames followed: simulation ${simulated.toFixed(2)} CPU-s, server ${cost.toFixed(2)} CPU-s, ${((100 * cost) / simulated).toFixed(2)} %`);
  expect(cost / simulated).toBeLessThan(0.02);
  await viewer.close();
});
