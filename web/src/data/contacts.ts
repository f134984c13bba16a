import { FormatError } from './json';

/** Kinds of the two elements of a contact: its vertices are those of a triangle and a vertex, two edges, or an edge and a vertex. */
export type ContactKind = 'vertex and triangle' | 'two edges' | 'vertex and edge';
/** Rungs of the ladder, from the response downwards, as `contacts.bin` numbers them. */
export const contactRungs = ['response', 'halvings', 'rigid zones', 'priorities', 'yields', 'stops'] as const;

const kinds: readonly ContactKind[] = ['vertex and triangle', 'two edges', 'vertex and edge'];

/** A pair of elements that touched in a frame (docs/run-folder.md). Vertices are counted over all bodies in their order. */
export interface Contact {
  readonly kind: ContactKind;
  readonly vertices: readonly [number, number, number, number];
  /** How the contact point on the first element, and that on the second, are made of the vertices; each sums to 1. */
  readonly weights: readonly [number, number, number, number];
  readonly normal: readonly [number, number, number];
  /** Metres, at the end of the frame. */
  readonly gap: number;
  /** m/s by which repulsion and response changed the normal velocity. */
  readonly velocityChange: number;
  /** Whether it would have collided; otherwise its elements are only near each other. */
  readonly isCollision: boolean;
  readonly rung: (typeof contactRungs)[number];
}

/** A vertex that is not where its script places it, and that place. */
export interface PlaceAsGiven {
  readonly vertex: number;
  readonly place: readonly [number, number, number];
}

/** What touched in a frame, and what gave way. */
export interface FrameContacts {
  readonly contacts: readonly Contact[];
  readonly stopped: readonly number[];
  readonly asGiven: readonly PlaceAsGiven[];
}

/** A rigid or hybrid patch of a sheet. */
export interface RigidPatch {
  readonly isHybrid: boolean;
  readonly vertices: Uint32Array;
}

/** What precedes the frames of a contacts file. */
export interface ContactsHeader {
  readonly vertices: number;
  /** Frames that its table has room for. */
  readonly frames: number;
  readonly patches: number;
  /** Offset of the first frame. */
  readonly data: number;
}

export const contactsFixedBytes = 32;
const entryBytes = 8;
const countsBytes = 16;
const contactBytes = 36;
const placeBytes = 16;
const signature = 'MUSLINCT';

/** Reads the first bytes of the file. */
export function parseContactsHeader(bytes: ArrayBuffer): ContactsHeader {
  const view = new DataView(bytes);
  const isOurs = view.byteLength >= contactsFixedBytes && [...signature].every((letter, i) => view.getUint8(i) === letter.charCodeAt(0));
  if (!isOurs || view.getInt32(8, true) !== 1) throw new FormatError('contacts.bin has a form that this viewer does not know');
  const header = { vertices: view.getInt32(12, true), frames: view.getInt32(16, true), patches: view.getInt32(20, true), data: Number(view.getBigInt64(24, true)) };
  if (Math.min(header.vertices, header.frames, header.patches) < 0 || header.data < tableEntry(header.frames))
    throw new FormatError('contacts.bin is damaged');
  return header;
}

/** Returns the place in the file of the entry of a frame, which says where the frame ends. */
export function tableEntry(frame: number): number {
  return contactsFixedBytes + entryBytes * frame;
}

/** Reads entries of the table; 0 stands for a frame that is not there yet. */
export function parseTable(bytes: ArrayBuffer): number[] {
  const view = new DataView(bytes);
  return Array.from({ length: Math.floor(bytes.byteLength / entryBytes) }, (_, i) => Number(view.getBigInt64(entryBytes * i, true)));
}

/** Reads the patches, which stand between the table and the first frame. */
export function parsePatches(bytes: ArrayBuffer, header: ContactsHeader): RigidPatch[] {
  const view = new DataView(bytes);
  let at = 0;
  const take = (): number => {
    if (at + 4 > view.byteLength) throw new FormatError('contacts.bin: the list of patches is damaged');
    at += 4;
    return view.getInt32(at - 4, true);
  };
  return Array.from({ length: header.patches }, () => {
    const isHybrid = take() !== 0;
    const count = take();
    if (count < 0 || 4 * count > view.byteLength - at) throw new FormatError('contacts.bin: the list of patches is damaged');
    return { isHybrid, vertices: Uint32Array.from({ length: count }, take) };
  });
}

function weightsOf(kind: ContactKind, second: number, other: number): [number, number, number, number] {
  if (kind === 'vertex and triangle') return [1 - second - other, second, other, 1];
  return kind === 'two edges' ? [1 - second, second, 1 - other, other] : [1 - second, second, 0, 1];
}

/** Reads a frame of a run whose bodies have so many vertices together. */
export function parseContactsFrame(bytes: ArrayBuffer, vertices: number): FrameContacts {
  const view = new DataView(bytes);
  const damaged = new FormatError('contacts.bin: a frame is damaged');
  if (view.byteLength < countsBytes) throw damaged;
  const [count, stoppedCount, placeCount] = [0, 4, 8].map((at) => view.getInt32(at, true)) as [number, number, number];
  const bytesOfLists = contactBytes * count + 4 * stoppedCount + placeBytes * placeCount;
  if (Math.min(count, stoppedCount, placeCount) < 0 || countsBytes + bytesOfLists !== view.byteLength) throw damaged;
  let at = countsBytes;
  const vertexAt = (place: number): number => {
    const vertex = view.getInt32(place, true);
    if (vertex < 0 || vertex >= vertices) throw damaged;
    return vertex;
  };
  const contacts: Contact[] = [];
  for (let i = 0; i < count; ++i, at += contactBytes) {
    const kind = kinds[view.getUint8(at + 34)];
    const flags = view.getUint8(at + 35);
    const rung = contactRungs[flags >> 1];
    if (kind === undefined || rung === undefined) throw damaged;
    contacts.push({
      kind, rung,
      vertices: [vertexAt(at), vertexAt(at + 4), vertexAt(at + 8), vertexAt(at + 12)],
      weights: weightsOf(kind, view.getUint16(at + 30, true) / 65535, view.getUint16(at + 32, true) / 65535),
      normal: [view.getInt16(at + 24, true) / 32767, view.getInt16(at + 26, true) / 32767, view.getInt16(at + 28, true) / 32767],
      gap: view.getFloat32(at + 16, true),
      velocityChange: view.getFloat32(at + 20, true),
      isCollision: (flags & 1) !== 0,
    });
  }
  const stopped: number[] = [];
  for (let i = 0; i < stoppedCount; ++i, at += 4) stopped.push(vertexAt(at));
  const asGiven: PlaceAsGiven[] = [];
  for (let i = 0; i < placeCount; ++i, at += placeBytes)
    asGiven.push({
      vertex: vertexAt(at),
      place: [view.getFloat32(at + 4, true), view.getFloat32(at + 8, true), view.getFloat32(at + 12, true)],
    });
  return { contacts, stopped, asGiven };
}
