import type { OutlineArea } from '../../../motion/outline.ts';
import { createPaints, type Paints } from './paints.ts';

/** What is filled in a plane, cut into pieces that do not overlap. Colours of areas below others are gone. */
export interface PlaneRegion {
  readonly trapezoids: Trapezoids;
  readonly edges: RegionEdges;
  /** [4 · paintCount] red, green, blue (linear light), opacity; null where no area has a colour. */
  readonly colors: Float32Array | null;
  /** The sum of the trapezoids, in the square of the areas' unit. */
  readonly area: number;
}

/** Trapezoids whose upper and lower sides are level. */
export interface Trapezoids {
  readonly count: number;
  /** [6 · count] y below, left x, right x there; y above, left x, right x there. */
  readonly corners: Float64Array;
  /** [count] index of the colour. */
  readonly paints: Uint32Array;
}

/** Where what is filled ends, or changes its colour. */
export interface RegionEdges {
  readonly count: number;
  /** [4 · count] x y to x y. What is filled, or covers the other, lies on the left hand. */
  readonly corners: Float64Array;
  /** [count] index of the colour on the left hand. */
  readonly paints: Uint32Array;
  /** [count] 1 where nothing is filled on the right hand. */
  readonly isRim: Uint8Array;
}

/**
 * Cuts areas, which may overlap and cross themselves, into trapezoids, and finds the edges of what is filled: a sweep
 * from below over bands between the corners and crossings, in each of which straight edges stand side by side.
 *
 * Later areas cover earlier ones. An area's fill rule decides what is a hole. About n log n for drawings as they are;
 * every crossing adds a band.
 */
export function cutRegion(areas: readonly OutlineArea[]): PlaneRegion {
  return new Sweep(areas).run();
}

/** What a band shows, from left to right: span k from lefts[k] to rights[k] in paint paints[k]. */
interface Spans {
  readonly lefts: number[];
  readonly rights: number[];
  readonly paints: number[];
}

class Sweep {
  private readonly edges: EdgeTable;
  private readonly paints: Paints;
  private readonly trapezoids: number[] = [];
  private readonly trapezoidPaints: number[] = [];
  private readonly borders: number[] = [];
  private readonly borderPaints: number[] = [];
  private readonly borderRims: number[] = [];
  /** By edge: the trapezoid on its right, the border along it, that the last band left open; −1 where none. */
  private readonly openTrapezoids: Int32Array;
  private readonly openRights: Int32Array;
  private readonly openBorders: Int32Array;
  /** By edge: x at the foot and at the head of the band. */
  private readonly footX: Float64Array;
  private readonly headX: Float64Array;
  /** Gaps and lengths below this are rounding. */
  private readonly tiny: number;
  private last: Spans = { lefts: [], rights: [], paints: [] };

  constructor(areas: readonly OutlineArea[]) {
    this.edges = collectEdges(areas);
    this.paints = createPaints(areas);
    const { length } = this.edges.areas;
    this.openTrapezoids = new Int32Array(length).fill(-1);
    this.openRights = new Int32Array(length).fill(-1);
    this.openBorders = new Int32Array(length).fill(-1);
    this.footX = new Float64Array(length);
    this.headX = new Float64Array(length);
    this.tiny = 1e-12 * this.edges.size;
  }

  run(): PlaneRegion {
    const { edges } = this;
    const order = Array.from(edges.areas.keys()).sort((a, b) => edges.lowY[a] - edges.lowY[b]);
    const levels = findLevels(edges, this.tiny);
    let active: number[] = [];
    let next = 0;
    for (let k = 0; k + 1 < levels.length; k++) {
      const [low, high] = [levels[k], levels[k + 1]];
      active = active.filter((edge) => edges.highY[edge] > low + this.tiny);
      while (next < order.length && edges.lowY[order[next]] <= low + this.tiny) {
        const edge = order[next++];
        if (edges.highY[edge] > low + this.tiny) active.push(edge);
      }
      const cuts = this.findCrossings(active, low, high);
      for (let cut = 0; cut + 1 < cuts.length; cut++) this.fillBand(active, cuts[cut], cuts[cut + 1]);
    }
    this.joinLevels(levels[levels.length - 1] ?? 0, { lefts: [], rights: [], paints: [] });
    return this.finish();
  }

  private finish(): PlaneRegion {
    const { trapezoids } = this;
    let area = 0;
    for (let k = 0; k < trapezoids.length; k += 6) {
      const [lowY, lowLeft, lowRight, highY, highLeft, highRight] = trapezoids.slice(k, k + 6);
      area += ((highY - lowY) * (lowRight - lowLeft + highRight - highLeft)) / 2;
    }
    return {
      trapezoids: {
        count: this.trapezoidPaints.length,
        corners: Float64Array.from(trapezoids),
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

  private measureEdges(active: readonly number[], low: number, high: number): void {
    for (const edge of active) {
      this.footX[edge] = this.edges.xAt(edge, low);
      this.headX[edge] = this.edges.xAt(edge, high);
    }
  }

  /** low, the heights at which edges cross between low and high, high. */
  private findCrossings(active: number[], low: number, high: number): number[] {
    const { footX, headX } = this;
    this.measureEdges(active, low, high);
    active.sort((a, b) => footX[a] - footX[b] || headX[a] - headX[b] || a - b);
    const cuts = [low];
    // Sorting anew by the order at the head: each exchange of neighbours is a crossing.
    const sorted: number[] = [];
    for (const edge of active) {
      let place = sorted.length;
      for (; place > 0 && headX[sorted[place - 1]] > headX[edge]; place--) {
        const other = sorted[place - 1];
        const gap = footX[edge] - footX[other];
        const y = low + (high - low) * (gap / (gap + headX[other] - headX[edge]));
        if (y > low && y < high) cuts.push(y);
      }
      sorted.splice(place, 0, edge);
    }
    cuts.push(high);
    return cuts.sort((a, b) => a - b).filter((cut, k) => k === 0 || cut > cuts[k - 1]);
  }

  /** One band in which no two edges cross. */
  private fillBand(active: number[], low: number, high: number): void {
    const { edges, paints, tiny, footX, headX } = this;
    this.measureEdges(active, low, high);
    active.sort((a, b) => footX[a] + headX[a] - footX[b] - headX[b] || a - b);
    const below: Spans = { lefts: [], rights: [], paints: [] };
    const above: Spans = { lefts: [], rights: [], paints: [] };
    let paint = -1;
    let left = -1;
    for (let k = 0; k < active.length; ) {
      const first = active[k];
      // Edges on top of each other count as one.
      for (; k < active.length; k++) {
        const edge = active[k];
        if (footX[edge] - footX[first] > tiny || headX[edge] - headX[first] > tiny) break;
        paints.cross(edges.areas[edge], edges.turns[edge]);
      }
      const now = paints.current();
      if (now === paint) continue;
      if (paint >= 0) {
        this.addTrapezoid(left, first, paint, low, high);
        addSpan(below, footX[left], footX[first], paint);
        addSpan(above, headX[left], headX[first], paint);
      }
      this.addBorder(first, paint, now, low, high);
      paint = now;
      left = first;
    }
    this.joinLevels(low, below);
    this.last = above;
  }

  private addTrapezoid(left: number, right: number, paint: number, low: number, high: number): void {
    const { trapezoids } = this;
    const open = this.openTrapezoids[left];
    const follows =
      open >= 0 &&
      this.openRights[left] === right &&
      this.trapezoidPaints[open] === paint &&
      trapezoids[6 * open + 3] === low;
    const index = follows ? open : this.trapezoidPaints.push(paint) - 1;
    if (!follows) {
      trapezoids.push(low, this.footX[left], this.footX[right], 0, 0, 0);
      this.openTrapezoids[left] = index;
      this.openRights[left] = right;
    }
    trapezoids[6 * index + 3] = high;
    trapezoids[6 * index + 4] = this.headX[left];
    trapezoids[6 * index + 5] = this.headX[right];
  }

  /** Along an edge, with what is on its left and right. */
  private addBorder(edge: number, left: number, right: number, low: number, high: number): void {
    const { borders } = this;
    const isUp = this.paints.isAbove(left, right);
    const paint = isUp ? left : right;
    const isRim = (isUp ? right : left) < 0 ? 1 : 0;
    const open = this.openBorders[edge];
    // The end above of what was added last: its second corner where it runs upward.
    const follows =
      open >= 0 &&
      this.borderPaints[open] === paint &&
      this.borderRims[open] === isRim &&
      borders[4 * open + (isUp ? 3 : 1)] === low;
    const index = follows ? open : this.borderPaints.push(paint) - 1;
    if (!follows) {
      this.borderRims.push(isRim);
      const x = this.footX[edge];
      borders.push(x, low, x, low);
      this.openBorders[edge] = index;
    }
    borders[4 * index + (isUp ? 2 : 0)] = this.headX[edge];
    borders[4 * index + (isUp ? 3 : 1)] = high;
  }

  /** Level borders at y: where the last band shows something else than this one. */
  private joinLevels(y: number, above: Spans): void {
    const below = this.last;
    this.last = above;
    const stops = [...below.lefts, ...below.rights, ...above.lefts, ...above.rights].sort((a, b) => a - b);
    for (let k = 0; k + 1 < stops.length; k++) {
      if (stops[k + 1] - stops[k] <= this.tiny) continue;
      const x = (stops[k] + stops[k + 1]) / 2;
      const [under, over] = [paintAt(below, x), paintAt(above, x)];
      if (under !== over) this.addLevelBorder(y, stops[k], stops[k + 1], under, over);
    }
  }

  private addLevelBorder(y: number, from: number, to: number, under: number, over: number): void {
    const isOver = this.paints.isAbove(over, under);
    this.borderPaints.push(isOver ? over : under);
    this.borderRims.push((isOver ? under : over) < 0 ? 1 : 0);
    // Running to the right, what is above lies on the left hand.
    if (isOver) this.borders.push(from, y, to, y);
    else this.borders.push(to, y, from, y);
  }
}

function addSpan(spans: Spans, left: number, right: number, paint: number): void {
  if (!(right > left)) return;
  spans.lefts.push(left);
  spans.rights.push(right);
  spans.paints.push(paint);
}

function paintAt({ lefts, rights, paints }: Spans, x: number): number {
  let low = 0;
  let high = lefts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rights[middle] > x) high = middle;
    else low = middle + 1;
  }
  return low < lefts.length && lefts[low] <= x ? paints[low] : -1;
}

interface EdgeTable {
  readonly lowX: Float64Array;
  readonly lowY: Float64Array;
  readonly highX: Float64Array;
  readonly highY: Float64Array;
  /** By how much the winding number of its area changes from left to right. */
  readonly turns: Int8Array;
  readonly areas: Uint32Array;
  /** The largest coordinate, without its sign. */
  readonly size: number;
  xAt(edge: number, y: number): number;
}

/** Level edges bound nothing from the side, so they are left out: `joinLevels` finds them again. */
function collectEdges(areas: readonly OutlineArea[]): EdgeTable {
  const count = areas.reduce((sum, { loops }) => sum + loops.reduce((n, loop) => n + loop.length / 2, 0), 0);
  const lowX = new Float64Array(count);
  const lowY = new Float64Array(count);
  const highX = new Float64Array(count);
  const highY = new Float64Array(count);
  const turns = new Int8Array(count);
  const areaOf = new Uint32Array(count);
  let edge = 0;
  let size = 0;
  areas.forEach(({ loops }, area) => {
    for (const loop of loops) {
      for (let k = 0; k < loop.length; k += 2) {
        const next = k + 2 < loop.length ? k + 2 : 0;
        const isUp = loop[next + 1] > loop[k + 1];
        size = Math.max(size, Math.abs(loop[k]), Math.abs(loop[k + 1]));
        if (loop[next + 1] === loop[k + 1]) continue;
        const [low, high] = isUp ? [k, next] : [next, k];
        lowX[edge] = loop[low];
        lowY[edge] = loop[low + 1];
        highX[edge] = loop[high];
        highY[edge] = loop[high + 1];
        turns[edge] = isUp ? -1 : 1;
        areaOf[edge++] = area;
      }
    }
  });
  return {
    lowX,
    lowY,
    highX,
    highY,
    turns,
    areas: areaOf.subarray(0, edge),
    size,
    xAt(index, y) {
      if (y <= lowY[index]) return lowX[index];
      if (y >= highY[index]) return highX[index];
      const share = (y - lowY[index]) / (highY[index] - lowY[index]);
      return lowX[index] + share * (highX[index] - lowX[index]);
    },
  };
}

/** The heights of all corners, rising; those less than `tiny` apart are one. */
function findLevels({ lowY, highY, areas }: EdgeTable, tiny: number): number[] {
  const { length } = areas;
  const all = new Float64Array(2 * length);
  all.set(lowY.subarray(0, length));
  all.set(highY.subarray(0, length), length);
  all.sort();
  const levels: number[] = [];
  for (const level of all)
    if (levels.length === 0 || level > levels[levels.length - 1] + tiny) levels.push(level);
  return levels;
}
