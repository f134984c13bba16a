import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Viewer, Workspace } from './harness';

const workspace = new Workspace();
/** Drawing takes most of the time of these tests. */
const small = { width: 900, height: 420 };
/** A sheet on a ball, with a rigid patch, clusters and stored contacts. */
let run: string;
/** Two plates that squeeze a sheet and must lag. */
let pinched: string;

const plate = (name: string, side: number): unknown => ({
  name,
  obstacle: { box: { size: [0.2, 0.02, 0.2] } },
  place: { translate: [0, -0.016 * side, 0] },
  motion: { keyframes: [{ time: 0 }, { time: 0.1, translate: [0, 0.012 * side, 0] }, { time: 0.2 }] },
});
const pinch = {
  version: 1,
  time: { frames: 5, frame_rate: 50, step: '10 ms' },
  collision: { pinch: 'yield', response: 'gauss_seidel' },
  output: { contacts: true },
  bodies: [
    { name: 'sheet', cloth: { grid: [7, 7], size: [0.3, 0.3] }, thickness: '1 mm' },
    plate('below', 1),
    plate('above', -1),
  ],
};

/** Two sheets that collide where neither response nor shorter steps may help: the last rung stops their vertices. */
const stopping = {
  version: 1,
  time: { frames: 4, frame_rate: 40, step: 0.005 },
  forces: { gravity: 0 },
  collision: {
    response: 'rigid_zones', rigid_zones: { passes: 0, impulse_passes: 0 }, max_halvings: 0, repulsion: { sweeps: 0, implicit_stiffness: 0 },
  },
  output: { contacts: true },
  bodies: [
    { name: 'lower', cloth: { grid: { vertices: [7, 7], size: [0.4, 0.4] } } },
    { name: 'upper', cloth: { grid: { vertices: [5, 5], size: [0.3, 0.3] } }, place: { translate: [0, 0.05, 0] }, velocity: [0, -2, 0] },
  ],
};

beforeAll(() => {
  run = workspace.simulate(
    'contacts.run', 'output.contacts=true', 'collision.response=collision_clusters', 'collision.repulsion.rate=0',
    'bodies.sheet.patches={"squares": [[0, 0, 3]]}',
  );
  pinched = workspace.simulateScene('pinched.run', pinch);
});
afterAll(() => workspace.remove());

interface Step {
  frame: number;
  collision: { groups?: { zones?: number[][]; clusters?: number[][] } };
}

interface StoppedStep {
  frame: number;
  collision: { stopped_vertices: number };
}

/** Returns the zones and clusters of a frame, read by other means than those of the page. */
function groupsOf(frame: number): { zones: number; clusters: number } {
  const steps = readFileSync(join(run, 'stats.ndjson'), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as Step);
  const groups = steps.filter((step) => step.frame === frame && step.collision.groups !== undefined).at(-1)?.collision.groups;
  return { zones: groups?.zones?.length ?? 0, clusters: groups?.clusters?.length ?? 0 };
}

/** Returns the number of contacts of a frame, which its index names, from the file itself. */
function contactsOf(index: number): number {
  const bytes = readFileSync(join(run, 'contacts.bin'));
  const begin = Number(index === 0 ? bytes.readBigInt64LE(24) : bytes.readBigInt64LE(40 + 8 * (index - 1)));
  const [low, high] = [bytes[begin]!, bytes[begin + 1]!];
  return low < 128 ? low : low - 128 + 128 * high; // seven bits in each byte; there are fewer than 2¹⁴
}

/** Waits until the collisions of the frame on the screen are there. */
async function collided(viewer: Viewer, index: number): Promise<void> {
  await viewer.shows(index);
  await viewer.page.waitForFunction((wanted) => document.querySelector<HTMLElement>('main canvas')!.dataset['collisions'] === wanted, String(index));
}

describe('overlays of a run that stores its contacts', () => {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await Viewer.open([run], small);
    await viewer.shows(0);
    await viewer.page.locator('main canvas').focus();
    await viewer.page.keyboard.press('End');
    await collided(viewer, 14);
  });
  afterAll(async () => {
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });

  it('each change the picture and leave no trace', async () => {
    const { page } = viewer;
    const plain = await viewer.picture();
    const seen = [plain];
    for (const key of ['k', 'z', 'x', 'p', 'h']) {
      await page.keyboard.press(key);
      await collided(viewer, 14);
      seen.push(await viewer.picture());
      await page.keyboard.press(key);
      expect(await viewer.picture(), key).toBe(plain);
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('say how many things there are, and what their signs mean', async () => {
    const { page } = viewer;
    const row = (label: string): Promise<string | null> => page.locator('.check', { hasText: label }).locator('.note').textContent();
    expect(contactsOf(14)).toBeGreaterThan(0);
    expect(await row('Contacts')).toBe(String(contactsOf(14)));
    const groups = groupsOf(15);
    expect(groups.zones).toBeGreaterThan(0);
    expect(groups.clusters).toBeGreaterThan(0);
    expect(await row('Impact zones')).toBe(String(groups.zones));
    expect(await row('Clusters')).toBe(String(groups.clusters));
    expect(await row('Rigid patches')).toBe('1');
    const key = page.locator('.signs', { hasText: 'would have collided' });
    expect(await key.isVisible()).toBe(false);
    await page.getByLabel(/^Contacts/).check();
    expect(await key.isVisible()).toBe(true);
    await page.getByLabel(/^Contacts/).uncheck();
  });

  it('name the contacts of a vertex', async () => {
    const { page } = viewer;
    await page.locator('main canvas').focus();
    await page.keyboard.press('4');
    await viewer.picture();
    const box = (await page.locator('main canvas').boundingBox())!;
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
    const facts = page.locator('.panel', { hasText: 'Selection' }).locator('dl');
    await expect.poll(() => facts.textContent()).toMatch(/contacts[1-9].*ball: .*gap 0?\.?\d/);
  });
});

describe('overlays of a pinch', () => {
  it('show where obstacles should be, and the frames below the response', async () => {
    const viewer = await Viewer.open([pinched], small);
    const { page } = viewer;
    await viewer.shows(0);
    await page.locator('main canvas').focus();
    await page.keyboard.press('End');
    await collided(viewer, 5);
    const plain = await viewer.picture();
    await page.keyboard.press('y');
    expect(await viewer.picture()).not.toBe(plain);
    await page.keyboard.press('y');
    expect(await viewer.picture()).toBe(plain);
    expect(await page.locator('.bars span').count()).toBe(0);
    await page.getByRole('button', { name: 'Show the plots' }).click();
    await page.locator('main canvas').focus();
    const plot = (): Promise<Buffer> => page.locator('.uplot canvas').first().screenshot();
    const unmarked = await plot();
    await page.keyboard.press('r');
    expect((await plot()).equals(unmarked)).toBe(false);
    await expect.poll(() => page.locator('.bars span').count()).toBeGreaterThan(0);
    expect(await page.locator('.bars span').first().getAttribute('title')).toContain('yields');
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });
});

describe('overlays of vertices that were stopped', () => {
  it('mark them in the frame in which it happened', async () => {
    const stopped = workspace.simulateScene('stopped.run', stopping);
    const steps = readFileSync(join(stopped, 'stats.ndjson'), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as StoppedStep);
    const step = steps.find(({ collision }) => collision.stopped_vertices > 0)!;
    expect(steps.filter(({ collision }) => collision.stopped_vertices > 0)).toEqual([step]);
    const viewer = await Viewer.open([stopped], small);
    const { page } = viewer;
    await viewer.shows(0);
    const note = page.locator('.check', { hasText: 'Below the response' }).locator('.note');
    const slider = page.locator('input[aria-label="Frame"]');
    for (const [index, count] of [[step.frame - 1, step.collision.stopped_vertices], [step.frame, 0]] as const) {
      await slider.fill(String(index));
      await collided(viewer, index);
      await expect.poll(() => note.textContent()).toBe(String(count));
      const plain = await viewer.picture();
      await page.getByLabel(/^Below the response/).check();
      expect((await viewer.picture()) === plain).toBe(count === 0);
      await page.getByLabel(/^Below the response/).uncheck();
    }
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });
});

describe('overlays in a page of one file', () => {
  it('are the same', async () => {
    const viewer = await Viewer.openFile(workspace.exportPage(run));
    const { page } = viewer;
    await viewer.shows(0);
    await page.locator('main canvas').focus();
    await page.keyboard.press('End');
    await collided(viewer, 14);
    const seen = [await viewer.picture()];
    for (const key of ['k', 'z', 'p']) {
      await page.keyboard.press(key);
      seen.push(await viewer.picture());
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(await page.locator('.check', { hasText: 'Contacts' }).locator('.note').textContent()).toBe(String(contactsOf(14)));
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });
});

describe('a run without contacts', () => {
  it('says how to store them, and shows zones all the same', async () => {
    const plain = workspace.simulate('plain.run', 'time.frames=2');
    const viewer = await Viewer.open([plain], small);
    const { page } = viewer;
    await collided(viewer, 0);
    expect(await page.getByLabel(/^Contacts/).isDisabled()).toBe(true);
    expect(await page.getByLabel(/^Impact zones/).isDisabled()).toBe(false);
    expect(await page.locator('.panel', { hasText: 'Overlays' }).textContent()).toContain('does not store its contacts');
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });
});
