import { FormatError } from './json';
import { NumberReader } from './number_code';

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
  /** Metres, of which gaps and places are multiples. */
  readonly lengthUnit: number;
}

export const contactsFixedBytes = 40;
const entryBytes = 8;
/** Stored values of a velocity of 1 m/s, of a coordinate of 1 of a folded normal, and of a weight of 1. */
const speedUnit = 1024;
const normalUnit = 2047;
const shareUnit = 255;
const signature = 'MUSLINCT';

/** Reads the first bytes of the file. */
export function parseContactsHeader(bytes: ArrayBuffer): ContactsHeader {
  const view = new DataView(bytes);
  const isOurs = view.byteLength >= contactsFixedBytes && [...signature].every((letter, i) => view.getUint8(i) === letter.charCodeAt(0));
  if (!isOurs || view.getInt32(8, true) !== 2) throw new FormatError('contacts.bin has a form that this viewer does not know');
  const header = {
    vertices: view.getInt32(12, true), frames: view.getInt32(16, true), patches: view.getInt32(20, true),
    data: Number(view.getBigInt64(24, true)), lengthUnit: view.getFloat64(32, true),
  };
  if (Math.min(header.vertices, header.frames, header.patches) < 0 || header.data < tableEntry(header.frames) || !(header.lengthUnit > 0))
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

/** Undoes the folding of the octahedron |x| + |y| + |z| = 1 into a square. */
function unfold(x: number, y: number): [number, number, number] {
  const z = 1 - Math.abs(x) - Math.abs(y);
  const sign = (value: number): number => (value >= 0 ? 1 : -1);
  const [a, b] = z >= 0 ? [x, y] : [(1 - Math.abs(y)) * sign(x), (1 - Math.abs(x)) * sign(y)];
  const length = Math.hypot(a, b, z);
  return [a / length, b / length, z / length];
}

/** Reads a frame (docs/run-folder.md). */
export function parseContactsFrame(bytes: ArrayBuffer, header: ContactsHeader): FrameContacts {
  const numbers = new NumberReader(new Uint8Array(bytes), 'contacts.bin: a frame');
  const damaged = new FormatError('contacts.bin: a frame is damaged');
  const [count, stoppedCount, placeCount] = [numbers.number(), numbers.number(), numbers.number()];
  // Each of them takes a byte at least: nothing larger is made than what the file holds.
  if (count + stoppedCount + placeCount > numbers.left) throw damaged;
  const columns = Array.from({ length: 11 }, () => numbers.column(count));
  const stopped = [...numbers.column(stoppedCount)];
  const places = Array.from({ length: 4 }, () => numbers.column(placeCount));
  if (numbers.left > 0) throw damaged;
  const isVertex = (vertex: number): boolean => vertex >= 0 && vertex < header.vertices;

  const contacts = Array.from({ length: count }, (_, i): Contact => {
    const [form, v0, v1, v2, v3, gap, speed, x, y, second, other] = columns.map((column) => column[i]!) as [
      number, number, number, number, number, number, number, number, number, number, number];
    const kind = kinds[form % 4];
    const rung = contactRungs[Math.floor(form / 8)];
    const third = kind === 'two edges' ? v2 : v0 + v2;
    const vertices = [v0, v0 + v1, third, kind === 'two edges' ? third + v3 : v3] as const;
    const isSound = Math.max(Math.abs(x), Math.abs(y)) <= normalUnit && Math.min(second, other) >= 0 && Math.max(second, other) <= shareUnit;
    if (kind === undefined || rung === undefined || !isSound || !vertices.every(isVertex)) throw damaged;
    return {
      kind, rung, vertices,
      weights: weightsOf(kind, second / shareUnit, other / shareUnit),
      normal: unfold(x / normalUnit, y / normalUnit),
      gap: gap * header.lengthUnit,
      velocityChange: speed / speedUnit,
      isCollision: Math.floor(form / 4) % 2 !== 0,
    };
  });
  const [at, ...coordinates] = places as [Float64Array, Float64Array, Float64Array, Float64Array];
  const asGiven = Array.from(at, (vertex, i): PlaceAsGiven => {
    const [x, y, z] = coordinates.map((column) => column[i]! * header.lengthUnit) as [number, number, number];
    return { vertex, place: [x, y, z] };
  });
  if (!stopped.every(isVertex) || !asGiven.every(({ vertex }) => isVertex(vertex))) throw damaged;
  return { contacts, stopped, asGiven };
}
