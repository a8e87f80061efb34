/**
 * A string of bits in growing memory. Codes: fixed width, Elias gamma (1 to 2²³), and adaptive Rice
 * (numbers ≥ 0 whose size changes slowly along the string).
 */
export class BitWriter {
  private data = new Uint8Array(4096);
  private length = 0;
  /** Bits that do not fill a byte yet, with the last one lowest, and their number. */
  private rest = 0;
  private restWidth = 0;

  reset(): void {
    this.length = 0;
    this.rest = 0;
    this.restWidth = 0;
  }

  /** Writes the low `width` (0 to 32) bits of value, highest first. */
  write(value: number, width: number): void {
    if (width > 16) {
      this.write(value >>> 16, width - 16);
      this.write(value, 16);
      return;
    }
    this.rest = (this.rest << width) | (value & ((1 << width) - 1));
    this.restWidth += width;
    if (this.length + 4 > this.data.length) this.grow();
    while (this.restWidth >= 8) {
      this.restWidth -= 8;
      this.data[this.length++] = this.rest >>> this.restWidth;
    }
  }

  /** Writes value ≥ 1 as an Elias gamma code: one zero for each bit after the first, then the value. */
  writeGamma(value: number): void {
    const width = 32 - Math.clz32(value);
    this.write(0, width - 1);
    this.write(value, width);
  }

  writeRice(value: number, rice: RiceState): void {
    const quotient = value >>> rice.shift;
    if (quotient < escapeLength) {
      this.write((2 << quotient) - 2, quotient + 1);
      this.write(value, rice.shift);
    } else {
      this.write((1 << escapeLength) - 1, escapeLength);
      this.write(value, 32);
    }
    rice.adapt(value);
  }

  /** Returns a copy of the bits so far. The last byte is padded with zeros. */
  bytes(): Uint8Array {
    const bytes = this.data.slice(0, this.length + (this.restWidth > 0 ? 1 : 0));
    if (this.restWidth > 0) bytes[this.length] = this.rest << (8 - this.restWidth);
    return bytes;
  }

  private grow(): void {
    const larger = new Uint8Array(2 * this.data.length);
    larger.set(this.data);
    this.data = larger;
  }
}

export class BitReader {
  /** Number of bits read so far. */
  private position = 0;

  constructor(private readonly data: Uint8Array) {}

  read(width: number): number {
    if (width > 16) {
      const high = this.read(width - 16);
      return ((high << 16) | this.read(16)) >>> 0;
    }
    const bits = this.peek() >>> (24 - width);
    this.position += width;
    return bits;
  }

  /** Returns the next 24 bits. Bits beyond the end are 0. */
  private peek(): number {
    const { data, position } = this;
    const byte = position >>> 3;
    const word = (data[byte] << 24) | (data[byte + 1] << 16) | (data[byte + 2] << 8) | data[byte + 3];
    return (word << (position & 7)) >>> 8;
  }

  readGamma(): number {
    const width = Math.min(24, Math.clz32(this.peek() << 8));
    this.position += width + 1;
    return ((1 << width) | this.read(width)) >>> 0;
  }

  readRice(rice: RiceState): number {
    const ones = Math.clz32(~(this.peek() << 8));
    const quotient = Math.min(ones, escapeLength);
    this.position += quotient < escapeLength ? quotient + 1 : escapeLength;
    const value =
      quotient < escapeLength ? ((quotient << rice.shift) | this.read(rice.shift)) >>> 0 : this.read(32);
    rice.adapt(value);
    return value;
  }
}

/** Counts stay below 2⁵, so that a count times 2^shift is an int32. */
const maxShift = 24;

/** This many ones precede a number that is written in full. */
const escapeLength = 20;

/** The running mean that writer and reader of a Rice code keep, as in JPEG-LS. It is halved from time to time to adapt. */
export class RiceState {
  shift: number;
  private sum: number;
  private count = 4;

  constructor(shift: number) {
    this.shift = shift;
    this.sum = this.count << shift;
  }

  adapt(value: number): void {
    this.sum += value;
    this.count++;
    if (this.count === 32) {
      this.sum = Math.floor(this.sum / 2);
      this.count = 16;
    }
    let { shift } = this;
    while (shift < maxShift && this.count << shift < this.sum) shift++;
    while (shift > 0 && this.count << (shift - 1) >= this.sum) shift--;
    this.shift = shift;
  }
}

/** Maps signed to unsigned numbers (zigzag code): 0 −1 1 −2 2 … → 0 1 2 3 4 …. */
export function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}

export function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}
