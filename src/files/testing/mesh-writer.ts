/** Writes files for tests of `MeshCursor`: text and numbers, or binary numbers between lines of text. */
export class MeshWriter {
  isBinary = false;
  isLittleEndian = true;
  integerBytes: 4 | 8 = 4;
  sizeBytes: 4 | 8 = 8;
  realBytes: 4 | 8 = 8;
  private readonly parts: number[] = [];

  get length(): number {
    return this.parts.length;
  }

  text(text: string): this {
    this.parts.push(...new TextEncoder().encode(text));
    return this;
  }

  line(text = ''): this {
    return this.text(`${text}\n`);
  }

  /** Ends a line of numbers in a text file. In a binary file, it writes nothing. */
  endLine(): this {
    return this.isBinary ? this : this.line();
  }

  integers(...values: number[]): this {
    for (const value of values) this.number(value, this.integerBytes, true);
    return this;
  }

  /** Writes single bytes in a binary file. */
  bytes(...values: number[]): this {
    if (!this.isBinary) return this.integers(...values);
    this.parts.push(...values);
    return this;
  }

  sizes(...values: number[]): this {
    for (const value of values) this.number(value, this.sizeBytes, true);
    return this;
  }

  reals(...values: number[]): this {
    for (const value of values) this.number(value, this.realBytes, false);
    return this;
  }

  finish(): Uint8Array {
    return Uint8Array.from(this.parts);
  }

  private number(value: number, bytes: 4 | 8, isWhole: boolean): void {
    if (!this.isBinary) {
      this.text(`${value} `);
      return;
    }
    const view = new DataView(new ArrayBuffer(bytes));
    if (!isWhole && bytes === 8) view.setFloat64(0, value, this.isLittleEndian);
    else if (!isWhole) view.setFloat32(0, value, this.isLittleEndian);
    else if (bytes === 8) view.setBigInt64(0, BigInt(value), this.isLittleEndian);
    else view.setInt32(0, value, this.isLittleEndian);
    for (let k = 0; k < bytes; k++) this.parts.push(view.getUint8(k));
  }
}
