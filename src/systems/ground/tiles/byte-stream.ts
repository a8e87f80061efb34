import { InputError } from '../../../input-error.ts';

/** Bytes in growing memory. */
export class ByteWriter {
  private data = new Uint8Array(65536);
  private length = 0;

  byte(value: number): void {
    this.reserve(1);
    this.data[this.length++] = value;
  }

  bytes(values: Uint8Array): void {
    this.reserve(values.length);
    this.data.set(values, this.length);
    this.length += values.length;
  }

  /** 32 bits, lowest byte first. */
  word(value: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.byte(value >>> shift);
  }

  text(value: string): void {
    this.bytes(new TextEncoder().encode(value));
  }

  /** Seven bits a byte, lowest first, the eighth set on all but the last. */
  unsigned(value: number): void {
    let left = value;
    while (left >= 128) {
      this.byte((left % 128) + 128);
      left = Math.floor(left / 128);
    }
    this.byte(left);
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  finish(): Uint8Array {
    return this.data.slice(0, this.length);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.data.length) return;
    const larger = new Uint8Array(Math.max(2 * this.data.length, this.length + count));
    larger.set(this.data);
    this.data = larger;
  }
}

/** Reads what `ByteWriter` wrote. Throws InputError at the end of the bytes. */
export class ByteReader {
  constructor(
    private readonly data: Uint8Array,
    private position: number,
    private readonly what = 'the saved ground',
  ) {}

  get isAtEnd(): boolean {
    return this.position >= this.data.length;
  }

  bytes(count: number): Uint8Array {
    if (this.position + count > this.data.length) throw InputError.at('', `${this.what} is cut short`);
    this.position += count;
    return this.data.slice(this.position - count, this.position);
  }

  unsigned(): number {
    let value = 0;
    let weight = 1;
    for (let count = 0; count < 8; count++) {
      const [byte] = this.bytes(1);
      value += (byte & 127) * weight;
      if (byte < 128) return value;
      weight *= 128;
    }
    throw InputError.at('', `${this.what} is damaged`);
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
