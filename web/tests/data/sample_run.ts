import { type RunListing } from '../../src/data/service';

/** Files of a made-up run, served to the code under test in the place of the program. */
export class SampleRun {
  readonly files = new Map<string, Uint8Array>();
  readonly requests: string[] = [];

  readonly listing: RunListing = { id: '0', name: 'sample.run' };

  /** Answers like the program: whole files with a tag, ranges, and 416 beyond the end. */
  readonly fetcher: typeof fetch = (input, init) => {
    const path = String(input);
    const headers = new Headers(init?.headers);
    this.requests.push(`${path} ${headers.get('Range') ?? ''}`.trim());
    if (headers.get('Authorization') !== 'Bearer token') return Promise.resolve(new Response('', { status: 401 }));
    if (path === '/runs') return Promise.resolve(new Response(JSON.stringify([this.listing])));
    const content = this.files.get(path.replace('/runs/0/', ''));
    if (content === undefined) return Promise.resolve(new Response('', { status: 404 }));
    const tag = `"${content.length}-${content.reduce((sum, byte) => (31 * sum + byte) % 65521, 7)}"`;
    if (headers.get('If-None-Match') === tag) return Promise.resolve(new Response(null, { status: 304 }));
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.get('Range') ?? '');
    if (range === null) return Promise.resolve(new Response(content.slice(), { headers: { ETag: tag } }));
    const begin = Number(range[1]);
    if (begin >= content.length) return Promise.resolve(new Response('', { status: 416 }));
    return Promise.resolve(new Response(content.slice(begin, Number(range[2]) + 1), { status: 206 }));
  };

  write(name: string, content: string | Uint8Array): void {
    this.files.set(name, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  }
}

/** Returns a point cache whose vertex v in frame f is at (f, v, 0). */
export function makeCache(points: number, frames: number): Uint8Array {
  const bytes = new Uint8Array(32 + 12 * points * frames);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('POINTCACHE2\0'));
  view.setInt32(12, 1, true);
  view.setInt32(16, points, true);
  view.setFloat32(20, 1, true);
  view.setFloat32(24, 1, true);
  view.setInt32(28, frames, true);
  for (let f = 0; f < frames; ++f)
    for (let v = 0; v < points; ++v) {
      view.setFloat32(32 + 12 * (f * points + v), f, true);
      view.setFloat32(36 + 12 * (f * points + v), v, true);
    }
  return bytes;
}

/** Returns a `run.json` of one triangle. */
export function makeRecord(framesDone: number, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    format: 1, state: framesDone < 10 ? 'partial' : 'complete', about: 'A triangle', scene_file: 'a.json',
    started: '2026-01-01T00:00:00Z', up: 'z', frame_rate: 25, start_frame: 1, frames: 10, frames_done: framesDone,
    bodies: [{ name: 'sheet', kind: 'cloth', vertices: 3, triangles: 1, segments: 0 }],
    audit: { frames: framesDone + 1 },
    frame_hashes: Array.from({ length: framesDone + 1 }, (_, i) => `hash${i}`),
    ...changes,
  });
}

export function makeStep(frame: number, changes: Record<string, unknown> = {}): string {
  return `${JSON.stringify({
    frame, step: 1, time: 0.04, seconds: { assembly: 0.5, solve: 1, filter: 0, detection: 2, response: 4, rest: 0 },
    max_strain: 0.01 * frame, max_speed: 1, kinetic_energy: frame, elastic_energy: 2, gravity_energy: -3,
    momentum: [3, 4, 0],
    collision: { contacts: 7, zones: 2, passes: 3, proximities: 9, rungs: { response: 1, stops: 1 }, lag: { length: 0.002 } },
    ...changes,
  })}\n`;
}

export function makeAudit(frames: number): string {
  const pair = { a: { body: 'sheet', triangle: 0 }, b: { body: 'rope', segment: 4 }, place: [1, 2, 3] };
  return JSON.stringify({
    format: 1, clean: false, frames_audited: frames,
    frames: Array.from({ length: frames }, (_, i) =>
      i === 2 ? { frame: 3, intersections: 1, first: [pair] } : i === 1 ? { frame: 2, intersections: 0, outranked: 4 } : { frame: i + 1, intersections: 0 }),
  });
}
