/** Seconds between frames above which a picture is too slow, and below which it may be sharper. */
const slow = 0.1;
const fast = 0.03;
/** Frames that are looked at together: one that is late for another reason changes nothing. */
const frameCount = 4;
const coarsest = 0.4;

/** Chooses how fine a picture that moves is drawn, by how long its frames take: slow machines see it coarser, not jerkily. */
export class Resolution {
  /** Share of the full size across and down, 0.4..1. */
  share: number;
  private last: number | null = null;
  private times: number[] = [];

  constructor(first = 1) {
    this.share = first;
  }

  /** Takes note of a frame, `now` in seconds. True when the share has changed. */
  frame(now: number): boolean {
    if (this.last !== null) this.times.push(now - this.last);
    this.last = now;
    if (this.times.length < frameCount) return false;
    const median = this.times.sort((a, b) => a - b)[frameCount >> 1];
    this.times = [];
    const before = this.share;
    if (median > slow) this.share = Math.max(coarsest, this.share * 0.75);
    else if (median < fast) this.share = Math.min(1, this.share / 0.75);
    return this.share !== before;
  }
}
