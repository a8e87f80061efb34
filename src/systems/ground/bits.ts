/**
 * A string of bits in growing memory. Codes: fixed width, Elias gamma (small numbers ≥ 1), and adaptive Rice
 * (numbers ≥ 0 whose size changes slowly along the string).
 */
export class BitWriter {
  private data = new Uint8Array(4096);
  private length = 0;
  private used = 0;

  reset(): void {
    this.data.fill(0, 0, this.length + 1);
    this.length = 0;
    this.used = 0;
  }

  /** The low `width` (0 to 32) bits of value, highest first. */
  write(value: number, width: number): void {
    if (this.length + 8 > this.data.length) {
      const larger = new Uint8Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    for (let left = width; left > 0; ) {
      const count = Math.min(left, 8 - this.used);
      left -= count;
      const bits = (value >>> left) & ((1 << count) - 1);
      this.data[this.length] |= bits << (8 - this.used - count);
      this.used += count;
      if (this.used === 8) {
        this.used = 0;
        this.length++;
      }
    }
  }

  /** value ≥ 1: as many zeros as it has bits after its first, then itself. */
  writeGamma(value: number): void {
    const width = 32 - Math.clz32(value);
    this.write(0, width - 1);
    this.write(value, width);
  }

  writeRice(value: number, rice: RiceState): void {
    const quotient = value >>> rice.shift;
    if (quotient < escapeLength) {
      this.write(2 ** (quotient + 1) - 2, quotient + 1);
      this.write(value, rice.shift);
    } else {
      this.write(2 ** escapeLength - 1, escapeLength);
      this.write(value, 32);
    }
    rice.adapt(value);
  }

  /** A copy of the bits so far, the last byte filled up with zeros. */
  bytes(): Uint8Array {
    return this.data.slice(0, this.length + (this.used > 0 ? 1 : 0));
  }
}

export class BitReader {
  private position: number;
  private used = 0;

  constructor(
    private readonly data: Uint8Array,
    offset = 0,
  ) {
    this.position = offset;
  }

  read(width: number): number {
    let value = 0;
    for (let left = width; left > 0; ) {
      const count = Math.min(left, 8 - this.used);
      left -= count;
      const bits = (this.data[this.position] >>> (8 - this.used - count)) & ((1 << count) - 1);
      value = (value << count) | bits;
      this.used += count;
      if (this.used === 8) {
        this.used = 0;
        this.position++;
      }
    }
    return value >>> 0;
  }

  readGamma(): number {
    let width = 0;
    while (this.read(1) === 0 && width < 32) width++;
    return ((1 << width) | this.read(width)) >>> 0;
  }

  readRice(rice: RiceState): number {
    let quotient = 0;
    while (quotient < escapeLength && this.read(1) === 1) quotient++;
    const value =
      quotient < escapeLength ? ((quotient << rice.shift) | this.read(rice.shift)) >>> 0 : this.read(32);
    rice.adapt(value);
    return value;
  }
}

/** So many ones announce a number written in full. */
const escapeLength = 20;

/** The running mean that both ends of a Rice code keep, as in JPEG-LS: halved now and then, so that it forgets. */
export class RiceState {
  shift: number;
  private sum: number;
  private count = 4;

  constructor(shift: number) {
    this.shift = shift;
    this.sum = this.count * 2 ** shift;
  }

  adapt(value: number): void {
    this.sum += value;
    this.count++;
    if (this.count === 32) {
      this.sum = Math.floor(this.sum / 2);
      this.count = 16;
    }
    let shift = 0;
    while (shift < 24 && this.count * 2 ** shift < this.sum) shift++;
    this.shift = shift;
  }
}

/** Signed numbers as unsigned ones, small for small: 0 −1 1 −2 2 … → 0 1 2 3 4 …. */
export function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}

export function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}
