import { describe, expect, it } from 'vitest';
import { CollisionStore } from '../../src/data/collision_store';
import { parseContactsFrame, parseContactsHeader, parsePatches } from '../../src/data/contacts';
import { FormatError } from '../../src/data/json';
import { Statistics } from '../../src/data/statistics';
import { makeContacts } from './sample_contacts';
import { makeStep } from './sample_run';

const file = makeContacts();
const slice = (begin: number, end: number): ArrayBuffer => file.slice(begin, end).buffer as ArrayBuffer;

describe('a contacts file', () => {
  const header = parseContactsHeader(slice(0, 40));

  it('has patches', () => {
    expect(header).toEqual({ vertices: 9, frames: 3, patches: 2, data: 92, lengthUnit: 2 ** -20 });
    expect(parsePatches(slice(64, 92), header)).toEqual([
      { isHybrid: false, vertices: Uint32Array.of(1, 2) },
      { isHybrid: true, vertices: Uint32Array.of(4) },
    ]);
    expect(() => parsePatches(slice(64, 88), header)).toThrow('damaged');
  });

  it('has contacts, what was stopped, and where things should be', () => {
    const { contacts, stopped, asGiven } = parseContactsFrame(slice(92, 159), header);
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
    for (let end = 0; end < 40; ++end) expect(() => parseContactsHeader(slice(0, end))).toThrow();
    expect(() => parseContactsHeader(slice(1, 48))).toThrow();
    for (let end = 92; end < 159; ++end) expect(() => parseContactsFrame(slice(92, end), header)).toThrow('contacts.bin');
    expect(() => parseContactsFrame(slice(92, 160), header)).toThrow('damaged');
    expect(() => parseContactsFrame(slice(92, 159), { ...header, vertices: 8 })).toThrow('damaged');
  });

  it('has no more contacts than its bytes, whatever it claims', () => {
    const many = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x7f);
    expect(() => parseContactsFrame(many.buffer, header)).toThrow('damaged');
    for (let i = 92; i < 159; ++i)
      for (const bits of [0xff, 0x80]) {
        const changed = file.slice(92, 159);
        changed[i - 92]! ^= bits;
        try {
          parseContactsFrame(changed.buffer, header);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError); // and nothing else
        }
      }
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
    expect(store.peek(1)).toBe(second);
    expect(store.peek(2)).toBeUndefined();
    await store.load(1);
    await store.patches();
    expect(asked.length).toBe(before);
    await expect(store.load(2)).rejects.toThrow('lacks a frame'); // which is not there yet
    expect(asked.filter((range) => range === 'contacts.bin 0-40')).toHaveLength(1);
  });

  it('are zones alone if the run stores no contacts', async () => {
    asked.length = 0;
    const store = new CollisionStore(read, false, groupsAt);
    expect(await store.load(1)).toMatchObject({ contacts: [], zones: [[1, 2], [7]] });
    expect(await store.patches()).toEqual([]);
    expect(asked.some((range) => range.startsWith('contacts.bin'))).toBe(false);
  });
});
