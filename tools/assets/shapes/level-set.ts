/**
 * Level sets: functions that are negative inside a shape, zero on its surface and about the distance to it outside.
 * Only + − × ÷ and square root are used, so that every machine makes the same shape.
 */
/** x, y, z in metres. */
export type Vector = readonly [number, number, number];

/** Level set at (x, y, z), metres. */
export type LevelSet = (x: number, y: number, z: number) => number;

/** A level set with a ball that contains its shape, so that the function need not be evaluated far away. */
export interface BoundedLevelSet extends LevelSet {
  readonly centre: Vector;
  readonly radius: number;
}

/** Returns the hull of two balls. The distance is exact. */
export function roundedCone(a: Vector, b: Vector, radiusA: number, radiusB: number): BoundedLevelSet {
  const [ax, ay, az] = a;
  const length = Math.sqrt((b[0] - ax) ** 2 + (b[1] - ay) ** 2 + (b[2] - az) ** 2);
  const [ux, uy, uz] = [(b[0] - ax) / length, (b[1] - ay) / length, (b[2] - az) / length];
  // The normals of the side surface have this slope relative to the plane normal to the axis.
  const sine = (radiusA - radiusB) / length;
  const tangent = sine / Math.sqrt(1 - sine * sine);
  const distance: LevelSet = (x, y, z) => {
    const px = x - ax;
    const py = y - ay;
    const pz = z - az;
    const along = px * ux + py * uy + pz * uz;
    const across = Math.sqrt(Math.max(0, px * px + py * py + pz * pz - along * along));
    const centre = Math.min(length, Math.max(0, along - across * tangent));
    const radius = radiusA + ((radiusB - radiusA) * centre) / length;
    return Math.sqrt((along - centre) ** 2 + across * across) - radius;
  };
  return Object.assign(distance, {
    centre: [(ax + b[0]) / 2, (ay + b[1]) / 2, (az + b[2]) / 2] as Vector,
    radius: length / 2 + Math.max(radiusA, radiusB),
  });
}

/** Returns an ellipsoid with half axes `radii`. Its second axis points along the unit vector `up`. The distance is exact to first order. */
export function ellipsoid(centre: Vector, radii: Vector, up: Vector = [0, 1, 0]): BoundedLevelSet {
  const [cx, cy, cz] = centre;
  const [rx, ry, rz] = radii;
  const [vx, vy, vz] = up;
  // The third axis is as close to +Z as possible.
  const lengthW = Math.sqrt((1 - vz * vz) ** 2 + (vz * vx) ** 2 + (vz * vy) ** 2);
  const [wx, wy, wz] = [(-vz * vx) / lengthW, (-vz * vy) / lengthW, (1 - vz * vz) / lengthW];
  const [ux, uy, uz] = [vy * wz - vz * wy, vz * wx - vx * wz, vx * wy - vy * wx];
  const distance: LevelSet = (x, y, z) => {
    const px = x - cx;
    const py = y - cy;
    const pz = z - cz;
    const a = (px * ux + py * uy + pz * uz) / rx;
    const b = (px * vx + py * vy + pz * vz) / ry;
    const c = (px * wx + py * wy + pz * wz) / rz;
    const norm = Math.sqrt(a * a + b * b + c * c);
    if (norm < 1e-9) return -Math.min(rx, ry, rz);
    const slope = Math.sqrt((a / rx) ** 2 + (b / ry) ** 2 + (c / rz) ** 2) / norm;
    return (norm - 1) / slope;
  };
  return Object.assign(distance, { centre, radius: Math.max(rx, ry, rz) });
}

/** Returns the distance between two points, metres. */
export function distanceTo(a: Vector, x: number, y: number, z: number): number {
  return Math.sqrt((x - a[0]) ** 2 + (y - a[1]) ** 2 + (z - a[2]) ** 2);
}

/** Returns the union of two level sets. The seam is filled over the width `blend`, metres. */
export function smoothMinimum(a: number, b: number, blend: number): number {
  const overlap = Math.max(0, blend - Math.abs(a - b));
  return Math.min(a, b) - (overlap * overlap) / (4 * blend);
}

/** A shape, and the width over which it blends with the shapes before it, metres. */
export interface BlendedShape {
  readonly shape: BoundedLevelSet;
  readonly blend: number;
}

/** Returns the smooth union of shapes in their order. Shapes whose ball is too far away are not evaluated. */
export function blendShapes(list: readonly BlendedShape[]): LevelSet {
  const shapes = list.map(({ shape }) => shape as LevelSet);
  // Centre, radius and blend of each shape.
  const balls = Float64Array.from(list.flatMap(({ shape, blend }) => [...shape.centre, shape.radius, blend]));
  return (x, y, z) => {
    let value = 1e3;
    for (let i = 0, k = 0; i < shapes.length; i++, k += 5) {
      const dx = x - balls[k];
      const dy = y - balls[k + 1];
      const dz = z - balls[k + 2];
      const reach = balls[k + 3] + balls[k + 4] + value;
      if (reach < 0 || dx * dx + dy * dy + dz * dz > reach * reach) continue;
      value = smoothMinimum(value, shapes[i](x, y, z), balls[k + 4]);
    }
    return value;
  };
}

/** Returns the intersection of two level sets. The edge is rounded over the width `blend`, metres. */
export function smoothMaximum(a: number, b: number, blend: number): number {
  return -smoothMinimum(-a, -b, blend);
}

/** Returns 0 below `from`, 1 above `to`, and a cubic in between. */
export function smoothStep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** Writes the unit gradient of a level set to out[3], by central differences. */
export function writeNormal(
  out: Float64Array,
  set: LevelSet,
  x: number,
  y: number,
  z: number,
  step: number,
): void {
  const gx = set(x + step, y, z) - set(x - step, y, z);
  const gy = set(x, y + step, z) - set(x, y - step, z);
  const gz = set(x, y, z + step) - set(x, y, z - step);
  const scale = 1 / (Math.sqrt(gx * gx + gy * gy + gz * gz) || 1);
  out[0] = gx * scale;
  out[1] = gy * scale;
  out[2] = gz * scale;
}
