import type { Paints } from './paints.ts';
import type { PlaneRegion } from './plane-region.ts';
import type { EdgeTable } from './region-edges.ts';

/** An edge where the colour changes from left to right. */
export interface Boundary {
  readonly edge: number;
  /** Indices of colours, −1 for none. */
  readonly left: number;
  readonly right: number;
}

/** What a band shows, from left to right: span k from lefts[k] to rights[k] in paint paints[k]. */
interface Spans {
  readonly lefts: number[];
  readonly rights: number[];
  readonly paints: number[];
}

/** Collects trapezoids and borders from below: what is opened at a height goes on until it is closed at another. */
export class RegionBuilder {
  private readonly trapezoids: number[] = [];
  private readonly trapezoidPaints: number[] = [];
  private readonly borders: number[] = [];
  private readonly borderPaints: number[] = [];
  private readonly borderRims: number[] = [];
  /** By edge: the last trapezoid on its right, the edge on the right of that, the last border along it; −1 where none. */
  private readonly lastTrapezoids: Int32Array;
  private readonly lastRights: Int32Array;
  private readonly lastBorders: Int32Array;
  /** The boundaries of the band that is open. */
  private row: readonly Boundary[] = [];

  /** tiny: lengths below this are rounding. */
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

  /** Begins a band with a row of boundaries, from left to right: what the band below showed otherwise ends at y. */
  startBand(row: readonly Boundary[], y: number): void {
    const before = this.row;
    this.row = row;
    // What both bands show alike on the left and on the right goes on, without a look at it.
    const most = Math.min(before.length, row.length);
    let first = 0;
    while (first < most && isSame(before[first], row[first])) first++;
    let rest = 0;
    while (rest < most - first && isSame(before[before.length - 1 - rest], row[row.length - 1 - rest]))
      rest++;
    // A span ends where the boundary on its right does.
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

  /** What a band shows at its upper end, where that is not what it began with. */
  changeRow(row: readonly Boundary[]): void {
    this.row = row;
  }

  /** What lies between two edges, from y upward. Goes on with what was closed there. */
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

  /** The border along an edge, from y upward. Goes on with what was closed there. */
  openBorder(boundary: Boundary, y: number): void {
    const { borders } = this;
    const { edge } = boundary;
    const { isUp, paint, isRim } = this.describe(boundary);
    const last = this.lastBorders[edge];
    // The end above of what was added last: its second corner where it runs upward.
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

  /** What is filled lies on the left hand: the border runs upward where that is the left. */
  private describe({ left, right }: Boundary): { isUp: boolean; paint: number; isRim: number } {
    const isUp = this.paints.isAbove(left, right);
    return { isUp, paint: isUp ? left : right, isRim: (isUp ? right : left) < 0 ? 1 : 0 };
  }

  /** Level borders at y: where what lies below shows something else than what lies above. */
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
    // Running to the right, what is above lies on the left hand.
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

/** The paint at x, where `index` is the first span that ends beyond it; −1 where none covers it. */
function paintAt({ lefts, paints }: Spans, index: number, x: number): number {
  return index < lefts.length && lefts[index] <= x ? paints[index] : -1;
}

export function isSame(a: Boundary, b: Boundary): boolean {
  return a.edge === b.edge && a.left === b.left && a.right === b.right;
}
