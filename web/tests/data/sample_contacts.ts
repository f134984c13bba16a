/**
 * Returns a contacts file of nine vertices, two patches and room for three frames, of which two are there: the first has a
 * contact of each kind, the second has nothing. It is the file that a test of the program writes and reads.
 */
export function makeContacts(): Uint8Array {
  const bytes = new Uint8Array(248);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('MUSLINCT'));
  [1, 9, 3, 2].forEach((value, i) => view.setInt32(8 + 4 * i, value, true));
  [84, 232, 248, 0].forEach((value, i) => view.setBigInt64(24 + 8 * i, BigInt(value), true));
  [0, 2, 1, 2, 1, 1, 4].forEach((value, i) => view.setInt32(56 + 4 * i, value, true));
  [3, 2, 1, 0].forEach((value, i) => view.setInt32(84 + 4 * i, value, true));
  const contact = (i: number, vertices: readonly number[], normal: readonly number[], shares: readonly number[], kind: number, flags: number): void => {
    const at = 100 + 36 * i;
    vertices.forEach((vertex, k) => view.setInt32(at + 4 * k, vertex, true));
    view.setFloat32(at + 16, 0.125 * (i + 1), true);
    view.setFloat32(at + 20, -0.5, true);
    normal.forEach((value, k) => view.setInt16(at + 24 + 2 * k, 32767 * value, true));
    shares.forEach((value, k) => view.setUint16(at + 30 + 2 * k, Math.round(65535 * value), true));
    view.setUint8(at + 34, kind);
    view.setUint8(at + 35, flags);
  };
  contact(0, [0, 1, 2, 8], [0, -1, 0], [0.6, 0.2], 0, 2 * 5 + 1);
  contact(1, [3, 4, 5, 6], [0, 0, 1], [0.6, 0.2], 1, 2 * 1);
  contact(2, [3, 4, 3, 7], [1, 0, 0], [1, 0], 2, 1);
  [2, 8, 5].forEach((value, i) => view.setInt32(208 + 4 * i, value, true));
  [0.5, -1.25, 3].forEach((value, i) => view.setFloat32(220 + 4 * i, value, true));
  return bytes;
}
