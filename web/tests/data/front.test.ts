import { describe, expect, it } from 'vitest';
import { fragmentOf, parseAddress } from '../../src/data/address';
import { parseFront, stateOf, verdictOf, type FoundRun } from '../../src/data/front';

describe('an address', () => {
  it('has a token, and may name runs', () => {
    expect(parseAddress('#abc')).toEqual({ token: 'abc', kind: 'front', ids: [] });
    expect(parseAddress('#abc/runs/3,14')).toEqual({ token: 'abc', kind: 'runs', ids: ['3', '14'] });
    expect(parseAddress('#abc/edit-scene/2')).toEqual({ token: 'abc', kind: 'edit-scene', ids: ['2'] });
    for (const fragment of ['#abc/runs/', '#abc/other/3', '#abc/runs'])
      expect(parseAddress(fragment)).toEqual({ token: 'abc', kind: 'front', ids: [] });
    expect(parseAddress('').token).toBe('');
    for (const fragment of ['#abc', '#abc/runs/3,14', '#abc/edit-run/0']) expect(fragmentOf(parseAddress(fragment))).toBe(fragment);
  });
});

const entry = {
  id: '4', name: 'flag.run', about: 'A flag', state: 'partial', reason: '', in_progress: false, started: '2026-01-01T00:00:00Z',
  frames: 10, frames_done: 4, audited: 5, bad_frames: 0,
};
function found(changes: Record<string, unknown> = {}): FoundRun {
  return parseFront(JSON.stringify({ scenes: [], runs: [{ ...entry, ...changes }] })).runs[0]!;
}

describe('the front page', () => {
  it('reads scenes and runs', () => {
    const content = parseFront(JSON.stringify({ scenes: [{ id: '0', name: 'flag', about: '' }], runs: [entry] }));
    expect(content.scenes).toEqual([{ id: '0', name: 'flag', about: '' }]);
    expect(content.runs[0]).toMatchObject({ id: '4', framesDone: 4, badFrames: 0, inProgress: false });
    expect(() => parseFront('{"scenes": []}')).toThrow('the runs is not a list');
  });
  it('says how far a run got', () => {
    expect(stateOf(found({ in_progress: true }))).toBe('in progress; 4 of 10 frames');
    expect(stateOf(found())).toBe('killed, or in progress on a disk that does not tell; 4 of 10 frames');
    expect(stateOf(found({ reason: 'interrupted' }))).toBe('not finished: interrupted; 4 of 10 frames');
    expect(stateOf(found({ state: 'complete', frames_done: 10 }))).toBe('complete; 10 of 10 frames');
  });
  it('says what the audit has found', () => {
    expect(verdictOf(found())).toEqual({ isClean: true, text: '✓ no intersections; all 5 frames audited' });
    expect(verdictOf(found({ audited: 3 })).text).toBe('✓ no intersections; 3 of 5 frames audited');
    expect(verdictOf(found({ bad_frames: 1 }))).toEqual({ isClean: false, text: '✗ 1 frame intersects; all 5 frames audited' });
    expect(verdictOf(found({ audited: 0 })).text).toBe('… not audited yet');
  });
});
