import type { DeformingCollider, RigidPose } from '../collider.ts';
import { movePoints } from '../motion-reference.ts';

/**
 * A surface whose poses are pushed as they happen, a frame at a time. Between two of them its vertices move along
 * straight lines, and steps may hold any part of that way.
 */
export class LiveCollider implements DeformingCollider {
  readonly kind = 'deforming';
  readonly vertexCount: number;
  readonly start: Float64Array;
  readonly end: Float64Array;
  cut = true;
  /** +∞ while the surface is away from everything that it could touch, and so was not pushed. */
  lowest = Number.POSITIVE_INFINITY;

  private from: Float64Array;
  private to: Float64Array;
  private frameIsCut = true;
  private duration = 0;
  private velocityIsCurrent = false;
  private readonly velocities: Float64Array;

  /** indices [3 · triangleCount], counter-clockwise seen from outside. */
  constructor(
    readonly name: string,
    vertexCount: number,
    readonly indices: Uint32Array,
  ) {
    this.vertexCount = vertexCount;
    this.from = new Float64Array(3 * vertexCount);
    this.to = new Float64Array(3 * vertexCount);
    this.start = new Float64Array(3 * vertexCount);
    this.end = new Float64Array(3 * vertexCount);
    this.velocities = new Float64Array(3 * vertexCount);
  }

  /**
   * Takes a frame's pose, [3 · vertexCount] metres from `base` [3]. `from` is the pose of the frame before, also from `base`:
   * null where that one was pushed, or where `cut` says that no motion joins the two. Both are copied. `carry` moves a pose that was
   * pushed to where what carries the surface has brought it by now, with nothing felt of that.
   */
  push(
    to: ArrayLike<number>,
    from: ArrayLike<number> | null,
    cut: boolean,
    base: ArrayLike<number> = origin,
    carry: RigidPose | null = null,
  ): void {
    [this.from, this.to] = [this.to, this.from];
    place(this.to, to, base);
    if (from) place(this.from, from, base);
    else if (carry) movePoints(this.from, carry, this.from);
    this.frameIsCut = cut;
    this.lowest = this.lowestOf(this.to);
    if (!cut) this.lowest = Math.min(this.lowest, this.lowestOf(this.from));
  }

  /** [3 · vertexCount] positions of the last pose that was pushed, world metres. */
  get last(): Float64Array {
    return this.to;
  }

  /** A frame in which the surface is away. */
  leave(): void {
    this.lowest = Number.POSITIVE_INFINITY;
  }

  /** Holds the part of the last frame's motion from share s0 to s1, 0 ≤ s0 < s1 ≤ 1, which takes `dt` seconds. */
  advance(s0: number, s1: number, dt: number): void {
    this.duration = dt;
    this.velocityIsCurrent = false;
    // A cut is behind the frame's first step: what follows stands still.
    this.cut = this.frameIsCut && s0 === 0;
    if (this.lowest === Number.POSITIVE_INFINITY) return;
    const { from, to, start, end } = this;
    const [a, b] = this.frameIsCut ? [1, 1] : [s0, s1];
    for (let k = 0; k < start.length; k++) {
      const way = to[k] - from[k];
      start[k] = from[k] + a * way;
      end[k] = from[k] + b * way;
    }
  }

  get velocity(): Float64Array {
    const { start, end, velocities } = this;
    if (!this.velocityIsCurrent) {
      const rate = this.cut || this.duration <= 0 ? 0 : 1 / this.duration;
      for (let k = 0; k < velocities.length; k++) velocities[k] = (end[k] - start[k]) * rate;
      this.velocityIsCurrent = true;
    }
    return velocities;
  }

  private lowestOf(positions: Float64Array): number {
    let lowest = Number.POSITIVE_INFINITY;
    for (let k = 1; k < positions.length; k += 3) if (positions[k] < lowest) lowest = positions[k];
    return lowest;
  }
}

const origin = Float64Array.of(0, 0, 0);

/** Positions [3 · n] from those relative to a base [3]. */
function place(out: Float64Array, positions: ArrayLike<number>, base: ArrayLike<number>): void {
  for (let k = 0; k < out.length; k++) out[k] = positions[k] + base[k % 3];
}
