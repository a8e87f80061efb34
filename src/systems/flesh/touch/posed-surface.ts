import type { DriveFrame } from '../../../motion/drive-frame.ts';
import { relateFrames } from './relative-frame.ts';
import type { TouchShape } from './touch-shape.ts';
import type { TouchSurface } from './touch-surface.ts';

/**
 * The surface of a part as a body that touches other parts: its points with their normals, displaced, and posed like the skin, in the frame of the part.
 * The surface near a point is a disc with the size of the smallest groups. Points are posed when they are needed.
 */
export class PosedSurface implements TouchShape {
  readonly isExact = true;
  /** The point of the surface that is nearest to the last measured one, and its distance, metres. */
  nearest = -1;
  gap = 0;

  private readonly amplitudes: Float64Array;
  private readonly joints: Float64Array[] = [];
  private readonly positions: Float64Array;
  /** For each point and each group the pose in which it was computed last. */
  private readonly posedAt: Float64Array;
  private readonly placedAt: Float64Array;
  /** For each group its middle and the radius of a ball around it that holds its points, metres. [4 · groups] */
  private readonly balls: Float64Array;
  /** Radius of the disc at each point, metres. [pointCount] */
  private readonly radii: Float64Array;
  private readonly maxRadius: number;
  private pass = 0;
  private readonly matrix = new Float64Array(12);
  private readonly at = new Float64Array(3);

  constructor(
    readonly surface: TouchSurface,
    modeCount: number,
  ) {
    const { pointCount, groups } = surface;
    this.amplitudes = new Float64Array(modeCount);
    this.positions = new Float64Array(3 * pointCount);
    this.posedAt = new Float64Array(pointCount);
    this.placedAt = new Float64Array(groups.length);
    this.balls = new Float64Array(4 * groups.length);
    this.radii = new Float64Array(pointCount);
    // A smaller group, which comes later, overwrites this.
    for (const { first, end, radius } of groups) this.radii.fill(radius, first, end);
    this.maxRadius = this.radii.reduce((max, radius) => Math.max(max, radius), 0);
  }

  /** Poses the surface. joints: the frames of `TouchSurface.joints`; own: the frame of the part. */
  pose(amplitudes: Float64Array, joints: readonly DriveFrame[], own: DriveFrame): void {
    this.pass++;
    this.amplitudes.set(amplitudes);
    while (this.joints.length < joints.length) this.joints.push(new Float64Array(12));
    for (const [k, joint] of joints.entries()) relateFrames(this.joints[k], joint, own);
  }

  /** The distance is negative for points behind a disc, and a lower bound for all others. */
  measure(out: Float64Array, x: number, y: number, z: number, within = Number.POSITIVE_INFINITY): number {
    const { surface, positions, balls, radii } = this;
    const far = within + this.maxRadius;
    let square = far * far;
    let nearest = -1;
    // The last result is often near to the next one. It does not change the result: of points with equal distances the first is taken.
    if (this.nearest >= 0) {
      this.placePoint(this.nearest);
      const own = this.squareTo(this.nearest, x, y, z);
      if (own < square) {
        square = own;
        nearest = this.nearest;
      }
    }
    for (let index = 0; index < surface.groups.length; ) {
      const group = surface.groups[index];
      this.placeGroup(index);
      const u = x - balls[4 * index];
      const v = y - balls[4 * index + 1];
      const w = z - balls[4 * index + 2];
      const reach = Math.sqrt(square) + balls[4 * index + 3];
      if (u * u + v * v + w * w > reach * reach) {
        index = group.next;
        continue;
      }
      if (++index < group.next) continue;
      for (let point = group.first; point < group.end; point++) {
        this.placePoint(point);
        const own = this.squareTo(point, x, y, z);
        if (own < square || (own === square && point < nearest)) {
          square = own;
          nearest = point;
        }
      }
    }
    if (nearest < 0) return far;
    this.nearest = nearest;
    this.gap = Math.sqrt(square);
    surface.blend(this.matrix, this.joints, nearest);
    const m = this.matrix;
    const k = 3 * nearest;
    const [nx, ny, nz] = [surface.normals[k], surface.normals[k + 1], surface.normals[k + 2]];
    for (let axis = 0; axis < 3; axis++) out[axis] = m[axis] * nx + m[3 + axis] * ny + m[6 + axis] * nz;
    const size = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    for (let axis = 0; axis < 3; axis++) out[axis] = size > 0 ? out[axis] / size : 0;
    const along =
      out[0] * (x - positions[k]) + out[1] * (y - positions[k + 1]) + out[2] * (z - positions[k + 2]);
    const aside = square - along * along;
    if (along < 0 && aside <= radii[nearest] * radii[nearest]) return along;
    return Math.max(this.gap - radii[nearest], minGap);
  }

  private squareTo(point: number, x: number, y: number, z: number): number {
    const { positions } = this;
    const dx = x - positions[3 * point];
    const dy = y - positions[3 * point + 1];
    const dz = z - positions[3 * point + 2];
    return dx * dx + dy * dy + dz * dz;
  }

  private placePoint(point: number): void {
    if (this.posedAt[point] === this.pass) return;
    this.posedAt[point] = this.pass;
    const { surface, positions, amplitudes, at, matrix } = this;
    for (let axis = 0; axis < 3; axis++) at[axis] = surface.positions[3 * point + axis];
    for (let mode = 0, k = 3 * point * amplitudes.length; mode < amplitudes.length; mode++, k += 3) {
      for (let axis = 0; axis < 3; axis++) at[axis] += amplitudes[mode] * surface.shapes[k + axis];
    }
    surface.blend(matrix, this.joints, point);
    for (let axis = 0; axis < 3; axis++) {
      positions[3 * point + axis] =
        matrix[axis] * at[0] + matrix[3 + axis] * at[1] + matrix[6 + axis] * at[2] + matrix[9 + axis];
    }
  }

  private placeGroup(index: number): void {
    if (this.placedAt[index] === this.pass) return;
    this.placedAt[index] = this.pass;
    const { surface, balls, amplitudes, at } = this;
    const { center, radius, shapes, joints } = surface.groups[index];
    let apart = 0;
    for (let axis = 0; axis < 3; axis++) at[axis] = center[axis];
    for (let mode = 0; mode < amplitudes.length; mode++) {
      for (let axis = 0; axis < 3; axis++) at[axis] += amplitudes[mode] * shapes[4 * mode + axis];
      apart += Math.abs(amplitudes[mode]) * shapes[4 * mode + 3];
    }
    // The ball holds the middle as each joint moves it.
    const [x, y, z] = at;
    for (let axis = 0; axis < 3; axis++) balls[4 * index + axis] = 0;
    for (const joint of joints) {
      const m = this.joints[joint];
      for (let axis = 0; axis < 3; axis++) {
        balls[4 * index + axis] +=
          (m[axis] * x + m[3 + axis] * y + m[6 + axis] * z + m[9 + axis]) / joints.length;
      }
    }
    let spread = 0;
    for (const joint of joints) {
      const m = this.joints[joint];
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const own = m[axis] * x + m[3 + axis] * y + m[6 + axis] * z + m[9 + axis] - balls[4 * index + axis];
        square += own * own;
      }
      spread = Math.max(spread, Math.sqrt(square));
    }
    balls[4 * index + 3] = radius + apart + spread;
  }
}

/** Distance of points that are in front of the surface but nearer to a point of it than the size of a disc, metres. */
const minGap = 1e-9;
