import { copyColumns, intersectRectangles } from '../../systems/column-rectangle.ts';
import type { HeightfieldChange } from '../../systems/heightfield-change.ts';
import type { ColumnRectangle } from '../../systems/outputs/heightfield.ts';
import { coverBits, type ReadCover } from './ground-cover.ts';
import type { Patch } from './layer-page.ts';
import type { PageSet } from './page-set.ts';

/** Number of columns along the side of a drawn tile. Drawn tiles are the same as those of the simulation. */
export const tileSize = 32;

/** Reads the initial heights of the ground, in its units, row by row into out [columns · rows]. */
export type ReadInitial = (out: Int32Array, rectangle: ColumnRectangle) => void;

/** The tiles that differ from the untouched ground. All of their columns are drawn. */
export class TouchedTiles {
  private readonly rows = new Map<number, Map<number, Patch>>();
  private readonly initial: Int32Array;
  private readonly border: number;
  private readonly cover: Uint8Array;
  /** Bits of a texel that contain the height. */
  private readonly heightMask: number;

  constructor(
    private readonly pages: PageSet,
    private readonly readInitial: ReadInitial,
    /** Called once for each tile that becomes touched. */
    private readonly onTouch: (tileI: number, tileJ: number) => void,
    private readonly readCover: ReadCover | null = null,
  ) {
    this.border = pages.shape.border;
    const side = tileSize + 1 + 2 * this.border;
    this.initial = new Int32Array(side * side);
    this.cover = new Uint8Array(side * side);
    this.heightMask = readCover ? ~coverBits : ~1;
  }

  find(tileI: number, tileJ: number): Patch | undefined {
    return this.rows.get(tileJ)?.get(tileI);
  }

  *all(): Iterable<Patch> {
    for (const row of this.rows.values()) yield* row.values();
  }

  /** Writes a change into the tiles that contain its columns, and into the padding of their neighbours. */
  apply(change: HeightfieldChange): void {
    const { i0, j0, columns, rows } = change.rectangle;
    const [firstI, lastI] = [Math.floor(i0 / tileSize), Math.floor((i0 + columns - 1) / tileSize)];
    const [firstJ, lastJ] = [Math.floor(j0 / tileSize), Math.floor((j0 + rows - 1) / tileSize)];
    for (let tileJ = firstJ - 1; tileJ <= lastJ + 1; tileJ++) {
      for (let tileI = firstI - 1; tileI <= lastI + 1; tileI++) {
        if (!this.find(tileI, tileJ) && this.differs(change, tileI, tileJ)) this.create(tileI, tileJ);
      }
    }
    for (let tileJ = firstJ - 1; tileJ <= lastJ + 1; tileJ++) {
      for (let tileI = firstI - 1; tileI <= lastI + 1; tileI++) {
        const patch = this.find(tileI, tileJ);
        if (patch && this.write(patch, change)) patch.page.markDirty(patch);
      }
    }
  }

  /** Returns the patch of a tile whose texels are written on the graphics card. A new one starts with the initial heights. */
  reserve(tileI: number, tileJ: number): Patch {
    return this.find(tileI, tileJ) ?? this.create(tileI, tileJ);
  }

  /** Notes columns that are drawn already, so that `heightAt` knows them. */
  note(change: HeightfieldChange): void {
    const tileI = Math.floor(change.rectangle.i0 / tileSize);
    const tileJ = Math.floor(change.rectangle.j0 / tileSize);
    const patch = this.find(tileI, tileJ);
    if (patch) this.write(patch, change);
  }

  /** Removes a tile, and also neighbours that equal untouched ground after that. Calls `onRemove` for each removed tile. */
  remove(tileI: number, tileJ: number, onRemove: (tileI: number, tileJ: number) => void): void {
    const patch = this.find(tileI, tileJ);
    if (!patch) return;
    const rectangle = { i0: patch.i0, j0: patch.j0, columns: tileSize, rows: tileSize };
    const heights = new Int32Array(tileSize * tileSize);
    this.readInitial(heights, rectangle);
    const untouched = { rectangle, heights, pressed: new Uint8Array(heights.length) };
    this.drop(tileI, tileJ, patch);
    onRemove(tileI, tileJ);
    for (let dj = -1; dj <= 1; dj++) {
      for (let di = -1; di <= 1; di++) {
        const other = this.find(tileI + di, tileJ + dj);
        if (!other) continue;
        if (this.write(other, untouched)) other.page.markDirty(other);
        if (!this.isUntouched(other)) continue;
        this.drop(tileI + di, tileJ + dj, other);
        onRemove(tileI + di, tileJ + dj);
      }
    }
  }

  /** Returns whether any tile of a range is touched. The range includes its last row and column. */
  hasAny(firstI: number, firstJ: number, lastI: number, lastJ: number): boolean {
    for (const [tileJ, row] of this.rows) {
      if (tileJ < firstJ || tileJ > lastJ) continue;
      for (const tileI of row.keys()) if (tileI >= firstI && tileI <= lastI) return true;
    }
    return false;
  }

  /** Returns the drawn height of a column, units. Null if its tile is untouched. */
  heightAt(i: number, j: number): number | null {
    const [tileI, tileJ] = [Math.floor(i / tileSize), Math.floor(j / tileSize)];
    const patch = this.find(tileI, tileJ);
    if (!patch) return null;
    const row = j - patch.j0 + this.border;
    return (
      patch.page.texelsOf(patch)[row * patch.page.layerSize + i - patch.i0 + this.border] & this.heightMask
    );
  }

  clear(): void {
    this.rows.clear();
    this.pages.removeAll();
  }

  /**
   * Returns whether a change makes a tile look different from untouched ground. The boundary of a tile is drawn with adjacent columns of
   * the neighbouring tiles, so a changed column of a neighbouring tile can also make this tile look different.
   */
  private differs(change: HeightfieldChange, tileI: number, tileJ: number): boolean {
    const { rectangle, heights, pressed } = change;
    const part = intersectRectangles(rectangle, {
      i0: tileI * tileSize - 1,
      j0: tileJ * tileSize - 1,
      columns: tileSize + 3,
      rows: tileSize + 3,
    });
    if (!part) return false;
    const { initial } = this;
    this.readInitial(initial, part);
    for (let row = 0; row < part.rows; row++) {
      let at = (part.j0 + row - rectangle.j0) * rectangle.columns + part.i0 - rectangle.i0;
      for (let k = row * part.columns; k < (row + 1) * part.columns; k++, at++) {
        if (heights[at] !== initial[k] || pressed[at] !== 0) return true;
      }
    }
    return false;
  }

  private drop(tileI: number, tileJ: number, patch: Patch): void {
    const row = this.rows.get(tileJ)!;
    row.delete(tileI);
    if (row.size === 0) this.rows.delete(tileJ);
    patch.page.remove(patch);
  }

  /** Returns whether a patch, including its padding, equals untouched ground. */
  private isUntouched(patch: Patch): boolean {
    const { initial, cover, heightMask } = this;
    const texels = patch.page.texelsOf(patch);
    this.readWhole(patch);
    for (let k = 0; k < texels.length; k++) {
      if (texels[k] !== ((initial[k] & heightMask) | cover[k])) return false;
    }
    return true;
  }

  /** Reads the initial heights and the cover of a patch, including its padding, into `initial` and `cover`. */
  private readWhole({ page, i0, j0 }: Patch): void {
    const { border } = this;
    const whole = { i0: i0 - border, j0: j0 - border, columns: page.layerSize, rows: page.layerSize };
    this.readInitial(this.initial, whole);
    this.readCover?.(this.cover, whole);
  }

  private create(tileI: number, tileJ: number): Patch {
    const patch = this.pages.add(tileI * tileSize, tileJ * tileSize, 1);
    let row = this.rows.get(tileJ);
    if (!row) {
      row = new Map();
      this.rows.set(tileJ, row);
    }
    row.set(tileI, patch);
    const texels = patch.page.texelsOf(patch);
    this.readWhole(patch);
    for (let k = 0; k < texels.length; k++) texels[k] = (this.initial[k] & this.heightMask) | this.cover[k];
    for (let dj = -1; dj <= 1; dj++) {
      for (let di = -1; di <= 1; di++) {
        const other = di || dj ? this.find(tileI + di, tileJ + dj) : undefined;
        if (other) this.copyBorder(patch, other);
      }
    }
    patch.page.markDirty(patch);
    this.onTouch(tileI, tileJ);
    return patch;
  }

  /** Copies columns of a neighbouring tile into the padding of a patch. */
  private copyBorder(patch: Patch, other: Patch): void {
    const { border } = this;
    const size = patch.page.layerSize;
    const own = { i0: patch.i0 - border, j0: patch.j0 - border, columns: size, rows: size };
    const part = intersectRectangles(own, { i0: other.i0, j0: other.j0, columns: tileSize, rows: tileSize })!;
    const others = { i0: other.i0 - border, j0: other.j0 - border, columns: size, rows: size };
    copyColumns(patch.page.texelsOf(patch), own, other.page.texelsOf(other), others, part);
  }

  /** Writes the columns of a change into the texels of a patch. Returns whether that has changed them. */
  private write(patch: Patch, change: HeightfieldChange): boolean {
    const { border } = this;
    const { rectangle, heights, pressed } = change;
    const size = patch.page.layerSize;
    const own = { i0: patch.i0 - border, j0: patch.j0 - border, columns: size, rows: size };
    const part = intersectRectangles(rectangle, own);
    if (!part) return false;
    const texels = patch.page.texelsOf(patch);
    const { cover, heightMask } = this;
    this.readCover?.(cover, part);
    let isChanged = false;
    for (let row = 0; row < part.rows; row++) {
      let target = (part.j0 + row - own.j0) * size + part.i0 - own.i0;
      let source = (part.j0 + row - rectangle.j0) * rectangle.columns + part.i0 - rectangle.i0;
      for (let k = 0; k < part.columns; k++, target++, source++) {
        const texel = (heights[source] & heightMask) | cover[row * part.columns + k] | pressed[source];
        if (texels[target] === texel) continue;
        texels[target] = texel;
        isChanged = true;
      }
    }
    return isChanged;
  }
}
