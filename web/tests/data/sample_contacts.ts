/**
 * Returns a contacts file of nine vertices, two patches and room for three frames, of which two are there: the first has a
 * contact of each kind, the second has nothing. It is the file that a test of the program writes, contacts_file_test.cpp,
 * which says what its bytes mean.
 */
export function makeContacts(): Uint8Array {
  const frames = [
    3, 2, 1, 88, 69, 5, 0, 0, 6, 0, 0, 2, 0, 1, 4, 6, 9, 16, 13, 12, 0x80, 0x80, 0x10, 0x80, 0x80, 0x10, 0x80, 0x80, 0x10,
    0xff, 0x07, 0, 1, 0, 1, 0xfe, 0x1f, 0xfd, 0x1f, 0xfe, 0x1f, 0, 0, 0xb2, 0x02, 0, 0, 0xcc, 0x01, 0x66, 0, 0, 0x65,
    4, 12, 10, 0x80, 0x80, 0x40, 0xff, 0xff, 0x9f, 0x01, 0x80, 0x80, 0x80, 0x03, 0, 0, 0,
  ];
  const bytes = new Uint8Array(92 + frames.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('MUSLINCT'));
  [2, 9, 3, 2].forEach((value, i) => view.setInt32(8 + 4 * i, value, true));
  view.setBigInt64(24, 92n, true);
  view.setFloat64(32, 2 ** -20, true);
  [159, 162, 0].forEach((value, i) => view.setBigInt64(40 + 8 * i, BigInt(value), true));
  [0, 2, 1, 2, 1, 1, 4].forEach((value, i) => view.setInt32(64 + 4 * i, value, true));
  bytes.set(frames, 92);
  return bytes;
}
