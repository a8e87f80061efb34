import type { Shape } from '../shape.ts';

type Distance = NonNullable<Shape['distance']>;

/** If the gradient of the distance is below this, it has no direction. */
const minSlope = 1e-6;

/**
 * Two shapes and all intermediate shapes: both are moved until they coincide, and their distances are interpolated. Distances are
 * negative inside. At progress 0 the blend is the first shape, at 1 the second. The result is sharp, and right for parts that
 * overlap when the shapes coincide. A letter with a hole and one without have nothing in common in between: see `Morph`.
 */
export class Blend {
  /** Direction and length of the gradient at the last evaluated point. */
  private readonly gradient = new Float64Array(3);
  private slope = 0;

  /**
   * shift [3] m: from the centre of the first to that of the second. size m: of the larger one. flatAxis: the axis along which
   * neither distance changes, −1 for none.
   */
  constructor(
    private readonly first: Distance,
    private readonly second: Distance,
    private readonly shift: Float64Array,
    private readonly size: number,
    private readonly flatAxis: number,
  ) {}

  distance(x: number, y: number, z: number, progress: number): number {
    const { shift } = this;
    const left = 1 - progress;
    let sum = 0;
    if (left > 0) {
      const a = this.first(x - progress * shift[0], y - progress * shift[1], z - progress * shift[2]);
      sum += left * a;
    }
    if (progress > 0) {
      sum += progress * this.second(x + left * shift[0], y + left * shift[1], z + left * shift[2]);
    }
    return sum;
  }

  /**
   * Moves a point [3] along the gradient until it is inside, exactly. Returns false if it does not get inside within `reach` m;
   * the point is then undefined.
   */
  enter(point: Float64Array, progress: number, reach: number): boolean {
    const [fromX, fromY, fromZ] = point;
    for (let round = 0; round < 12; round++) {
      const value = this.distance(point[0], point[1], point[2], progress);
      if (value <= 0) return true;
      this.findGradient(point, progress);
      if (this.slope < minSlope) return false;
      // Slightly beyond the boundary, so that rounding does not leave it outside.
      const step = (value + 1e-9 * this.size) / this.slope;
      for (let axis = 0; axis < 3; axis++) point[axis] -= step * this.gradient[axis];
      const dx = point[0] - fromX;
      const dy = point[1] - fromY;
      const dz = point[2] - fromZ;
      if (dx * dx + dy * dy + dz * dz > reach * reach) return false;
    }
    return this.distance(point[0], point[1], point[2], progress) <= 0;
  }

  /**
   * Moves a point [3] straight towards another point that is inside, until it is inside, close to where the line crosses the
   * boundary. Returns false, and moves nothing, if the other point is outside. Used where there is no gradient: in the middle of
   * a hole that opens.
   */
  enterToward(point: Float64Array, inner: Float64Array, progress: number): boolean {
    if (this.distance(inner[0], inner[1], inner[2], progress) > 0) return false;
    const from = point.slice();
    let outside = 0;
    let inside = 1;
    for (let round = 0; round < 30; round++) {
      const fraction = (outside + inside) / 2;
      for (let axis = 0; axis < 3; axis++) point[axis] = from[axis] + fraction * (inner[axis] - from[axis]);
      if (this.distance(point[0], point[1], point[2], progress) > 0) outside = fraction;
      else inside = fraction;
    }
    for (let axis = 0; axis < 3; axis++) point[axis] = from[axis] + inside * (inner[axis] - from[axis]);
    if (inside === 1) point.set(inner);
    this.findGradient(point, progress);
    return true;
  }

  /**
   * Removes the component of a velocity [3] that points out through the boundary, relative to the motion of the boundary. The
   * velocity is that of a particle at `point`, which has just entered. In dt seconds, the progress of the blend changes from
   * `before` to `progress`, which moves the boundary.
   */
  keepInside(
    velocity: Float64Array,
    point: Float64Array,
    progress: number,
    before: number,
    dt: number,
  ): void {
    if (this.slope < minSlope) return;
    const [x, y, z] = point;
    const rise = (this.distance(x, y, z, progress) - this.distance(x, y, z, before)) / dt;
    const { gradient, slope } = this;
    const outward = velocity[0] * gradient[0] + velocity[1] * gradient[1] + velocity[2] * gradient[2];
    const excess = outward + rise / slope;
    if (excess <= 0) return;
    for (let axis = 0; axis < 3; axis++) velocity[axis] -= excess * gradient[axis];
  }

  private findGradient(point: Float64Array, progress: number): void {
    const h = 1e-5 * this.size;
    const { gradient } = this;
    const [x, y, z] = point;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      gradient[axis] = 0;
      if (axis === this.flatAxis) continue;
      const dx = axis === 0 ? h : 0;
      const dy = axis === 1 ? h : 0;
      const dz = axis === 2 ? h : 0;
      const rise =
        this.distance(x + dx, y + dy, z + dz, progress) - this.distance(x - dx, y - dy, z - dz, progress);
      gradient[axis] = rise / (2 * h);
      square += gradient[axis] * gradient[axis];
    }
    this.slope = Math.sqrt(square);
    if (this.slope === 0) return;
    for (let axis = 0; axis < 3; axis++) gradient[axis] /= this.slope;
  }
}
