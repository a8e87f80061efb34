import { chooseStep } from './choose-step.ts';
import { coverBits, type ReadCover } from './ground-cover.ts';
import type { Patch } from './layer-page.ts';
import type { PageSet } from './page-set.ts';
import type { Coverage } from './tile-areas.ts';
import { type ReadInitial, tileSize } from './touched-tiles.ts';

/** A square of 2^level × 2^level tiles. It is drawn as a whole, or divided into four squares. */
interface Square {
  readonly tileI: number;
  readonly tileJ: number;
  readonly level: number;
  children: Square[] | null;
  patch: Patch | null;
}

/** Level of the largest squares: 2^rootLevel tiles. Their size is limited relative to the distance of the horizon. */
const rootLevel = 13;

/**
 * Reads the initial heights of count × count columns with the given `stride`. (i0, j0): the first column; both are multiples of the stride.
 * Writes them in units, row by row, into out [count²].
 */
export type SampleInitial = (out: Int32Array, i0: number, j0: number, count: number, stride: number) => void;

/** Creates a `SampleInitial` that reads whole rows if the stride is small, and single columns otherwise. */
export function sampleByReading(readInitial: ReadInitial): SampleInitial {
  const column = new Int32Array(1);
  let line = new Int32Array(0);
  return (out, i0, j0, count, stride) => {
    const isDense = stride <= wholeRowStride;
    if (isDense && line.length < count * stride) line = new Int32Array(count * stride);
    for (let row = 0; row < count; row++) {
      const j = j0 + row * stride;
      if (isDense) readInitial(line, { i0, j0: j, columns: count * stride, rows: 1 });
      for (let k = 0; k < count; k++) {
        if (!isDense) readInitial(column, { i0: i0 + k * stride, j0: j, columns: 1, rows: 1 });
        out[row * count + k] = isDense ? line[k * stride] : column[0];
      }
    }
  };
}

const oneColumn = new Uint8Array(1);

/**
 * Maximum stride at which whole rows are read. With a larger stride, single columns are read. (11 × 11 columns: at stride 8, 0.20 ms in
 * rows and 0.21 singly; at 32, 0.68 and 0.22.)
 */
const wholeRowStride = 8;

/**
 * The untouched ground, from the touched tiles to the horizon: squares whose size increases with the distance, all drawn with the same
 * small number of quads. If a tile becomes touched, its square is divided and the tile is omitted.
 */
export class Surroundings {
  private roots: Square[] = [];
  /** The tile at the centre of the surroundings. */
  private middle: readonly [tileI: number, tileJ: number] = [0, 0];
  private readonly samples: Int32Array;
  private readonly cover: Uint8Array;

  /** `coverage` returns which part this ground draws (none, part or all) of the square of 2^level tiles that starts at a tile. */
  constructor(
    private readonly pages: PageSet,
    private readonly sampleInitial: SampleInitial,
    private readonly touched: {
      has(tileI: number, tileJ: number): boolean;
      /** Returns whether any tile of a range is touched. The range includes its last row and column. */
      hasAny(firstI: number, firstJ: number, lastI: number, lastJ: number): boolean;
    },
    private readonly coverage: (tileI: number, tileJ: number, size: number) => Coverage = () => 'whole',
    private readonly readCover: ReadCover | null = null,
  ) {
    const { quads, border } = pages.shape;
    this.samples = new Int32Array((quads + 1 + 2 * border) ** 2);
    this.cover = new Uint8Array(this.samples.length);
  }

  /** Lays out untouched ground around a tile. */
  layAround(tileI: number, tileJ: number): void {
    this.pages.removeAll();
    this.middle = [tileI, tileJ];
    const size = 2 ** rootLevel;
    const [middleI, middleJ] = [Math.round(tileI / size), Math.round(tileJ / size)];
    this.roots = [-1, 0].flatMap((dj) =>
      [-1, 0].map((di) => ({
        tileI: (middleI + di) * size,
        tileJ: (middleJ + dj) * size,
        level: rootLevel,
        children: null,
        patch: null,
      })),
    );
    for (const root of this.roots) this.lay(root);
    this.refineAt(tileI, tileJ);
  }

  /** Omits a tile, and divides the squares around it. */
  refineAt(tileI: number, tileJ: number): void {
    for (const root of this.roots) this.refine(root, tileI, tileJ);
  }

  /** Draws a tile again that is no longer touched. Merges the squares around it, unless another touched tile needs them to be small. */
  coverAt(tileI: number, tileJ: number): void {
    for (const root of this.roots) this.coarsen(root, tileI, tileJ);
  }

  private coarsen(square: Square, tileI: number, tileJ: number): void {
    if (!isNear(square, tileI, tileJ)) return;
    const { children } = square;
    if (!children) {
      if (!square.patch && !this.touched.has(square.tileI, square.tileJ)) this.lay(square);
      return;
    }
    for (const child of children) this.coarsen(child, tileI, tileJ);
    const size = 2 ** square.level;
    if (children.some((child) => child.children !== null) || this.mustBeFine(square)) return;
    if (this.coverage(square.tileI, square.tileJ, size) !== 'whole') return;
    for (const child of children) this.hide(child);
    square.children = null;
    this.show(square);
  }

  /** Returns whether a square must stay divided because a touched tile, or the centre, is near. */
  private mustBeFine(square: Square): boolean {
    const size = 2 ** square.level;
    const margin = Math.floor(size / 2);
    if (isNear(square, ...this.middle)) return true;
    return this.touched.hasAny(
      square.tileI - margin,
      square.tileJ - margin,
      square.tileI + size - 1 + margin,
      square.tileJ + size - 1 + margin,
    );
  }

  private refine(square: Square, tileI: number, tileJ: number): void {
    if (!isNear(square, tileI, tileJ)) return;
    if (square.level === 0) {
      if (square.patch && this.touched.has(square.tileI, square.tileJ)) this.hide(square);
      return;
    }
    if (square.patch) this.cut(square);
    for (const child of square.children ?? []) this.refine(child, tileI, tileJ);
  }

  private cut(square: Square): void {
    this.hide(square);
    const half = 2 ** (square.level - 1);
    square.children = [0, half].flatMap((dj) =>
      [0, half].map((di) => ({
        tileI: square.tileI + di,
        tileJ: square.tileJ + dj,
        level: square.level - 1,
        children: null,
        patch: null,
      })),
    );
    for (const child of square.children) this.lay(child);
  }

  /** Shows the part of a square that this ground draws, down to single tiles. */
  private lay(square: Square): void {
    const coverage = this.coverage(square.tileI, square.tileJ, 2 ** square.level);
    if (coverage === 'none') return;
    if (coverage === 'whole' || square.level === 0) this.show(square);
    else this.cut(square);
  }

  private hide(square: Square): void {
    square.patch?.page.remove(square.patch);
    square.patch = null;
  }

  private show(square: Square): void {
    const { quads, border } = this.pages.shape;
    const stride = (tileSize * 2 ** square.level) / quads;
    const [i0, j0] = [square.tileI * tileSize, square.tileJ * tileSize];
    const { samples } = this;
    const layerSize = quads + 1 + 2 * border;
    this.sampleInitial(samples, i0 - border * stride, j0 - border * stride, layerSize, stride);
    const heightMask = this.readCover ? ~coverBits : ~1;
    if (this.readCover) this.sampleCover(i0, j0, stride);
    for (let k = 0; k < samples.length; k++) samples[k] = (samples[k] & heightMask) | this.cover[k];
    const { cell, heightUnit } = this.pages.scale;
    const step = chooseStep(samples, this.pages.shape, (cell * stride) / heightUnit, heightMask);
    square.patch = this.pages.add(i0, j0, stride, step);
    const { page } = square.patch;
    page.texelsOf(square.patch).set(samples);
    page.markDirty(square.patch);
  }

  /** Reads the cover of a patch's columns, including its padding. Because of the stride, each column is read separately. */
  private sampleCover(i0: number, j0: number, stride: number): void {
    const { quads, border } = this.pages.shape;
    const size = quads + 1 + 2 * border;
    for (let k = 0; k < size * size; k++) {
      const i = i0 + ((k % size) - border) * stride;
      const j = j0 + (Math.floor(k / size) - border) * stride;
      this.readCover!(oneColumn, { i0: i, j0: j, columns: 1, rows: 1 });
      this.cover[k] = oneColumn[0];
    }
  }
}

/** Returns whether a tile is inside a square, or at most half the size of the square away from it. */
function isNear(square: Square, tileI: number, tileJ: number): boolean {
  const size = 2 ** square.level;
  const outsideI = Math.max(square.tileI - tileI, tileI + 1 - square.tileI - size, 0);
  const outsideJ = Math.max(square.tileJ - tileJ, tileJ + 1 - square.tileJ - size, 0);
  return Math.max(outsideI, outsideJ) <= size / 2;
}
