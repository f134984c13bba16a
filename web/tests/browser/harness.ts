import { createHash } from 'node:crypto';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { visibleControls } from './accessibility';
import { chromium, type Browser, type Page } from 'playwright-core';

export const program = process.env['MUSLIN_PROGRAM'] ?? '';
const chromiumPath = process.env['MUSLIN_CHROMIUM'] ?? '';

/** A sheet that falls on a ball, with contacts after some frames. */
export const scene = {
  version: 1,
  time: { frames: 14, frame_rate: 40, step: 0.005 },
  bodies: [
    {
      name: 'sheet',
      cloth: { grid: { vertices: [14, 14], size: [1, 1] } },
      fabric: 'cotton',
      place: { translate: [0, 0.32, 0] },
    },
    { name: 'ball', obstacle: { sphere: { radius: 0.3, subdivisions: 3 } } },
  ],
};

/** A folder for the runs of the tests. */
export class Workspace {
  readonly folder = mkdtempSync(join(tmpdir(), 'muslin-page-'));

  /** Simulates the sheet and the ball with some changes of the scene, and returns the folder of the run. */
  simulate(name: string, ...changes: readonly string[]): string {
    return this.simulateScene(name, scene, ...changes);
  }

  simulateScene(name: string, scene: unknown, ...changes: readonly string[]): string {
    const file = join(this.folder, 'scene.json');
    const run = join(this.folder, name);
    writeFileSync(file, JSON.stringify(scene));
    const set = changes.flatMap((change) => ['--set', change]);
    execFileSync(program, ['run', file, '-o', run, '--quiet', '--threads', '1', ...set], { stdio: ['ignore', 'inherit', 'inherit'] });
    return run;
  }

  /** Copies a run, as it was when it had some frames after its start. */
  copyUpTo(run: string, name: string, frames: number): string {
    const copy = join(this.folder, name);
    cpSync(run, copy, { recursive: true });
    grow(run, copy, frames);
    return copy;
  }

  /** Writes a page that plays a run, and returns its path. */
  exportPage(run: string, ...options: readonly string[]): string {
    const page = join(this.folder, 'page.html');
    execFileSync(program, ['export', run, '--to', 'html', '-o', page, '--force', ...options], { stdio: ['ignore', 'inherit', 'ignore'] });
    return page;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Gives a copy of a run the frames that the run had at some time, in the order in which the program writes files. */
export function grow(run: string, copy: string, frames: number): void {
  const record = JSON.parse(readFileSync(join(run, 'run.json'), 'utf8')) as Record<string, unknown>;
  for (const { name, vertices } of record['bodies'] as { name: string; vertices: number }[])
    writeFileSync(join(copy, `${name}.pc2`), readFileSync(join(run, `${name}.pc2`)).subarray(0, 32 + 12 * vertices * (frames + 1)));
  const lines = readFileSync(join(run, 'stats.ndjson'), 'utf8').split('\n').filter((line) => line !== '');
  const startFrame = record['start_frame'] as number;
  const early = lines.filter((line) => (JSON.parse(line) as { frame: number }).frame <= startFrame + frames);
  writeFileSync(join(copy, 'stats.ndjson'), early.map((line) => `${line}\n`).join(''));
  const hashes = (record['frame_hashes'] as string[]).slice(0, frames + 1);
  const isWhole = frames === record['frames'];
  const changed = { ...record, state: isWhole ? 'complete' : 'partial', frames_done: frames, frame_hashes: hashes };
  writeFileSync(join(copy, 'run.json.new'), JSON.stringify(changed));
  renameSync(join(copy, 'run.json.new'), join(copy, 'run.json'));
}

/** The program, serving some runs, and a page that shows them. */
export class Viewer {
  private constructor(
    private readonly server: ChildProcess | undefined,
    private readonly browser: Browser,
    readonly address: string,
    readonly page: Page,
    /** What the page has complained of. */
    readonly complaints: string[],
  ) {}

  static async open(runs: readonly string[], size = { width: 1200, height: 640 }): Promise<Viewer> {
    return Viewer.openProgram(runs, size, undefined);
  }

  /** Opens the front page of a folder. */
  static async openFront(folder: string, size = { width: 1200, height: 640 }): Promise<Viewer> {
    return Viewer.openProgram([], size, folder);
  }

  private static async openProgram(runs: readonly string[], size: { width: number; height: number }, folder: string | undefined): Promise<Viewer> {
    // The system ends it with this process, even if that is killed.
    const words = ['--pdeathsig', 'INT', program, 'view', ...runs, '--no-browser', '--port', '0'];
    const server = spawn('setpriv', words, { stdio: ['ignore', 'pipe', 'ignore'], cwd: folder });
    const address = await new Promise<string>((resolve, reject) => {
      server.stdout!.once('data', (text) => resolve(String(text).trim()));
      server.once('exit', (code) => reject(new Error(`muslin view has ended with ${code}`)));
    });
    return Viewer.openAddress(address, size, server);
  }

  /** Opens a page that `muslin export` has written. */
  static async openFile(file: string): Promise<Viewer> {
    return Viewer.openAddress(`file://${file}`, { width: 1200, height: 640 }, undefined);
  }

  private static async openAddress(address: string, size: { width: number; height: number }, server: ChildProcess | undefined): Promise<Viewer> {
    const browser = await chromium.launch({
      executablePath: chromiumPath,
      args: [
        '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      ],
    });
    const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce', colorScheme: 'light' });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(address);
    return new Viewer(server, browser, address, page, complaints);
  }

  /** Waits until the picture shows a frame, counted from the start. */
  async shows(index: number): Promise<void> {
    await this.showAll([index]);
  }

  /** Waits until the pictures, side by side, show these frames. */
  async showAll(indices: readonly number[]): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => [...document.querySelectorAll('main canvas')].map((canvas) => (canvas as HTMLElement).dataset['frame']).join() === wanted,
      indices.join(),
      { timeout: 60_000 },
    );
  }

  /** Returns a hash of a picture, once everything is drawn. */
  async picture(place = 0): Promise<string> {
    await this.page.evaluate(
      () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    );
    const image = await this.page.locator('main canvas').nth(place).screenshot();
    return createHash('sha256').update(image).digest('hex');
  }

  /** Returns what Tab reaches, as visibleControls() numbers it, sorted. */
  async reachedByTab(): Promise<string[]> {
    const { page } = this;
    const count = (await page.evaluate(visibleControls)).length;
    const reached = new Set<string>();
    for (let i = 0; i < 2 * count + 4; ++i) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => document.activeElement?.getAttribute('data-place') ?? '');
      if (place !== '') reached.add(place);
    }
    return [...reached].sort((a, b) => Number(a) - Number(b));
  }

  /** The process of the program. */
  get serverProcess(): number | undefined {
    return this.server?.pid;
  }

  /** Returns the process that runs the page. */
  async renderer(): Promise<number> {
    const session = await this.browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    // The busiest: the browser keeps a spare one.
    return processInfo.filter(({ type }) => type === 'renderer').sort((a, b) => b.cpuTime - a.cpuTime)[0]!.id;
  }

  /** Ends program and browser; returns the exit code of the program. */
  async close(): Promise<number | null> {
    await this.browser.close();
    const { server } = this;
    if (server === undefined) return null;
    return new Promise((resolve) => {
      server.once('exit', (code) => resolve(code));
      server.kill('SIGINT');
    });
  }
}
