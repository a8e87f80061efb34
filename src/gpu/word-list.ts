/** A list of 32-bit words that grows on demand and is reused, for buffers that are written in every frame. */
export class WordList {
  length = 0;
  private words = new Uint32Array(256);
  private floats = new Float32Array(this.words.buffer);
  private readonly double = new Float64Array(1);
  private readonly halves = new Uint32Array(this.double.buffer);

  clear(): void {
    this.length = 0;
  }

  /** Adds integers, signed or unsigned. */
  push(...values: number[]): void {
    this.reserve(values.length);
    for (const value of values) this.words[this.length++] = value;
  }

  /** Adds numbers as float32. */
  pushFloats(values: ArrayLike<number>): void {
    this.reserve(values.length);
    this.floats.set(values, this.length);
    this.length += values.length;
  }

  /** Adds the bits of a float64 number: low word, high word. */
  pushDouble(value: number): void {
    this.double[0] = value;
    this.push(this.halves[0], this.halves[1]);
  }

  private reserve(count: number): void {
    const end = this.length + count;
    if (end <= this.words.length) return;
    const grown = new Uint32Array(2 * end);
    grown.set(this.words.subarray(0, this.length));
    this.words = grown;
    this.floats = new Float32Array(grown.buffer);
  }

  /** The words, valid until the next change. */
  get view(): Uint32Array<ArrayBuffer> {
    return this.words.subarray(0, this.length);
  }
}
