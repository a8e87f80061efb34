/** A heap of the numbers 0 … count − 1 with weights that may fall; the heaviest on top. */
export class MaxHeap {
  size: number;
  private readonly items: Uint32Array;
  private readonly placeOf: Uint32Array;

  /** weights [count], kept: whoever lessens one says so to `sink`. */
  constructor(readonly weights: Float64Array) {
    const count = weights.length;
    this.size = count;
    this.items = new Uint32Array(count);
    this.placeOf = new Uint32Array(count);
    for (let k = 0; k < count; k++) this.items[k] = this.placeOf[k] = k;
    for (let place = (count >>> 1) - 1; place >= 0; place--) this.sinkFrom(place);
  }

  /** Takes the heaviest out. Size must be above 0. */
  pop(): number {
    const top = this.items[0];
    const last = this.items[--this.size];
    if (this.size > 0) {
      this.items[0] = last;
      this.placeOf[last] = 0;
      this.sinkFrom(0);
    }
    return top;
  }

  /** Puts an item that is still in the heap where its lessened weight belongs. */
  sink(item: number): void {
    this.sinkFrom(this.placeOf[item]);
  }

  /** The items left, rising. */
  left(): Uint32Array {
    return this.items.slice(0, this.size).sort();
  }

  private sinkFrom(start: number): void {
    const { items, placeOf, weights, size } = this;
    const item = items[start];
    const weight = weights[item];
    let place = start;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      if (child + 1 < size && weights[items[child + 1]] > weights[items[child]]) child++;
      if (!(weights[items[child]] > weight)) break;
      items[place] = items[child];
      placeOf[items[place]] = place;
      place = child;
    }
    items[place] = item;
    placeOf[item] = place;
  }
}
