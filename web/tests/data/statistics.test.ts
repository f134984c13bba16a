import { describe, expect, it } from 'vitest';
import { lowerRungs, Statistics } from '../../src/data/statistics';
import { plots, tabulate } from '../../src/plots/series';
import { makeStep } from './sample_run';

function bytesOf(text: string): ArrayBuffer {
  return new TextEncoder().encode(text).buffer as ArrayBuffer;
}

describe('statistics', () => {
  it('add the steps of a frame', () => {
    const statistics = new Statistics();
    statistics.append(bytesOf(makeStep(2) + makeStep(2, { max_strain: 0.5, kinetic_energy: 8, memory: 5e6 }) + makeStep(3, { max_strain: null })));
    const [first, second] = statistics.frames;
    expect(first).toMatchObject({ frame: 2, steps: 2, contacts: 14, zones: 4, passes: 6, maxStrain: 0.5, kineticEnergy: 8, momentum: 5, lag: 0.002, memory: 5e6 });
    expect(first!.seconds).toEqual({ assembly: 1, solve: 2, filter: 0, detection: 4, response: 8, rest: 0 });
    expect(first!.rungs).toMatchObject({ response: 2, stops: 2, halvings: 0 });
    expect(second).toMatchObject({ frame: 3, steps: 1, maxStrain: 0, memory: NaN });
  });
  it('are the same however the file is cut into pieces', () => {
    const text = makeStep(2, { note: 'é – 布' }) + makeStep(3) + makeStep(4);
    const whole = new Statistics();
    whole.append(bytesOf(text));
    const bytes = new Uint8Array(bytesOf(text));
    for (const size of [1, 7, 100]) {
      const pieces = new Statistics();
      for (let begin = 0; begin < bytes.length; begin += size) pieces.append(bytes.slice(begin, begin + size).buffer);
      expect(pieces.frames).toEqual(whole.frames);
      expect(pieces.bytes).toBe(bytes.length);
    }
  });
  it('leave out a line that is not finished', () => {
    const statistics = new Statistics();
    const line = makeStep(2);
    statistics.append(bytesOf(line + makeStep(3).slice(0, 40)));
    expect(statistics.frames.map(({ frame }) => frame)).toEqual([2]);
  });
});

describe('rungs', () => {
  it('below the response are those that were taken', () => {
    const statistics = new Statistics();
    const collision = { rungs: { response: 3, halvings: 1, yields: 2 } };
    statistics.append(bytesOf(makeStep(2, { collision }) + makeStep(3, { collision: { rungs: { response: 3 } } })));
    expect(statistics.frames.map(lowerRungs)).toEqual([['halvings', 'yields'], []]);
  });
});

describe('plots', () => {
  const statistics = new Statistics();
  statistics.append(bytesOf(makeStep(2) + makeStep(3, { gravity_energy: null })));

  it('show the values of each frame', () => {
    const energy = plots.find(({ title }) => title === 'Energy')!;
    expect(tabulate(energy, statistics.frames, false)).toEqual([[2, 3], [2, 3], [2, 2], [-3, null]]);
    const strain = plots.find(({ title }) => title === 'Largest strain')!;
    expect(tabulate(strain, statistics.frames, false)[1]).toEqual([2, 3]);
  });
  it('show only positive values on a logarithmic scale', () => {
    const energy = plots.find(({ title }) => title === 'Energy')!;
    expect(tabulate(energy, statistics.frames, true)[3]).toEqual([null, null]);
  });
});
