import { InputError } from './input-error.ts';

/** Writes bytes to memory that grows as needed. */
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

  /** Writes 32 bits, little-endian. */
  word(value: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.byte(value >>> shift);
  }

  text(value: string): void {
    this.bytes(new TextEncoder().encode(value));
  }

  /** Writes a variable-length integer (LEB128): seven bits for each byte, lowest first, with the eighth bit set except in the last. */
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

/** Reads what `ByteWriter` wrote. Throws InputError at the end of the bytes; `what` names them in messages, such as "saved fur". */
export class ByteReader {
  private position = 0;

  constructor(
    private readonly data: Uint8Array,
    private readonly what: string,
  ) {}

  get isAtEnd(): boolean {
    return this.position >= this.data.length;
  }

  refuse(got: string): InputError {
    return InputError.at('', `expected ${this.what}, got ${got}`);
  }

  damaged(): InputError {
    return this.refuse('bytes that are damaged');
  }

  /** Returns a copy of the next bytes. (`slice` of Node's `Buffer` would be a view.) */
  bytes(count: number): Uint8Array {
    if (!(count >= 0 && count <= this.data.length - this.position))
      throw this.refuse('bytes that are cut short');
    this.position += count;
    return new Uint8Array(this.data.subarray(this.position - count, this.position));
  }

  /** Fills arrays with the next bytes. */
  fill(...targets: ArrayBufferView[]): void {
    for (const { buffer, byteOffset, byteLength } of targets) {
      new Uint8Array(buffer, byteOffset, byteLength).set(this.bytes(byteLength));
    }
  }

  /** Throws if bytes are left. */
  end(): void {
    if (!this.isAtEnd) throw this.refuse('more bytes than its header states');
  }

  /** Reads 32 bits, little-endian. */
  word(): number {
    return new DataView(this.bytes(4).buffer).getUint32(0, true);
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
    throw this.damaged();
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
