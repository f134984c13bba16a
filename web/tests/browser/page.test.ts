import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowContrasts, movingParts, namelessControls, visibleControls } from './accessibility';
import { grow, Viewer, Workspace } from './harness';

interface Step {
  frame: number;
  collision: { contacts: number };
  max_strain: number;
}

const workspace = new Workspace();
let run: string;

beforeAll(() => {
  run = workspace.simulate('whole.run');
});
afterAll(() => workspace.remove());

/** Returns the sum of the contacts of the steps of a frame, read by other means than those of the page. */
function contactsOf(frame: number): number {
  const steps = readFileSync(join(run, 'stats.ndjson'), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line) as Step);
  return steps.filter((step) => step.frame === frame).reduce((sum, step) => sum + step.collision.contacts, 0);
}

/** Returns the coordinates of all vertices in a frame, read from their cache. */
function coordinatesOf(folder: string, body: string, vertices: number, frame: number): number[] {
  const cache = readFileSync(join(folder, `${body}.pc2`));
  return Array.from({ length: 3 * vertices }, (_, i) => cache.readFloatLE(32 + 12 * frame * vertices + 4 * i));
}

/** Returns the position of a vertex, as the page writes it. */
function positionOf(body: string, vertices: number, frame: number, vertex: number): string {
  const coordinates = coordinatesOf(run, body, vertices, frame).slice(3 * vertex, 3 * vertex + 3);
  return coordinates.map((value) => value.toFixed(4)).join(', ');
}

describe('a finished run', () => {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await Viewer.open([run]);
    await viewer.shows(0);
  });
  afterAll(async () => {
    expect(await viewer.close()).toBe(0);
  });

  it('is played by the slider and by keys', async () => {
    const { page } = viewer;
    await page.locator('main canvas').focus();
    const start = await viewer.picture();
    expect(await viewer.picture()).toBe(start); // a page at rest does not change
    await page.locator('input[aria-label="Frame"]').fill('12');
    await viewer.shows(12);
    expect(await page.locator('.frame-label').textContent()).toBe('frame 13 of 15, 0.30 s');
    expect(await viewer.picture()).not.toBe(start);
    await page.locator('main canvas').focus();
    await page.keyboard.press('ArrowLeft');
    await viewer.shows(11);
    await page.keyboard.press('End');
    await viewer.shows(14);
    await page.keyboard.press('Home');
    await viewer.shows(0);
    expect(await viewer.picture()).toBe(start);
    await page.keyboard.press('Space');
    // Which frames it shows depends on the machine; that they change does not.
    await page.waitForFunction(() => Number(document.querySelector('canvas')!.dataset['frame']) > 0);
    await page.keyboard.press('Space');
    expect(await page.getByRole('button', { name: 'Play', exact: true }).isVisible()).toBe(true);
  });

  it('plots what stats.ndjson says, and a click on a plot goes to its frame', async () => {
    const { page } = viewer;
    const chart = page.locator('.uplot', { hasText: 'Collisions' });
    await chart.scrollIntoViewIfNeeded();
    const box = (await chart.locator('.u-over').boundingBox())!;
    const value = (label: string): Promise<string | null> =>
      chart.locator('.u-series', { hasText: label }).locator('.u-value').textContent();
    const frame = 14; // of the frames 2 to 15, which lie evenly over the width of the plot
    await page.mouse.move(box.x + (box.width * (frame - 2)) / 13, box.y + box.height / 2);
    await expect.poll(() => value('frame')).toBe(String(frame));
    expect(contactsOf(frame)).toBeGreaterThan(0);
    expect(Number(await value('contacts'))).toBe(contactsOf(frame));
    expect(contactsOf(frame)).toBeLessThan(10_000); // which the plot writes with all digits
    await page.mouse.down();
    await page.mouse.up();
    await viewer.shows(frame - 1);
    expect(await chart.getAttribute('aria-label')).toContain(`contacts ${contactsOf(frame)}`);
    expect(await page.locator('.uplot', { hasText: 'Memory' }).getAttribute('aria-label')).toMatch(/memory [1-9]\d*(\.\d+)?$/); // MB
    const line = (await chart.locator('.frame-line').boundingBox())!; // at the frame of the picture
    expect(Math.abs(line.x - box.x - (box.width * (frame - 2)) / 13)).toBeLessThan(2);
    await page.getByLabel('Logarithmic').check();
    await expect.poll(() => page.locator('.uplot').count()).toBe(7);
    await page.getByLabel('Logarithmic').uncheck();
  });

  it('shows each overlay, and hides it again', async () => {
    const { page } = viewer;
    await page.locator('main canvas').focus();
    await page.mouse.move(0, 0);
    const plain = await viewer.picture();
    const seen = [plain];
    for (const colours of ['strain', 'speed']) {
      await page.getByLabel('Colours', { exact: true }).selectOption(colours);
      await expect.poll(() => page.locator('.legend figcaption').textContent()).toMatch(colours === 'strain' ? / %$/ : / m\/s$/);
      seen.push(await viewer.picture());
    }
    await page.getByLabel('Colours', { exact: true }).selectOption('body');
    expect(await page.locator('.legend').isVisible()).toBe(false);
    for (const name of [/^Wireframe/, /^Ground/, /^sheet$/, /^ball$/]) {
      await page.getByRole('checkbox', { name }).click();
      seen.push(await viewer.picture());
      await page.getByRole('checkbox', { name }).click();
    }
    await page.locator('main canvas').focus();
    expect(await viewer.picture()).toBe(plain);
    await page.getByLabel('Colour of sheet').fill('#00ff00');
    seen.push(await viewer.picture());
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('says what a click has hit', async () => {
    const { page } = viewer;
    await page.keyboard.press('End');
    await viewer.shows(14);
    await page.keyboard.press('4'); // from above, where the sheet lies on the ball
    await viewer.picture();
    const box = (await page.locator('main canvas').boundingBox())!;
    await page.mouse.click(box.x + 0.52 * box.width, box.y + 0.47 * box.height);
    const facts = page.locator('.panel', { hasText: 'Selection' }).locator('dl');
    await expect.poll(() => facts.textContent()).toContain('sheet (cloth)');
    const fact = async (name: string): Promise<string> =>
      (await facts.locator(`dt:text-is("${name}") + dd`).textContent()) ?? '';
    const vertex = Number(await fact('vertex'));
    expect(await fact('position')).toBe(`${positionOf('sheet', 196, 14, vertex)} m`);
    expect(Number(await fact('triangle'))).toBeGreaterThanOrEqual(0);
    await page.mouse.click(box.x + 5, box.y + box.height - 5);
    await expect.poll(() => facts.textContent()).toContain('Click on a body');
  });

  it('lists its keys', async () => {
    const { page } = viewer;
    await page.locator('main canvas').focus();
    await page.keyboard.press('?');
    await expect.poll(() => page.locator('dialog').isVisible()).toBe(true);
    expect(await page.locator('dialog').textContent()).toContain('Play or pause');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').isVisible()).toBe(false);
  });

  it('has readable text, light and dark', async () => {
    const { page } = viewer;
    for (const theme of ['light', 'dark']) {
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
      expect(await page.evaluate(lowContrasts), theme).toEqual([]);
      await page.getByRole('button', { name: 'Light or dark' }).click();
    }
  });

  it('has a name for everything that can be operated', async () => {
    expect(await viewer.page.evaluate(namelessControls)).toEqual([]);
  });

  it('is reached by keyboard, and does not move for those who do not want it', async () => {
    const { page } = viewer;
    expect(await page.evaluate(movingParts)).toEqual([]); // the browser asks for reduced motion
    expect(await viewer.reachedByTab()).toEqual(await page.evaluate(visibleControls));
  });

  it('gave no reason to complain', () => {
    expect(viewer.complaints).toEqual([]);
  });
});

describe('a run with intersections', () => {
  it('marks them, and a click goes there', async () => {
    const bad = workspace.copyUpTo(run, 'bad.run', 14);
    const pair = { a: { body: 'sheet', triangle: 100 }, b: { body: 'ball', triangle: 7 }, place: [0.1, 0.3, 0.1] };
    const audit = JSON.parse(readFileSync(join(bad, 'audit.json'), 'utf8')) as { frames: Record<string, unknown>[] };
    Object.assign(audit.frames[6]!, { intersections: 1, first: [pair] });
    writeFileSync(join(bad, 'audit.json'), JSON.stringify(audit));
    const viewer = await Viewer.open([run, bad]);
    const { page } = viewer;
    await viewer.showAll([0, 0]);
    expect(await page.locator('.good').textContent()).toContain('No intersections; all 15 frames');
    await page.getByLabel('Run', { exact: true }).selectOption({ label: 'bad.run' });
    await expect.poll(() => page.locator('.bad').first().textContent()).toContain('1 frame intersects');
    expect(await page.locator('.marks span').count()).toBe(1);
    await page.getByRole('button', { name: 'sheet triangle 100 and ball triangle 7' }).click();
    await viewer.shows(6);
    const marked = await viewer.picture();
    await page.getByLabel('Intersections').uncheck();
    expect(await viewer.picture()).not.toBe(marked);
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });
});

describe('two runs', () => {
  it('are shown side by side, at one time and from one place, and their difference is that of their files', async () => {
    // Twice the frames in the same time, and more friction.
    const other = workspace.simulate('rough.run', 'time.frame_rate=80', 'time.frames=28', 'bodies.ball.friction=1');
    const viewer = await Viewer.open([run, other]);
    const { page } = viewer;
    await viewer.showAll([0, 0]);
    await page.locator('input[aria-label="Frame"]').fill('12');
    await viewer.showAll([12, 24]);
    const before = [await viewer.picture(0), await viewer.picture(1)];
    await page.locator('main canvas').first().focus();
    await page.keyboard.press('4');
    expect(await viewer.picture(0)).not.toBe(before[0]);
    expect(await viewer.picture(1)).not.toBe(before[1]);

    await page.getByLabel('Colours', { exact: true }).selectOption('difference');
    const a = coordinatesOf(run, 'sheet', 196, 12);
    const b = coordinatesOf(other, 'sheet', 196, 24);
    const distances = Array.from({ length: 196 }, (_, v) =>
      Math.hypot(a[3 * v]! - b[3 * v]!, a[3 * v + 1]! - b[3 * v + 1]!, a[3 * v + 2]! - b[3 * v + 2]!));
    const text = (distance: number): string => `${Number((1000 * distance).toPrecision(3))} mm`;
    expect(Math.max(...distances)).toBeGreaterThan(1e-4);
    expect(await page.locator('.legend figcaption').textContent()).toBe(`largest in this frame: ${text(Math.max(...distances))}`);

    const box = (await page.locator('main canvas').nth(1).boundingBox())!;
    await page.mouse.click(box.x + 0.52 * box.width, box.y + 0.47 * box.height);
    const facts = page.locator('.panel', { hasText: 'Selection' }).locator('dl');
    await expect.poll(() => facts.textContent()).toContain('sheet (cloth)');
    const fact = async (name: string): Promise<string> => (await facts.locator(`dt:text-is("${name}") + dd`).textContent()) ?? '';
    expect(await fact('to whole.run')).toBe(text(distances[Number(await fact('vertex'))]!));
    // The panels follow the click, and its run has numbers of its own.
    expect(await page.locator('.run-name').textContent()).toBe('rough.run');
    expect(await page.locator('.frame-label').textContent()).toBe('frame 25 of 29, 0.30 s');
    await viewer.showAll([12, 24]);

    // Laid over each other: one picture, which the lines of the other run change.
    const solid = page.locator('.key li', { hasText: 'whole.run: whole' });
    expect(await solid.isVisible()).toBe(false);
    await page.locator('main canvas').first().press('o');
    await page.locator('main canvas').first().press('o'); // the first run is the active one now
    const side = await viewer.picture(0);
    await page.getByLabel('Overlaid').check();
    expect(await page.locator('main canvas:visible').count()).toBe(1);
    expect(await solid.isVisible()).toBe(true);
    expect(await page.locator('.run-name').textContent()).toBe('whole.run');
    const overlaid = await viewer.picture(0);
    await page.getByLabel('sheet', { exact: true }).uncheck();
    expect(await viewer.picture(0)).not.toBe(overlaid);
    await page.getByLabel('sheet', { exact: true }).check();
    await page.locator('input[aria-label="Frame"]').fill('5');
    await viewer.showAll([5, 10]);
    expect(await viewer.picture(0)).not.toBe(overlaid);
    await page.locator('input[aria-label="Frame"]').fill('12');
    await viewer.showAll([12, 24]);
    expect(await viewer.picture(0)).toBe(overlaid);
    await page.locator('main canvas').first().press('o');
    expect(await page.locator('main canvas:visible').count()).toBe(2);
    expect(await viewer.picture(0)).toBe(side);

    // One of them alone has nothing to differ from.
    await page.getByLabel('Run', { exact: true }).selectOption({ label: 'whole.run' });
    await viewer.showAll([0]);
    expect(await page.getByLabel('Colours', { exact: true }).inputValue()).toBe('body');
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });
});

describe('an exported page', () => {
  it('plays its run from the disk, alike but for the rounding of positions', async () => {
    const viewer = await Viewer.openFile(workspace.exportPage(run, '--precision', '0.1mm'));
    const { page } = viewer;
    await viewer.shows(0);
    expect(await page.locator('.state').textContent()).toBe('complete; 14 of 14 frames');
    expect(await page.locator('.good').textContent()).toContain('No intersections; all 15 frames');
    await page.locator('main canvas').focus();
    await page.keyboard.press('End');
    await viewer.shows(14);
    await page.keyboard.press('4');
    const plain = await viewer.picture();
    await page.getByLabel('Colours', { exact: true }).selectOption('strain');
    expect(await viewer.picture()).not.toBe(plain);
    const box = (await page.locator('main canvas').boundingBox())!;
    await page.mouse.click(box.x + 0.52 * box.width, box.y + 0.47 * box.height);
    const facts = page.locator('.panel', { hasText: 'Selection' }).locator('dl');
    await expect.poll(() => facts.textContent()).toContain('sheet (cloth)');
    const fact = async (name: string): Promise<string> => (await facts.locator(`dt:text-is("${name}") + dd`).textContent()) ?? '';
    const numbers = (text: string): number[] => text.replace(' m', '').split(', ').map(Number);
    const shown = numbers(await fact('position'));
    const stored = numbers(positionOf('sheet', 196, 14, Number(await fact('vertex'))));
    shown.forEach((value, axis) => expect(Math.abs(value - stored[axis]!)).toBeLessThanOrEqual(1.5e-4));
    const chart = page.locator('.uplot', { hasText: 'Collisions' });
    expect(await chart.getAttribute('aria-label')).toContain(`contacts ${contactsOf(15)}`);
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });
});

describe('a growing run', () => {
  it('is followed, plots included', async () => {
    const growing = workspace.copyUpTo(run, 'growing.run', 3);
    const viewer = await Viewer.open([growing], { width: 1200, height: 500 });
    const { page } = viewer;
    await viewer.shows(3);
    expect(await page.locator('.state').textContent()).toContain('3 of 14 frames');
    grow(run, growing, 9);
    await viewer.shows(9);
    expect(await page.locator('.state').textContent()).toContain('9 of 14 frames');
    const chart = page.locator('.uplot', { hasText: 'Collisions' });
    await expect.poll(() => chart.getAttribute('aria-label')).toContain(`frame 10: contacts ${contactsOf(10)}`);
    await page.locator('main canvas').focus();
    await page.keyboard.press('Home'); // who looks at a frame is left there
    grow(run, growing, 14);
    await expect.poll(() => page.locator('.state').textContent(), { timeout: 20_000 }).toContain('complete');
    await viewer.shows(0);
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });
});

describe('an address without its token', () => {
  it('shows what is missing', async () => {
    const viewer = await Viewer.open([run]);
    await viewer.page.goto('about:blank');
    await viewer.page.goto(viewer.address.replace(/#.*/, '#0123'));
    await expect.poll(() => viewer.page.locator('.fatal').textContent()).toContain('use the whole address');
    await viewer.close();
  });
});
