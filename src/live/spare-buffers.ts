/** Maximum number of buffers that are kept. More than two are never on their way at the same time. */
const maxSpare = 4;

/** Buffers that were sent to the other thread and have come back, for further messages. */
export class SpareBuffers {
  private readonly spare: ArrayBuffer[] = [];

  /** Returns a buffer of at least this size. It contains old data. */
  take(bytes: number): ArrayBuffer {
    const found = this.spare.findIndex(({ byteLength }) => byteLength >= bytes);
    if (found >= 0) return this.spare.splice(found, 1)[0];
    // A smaller one is replaced, so that the number does not grow.
    this.spare.pop();
    return new ArrayBuffer(2 ** Math.ceil(Math.log2(Math.max(bytes, 4096))));
  }

  /** Takes back a buffer. */
  give(buffer: ArrayBuffer): void {
    if (this.spare.length < maxSpare) this.spare.push(buffer);
  }
}
