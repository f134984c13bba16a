import { describe, expect, it } from 'vitest';
import { CollisionStore } from '../../src/data/collision_store';
import { parseContactsFrame, parseContactsHeader, parsePatches } from '../../src/data/contacts';
import { Statistics } from '../../src/data/statistics';
import { makeContacts } from './sample_contacts';
import { makeStep } from './sample_run';

const file = makeContacts();
const slice = (begin: number, end: number): ArrayBuffer => file.slice(begin, end).buffer as ArrayBuffer;

describe('a contacts file', () => {
  it('has patches', () => {
    const header = parseContactsHeader(slice(0, 32));
    expect(header).toEqual({ vertices: 9, frames: 3, patches: 2, data: 84 });
    expect(parsePatches(slice(56, 84), header)).toEqual([
      { isHybrid: false, vertices: Uint32Array.of(1, 2) },
      { isHybrid: true, vertices: Uint32Array.of(4) },
    ]);
    expect(() => parsePatches(slice(56, 80), header)).toThrow('damaged');
  });

  it('has contacts, what was stopped, and where things should be', () => {
    const { contacts, stopped, asGiven } = parseContactsFrame(slice(84, 84 + 16 + 108 + 8 + 16), 9);
    expect(contacts.map(({ kind }) => kind)).toEqual(['vertex and triangle', 'two edges', 'vertex and edge']);
    expect(contacts.map(({ rung }) => rung)).toEqual(['stops', 'halvings', 'response']);
    expect(contacts.map(({ isCollision }) => isCollision)).toEqual([true, false, true]);
    expect(contacts[0]).toMatchObject({ vertices: [0, 1, 2, 8], normal: [0, -1, 0], gap: 0.125, velocityChange: -0.5 });
    const expected = [[0.2, 0.6, 0.2, 1], [0.4, 0.6, 0.8, 0.2], [0, 1, 0, 1]];
    contacts.forEach(({ weights }, i) => weights.forEach((weight, k) => expect(weight).toBeCloseTo(expected[i]![k]!, 9)));
    expect(stopped).toEqual([2, 8]);
    expect(asGiven).toEqual([{ vertex: 5, place: [0.5, -1.25, 3] }]);
  });

  it('is refused if it is cut off or names vertices that are not there', () => {
    expect(() => parseContactsHeader(slice(0, 31))).toThrow();
    expect(() => parseContactsHeader(slice(1, 40))).toThrow();
    for (const end of [90, 100, 231]) expect(() => parseContactsFrame(slice(84, end), 9)).toThrow('damaged');
    expect(() => parseContactsFrame(slice(84, 232), 8)).toThrow('damaged');
  });
});

describe('the collisions of a run', () => {
  const line = makeStep(3, { collision: { contacts: 1, groups: { zones: [[1, 2], [7]], clusters: [[4]] } } });
  const text = makeStep(2, { note: 'é' }) + line + makeStep(4);
  const statistics = new Statistics();
  const bytes = new TextEncoder().encode(text);
  statistics.append(bytes.buffer as ArrayBuffer);
  const asked: string[] = [];
  const read = async (name: string, begin: number, end: number): Promise<ArrayBuffer> => {
    asked.push(`${name} ${begin}-${end}`);
    return (name === 'contacts.bin' ? file : bytes).slice(begin, end).buffer as ArrayBuffer;
  };
  const groupsAt = (index: number): ReturnType<Statistics['groupsOf']> => statistics.groupsOf(2 + index);

  it('are read by ranges, once', async () => {
    const store = new CollisionStore(read, true, groupsAt);
    const second = await store.load(1);
    expect(second).toEqual({ contacts: [], stopped: [], asGiven: [], zones: [[1, 2], [7]], clusters: [[4]] });
    expect((await store.load(0)).contacts.length).toBe(3);
    expect((await store.load(0)).zones).toEqual([]);
    expect(await store.patches()).toHaveLength(2);
    const before = asked.length;
    await store.load(1);
    await store.patches();
    expect(asked.length).toBe(before);
    await expect(store.load(2)).rejects.toThrow('lacks a frame'); // which is not there yet
    expect(asked.filter((range) => range === 'contacts.bin 0-32')).toHaveLength(1);
  });

  it('are zones alone if the run stores no contacts', async () => {
    asked.length = 0;
    const store = new CollisionStore(read, false, groupsAt);
    expect(await store.load(1)).toMatchObject({ contacts: [], zones: [[1, 2], [7]] });
    expect(await store.patches()).toEqual([]);
    expect(asked.some((range) => range.startsWith('contacts.bin'))).toBe(false);
  });
});
