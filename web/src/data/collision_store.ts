import {
  contactsFixedBytes, parseContactsFrame, parseContactsHeader, parsePatches, parseTable, tableEntry,
  type ContactsHeader, type FrameContacts, type RigidPatch,
} from './contacts';
import { FormatError, memberAt, parseJson } from './json';

/** Vertices that collided together in a frame, counted over all bodies in their order. */
export interface CollisionGroups {
  readonly zones: readonly (readonly number[])[];
  readonly clusters: readonly (readonly number[])[];
}

/** What a run stores of the collisions of a frame. */
export interface FrameCollisions extends FrameContacts, CollisionGroups {}

/** Bytes of a file, from `begin` up to but not including `end`. */
export type ByteReader = (file: string, begin: number, end: number) => Promise<ArrayBuffer>;

/** Where a line of stats.ndjson stands in the file. */
export interface LinePlace {
  readonly begin: number;
  readonly end: number;
}

/** Frames that are kept, so that going back and forth asks for nothing. */
const keptFrames = 32;

function listOfLists(value: unknown): number[][] {
  if (!Array.isArray(value)) return [];
  return value.map((list) => (Array.isArray(list) ? list.filter((v): v is number => typeof v === 'number') : []));
}

/** Reads zones and clusters from a line of stats.ndjson. */
export function parseGroups(line: string): CollisionGroups {
  const groups = memberAt(parseJson(line, 'a line of stats.ndjson'), 'collision', 'groups');
  return { zones: listOfLists(memberAt(groups, 'zones')), clusters: listOfLists(memberAt(groups, 'clusters')) };
}

/** The collisions of a run, read frame by frame when they are shown. */
export class CollisionStore {
  private header: Promise<ContactsHeader> | undefined;
  private allPatches: Promise<RigidPatch[]> | undefined;
  private readonly ends = new Map<number, number>();
  private readonly frames = new Map<number, Promise<FrameCollisions>>();
  /** Those that have arrived. */
  private readonly arrived = new Map<number, FrameCollisions>();

  /** `hasContacts`: whether the run has a contacts file. `groupsAt` says where the zones of a frame, by its index, stand. */
  constructor(
    private readonly read: ByteReader,
    readonly hasContacts: boolean,
    private readonly groupsAt: (index: number) => LinePlace | undefined,
  ) {}

  /** Returns the rigid patches of all sheets; none if the run does not store them. */
  async patches(): Promise<RigidPatch[]> {
    if (!this.hasContacts) return [];
    this.allPatches ??= this.readPatches();
    return this.allPatches;
  }

  /** Returns the collisions of a frame if they are in memory. */
  peek(index: number): FrameCollisions | undefined {
    return this.arrived.get(index);
  }

  /** Returns the collisions of a frame, counted from the start. What the run does not store is empty. */
  async load(index: number): Promise<FrameCollisions> {
    let frame = this.frames.get(index);
    if (frame === undefined) {
      frame = this.readFrame(index);
      frame.then(
        (collisions) => {
          if (this.frames.has(index)) this.arrived.set(index, collisions);
        },
        () => this.frames.delete(index), // the file may have grown when it is asked for again
      );
    }
    this.frames.delete(index);
    this.frames.set(index, frame);
    for (const oldest of this.frames.keys()) {
      if (this.frames.size <= keptFrames) break;
      this.frames.delete(oldest);
      this.arrived.delete(oldest);
    }
    return frame;
  }

  private async readFrame(index: number): Promise<FrameCollisions> {
    const place = this.groupsAt(index);
    const [contacts, groups] = await Promise.all([
      this.hasContacts ? this.readContacts(index) : { contacts: [], stopped: [], asGiven: [] },
      place === undefined
        ? { zones: [], clusters: [] }
        : this.read('stats.ndjson', place.begin, place.end).then((bytes) => parseGroups(new TextDecoder().decode(bytes))),
    ]);
    return { ...contacts, ...groups };
  }

  private async readHeader(): Promise<ContactsHeader> {
    this.header ??= this.read('contacts.bin', 0, contactsFixedBytes).then(parseContactsHeader);
    return this.header;
  }

  private async readPatches(): Promise<RigidPatch[]> {
    const header = await this.readHeader();
    if (header.patches === 0) return [];
    return parsePatches(await this.read('contacts.bin', tableEntry(header.frames), header.data), header);
  }

  private async readContacts(index: number): Promise<FrameContacts> {
    const header = await this.readHeader();
    const begin = index === 0 ? header.data : await this.endOf(index - 1);
    const end = await this.endOf(index);
    const bytes = await this.read('contacts.bin', begin, end);
    if (bytes.byteLength < end - begin) throw new FormatError('contacts.bin ends within a frame');
    return parseContactsFrame(bytes, header);
  }

  /** Returns where a frame ends. Entries are read some at a time, since a request costs more than its bytes. */
  private async endOf(index: number): Promise<number> {
    const known = this.ends.get(index);
    if (known !== undefined) return known;
    const { frames } = await this.readHeader();
    const first = index - (index % 512);
    const table = parseTable(await this.read('contacts.bin', tableEntry(first), tableEntry(Math.min(frames, first + 512))));
    table.forEach((end, i) => {
      if (end > 0) this.ends.set(first + i, end);
    });
    const end = this.ends.get(index);
    if (end === undefined) throw new FormatError('contacts.bin lacks a frame that run.json counts');
    return end;
  }
}
