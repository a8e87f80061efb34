/** The content of a tile at one time: a frame, and the index of the tile's state in this frame. */
export interface TilePoint {
  readonly frame: number;
  readonly state: number;
}

/**
 * Returns the points of a tile, one for each frame, from the frame before its first change to its last change. `frames[k]` is the first
 * frame with state k.
 */
export function listPoints(frames: readonly number[]): TilePoint[] {
  const points: TilePoint[] = [];
  const first = frames[1] - 1;
  for (let frame = first, state = 0; frame <= frames[frames.length - 1]; frame++) {
    if (frames[state + 1] === frame) state++;
    points.push({ frame, state });
  }
  return points;
}

/** The heights that the chosen points must approximate, and the tolerance in time. */
export interface TileRecord {
  readonly points: readonly TilePoint[];
  /** Heights of every state. */
  readonly heights: readonly ArrayLike<number>[];
  /** frames[k]: the first frame with state k. */
  readonly frames: readonly number[];
  /** Maximum number of frames by which a change may be early or late. */
  readonly slack: number;
}

/**
 * Chooses few points such that straight lines between them stay within `tolerance` of all other points: Douglas & Peucker 1973, in as many
 * dimensions as there are columns. Returns indices of points, including the first and the last. Uses at most `maxChanges` lines between
 * points of different states. With this limit, the deviation may exceed the tolerance.
 */
export function chooseSegments(record: TileRecord, tolerance: number, maxChanges: number): number[] {
  const { points, heights } = record;
  const last = points.length - 1;
  const isChange = (from: number, to: number) => points[from].state !== points[to].state;
  const lineOf = (from: number, to: number) =>
    findWorst(record, from, to, heights[points[from].state], heights[points[to].state]);
  const open = [lineOf(0, last)];
  const chosen = [0, last];
  let changes = isChange(0, last) ? 1 : 0;
  while (changes < maxChanges) {
    open.sort((a, b) => b.distance - a.distance);
    const worst = open[0];
    if (!worst || worst.distance <= tolerance) break;
    open.shift();
    chosen.push(worst.at);
    changes -= isChange(worst.from, worst.to) ? 1 : 0;
    for (const [from, to] of [
      [worst.from, worst.at],
      [worst.at, worst.to],
    ]) {
      changes += isChange(from, to) ? 1 : 0;
      open.push(lineOf(from, to));
    }
  }
  return chosen.sort((a, b) => a - b);
}

/** The point with the maximum deviation from a straight line between the points `from` and `to`. */
export interface WorstPoint {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  /**
   * Deviation at that point: the maximum over all columns of the distance of the line from the range of the column's heights within the
   * slack, in the unit of the heights.
   */
  readonly distance: number;
}

/** Finds the point with the maximum deviation from a line between the heights `start` and `end`. */
export function findWorst(
  { points, heights, frames, slack }: TileRecord,
  from: number,
  to: number,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
): WorstPoint {
  const span = points[to].frame - points[from].frame;
  let worst: WorstPoint = { from, to, at: from, distance: 0 };
  for (let at = from + 1; at < to; at++) {
    const { frame, state } = points[at];
    const fraction = (frame - points[from].frame) / span;
    let [first, last] = [state, state];
    while (first > 0 && frames[first] > frame - slack) first--;
    while (last + 1 < frames.length && frames[last + 1] <= frame + slack) last++;
    let distance = 0;
    for (let k = 0; k < start.length; k++) {
      const height = start[k] + fraction * (end[k] - start[k]);
      let [low, high] = [heights[state][k], heights[state][k]];
      if (Math.abs(height - low) <= distance) continue;
      for (let near = first; near <= last; near++) {
        low = Math.min(low, heights[near][k]);
        high = Math.max(high, heights[near][k]);
      }
      distance = Math.max(distance, low - height, height - high);
    }
    if (distance > worst.distance) worst = { from, to, at, distance };
  }
  return worst;
}
