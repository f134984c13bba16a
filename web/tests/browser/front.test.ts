import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lowContrasts, movingParts, namelessControls, visibleControls } from './accessibility';
import { scene, Viewer, Workspace } from './harness';

const workspace = new Workspace();

beforeAll(() => {
  mkdirSync(join(workspace.folder, 'scenes'));
  writeFileSync(join(workspace.folder, 'scenes', 'ball.json'), JSON.stringify({ ...scene, about: 'A sheet falls on a ball' }));
  workspace.simulate('whole.run');
});
afterAll(() => workspace.remove());

describe('the front page', () => {
  it('shows scenes and runs with pictures, and opens a run', async () => {
    const viewer = await Viewer.openFront(workspace.folder);
    const { page } = viewer;
    const run = page.locator('.card', { hasText: 'whole.run' });
    await expect.poll(() => run.textContent()).toContain('complete; 14 of 14 frames');
    expect(await run.textContent()).toContain('✓ no intersections; all 15 frames audited');
    const sceneCard = page.locator('.card', { hasText: 'A sheet falls on a ball' });
    for (const card of [run, sceneCard]) {
      const picture = card.locator('img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
      expect(await picture.getAttribute('alt')).toMatch(/^(Last frame|Start) of /);
    }
    for (const theme of ['light', 'dark']) {
      expect(await page.evaluate(lowContrasts), theme).toEqual([]);
      await page.getByRole('button', { name: 'Light or dark' }).click();
    }
    expect(await page.evaluate(namelessControls)).toEqual([]);
    expect(await page.evaluate(movingParts)).toEqual([]);
    expect(await viewer.reachedByTab()).toEqual(await page.evaluate(visibleControls));
    await run.getByRole('link', { name: 'whole.run' }).focus();
    await page.keyboard.press('Enter');
    await viewer.shows(0);
    expect(await page.locator('.state').textContent()).toBe('complete; 14 of 14 frames');
    await page.getByRole('link', { name: 'Runs and scenes' }).click();
    await expect.poll(() => page.getByRole('heading', { name: 'Scenes' }).isVisible()).toBe(true);
    expect(viewer.complaints).toEqual([]);
    expect(await viewer.close()).toBe(0);
  });
});
