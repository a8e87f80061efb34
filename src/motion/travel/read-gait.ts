import { minOf } from '../../math/lists.ts';
import { median } from './clip-cycle.ts';
import { solvePeriodicSmoothing } from './solve-periodic-smoothing.ts';
import type { SoleTrack } from './track-soles.ts';

/** Ground and direction of travel, derived from the tracks of the feet. Rig space, at each sample of the period. */
export interface Gait {
  /** Height of the floor: the median height of the lowest foot, without samples in flight. */
  readonly floor: number;
  /**
   * 1 if the foot touches the ground, [foot][sample]: the foot is near the height of the lowest point of all feet, and this point is near
   * the floor.
   */
  readonly touching: readonly Uint8Array[];
  /** Median backward speed of touching feet, units / s. It distinguishes an in-place gait from standing. */
  readonly touchingSpeed: number;
  /** Unit direction of travel (x, z), opposite to the motion of planted feet. */
  readonly direction: readonly [number, number];
  /** Typical speed of the fastest touching foot, units / s (v0). */
  readonly typicalSpeed: number;
}

/** A foot touches the ground if it is within this fraction of the height above the lowest point of all feet, */
const touchBand = 0.01;
/** and if that point is within this fraction of the height above the floor. */
const floorBand = 0.04;
/** Time over which the speed is smoothed, seconds. */
const smoothTime = 0.06;
/** A foot counts fully for the speed up to the first fraction of the height above the floor, and not at all above the second. */
const onFloor = 0.005;
const outOfReach = 0.025;
/** A direction this close to an axis of the rig (3°) is set to that axis, since left and right steps are rarely equal. */
const axisTangent = 0.0524;

export function readGait(tracks: readonly SoleTrack[], height: number): Gait {
  const count = tracks[0]?.low.length ?? 0;
  const lowest = findLowest(tracks, count);
  const floor = findFloor(lowest, height);
  const touching = findTouching(tracks, floor, height);

  let direction = findDirection(tracks, touching, () => 1);
  let typicalSpeed = 0;
  // The first estimate includes low swings of the toes, which move in the opposite direction. Further estimates give them less weight.
  for (let round = 0; round < 3; round++) {
    typicalSpeed = findTypicalSpeed(tracks, touching, direction);
    const [x, z] = direction;
    direction = findDirection(tracks, touching, (u, w) => plantWeight(-(u * x + w * z), typicalSpeed));
  }
  direction = snapToAxis(direction);
  typicalSpeed = findTypicalSpeed(tracks, touching, direction);
  const [dx, dz] = direction;
  const speeds = tracks.flatMap((track, f) =>
    Array.from(track.velocityX, (u, i) => -(u * dx + track.velocityZ[i] * dz)).filter(
      (_, i) => touching[f][i] && track.low[i] <= floor + outOfReach * height,
    ),
  );
  return { floor, touching, touchingSpeed: median(speeds), direction, typicalSpeed };
}

/** Returns which feet touch a floor at each sample: `touching` of a gait. */
export function findTouching(tracks: readonly SoleTrack[], floor: number, height: number): Uint8Array[] {
  const lowest = findLowest(tracks, tracks[0]?.low.length ?? 0);
  return tracks.map((track) =>
    Uint8Array.from(track.low, (low, i) =>
      low <= lowest[i] + touchBand * height && lowest[i] <= floor + floorBand * height ? 1 : 0,
    ),
  );
}

function findLowest(tracks: readonly SoleTrack[], count: number): Float64Array {
  const lowest = new Float64Array(count).fill(Infinity);
  for (const track of tracks) for (let i = 0; i < count; i++) lowest[i] = Math.min(lowest[i], track.low[i]);
  return lowest;
}

/**
 * Returns the weight with which a touching foot counts as planted if it moves backward with the speed `backward`: smoothstep over half the
 * typical speed.
 */
export function plantWeight(backward: number, typicalSpeed: number): number {
  if (!(typicalSpeed > 0)) return 0;
  const s = Math.min(1, Math.max(0, backward / (typicalSpeed / 2)));
  return s * s * (3 - 2 * s);
}

/**
 * Returns the forward speed of the character at each sample [count], units / s: the periodic least squares Σ w (s + u)² + λ Σ (Δs)². u is
 * the forward velocity of a touching foot, and λ = (0.06 s · rate)². w is the weight of the foot, from its speed and its distance to the
 * floor: 1 if it is planted. The weights handle the time when both feet stand. The smoothness term determines the speed in flight.
 */
export function solveSpeed(
  tracks: readonly SoleTrack[],
  gait: Gait,
  height: number,
  rate: number,
): Float64Array {
  const count = tracks[0].low.length;
  const weights = new Float64Array(count);
  const sums = new Float64Array(count);
  const [dx, dz] = gait.direction;
  tracks.forEach((track, f) => {
    for (let i = 0; i < count; i++) {
      // Velocities belong to the interval from i to i + 1, so the foot must touch at both ends.
      if (!gait.touching[f][i] || !gait.touching[f][(i + 1) % count]) continue;
      const backward = -(track.velocityX[i] * dx + track.velocityZ[i] * dz);
      const above = Math.max(track.low[i], track.low[(i + 1) % count]) - gait.floor;
      const weight = plantWeight(backward, gait.typicalSpeed) * nearFloor(above / height);
      weights[i] += weight;
      sums[i] += weight * backward;
    }
  });
  return solvePeriodicSmoothing(weights, sums, smoothTime * rate * (smoothTime * rate));
}

/** Returns the median height of the lowest foot over the samples near the ground, since a runner is in flight most of the time. */
function findFloor(lowest: Float64Array, height: number): number {
  const heights = Array.from(lowest);
  const bottom = minOf(heights);
  const first = median(heights.filter((y) => y <= bottom + 2 * floorBand * height));
  return median(heights.filter((y) => y <= first + floorBand * height));
}

/** Returns 1 on the floor, 0 well above it. A foot just before landing, or just after lift-off, is slower than the ground. */
function nearFloor(above: number): number {
  const s = Math.min(1, Math.max(0, (outOfReach - above) / (outOfReach - onFloor)));
  return s * s * (3 - 2 * s);
}

function findDirection(
  tracks: readonly SoleTrack[],
  touching: readonly Uint8Array[],
  weight: (u: number, w: number) => number,
): [number, number] {
  let x = 0;
  let z = 0;
  tracks.forEach((track, f) => {
    for (let i = 0; i < track.low.length; i++) {
      if (!touching[f][i]) continue;
      const fraction = weight(track.velocityX[i], track.velocityZ[i]);
      x -= fraction * track.velocityX[i];
      z -= fraction * track.velocityZ[i];
    }
  });
  const length = Math.sqrt(x * x + z * z);
  return length > 0 ? [x / length, z / length] : [0, 1];
}

function findTypicalSpeed(
  tracks: readonly SoleTrack[],
  touching: readonly Uint8Array[],
  [dx, dz]: readonly [number, number],
): number {
  const maxSpeed: number[] = [];
  for (let i = 0; i < tracks[0].low.length; i++) {
    let max = -Infinity;
    tracks.forEach((track, f) => {
      if (touching[f][i]) max = Math.max(max, -(track.velocityX[i] * dx + track.velocityZ[i] * dz));
    });
    if (max > -Infinity) maxSpeed.push(max);
  }
  return Math.max(0, median(maxSpeed));
}

function snapToAxis([x, z]: readonly [number, number]): [number, number] {
  if (Math.abs(x) <= axisTangent * Math.abs(z)) return [0, Math.sign(z)];
  if (Math.abs(z) <= axisTangent * Math.abs(x)) return [Math.sign(x), 0];
  return [x, z];
}
