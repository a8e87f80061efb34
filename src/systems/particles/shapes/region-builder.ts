import type { Paints } from './paints.ts';
import type { PlaneRegion } from './plane-region.ts';
import type { EdgeTable } from './region-edges.ts';

/** An edge that has different colours on its two sides. */
export interface Boundary {
  readonly edge: number;
  /** Colour indices of the two sides; −1 where nothing is filled. */
  readonly left: number;
  readonly right: number;
}

/**
 * The filled intervals of a row of boundaries at one y, from left to right. Interval k reaches from x = lefts[k] to x =
 * rights[k] and has the colour index paints[k].
 */
interface Spans {
  readonly lefts: number[];
  readonly rights: number[];
  readonly paints: number[];
}

/**
 * Collects the trapezoids and borders that the sweep line passes on its way upward. An open trapezoid or border grows until
 * it is closed at some y.
 */
export class RegionBuilder {
  private readonly trapezoids: number[] = [];
  private readonly trapezoidPaints: number[] = [];
  private readonly borders: number[] = [];
  private readonly borderPaints: number[] = [];
  private readonly borderRims: number[] = [];
  /**
   * By edge: the last trapezoid whose left side is the edge, the edge on the right side of that trapezoid, and the last
   * border along the edge. −1: there is none yet.
   */
  private readonly lastTrapezoids: Int32Array;
  private readonly lastRights: Int32Array;
  private readonly lastBorders: Int32Array;
  /** The boundaries of the current band, from left to right. */
  private row: readonly Boundary[] = [];

  /** tiny: lengths up to this count as rounding errors. Unit of the areas. */
  constructor(
    private readonly edges: EdgeTable,
    private readonly paints: Paints,
    private readonly tiny: number,
  ) {
    const { length } = edges.areas;
    this.lastTrapezoids = new Int32Array(length).fill(-1);
    this.lastRights = new Int32Array(length).fill(-1);
    this.lastBorders = new Int32Array(length).fill(-1);
  }

  /**
   * Starts a band at y. row: the boundaries at the band's lower end, from left to right. Closes the trapezoids and borders
   * of the band below that do not continue, and opens the new ones.
   */
  startBand(row: readonly Boundary[], y: number): void {
    const before = this.row;
    this.row = row;
    // Boundaries that both rows have in common at their left or right end need no change.
    const max = Math.min(before.length, row.length);
    let first = 0;
    while (first < max && isSame(before[first], row[first])) first++;
    let rest = 0;
    while (rest < max - first && isSame(before[before.length - 1 - rest], row[row.length - 1 - rest])) rest++;
    // The right side of a trapezoid is the next boundary, so the last common boundary is processed again.
    const from = Math.max(0, first - 1);
    const [endBefore, end] = [before.length - rest, row.length - rest];
    for (let k = from; k < endBefore; k++) {
      if (before[k].right >= 0 && k + 1 < before.length)
        this.closeSpan(before[k].edge, before[k + 1].edge, y);
      this.closeBorder(before[k], y);
    }
    for (let k = from; k < end; k++) {
      if (row[k].right >= 0 && k + 1 < row.length)
        this.openSpan(row[k].edge, row[k + 1].edge, row[k].right, y);
      this.openBorder(row[k], y);
    }
    this.joinLevels(before.slice(from, endBefore + 1), row.slice(from, end + 1), y);
  }

  /** Replaces the row of the current band if crossings have changed it between the band's lower and upper end. */
  changeRow(row: readonly Boundary[]): void {
    this.row = row;
  }

  /**
   * Opens a trapezoid between two edges at y. Continues the trapezoid that was closed there if it has the same edges and
   * colour.
   */
  openSpan(left: number, right: number, paint: number, y: number): void {
    const { trapezoids } = this;
    const last = this.lastTrapezoids[left];
    const follows =
      last >= 0 &&
      this.lastRights[left] === right &&
      this.trapezoidPaints[last] === paint &&
      trapezoids[6 * last + 3] === y;
    if (follows) return;
    this.lastTrapezoids[left] = this.trapezoidPaints.push(paint) - 1;
    this.lastRights[left] = right;
    const [lowLeft, lowRight] = [this.edges.xAt(left, y), this.edges.xAt(right, y)];
    trapezoids.push(y, lowLeft, lowRight, y, lowLeft, lowRight);
  }

  closeSpan(left: number, right: number, y: number): void {
    const at = 6 * this.lastTrapezoids[left];
    this.trapezoids[at + 3] = y;
    this.trapezoids[at + 4] = this.edges.xAt(left, y);
    this.trapezoids[at + 5] = this.edges.xAt(right, y);
  }

  /**
   * Opens a border along an edge at y. Continues the border that was closed there if it has the same colour and the same
   * `isRim`.
   */
  openBorder(boundary: Boundary, y: number): void {
    const { borders } = this;
    const { edge } = boundary;
    const { isUp, paint, isRim } = this.describe(boundary);
    const last = this.lastBorders[edge];
    // Compare the upper end of the edge's last border: its second corner if it runs upward, else its first.
    const follows =
      last >= 0 &&
      this.borderPaints[last] === paint &&
      this.borderRims[last] === isRim &&
      borders[4 * last + (isUp ? 3 : 1)] === y;
    if (follows) return;
    this.lastBorders[edge] = this.borderPaints.push(paint) - 1;
    this.borderRims.push(isRim);
    const x = this.edges.xAt(edge, y);
    borders.push(x, y, x, y);
  }

  closeBorder(boundary: Boundary, y: number): void {
    const at = 4 * this.lastBorders[boundary.edge] + (this.describe(boundary).isUp ? 2 : 0);
    this.borders[at] = this.edges.xAt(boundary.edge, y);
    this.borders[at + 1] = y;
  }

  /**
   * Returns the direction, colour and kind of a border. It has the covering colour on its left-hand side. It runs upward if that
   * colour is left of the edge, else downward.
   */
  private describe({ left, right }: Boundary): { isUp: boolean; paint: number; isRim: number } {
    const isUp = this.paints.isAbove(left, right);
    return { isUp, paint: isUp ? left : right, isRim: (isUp ? right : left) < 0 ? 1 : 0 };
  }

  /** Adds horizontal borders at y wherever the colour directly below differs from the colour directly above. */
  private joinLevels(rowBelow: readonly Boundary[], rowAbove: readonly Boundary[], y: number): void {
    const [below, above] = [this.spansAt(rowBelow, y), this.spansAt(rowAbove, y)];
    const stops = new Float64Array(2 * (below.lefts.length + above.lefts.length));
    let count = 0;
    for (const ends of [below.lefts, below.rights, above.lefts, above.rights]) {
      stops.set(ends, count);
      count += ends.length;
    }
    stops.sort();
    let [under, over] = [0, 0];
    for (let k = 0; k + 1 < stops.length; k++) {
      if (stops[k + 1] - stops[k] <= this.tiny) continue;
      const x = (stops[k] + stops[k + 1]) / 2;
      while (under < below.rights.length && below.rights[under] <= x) under++;
      while (over < above.rights.length && above.rights[over] <= x) over++;
      const [paintUnder, paintOver] = [paintAt(below, under, x), paintAt(above, over, x)];
      if (paintUnder !== paintOver) this.addLevelBorder(y, stops[k], stops[k + 1], paintUnder, paintOver);
    }
  }

  private spansAt(boundaries: readonly Boundary[], y: number): Spans {
    const spans: Spans = { lefts: [], rights: [], paints: [] };
    for (let k = 0; k + 1 < boundaries.length; k++) {
      const { edge, right: paint } = boundaries[k];
      if (paint < 0) continue;
      const [left, right] = [this.edges.xAt(edge, y), this.edges.xAt(boundaries[k + 1].edge, y)];
      if (!(right > left)) continue;
      spans.lefts.push(left);
      spans.rights.push(right);
      spans.paints.push(paint);
    }
    return spans;
  }

  private addLevelBorder(y: number, from: number, to: number, under: number, over: number): void {
    const isOver = this.paints.isAbove(over, under);
    this.borderPaints.push(isOver ? over : under);
    this.borderRims.push((isOver ? under : over) < 0 ? 1 : 0);
    // The upper side is on the left-hand side of a border that runs to the right.
    if (isOver) this.borders.push(from, y, to, y);
    else this.borders.push(to, y, from, y);
  }

  finish(): PlaneRegion {
    const corners = Float64Array.from(this.trapezoids);
    let area = 0;
    for (let k = 0; k < corners.length; k += 6) {
      const [lowY, lowLeft, lowRight, highY, highLeft, highRight] = corners.subarray(k, k + 6);
      area += ((highY - lowY) * (lowRight - lowLeft + highRight - highLeft)) / 2;
    }
    return {
      trapezoids: {
        count: this.trapezoidPaints.length,
        corners,
        paints: Uint32Array.from(this.trapezoidPaints),
      },
      edges: {
        count: this.borderPaints.length,
        corners: Float64Array.from(this.borders),
        paints: Uint32Array.from(this.borderPaints),
        isRim: Uint8Array.from(this.borderRims),
      },
      colors: this.paints.colors(),
      area,
    };
  }
}

/** Returns the colour index at x, or −1 if no interval covers x. index: the first interval whose right end is beyond x. */
function paintAt({ lefts, paints }: Spans, index: number, x: number): number {
  return index < lefts.length && lefts[index] <= x ? paints[index] : -1;
}

export function isSame(a: Boundary, b: Boundary): boolean {
  return a.edge === b.edge && a.left === b.left && a.right === b.right;
}
