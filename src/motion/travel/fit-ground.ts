/** The plane on which a foot stands: at (x, z) its height is h, with slopes slopeX and slopeZ along the axes. Rig units. */
export interface GroundPlane {
  readonly x: number;
  readonly z: number;
  readonly h: number;
  readonly slopeX: number;
  readonly slopeZ: number;
}

/** Height of the ground above level at (x, z), rig units, in the axes of the path. */
export type GroundHeight = (x: number, z: number) => number;

/** Feet rotate to slopes up to this tangent (35°). */
const steepest = 0.7;
/** No point of the footprint may sink deeper than intended by more than this fraction of the height. */
const deepest = 0.008;
/**
 * A footprint smaller than this fraction of the height is enlarged about its middle to this size, since the tip of a hoof is too small to
 * define a slope.
 */
const minSize = 0.012;

/**
 * Returns the plane under a footprint: the best fit to the ground at its points [2 · count] (x, z), displaced by (shiftX, shiftZ). The
 * slope of the plane is limited. The plane is raised if the footprint would otherwise sink too deep, for example on a stone under the arch
 * of the foot.
 */
export function fitGround(
  ground: GroundHeight,
  points: ArrayLike<number>,
  shiftX: number,
  shiftZ: number,
  height: number,
): GroundPlane {
  const count = points.length / 2;
  let x = 0;
  let z = 0;
  for (let k = 0; k < count; k++) {
    x += points[2 * k] / count;
    z += points[2 * k + 1] / count;
  }
  let radius = 0;
  for (let k = 0; k < count; k++) {
    const dx = points[2 * k] - x;
    const dz = points[2 * k + 1] - z;
    radius = Math.max(radius, Math.sqrt(dx * dx + dz * dz));
  }
  const min = minSize * height;
  const spread = radius > 0 ? Math.max(1, min / radius) : 0;
  const offsets = new Float64Array(2 * count + 8);
  for (let k = 0; k < count; k++) {
    offsets[2 * k] = (points[2 * k] - x) * spread;
    offsets[2 * k + 1] = (points[2 * k + 1] - z) * spread;
  }
  // Adds four points about the middle, so that a footprint without width also has a lateral slope.
  for (let k = 0; k < 4; k++) {
    offsets[2 * (count + k) + (k >> 1)] = k % 2 === 0 ? min : -min;
  }
  return fitPlane(ground, offsets, x + shiftX, z + shiftZ, deepest * height);
}

function fitPlane(
  ground: GroundHeight,
  offsets: Float64Array,
  x: number,
  z: number,
  tolerance: number,
): GroundPlane {
  const count = offsets.length / 2;
  const heights = new Float64Array(count);
  let h = 0;
  let middleX = 0;
  let middleZ = 0;
  for (let k = 0; k < count; k++) {
    heights[k] = ground(x + offsets[2 * k], z + offsets[2 * k + 1]);
    h += heights[k] / count;
    middleX += offsets[2 * k] / count;
    middleZ += offsets[2 * k + 1] / count;
  }
  let xx = 0;
  let xz = 0;
  let zz = 0;
  let xh = 0;
  let zh = 0;
  for (let k = 0; k < count; k++) {
    const a = offsets[2 * k] - middleX;
    const b = offsets[2 * k + 1] - middleZ;
    xx += a * a;
    xz += a * b;
    zz += b * b;
    xh += a * (heights[k] - h);
    zh += b * (heights[k] - h);
  }
  const size = xx * zz - xz * xz;
  let slopeX = size > 0 ? (xh * zz - zh * xz) / size : 0;
  let slopeZ = size > 0 ? (zh * xx - xh * xz) / size : 0;
  const slope = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ);
  if (slope > steepest) {
    slopeX *= steepest / slope;
    slopeZ *= steepest / slope;
  }
  h -= slopeX * middleX + slopeZ * middleZ;
  let over = 0;
  for (let k = 0; k < count; k++) {
    over = Math.max(over, heights[k] - (h + slopeX * offsets[2 * k] + slopeZ * offsets[2 * k + 1]));
  }
  return { x, z, h: h + Math.max(0, over - tolerance), slopeX, slopeZ };
}
