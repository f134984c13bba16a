import { FormatError } from './json';

/** Takes numbers from bytes, as the program codes them (src/muslin/io/file/number_code.hpp). Numbers beyond 2⁵³ are not exact. */
export class NumberReader {
  private zeros = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly what: string,
    private at = 0,
  ) {}

  /** Bytes that are left. */
  get left(): number {
    return this.bytes.length - this.at;
  }

  /** A number of which each byte holds seven bits. */
  number(): number {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new FormatError(`${this.what} is cut off`);
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }

  /** A difference, positive or negative, of which zeros are counted. */
  difference(): number {
    if (this.zeros > 0) {
      --this.zeros;
      return 0;
    }
    const value = this.number();
    if (value === 0) {
      this.zeros = this.number();
      return 0;
    }
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Values that are coded as differences, each from the one before. A run of zeros ends with them. */
  column(count: number): Float64Array {
    const values = new Float64Array(count);
    let last = 0;
    for (let i = 0; i < count; ++i) values[i] = last += this.difference();
    if (this.zeros > 0) throw new FormatError(`${this.what} is damaged`);
    return values;
  }
}
