import { DynamicDrawUsage, InstancedBufferAttribute } from 'three';

type ColumnArray = Float32Array | Uint8Array | Int16Array;

/**
 * One attribute of all instances, in 4-byte words. New values are compared with the old ones, and only the range that changed is uploaded.
 * If the particles are drawn in another order than they are written, written and drawn values are stored separately.
 */
export class PointColumn {
  readonly attribute: InstancedBufferAttribute;
  /** The written values, in the order of the particles, [wordCount · capacity]. */
  readonly words: Uint32Array;
  /** The same memory, viewed as the type of the values. */
  readonly values: ColumnArray;
  /** Total bytes passed to the renderer. */
  uploadedBytes: number;

  private readonly drawn: Uint32Array;
  private readonly wordCount: number;
  private readonly perWord: number;

  constructor(
    kind: 'place' | 'color' | 'turn' | 'seed',
    readonly capacity: number,
    private readonly isReordered: boolean,
  ) {
    const { itemSize, create, normalized } = layouts[kind];
    const array = create(itemSize * capacity);
    this.attribute = new InstancedBufferAttribute(array, itemSize, normalized);
    this.attribute.setUsage(DynamicDrawUsage);
    this.values = isReordered ? create(itemSize * capacity) : array;
    this.drawn = new Uint32Array(array.buffer);
    this.words = new Uint32Array(this.values.buffer);
    this.wordCount = this.words.length / capacity;
    this.perWord = array.length / this.drawn.length;
    // A new buffer is uploaded as a whole.
    this.uploadedBytes = array.byteLength;
  }

  /** Must be called if the particles `first` … `last` have new values. */
  change(first: number, last: number): void {
    if (last >= first && !this.isReordered) this.upload(first, last);
  }

  /** Draws particle order[k] at position k. */
  reorder(order: Uint32Array, count: number): void {
    const { words, drawn, wordCount } = this;
    for (let k = 0; k < count; k++) {
      const from = wordCount * order[k];
      for (let word = 0; word < wordCount; word++) drawn[wordCount * k + word] = words[from + word];
    }
    if (count > 0) this.upload(0, count - 1);
  }

  private upload(first: number, last: number): void {
    const { attribute, wordCount, perWord } = this;
    const unit = wordCount * perWord;
    let [start, end] = [unit * first, unit * (last + 1)];
    // Changes that were not drawn yet remain pending.
    for (const range of attribute.updateRanges) {
      start = Math.min(start, range.start);
      end = Math.max(end, range.start + range.count);
    }
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(start, end - start);
    attribute.needsUpdate = true;
    this.uploadedBytes += 4 * wordCount * (last + 1 - first);
  }
}

interface Layout {
  readonly itemSize: number;
  readonly normalized: boolean;
  create(length: number): ColumnArray;
}

const layouts: Readonly<Record<'place' | 'color' | 'turn' | 'seed', Layout>> = {
  /** Components: middle, diameter. */
  place: { itemSize: 4, normalized: false, create: (length) => new Float32Array(length) },
  /** Components: red, green, blue in sRGB, opacity. */
  color: { itemSize: 4, normalized: true, create: (length) => new Uint8Array(length) },
  /** Quaternion. */
  turn: { itemSize: 4, normalized: true, create: (length) => new Int16Array(length) },
  /** A random value 0..1 that depends on the identity of the particle. */
  seed: { itemSize: 1, normalized: false, create: (length) => new Float32Array(length) },
};
