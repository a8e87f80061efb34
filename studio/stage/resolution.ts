/** Seconds between frames above which a picture is too slow, and below which its resolution may increase. */
const slow = 0.1;
const fast = 0.03;
/** Number of frames that are evaluated together: a single late frame has no effect. */
const frameCount = 4;
const coarsest = 0.4;

/**
 * Chooses the resolution of a moving picture by its frame times: slow machines show it at a lower resolution instead of a low
 * frame rate.
 */
export class Resolution {
  /** Fraction of the full width and height, 0.4 to 1. */
  fraction: number;
  private last: number | null = null;
  private times: number[] = [];

  constructor(first = 1) {
    this.fraction = first;
  }

  /** Records a frame, `now` in seconds. Returns true if the fraction has changed. */
  frame(now: number): boolean {
    if (this.last !== null) this.times.push(now - this.last);
    this.last = now;
    if (this.times.length < frameCount) return false;
    const median = this.times.sort((a, b) => a - b)[frameCount >> 1];
    this.times = [];
    const before = this.fraction;
    if (median > slow) this.fraction = Math.max(coarsest, this.fraction * 0.75);
    else if (median < fast) this.fraction = Math.min(1, this.fraction / 0.75);
    return this.fraction !== before;
  }
}
