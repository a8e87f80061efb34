import type { DeformingCollider, RigidPose } from '../collider.ts';
import { movePoints } from '../move-points.ts';

/**
 * A surface whose poses are pushed frame by frame at the time they occur. Between two poses its vertices move along straight lines, and a
 * step may cover any part of this motion.
 */
export class LiveCollider implements DeformingCollider {
  readonly kind = 'deforming';
  readonly vertexCount: number;
  readonly start: Float64Array;
  readonly end: Float64Array;
  cut = true;
  /** +∞ while the surface is far from everything that it could touch: its pose is then not pushed. */
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
   * Adds the pose of a frame: positions [3 · vertexCount] in metres, relative to `base` [3]. `from` is the pose of the previous frame, also
   * relative to `base`. `from` is null if the previous pose was pushed, or if `cut` says that no motion connects the two poses. Both arrays
   * are copied. `carry` moves the previous pose with the body that carries the surface, if the motion of this body is not felt.
   */
  push(
    to: ArrayLike<number>,
    from: ArrayLike<number> | null,
    cut: boolean,
    base: ArrayLike<number> = origin,
    carry: RigidPose | null = null,
  ): void {
    [this.from, this.to] = [this.to, this.from];
    position(this.to, to, base);
    if (from) position(this.from, from, base);
    else if (carry) movePoints(this.from, carry, this.from);
    this.frameIsCut = cut;
    this.lowest = this.lowestOf(this.to);
    if (!cut) this.lowest = Math.min(this.lowest, this.lowestOf(this.from));
  }

  /** Positions of the last pushed pose, world metres, [3 · vertexCount]. */
  get last(): Float64Array {
    return this.to;
  }

  /** Ends a frame in which the surface was far from everything that it could touch. */
  leave(): void {
    this.lowest = Number.POSITIVE_INFINITY;
  }

  /** Sets the motion to the part of the last frame between the fractions s0 and s1, 0 ≤ s0 < s1 ≤ 1. This part takes `dt` seconds. */
  advance(s0: number, s1: number, dt: number): void {
    this.duration = dt;
    this.velocityIsCurrent = false;
    // A cut ends with the first step of the frame. In the rest of the frame the surface does not move.
    this.cut = this.frameIsCut && s0 === 0;
    if (this.lowest === Number.POSITIVE_INFINITY) return;
    const { from, to, start, end } = this;
    const [a, b] = this.frameIsCut ? [1, 1] : [s0, s1];
    for (let k = 0; k < start.length; k++) {
      const motion = to[k] - from[k];
      start[k] = from[k] + a * motion;
      end[k] = from[k] + b * motion;
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

/** Writes positions [3 · n] from positions relative to a base [3]. */
function position(out: Float64Array, positions: ArrayLike<number>, base: ArrayLike<number>): void {
  for (let k = 0; k < out.length; k++) out[k] = positions[k] + base[k % 3];
}
