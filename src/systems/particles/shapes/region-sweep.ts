import { append } from '../../../math/lists.ts';
import type { Paints } from './paints.ts';
import { type Boundary, isSame, type RegionBuilder } from './region-builder.ts';
import type { EdgeTable } from './region-edges.ts';
import type { RegionWork } from './region-work.ts';

/**
 * A band is halved if it has more than crowdedFraction · (number of active edges) + crowdedMin crossings. Groups of crossing
 * edges are then smaller in each half. A band of at most crowdedMin · tiny in height is not halved.
 */
const crowdedFraction = 4;
const crowdedMin = 64;

/**
 * A node of the doubly linked list of a band's boundaries. The list begins with a sentinel, and each crossing group has a
 * sentinel before its boundaries; a sentinel's boundary is null.
 */
interface ListNode {
  readonly boundary: Boundary | null;
  previous: ListNode | null;
  next: ListNode | null;
}

/** A group of neighbouring active edges that cross each other, but no edge outside the group, within a band. */
interface Crossing {
  /** The y coordinates at which edges of the group cross, ascending. */
  readonly cuts: readonly number[];
  /**
   * rows[0]: the group's boundaries below the first cut; rows[k]: those between cuts k − 1 and k; the last: those above the
   * last cut.
   */
  readonly rows: readonly (readonly Boundary[])[];
  /** Index of the group's first boundary in the band's row at its lower end. */
  readonly start: number;
  /** Index into `rows` of the boundaries that are in the list now. */
  row: number;
  /** The group's sentinel in the list; null until `linkNodes` has built the list. */
  head: ListNode | null;
}

/** Moves a sweep line upward over bands and passes their boundaries to the builder. */
export class RegionSweep {
  /**
   * By edge: x at the lower end and at the upper end of the part of a band that was measured last, and the edge's rank in
   * the order by x at the upper end.
   */
  private readonly footX: Float64Array;
  private readonly headX: Float64Array;
  private readonly headPositions: Int32Array;

  constructor(
    private readonly edges: EdgeTable,
    private readonly paints: Paints,
    private readonly builder: RegionBuilder,
    private readonly tiny: number,
    private readonly work: RegionWork,
  ) {
    const { length } = edges.areas;
    this.footX = new Float64Array(length);
    this.headX = new Float64Array(length);
    this.headPositions = new Int32Array(length);
  }

  /**
   * Processes a band in which no edge begins or ends. `active`: the active edge list, sorted in place by x at `low`. Returns
   * the edges by x at `high`.
   */
  fillBand(active: number[], low: number, high: number): number[] {
    const { byHead, crossings } = this.order(active, low, high);
    this.work.cross(crossings);
    this.fillPart(active, byHead, crossings, low, high);
    return byHead;
  }

  /**
   * Halves the band until it is not crowded. `active` must be sorted by x at `low`; footX and headX must be measured at
   * `low` and `high`.
   */
  private fillPart(active: number[], byHead: number[], crossings: number, low: number, high: number): void {
    this.work.step(active.length);
    const isCrowded = crossings > crowdedFraction * active.length + crowdedMin;
    const middle = (low + high) / 2;
    if (!isCrowded || high - low <= crowdedMin * this.tiny || !(middle > low && middle < high)) {
      this.fillWhole(active, byHead, low, high, isCrowded ? this.tiny : 0);
      return;
    }
    for (const [from, to] of [
      [low, middle],
      [middle, high],
    ]) {
      const part = [...active];
      const half = this.order(part, from, to);
      this.fillPart(part, half.byHead, half.crossings, from, to);
    }
  }

  /**
   * Sorts `active` in place by x at `low`. Returns the edges by x at `high`, and the number of crossings between the two.
   */
  private order(active: number[], low: number, high: number): { byHead: number[]; crossings: number } {
    const { footX, headX, headPositions } = this;
    this.measure(active, low, high);
    active.sort((a, b) => footX[a] - footX[b] || headX[a] - headX[b] || a - b);
    let isSorted = true;
    for (let k = 1; k < active.length && isSorted; k++) isSorted = headX[active[k - 1]] <= headX[active[k]];
    const byHead = isSorted ? active : [...active].sort((a, b) => headX[a] - headX[b]);
    byHead.forEach((edge, rank) => {
      headPositions[edge] = rank;
    });
    return { byHead, crossings: isSorted ? 0 : countInversions(active.map((edge) => headPositions[edge])) };
  }

  private measure(edges: readonly number[], low: number, high: number): void {
    for (const edge of edges) {
      this.footX[edge] = this.edges.xAt(edge, low);
      this.headX[edge] = this.edges.xAt(edge, high);
    }
  }

  /**
   * Processes a band that is not halved. merge: cuts at most this far apart, or from the band's ends, are merged. Unit of the
   * areas.
   */
  private fillWhole(
    active: readonly number[],
    byHead: readonly number[],
    low: number,
    high: number,
    merge: number,
  ): void {
    byHead.forEach((edge, rank) => {
      this.headPositions[edge] = rank;
    });
    const { row, crossings } = this.findRow(active, low, high, merge);
    this.builder.startBand(row, low);
    if (crossings.length > 0) this.builder.changeRow(this.followCuts(row, crossings));
  }

  /** Returns the boundaries at the band's lower end, and the groups of edges that cross within the band. */
  private findRow(
    active: readonly number[],
    low: number,
    high: number,
    merge: number,
  ): { row: Boundary[]; crossings: Crossing[] } {
    const { paints, edges, footX, headX, headPositions, tiny } = this;
    const crossings: Crossing[] = [];
    const row: Boundary[] = [];
    let left = paints.current();
    for (let start = 0; start < active.length; ) {
      let end = start;
      let reach = headPositions[active[start]];
      // Coincident edges (at most `tiny` apart at both ends) belong to one group, too.
      while (
        end + 1 < active.length &&
        (reach > end ||
          (footX[active[end + 1]] - footX[active[end]] <= tiny &&
            headX[active[end + 1]] - headX[active[end]] <= tiny))
      ) {
        end++;
        reach = Math.max(reach, headPositions[active[end]]);
      }
      if (end === start) {
        const edge = active[start++];
        paints.cross(edges.areas[edge], edges.turns[edge]);
        const right = paints.current();
        if (left !== right) row.push({ edge, left, right });
        left = right;
        continue;
      }
      const group = active.slice(start, end + 1);
      start = end + 1;
      const cuts = this.findCuts(group, low, high, merge);
      const ends = [low, ...cuts, high];
      const rows = ends.slice(1).map((to, k) => {
        if (k > 0) for (const edge of group) paints.cross(edges.areas[edge], -edges.turns[edge]);
        this.work.step(group.length);
        return this.crossGroup(group, ends[k], to);
      });
      if (cuts.length > 0) crossings.push({ cuts, rows, start: row.length, row: 0, head: null });
      append(row, rows[0]);
      left = paints.current();
    }
    return { row, crossings };
  }

  /**
   * Returns the y coordinates strictly between `low` and `high` at which edges of a group cross, ascending. The group must
   * be sorted by x at `low`.
   */
  private findCuts(group: readonly number[], low: number, high: number, merge: number): number[] {
    const { footX, headX } = this;
    const cuts: number[] = [];
    // Insertion sort by x at the upper end: each exchange of two neighbours is a crossing.
    const sorted: number[] = [];
    for (const edge of group) {
      let position = sorted.length;
      for (; position > 0 && headX[sorted[position - 1]] > headX[edge]; position--) {
        const other = sorted[position - 1];
        const gap = footX[edge] - footX[other];
        const y = low + (high - low) * (gap / (gap + headX[other] - headX[edge]));
        if (y > low && y < high) cuts.push(y);
      }
      sorted.splice(position, 0, edge);
    }
    let last = low;
    return cuts
      .sort((a, b) => a - b)
      .filter((cut) => {
        if (!(cut > last + merge && cut < high - merge)) return false;
        last = cut;
        return true;
      });
  }

  /**
   * Moves across a group's edges from left to right, updates the winding numbers, and returns the boundaries among the
   * edges. No edges of the group may cross between `low` and `high`.
   */
  private crossGroup(group: readonly number[], low: number, high: number): Boundary[] {
    const { edges, paints, footX, headX, tiny } = this;
    this.measure(group, low, high);
    const sorted = [...group].sort((a, b) => footX[a] + headX[a] - footX[b] - headX[b] || a - b);
    const row: Boundary[] = [];
    for (let k = 0; k < sorted.length; ) {
      const first = sorted[k];
      const left = paints.current();
      // Coincident edges make one boundary.
      for (; k < sorted.length; k++) {
        const edge = sorted[k];
        if (footX[edge] - footX[first] > tiny || headX[edge] - headX[first] > tiny) break;
        paints.cross(edges.areas[edge], edges.turns[edge]);
      }
      const right = paints.current();
      if (left !== right) row.push({ edge: first, left, right });
    }
    return row;
  }

  /**
   * Replaces the boundaries of the crossing groups at each cut, in ascending order of y. Returns the boundaries at the
   * band's upper end.
   */
  private followCuts(row: readonly Boundary[], crossings: readonly Crossing[]): Boundary[] {
    const first = linkNodes(row, crossings);
    const events = crossings.flatMap((crossing, k) => crossing.cuts.map((y) => ({ y, k })));
    events.sort((a, b) => a.y - b.y || a.k - b.k);
    for (let at = 0; at < events.length; ) {
      const { y } = events[at];
      const changed: Crossing[] = [];
      for (; at < events.length && events[at].y === y; at++) {
        const crossing = crossings[events[at].k];
        const before = crossing.rows[crossing.row++];
        if (!isSameRow(before, crossing.rows[crossing.row])) changed.push(crossing);
      }
      for (const crossing of changed) {
        const { before, after } = neighboursOf(crossing, -1);
        for (let node: ListNode | null = before; node && node !== after; node = node.next)
          this.closeNode(node, y);
      }
      for (const crossing of changed) {
        const { after } = neighboursOf(crossing, -1);
        let tail = crossing.head as ListNode;
        tail.next = null;
        for (const boundary of crossing.rows[crossing.row]) tail = appendNode(tail, boundary);
        tail.next = after;
        if (after) after.previous = tail;
      }
      for (const crossing of changed) {
        const { before, after } = neighboursOf(crossing, 0);
        for (let node: ListNode | null = before; node && node !== after; node = node.next)
          this.openNode(node, y);
      }
    }
    return listBoundaries(first);
  }

  private openNode({ boundary, next }: ListNode, y: number): void {
    if (!boundary) return;
    const right = boundaryFrom(next);
    if (boundary.right >= 0 && right) this.builder.openSpan(boundary.edge, right.edge, boundary.right, y);
    this.builder.openBorder(boundary, y);
  }

  private closeNode({ boundary, next }: ListNode, y: number): void {
    if (!boundary) return;
    const right = boundaryFrom(next);
    if (boundary.right >= 0 && right) this.builder.closeSpan(boundary.edge, right.edge, y);
    this.builder.closeBorder(boundary, y);
  }
}

/**
 * Builds the linked list of a row's boundaries, with a sentinel before the boundaries of each crossing group. Returns the
 * list's first node, a sentinel.
 */
function linkNodes(row: readonly Boundary[], crossings: readonly Crossing[]): ListNode {
  const first: ListNode = { boundary: null, previous: null, next: null };
  let tail = first;
  let next = 0;
  for (let k = 0; k <= row.length; k++) {
    for (; next < crossings.length && crossings[next].start === k; next++) {
      tail = appendNode(tail, null);
      crossings[next].head = tail;
    }
    if (k < row.length) tail = appendNode(tail, row[k]);
  }
  return first;
}

function appendNode(tail: ListNode, boundary: Boundary | null): ListNode {
  const node: ListNode = { boundary, previous: tail, next: null };
  tail.next = node;
  return node;
}

/** Returns the first boundary at or after a node of the list; null if none follows. */
function boundaryFrom(node: ListNode | null): Boundary | null {
  let at = node;
  while (at && !at.boundary) at = at.next;
  return at?.boundary ?? null;
}

/**
 * Returns the node of the last boundary before a crossing group (the list's first node if there is none), and the node after
 * the group's own boundaries (null at the list's end). step: −1 while the list still holds the group's row below the current
 * cut, else 0.
 */
function neighboursOf(
  { head, rows, row }: Crossing,
  step: -1 | 0,
): { before: ListNode; after: ListNode | null } {
  let before = head as ListNode;
  let after: ListNode | null = before.next;
  while (before.previous && !before.boundary) before = before.previous;
  for (let k = rows[row + step].length; k > 0 && after; k--) after = after.next;
  return { before, after };
}

function listBoundaries(first: ListNode): Boundary[] {
  const boundaries: Boundary[] = [];
  for (let node: ListNode | null = first; node; node = node.next)
    if (node.boundary) boundaries.push(node.boundary);
  return boundaries;
}

function isSameRow(a: readonly Boundary[], b: readonly Boundary[]): boolean {
  return a.length === b.length && a.every((boundary, k) => isSame(boundary, b[k]));
}

/**
 * Returns the number of inversions of a permutation, that is of pairs in the wrong order. Uses a binary indexed tree
 * (Fenwick 1994).
 */
function countInversions(positions: readonly number[]): number {
  const { length } = positions;
  const sums = new Int32Array(length + 1);
  let count = 0;
  positions.forEach((position, k) => {
    let before = 0;
    for (let at = position + 1; at > 0; at -= at & -at) before += sums[at];
    count += k - before;
    for (let at = position + 1; at <= length; at += at & -at) sums[at]++;
  });
  return count;
}
