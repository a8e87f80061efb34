/** Numbers of 4 bytes, `width` for each row: a particle, or a vertex. Only the first rows count. */
export interface Column {
  readonly values: Float32Array | Uint32Array;
  readonly width: number;
}

/** The blocks of rows that have changed, one after the other: column, first row, number of rows, then the numbers of these rows. */
export interface ChangedBlocks {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly length: number;
  readonly rowCount: number;
}

/** Rows of a block. A block is sent as a whole if any of its numbers has changed. */
const blockRows = 64;

/** Finds what has changed in some columns since the last call. */
export class BlockSender {
  /** For each column, what was sent. */
  private readonly sent: Uint32Array[] = [];
  private sentRows = 0;

  /** Returns the changed blocks of the first rows. findRoom: returns memory of at least this many bytes. */
  collect(
    columns: readonly Column[],
    rowCount: number,
    findRoom: (bytes: number) => ArrayBuffer,
  ): ChangedBlocks {
    const changed: { column: number; first: number; rows: number }[] = [];
    let length = 0;
    columns.forEach(({ values, width }, column) => {
      const now = wordsOf(values);
      let before = this.sent[column] ?? new Uint32Array(0);
      if (before.length < rowCount * width) {
        before = new Uint32Array(2 * rowCount * width);
        before.set(this.sent[column] ?? []);
        this.sent[column] = before;
      }
      for (let first = 0; first < rowCount; first += blockRows) {
        const rows = Math.min(blockRows, rowCount - first);
        const [start, end] = [first * width, (first + rows) * width];
        let isChanged = first + rows > this.sentRows;
        for (let k = start; !isChanged && k < end; k++) isChanged = now[k] !== before[k];
        if (!isChanged) continue;
        before.set(now.subarray(start, end), start);
        changed.push({ column, first, rows });
        length += 3 + end - start;
      }
    });
    this.sentRows = rowCount;
    const words = new Uint32Array(findRoom(4 * length));
    let at = 0;
    for (const { column, first, rows } of changed) {
      const { width } = columns[column];
      words.set([column, first, rows], at);
      words.set(this.sent[column].subarray(first * width, (first + rows) * width), at + 3);
      at += 3 + rows * width;
    }
    return { words, length, rowCount };
  }
}

/** Writes changed blocks into copies of the columns. Arrays that are too short are replaced by `grow`. */
export function applyBlocks(
  { words, length, rowCount }: ChangedBlocks,
  columns: readonly Column[],
  grow: (rowCount: number) => readonly Column[],
): void {
  const isTooShort = columns.some(({ values, width }) => values.length < rowCount * width);
  const targets = isTooShort ? grow(rowCount) : columns;
  for (let at = 0; at < length; ) {
    const [column, first, rows] = words.subarray(at, at + 3);
    const { values, width } = targets[column];
    at += 3;
    wordsOf(values).set(words.subarray(at, at + rows * width), first * width);
    at += rows * width;
  }
}

/** Returns the bits of the numbers. NaN and −0 are compared and copied like all others. */
function wordsOf({ buffer, byteOffset, length }: Float32Array | Uint32Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length);
}
