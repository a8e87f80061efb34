/**
 * Numbers distinct tuples of indices, such as the edges (2), faces (3) or elements (4) of a mesh, in the order of their first
 * occurrence. A custom hash table, since a Map with text keys takes several times as long.
 */
export class TupleTable {
  /** Number of distinct tuples. */
  count = 0;
  private readonly width: number;
  private tuples: Uint32Array;
  /** Number of the tuple in each slot, −1 if the slot is free. The size is a power of two, and at most half of the slots are used. */
  private slots: Int32Array;

  /**
   * width: indices per tuple, at least 1. Tuples with another order of the same indices are distinct: sort the indices if the order should
   * not matter.
   */
  constructor(width: number) {
    this.width = width;
    this.tuples = new Uint32Array(16 * width);
    this.slots = new Int32Array(32).fill(-1);
  }

  /** Returns the number of the tuple. A tuple that is not in the table gets a new number. */
  add(tuple: ArrayLike<number>): number {
    const slot = this.findSlot(tuple);
    if (this.slots[slot] >= 0) return this.slots[slot];
    if (2 * this.count === this.slots.length) {
      this.grow();
      return this.add(tuple);
    }
    this.tuples.set(tuple, this.width * this.count);
    this.slots[slot] = this.count;
    return this.count++;
  }

  /** Returns the number of the tuple, −1 if the tuple is not in the table. */
  find(tuple: ArrayLike<number>): number {
    return this.slots[this.findSlot(tuple)];
  }

  /** Returns a view of one tuple, valid until the next `add`. */
  tuple(index: number): Uint32Array {
    return this.tuples.subarray(this.width * index, this.width * (index + 1));
  }

  /** Returns the slot of the tuple, or a free slot if the tuple is not in the table. */
  private findSlot(tuple: ArrayLike<number>): number {
    const { width, tuples, slots } = this;
    let hash = 0;
    for (let k = 0; k < width; k++) {
      hash = Math.imul(hash ^ tuple[k], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    for (let slot = hash & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const start = width * slots[slot];
      if (start < 0) return slot;
      let k = 0;
      while (k < width && tuples[start + k] === tuple[k]) k++;
      if (k === width) return slot;
    }
  }

  private grow(): void {
    const old = this.tuples;
    this.tuples = new Uint32Array(2 * old.length);
    this.tuples.set(old);
    this.slots = new Int32Array(2 * this.slots.length).fill(-1);
    for (let index = 0; index < this.count; index++) this.slots[this.findSlot(this.tuple(index))] = index;
  }
}
