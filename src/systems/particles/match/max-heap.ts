/** A binary heap of the items 0 … count − 1, with the largest weight on top. Weights may decrease. */
export class MaxHeap {
  size: number;
  private readonly items: Uint32Array;
  private readonly slotOf: Uint32Array;

  /** weights [count], not copied. After decreasing a weight, call `sink`. */
  constructor(readonly weights: Float64Array) {
    const count = weights.length;
    this.size = count;
    this.items = new Uint32Array(count);
    this.slotOf = new Uint32Array(count);
    for (let k = 0; k < count; k++) this.items[k] = this.slotOf[k] = k;
    for (let slot = (count >>> 1) - 1; slot >= 0; slot--) this.sinkFrom(slot);
  }

  /** Removes and returns the item with the largest weight. The size must be above 0. */
  pop(): number {
    const top = this.items[0];
    const last = this.items[--this.size];
    if (this.size > 0) {
      this.items[0] = last;
      this.slotOf[last] = 0;
      this.sinkFrom(0);
    }
    return top;
  }

  /** Restores the order after the weight of an item was decreased. The item must still be in the heap. */
  sink(item: number): void {
    this.sinkFrom(this.slotOf[item]);
  }

  /** Returns the remaining items, ascending. */
  left(): Uint32Array {
    return this.items.slice(0, this.size).sort();
  }

  private sinkFrom(start: number): void {
    const { items, slotOf, weights, size } = this;
    const item = items[start];
    const weight = weights[item];
    let slot = start;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= size) break;
      if (child + 1 < size && weights[items[child + 1]] > weights[items[child]]) child++;
      if (!(weights[items[child]] > weight)) break;
      items[slot] = items[child];
      slotOf[items[slot]] = slot;
      slot = child;
    }
    items[slot] = item;
    slotOf[item] = slot;
  }
}
