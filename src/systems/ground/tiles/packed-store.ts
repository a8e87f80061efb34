const pageBytes = 65536;

/** Maximum length of the string of a tile. It is never empty. */
export const maxPackedBytes = pageBytes - 1;

/** Bytes of the index for each tile: a map entry, the position of its string and the length. */
const indexBytes = 60;

/**
 * The packed strings of many tiles, by position. They are stored on pages of 64 KiB, so that a tile needs little more than its string.
 * One array for each tile would need 250 additional bytes, more than the string of a narrow track.
 */
export class PackedStore {
  private pages: Uint8Array[] = [];
  private pageUsed = pageBytes;
  /** Position over all pages and length of each slot. The length of a free slot is 0. */
  private positions = new Uint32Array(64);
  private lengths = new Uint16Array(64);
  private slotCount = 0;
  private readonly freeSlots: number[] = [];
  private readonly rows = new Map<number, Map<number, number>>();
  private liveBytes = 0;
  private deadBytes = 0;
  private count = 0;

  /** Bytes of the tiles, including the index. */
  get byteLength(): number {
    return this.liveBytes + this.count * indexBytes;
  }

  has(tileI: number, tileJ: number): boolean {
    return this.rows.get(tileJ)?.has(tileI) ?? false;
  }

  /** Returns a view of the string of a tile, valid until the next `set`. Null if there is none. */
  get(tileI: number, tileJ: number): Uint8Array | null {
    const slot = this.rows.get(tileJ)?.get(tileI);
    if (slot === undefined) return null;
    const position = this.positions[slot];
    const start = position % pageBytes;
    return this.pages[(position - start) / pageBytes].subarray(start, start + this.lengths[slot]);
  }

  /** Stores a copy of the string (1 to `maxPackedBytes` bytes), or deletes the tile if it is null. Throws a RangeError for other lengths. */
  set(tileI: number, tileJ: number, bytes: Uint8Array | null): void {
    if (bytes && (bytes.length === 0 || bytes.length > maxPackedBytes))
      throw new RangeError(`a tile of ${bytes.length} bytes`);
    this.remove(tileI, tileJ);
    if (!bytes) return;
    const slot = this.freeSlots.pop() ?? this.slotCount++;
    if (slot >= this.lengths.length) this.growSlots();
    this.write(slot, bytes);
    this.liveBytes += bytes.length;
    this.count++;
    let row = this.rows.get(tileJ);
    if (!row) {
      row = new Map();
      this.rows.set(tileJ, row);
    }
    row.set(tileI, slot);
  }

  /** Returns the positions of all tiles in any order. */
  *positionsOf(): Generator<readonly [tileI: number, tileJ: number]> {
    for (const [tileJ, row] of this.rows) for (const tileI of row.keys()) yield [tileI, tileJ];
  }

  private remove(tileI: number, tileJ: number): void {
    const row = this.rows.get(tileJ);
    const slot = row?.get(tileI);
    if (row === undefined || slot === undefined) return;
    row.delete(tileI);
    if (row.size === 0) this.rows.delete(tileJ);
    this.liveBytes -= this.lengths[slot];
    this.deadBytes += this.lengths[slot];
    this.lengths[slot] = 0;
    this.freeSlots.push(slot);
    this.count--;
    if (this.deadBytes > this.liveBytes + pageBytes) this.compact();
  }

  private write(slot: number, bytes: Uint8Array): void {
    if (this.pageUsed + bytes.length > pageBytes) {
      this.pages.push(new Uint8Array(pageBytes));
      this.pageUsed = 0;
    }
    this.pages[this.pages.length - 1].set(bytes, this.pageUsed);
    this.positions[slot] = (this.pages.length - 1) * pageBytes + this.pageUsed;
    this.lengths[slot] = bytes.length;
    this.pageUsed += bytes.length;
  }

  /** Copies all strings to new pages. */
  private compact(): void {
    const old = this.pages;
    this.pages = [];
    this.pageUsed = pageBytes;
    this.deadBytes = 0;
    for (let slot = 0; slot < this.slotCount; slot++) {
      if (this.lengths[slot] === 0) continue;
      const start = this.positions[slot] % pageBytes;
      const page = old[(this.positions[slot] - start) / pageBytes];
      this.write(slot, page.subarray(start, start + this.lengths[slot]));
    }
  }

  private growSlots(): void {
    const positions = new Uint32Array(2 * this.positions.length);
    positions.set(this.positions);
    this.positions = positions;
    const lengths = new Uint16Array(2 * this.lengths.length);
    lengths.set(this.lengths);
    this.lengths = lengths;
  }
}
