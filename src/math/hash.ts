/** Computes golden hashes of states and files: 64-bit FNV-1a over bytes, as 16 hexadecimal digits. Not for security. */
export class Hasher {
  private low = 0x84222325;
  private high = 0xcbf29ce4;

  bytes(data: Uint8Array): this {
    let low = this.low;
    let high = this.high;
    for (let i = 0; i < data.length; i++) {
      low = (low ^ data[i]) >>> 0;
      // Multiplies by the prime 2⁴⁰ + 0x1b3, modulo 2⁶⁴, in two 32-bit halves.
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 4294967296) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
    this.low = low;
    this.high = high;
    return this;
  }

  /** Hashes the memory of a typed array. It assumes a little-endian machine, as all that run JavaScript today are. */
  array(data: ArrayBufferView): this {
    return this.bytes(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }

  numbers(...values: number[]): this {
    return this.array(Float64Array.from(values));
  }

  digest(): string {
    return this.high.toString(16).padStart(8, '0') + this.low.toString(16).padStart(8, '0');
  }
}
