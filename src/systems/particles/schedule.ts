/** Times closer than this, in ticks, are equal: a few nanoseconds. */
const sameness = 1e-6;

/**
 * Times on the system's clock at which something happens, in ticks. Integers are ticks, other values divide a tick into steps.
 * All are known before the run, so that laws can use the actual remaining steps.
 */
export class Schedule {
  private readonly positions: readonly number[];
  private readonly cuts = new Map<number, number[]>();

  /** rate: ticks per second. times: all times that must be met exactly, seconds. */
  constructor(
    readonly rate: number,
    times: Iterable<number>,
  ) {
    const positions: number[] = [];
    const sorted = Float64Array.from([...times].map((time) => snapToTick(time * rate))).sort();
    for (const clockTime of sorted) {
      if (positions.length > 0 && clockTime - positions[positions.length - 1] <= sameness) continue;
      positions.push(clockTime);
    }
    this.positions = positions;
    for (const clockTime of positions) {
      const tick = Math.floor(clockTime);
      if (tick === clockTime) continue;
      if (!this.cuts.has(tick)) this.cuts.set(tick, []);
      this.cuts.get(tick)!.push(clockTime);
    }
  }

  /** Converts a time to ticks. Times that were passed to the constructor are met exactly. */
  clockTimeOf(time: number): number {
    const clockTime = snapToTick(time * this.rate);
    const near = this.positions[lowerBound(this.positions, clockTime - sameness)];
    return near !== undefined && Math.abs(near - clockTime) <= sameness ? near : clockTime;
  }

  /** Returns the times that divide a tick, ascending. */
  cutsOf(tick: number): readonly number[] {
    return this.cuts.get(tick) ?? nothing;
  }

  /**
   * Boundaries of the steps from one time to another: ticks, and all divisions of the first and last tick if those are divided.
   */
  boundaries(from: number, to: number): Float64Array {
    const found = [from];
    const lastTick = Math.floor(to);
    if (Math.floor(from) !== from) {
      for (const cut of this.cutsOf(Math.floor(from))) if (cut > from && cut < to) found.push(cut);
    }
    for (let tick = Math.floor(from) + 1; tick <= lastTick; tick++) found.push(tick);
    if (lastTick !== to) {
      for (const cut of this.cutsOf(lastTick)) if (cut > found[found.length - 1] && cut < to) found.push(cut);
      found.push(to);
    }
    return Float64Array.from(found);
  }
}

const nothing: readonly number[] = [];

/** Returns the nearest tick if a time is closer to it than `sameness`, else the time. */
function snapToTick(clockTime: number): number {
  const tick = Math.round(clockTime);
  return Math.abs(clockTime - tick) <= sameness ? tick : clockTime;
}

/** Returns the index of the first entry that is not below `value`. */
export function lowerBound(rising: ArrayLike<number>, value: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rising[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
