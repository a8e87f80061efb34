/** Solids for manufactured objects: tubes, wheels, boxes. They are closed and have normals. */
import { cross, norm, subtract } from '../../../src/geometry/vector.ts';
import { cos, sin } from '../../../src/math/portable.ts';
import type { Surface } from '../shapes/build-surface.ts';
import type { Vector } from '../shapes/level-set.ts';
import { perpendicular, scale } from '../shapes/turns.ts';

const turn = 2 * Math.PI;

/** A point of a profile of revolution: position along the axis, and distance from it. */
export type ProfilePoint = readonly [along: number, away: number];

/** Collects solids into one surface. */
export class SolidBuilder {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly indices: number[] = [];

  /** Adds a tube with flat ends from a to b, whose radius goes from `radius` to `endRadius`, m. */
  tube(a: Vector, b: Vector, radius: number, endRadius = radius, sides = 14): this {
    const along = subtract(b, a);
    const reach = norm(along);
    return this.lathe(
      a,
      scale(along, 1 / reach),
      [
        [0, 0],
        [0, radius],
        [reach, endRadius],
        [reach, 0],
      ],
      sides,
      true,
    );
  }

  /** Adds tubes from point to point. Each tube extends slightly into the next. */
  polyline(points: readonly Vector[], radius: number, sides = 12): this {
    for (let k = 0; k + 1 < points.length; k++) {
      const on = subtract(points[k + 1], points[k]);
      const extra = k + 2 < points.length ? scale(on, (0.6 * radius) / norm(on)) : ([0, 0, 0] as const);
      const end = points[k + 1];
      this.tube(points[k], [end[0] + extra[0], end[1] + extra[1], end[2] + extra[2]], radius, radius, sides);
    }
    return this;
  }

  /**
   * Adds a solid of revolution about the line through `origin` along the unit vector `axis`. The solid is on the right of the profile, if
   * the axis is drawn to the right and the distance from the axis upward. The ends of the profile lie on the axis, or the profile is closed
   * (first point = last). `relief` returns by how much a point is moved outwards, m. `sharp`: hard edges between the segments of the
   * profile.
   */
  lathe(
    origin: Vector,
    axis: Vector,
    profile: readonly ProfilePoint[],
    sides: number,
    sharp = false,
    relief: (point: number, side: number) => number = () => 0,
  ): this {
    const [u, v] = frameAround(axis);
    const parts = sharp ? profile.slice(1).map((point, k) => [profile[k], point]) : [profile];
    for (const part of parts) this.addTurned(origin, axis, u, v, part, sides, relief);
    return this;
  }

  /** Adds a box, given by its centre and three perpendicular half sides. */
  box(middle: Vector, x: Vector, y: Vector, z: Vector): this {
    for (const [a, b, c] of [
      [x, y, z],
      [y, z, x],
      [z, x, y],
    ]) {
      for (const sign of [1, -1]) {
        const face = cross(a, b)[0] * c[0] + cross(a, b)[1] * c[1] + cross(a, b)[2] * c[2] > 0 ? sign : -sign;
        const normal = scale(c, sign / norm(c));
        const first = this.positions.length / 3;
        for (const [s, t] of [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ]) {
          for (let i = 0; i < 3; i++) this.positions.push(middle[i] + s * a[i] + t * b[i] + sign * c[i]);
          this.normals.push(...normal);
        }
        const order = face > 0 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
        this.indices.push(...order.map((corner) => first + corner));
      }
    }
    return this;
  }

  build(): Surface {
    return {
      positions: Float64Array.from(this.positions),
      normals: Float64Array.from(this.normals),
      indices: Uint32Array.from(this.indices),
    };
  }

  private addTurned(
    origin: Vector,
    axis: Vector,
    u: Vector,
    v: Vector,
    profile: readonly ProfilePoint[],
    sides: number,
    relief: (point: number, side: number) => number,
  ): void {
    const first = this.positions.length / 3;
    const isClosed =
      profile.length > 2 &&
      profile[0][0] === profile[profile.length - 1][0] &&
      profile[0][1] === profile[profile.length - 1][1];
    profile.forEach(([along, away], k) => {
      const before = profile[k > 0 ? k - 1 : isClosed ? profile.length - 2 : k];
      const after = profile[k + 1 < profile.length ? k + 1 : isClosed ? 1 : k];
      const slope = Math.hypot(after[0] - before[0], after[1] - before[1]);
      const [na, nr] = [-(after[1] - before[1]) / slope, (after[0] - before[0]) / slope];
      for (let side = 0; side < sides; side++) {
        const [c, s] = [cos((turn * side) / sides), sin((turn * side) / sides)];
        const out = relief(k, side);
        for (let i = 0; i < 3; i++) {
          const radial = u[i] * c + v[i] * s;
          this.positions.push(origin[i] + axis[i] * (along + na * out) + radial * (away + nr * out));
          this.normals.push(axis[i] * na + radial * nr);
        }
      }
    });
    for (let k = 0; k + 1 < profile.length; k++) {
      for (let side = 0; side < sides; side++) {
        const next = (side + 1) % sides;
        const [a, b] = [first + k * sides + side, first + k * sides + next];
        const [c, d] = [a + sides, b + sides];
        if (profile[k][1] > 0) this.indices.push(a, b, c);
        if (profile[k + 1][1] > 0) this.indices.push(b, d, c);
      }
    }
  }
}

/** Returns two unit vectors that form a right-handed frame with a unit vector. */
function frameAround(axis: Vector): [Vector, Vector] {
  const u = perpendicular(Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [0, 0, 1], axis);
  return [u, cross(axis, u)];
}
