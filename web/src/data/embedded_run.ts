import { asArray, asNumber, asObject, asText, FormatError, parseJson } from './json';
import { pc2Header, pc2HeaderBytes, sampleBytes } from './pc2';
import { decodeGroup, type CodedPositions } from './position_code';
import { type RunListing, type RunSource, type TaggedText } from './service';

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function parseCache(value: unknown, name: string): CodedPositions {
  const cache = asObject(value, name);
  return {
    vertices: asNumber(cache['vertices'], `${name}: vertices`),
    frames: asNumber(cache['frames'], `${name}: frames`),
    quantum: asNumber(cache['quantum'], `${name}: quantum`),
    groupFrames: asNumber(cache['group_frames'], `${name}: group_frames`),
    groups: asArray(cache['groups'], `${name}: groups`).map((group) => asNumber(group, `${name}: a group`)),
    bytes: bytesOf(asText(cache['data'], `${name}: data`)),
  };
}

/** A run that is a part of the page, written by `muslin export --to html`. It has the files that a server would send. */
export class EmbeddedRun implements RunSource {
  private readonly listing: RunListing;
  private readonly files = new Map<string, string>();
  private readonly caches = new Map<string, CodedPositions>();
  private readonly contacts: Uint8Array | undefined;

  constructor(json: string) {
    const run = asObject(parseJson(json, 'the run in this page'), 'the run in this page');
    this.listing = { id: '0', name: asText(run['name'], 'the name of the run') };
    for (const [name, text] of Object.entries(asObject(run['files'], 'the files of the run')))
      this.files.set(name, asText(text, name));
    for (const [body, cache] of Object.entries(asObject(run['caches'], 'the caches of the run')))
      this.caches.set(`${body}.pc2`, parseCache(cache, body));
    if (run['contacts'] !== undefined) this.contacts = bytesOf(asText(run['contacts'], 'the contacts of the run'));
  }

  async runs(): Promise<RunListing[]> {
    return [this.listing];
  }

  async text(_run: RunListing, file: string): Promise<string> {
    const text = this.files.get(file);
    if (text === undefined) throw new FormatError(`this page lacks ${file}`);
    return text;
  }

  /** Nothing in a page changes. */
  async textIfChanged(run: RunListing, file: string, tag: string): Promise<TaggedText | undefined> {
    return tag === 'embedded' ? undefined : { text: await this.text(run, file), tag: 'embedded' };
  }

  async bytes(run: RunListing, file: string, begin: number, end: number): Promise<ArrayBuffer> {
    if (file === 'contacts.bin' && this.contacts !== undefined) return this.contacts.slice(begin, end).buffer as ArrayBuffer;
    const cache = this.caches.get(file);
    if (cache === undefined) return new TextEncoder().encode(await this.text(run, file)).slice(begin, end).buffer;
    const size = sampleBytes(cache.vertices);
    if (begin < pc2HeaderBytes) return pc2Header(cache.vertices, cache.frames).slice(begin, Math.min(end, pc2HeaderBytes));
    const last = Math.min(end, pc2HeaderBytes + cache.frames * size);
    const bytes = new Uint8Array(Math.max(0, last - begin));
    const groupBytes = cache.groupFrames * size;
    // The groups that the range touches, each from the first byte that is wanted of it.
    for (let at = begin; at < last; ) {
      const group = Math.floor((at - pc2HeaderBytes) / groupBytes);
      const decoded = new Uint8Array(decodeGroup(cache, group).buffer);
      const from = at - pc2HeaderBytes - group * groupBytes;
      const part = decoded.subarray(from, Math.min(decoded.length, from + last - at));
      bytes.set(part, at - begin);
      at += part.length;
    }
    return bytes.buffer;
  }
}
