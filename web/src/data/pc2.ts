import { FormatError } from './json';

/**
 * The point cache of a body: a header of 32 bytes, then one sample per frame, each a list of points of three floats.
 * All numbers are little-endian, as on every machine that runs a browser today, so that samples are used as they are.
 */
export const pc2HeaderBytes = 32;

const signature = 'POINTCACHE2\0';

/** Checks the header of a point cache and returns the number of points in a sample. */
export function parsePc2Header(bytes: ArrayBuffer): number {
  if (bytes.byteLength < pc2HeaderBytes) throw new FormatError('is shorter than its header');
  const view = new DataView(bytes);
  for (let i = 0; i < signature.length; ++i)
    if (view.getUint8(i) !== signature.charCodeAt(i)) throw new FormatError('is not a PC2 file');
  if (view.getInt32(12, true) !== 1) throw new FormatError('has a version of PC2 that is not known');
  return view.getInt32(16, true);
}

/** Returns the header of a cache. */
export function pc2Header(points: number, samples: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(pc2HeaderBytes));
  for (let i = 0; i < signature.length; ++i) view.setUint8(i, signature.charCodeAt(i));
  view.setInt32(12, 1, true);
  view.setInt32(16, points, true);
  view.setFloat32(24, 1, true);
  view.setInt32(28, samples, true);
  return view.buffer as ArrayBuffer;
}

export function sampleBytes(points: number): number {
  return 12 * points;
}

/** Returns the first byte of a sample and the byte after the last of `count` samples. */
export function sampleRange(points: number, first: number, count: number): { begin: number; end: number } {
  const begin = pc2HeaderBytes + first * sampleBytes(points);
  return { begin, end: begin + count * sampleBytes(points) };
}
