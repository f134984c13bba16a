import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowContrasts, namelessControls } from './accessibility';
import { scene, Viewer, Workspace } from './harness';

const workspace = new Workspace();
let viewer: Viewer;

beforeAll(async () => {
  mkdirSync(join(workspace.folder, 'scenes'));
  const text = JSON.stringify({ ...scene, about: 'A sheet falls on a ball', time: { ...scene.time, frames: 2000 } }, null, 2);
  writeFileSync(join(workspace.folder, 'scenes', 'ball.json'), text);
  viewer = await Viewer.openFront(workspace.folder);
});
afterAll(async () => {
  expect(viewer.complaints).toEqual([]);
  expect(await viewer.close()).toBe(0);
  workspace.remove();
});

function read(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(workspace.folder, file), 'utf8')) as Record<string, unknown>;
}

/** Goes to the frame in which the next run is to begin, and opens the dialog. */
async function goOnFrom(frame: number): Promise<void> {
  const { page } = viewer;
  await page.locator('input[aria-label="Frame"]').fill(String(frame));
  await viewer.shows(frame);
  await page.getByRole('button', { name: 'Change values and go on' }).click();
  await page.getByRole('dialog').waitFor();
}

describe('a run that is started from the page', () => {
  it('has the values that were chosen, grows, and is stopped', async () => {
    const { page } = viewer;
    const start = page.getByRole('button', { name: 'Start ball' });
    await start.focus();
    await page.keyboard.press('Enter'); // by keyboard alone
    const dialog = page.getByRole('dialog', { name: 'Start ball' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('Response').evaluate((list: HTMLSelectElement) => list.options.length)).toBe(7);
    await dialog.getByLabel('Response').selectOption('rigid_zones');
    await dialog.getByLabel('ball: friction', { exact: true }).focus();
    for (let i = 0; i < 10; ++i) await page.keyboard.press('ArrowRight');
    expect(await dialog.getByLabel('ball: friction, as a number').inputValue()).toBe('0.45'); // 0.4, and 10 of 200 steps
    expect(await page.evaluate(namelessControls)).toEqual([]);
    expect(await page.evaluate(lowContrasts)).toEqual([]);
    await dialog.getByRole('button', { name: 'Start the run' }).click();
    await page.waitForFunction(() => Number(document.querySelector('canvas')?.dataset['frame']) >= 3, undefined, { timeout: 60_000 });
    const resolved = read('ball-1.run/scene.json');
    expect(resolved['collision']).toMatchObject({ response: 'rigid_zones' });
    expect((resolved['bodies'] as unknown[])[1]).toMatchObject({ friction: 0.45 });
    await page.getByRole('button', { name: 'Stop the run' }).click();
    await expect.poll(() => page.locator('.panel .state').first().textContent(), { timeout: 30_000 }).toContain('not finished: interrupted');
    await expect.poll(() => page.getByRole('button', { name: 'Stop the run' }).isVisible(), { timeout: 30_000 }).toBe(false);
  });

  it('goes on from a frame with another value', async () => {
    const { page } = viewer;
    await goOnFrom(2);
    const dialog = page.getByRole('dialog', { name: 'Go on from frame 3' });
    await dialog.getByLabel('Frames, as a number').fill('4');
    await dialog.getByLabel('sheet: friction, as a number').fill('0.9');
    await dialog.getByRole('button', { name: 'Start the run' }).click();
    await expect.poll(() => page.locator('.panel .state').first().textContent(), { timeout: 60_000 }).toContain('complete; 4 of 4 frames');
    const [first, next] = [read('ball-1.run/run.json'), read('ball-2.run/run.json')];
    expect((next['frame_hashes'] as string[])[0]).toBe((first['frame_hashes'] as string[])[2]);
    expect(next['start_frame']).toBe(3);
    expect((read('ball-2.run/scene.json')['bodies'] as unknown[])[0]).toMatchObject({ fabric: { friction: 0.9 } });
  });

  it('is refused with a reason that the reader of scenes gives', async () => {
    const { page } = viewer;
    await goOnFrom(1);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('ball: friction, as a number').fill('-1');
    await dialog.getByRole('button', { name: 'Start the run' }).click();
    await expect.poll(() => dialog.getByRole('alert').textContent()).toContain('friction: -1; must be from 0 to 100');
    await dialog.getByRole('button', { name: 'Close without a run' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('the editor', () => {
  it('shows errors at their line, completes by the schema, and starts what was edited', async () => {
    const { page } = viewer;
    await page.getByRole('link', { name: 'Runs and scenes' }).click();
    await page.getByRole('link', { name: 'Edit ball' }).click();
    const text = page.getByLabel('Text of the scene');
    const status = page.getByRole('status');
    await expect.poll(() => status.textContent()).toBe('✓ 2 bodies, 2000 frames. ');
    const original = await text.inputValue();
    const line = original.split('\n').findIndex((each) => each.includes('"step"')) + 1;
    await text.fill(original.replace('"step": 0.005', '"step": -1'));
    await expect.poll(() => status.textContent()).toContain('✗ /time/step: -1 s; must be from 1e-07 to 1 s');
    expect(await page.locator('.gutter .bad').textContent()).toBe(`✗ ${line}`);
    expect(await text.getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(namelessControls)).toEqual([]);
    expect(await page.evaluate(lowContrasts)).toEqual([]);
    await page.getByRole('button', { name: 'Go to the line' }).click();
    expect(await text.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd).trim())).toContain('"step": -1');

    // A key chosen by keyboard: what begins with "gu" among the keys of the wind.
    await text.fill(original.replace('"version": 1,', '"version": 1, "forces": {"wind": {gu}},'));
    await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(area.value.indexOf('{gu}') + 3, area.value.indexOf('{gu}') + 3));
    await page.keyboard.press('Control+Space');
    await expect.poll(() => page.getByRole('option').count()).toBe(2);
    expect(await page.getByRole('option', { selected: true }).textContent()).toContain('gust_strength');
    expect(await text.getAttribute('aria-activedescendant')).toBe('completion-0');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).textContent()).toContain('gust_period');
    await page.keyboard.press('Enter');
    expect(await text.inputValue()).toContain('{"wind": {"gust_period": }}');

    await text.fill(original.replace('"frames": 2000', '"frames": 2'));
    await expect.poll(() => status.textContent()).toBe('✓ 2 bodies, 2 frames. ');
    await page.getByRole('button', { name: 'Start a run of this scene' }).click();
    await expect.poll(() => page.locator('.panel .state').first().textContent(), { timeout: 60_000 }).toContain('complete; 2 of 2 frames');
    expect(read('ball-3.run/run.json')['scene_file']).toBe(join(workspace.folder, 'ball-3.json'));
  });
});
