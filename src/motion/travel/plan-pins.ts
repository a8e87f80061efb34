import type { Stance } from './plan-stances.ts';
import type { SoleTrack } from './track-soles.ts';

/** Displacement of one foot from its position in the clip, at each sample of the period, rig units. [count] */
export interface FootPins {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** Rotation about the vertical axis, radians. Absent if the character does not change its direction. */
  readonly turn?: Float64Array;
}

/** The ground and the motion for which feet are pinned. */
export interface PinGround {
  /** Velocity of the character over the ground from sample i to i + 1, rig units / s. [count] */
  readonly speedX: Float64Array;
  readonly speedZ: Float64Array;
  /** Rig-space height of the ground's surface, before the character is lowered. */
  readonly floor: number;
  /** Depth of planted soles below the floor. The whole character is lowered by this depth. */
  readonly softDepth: number;
  /** Height of the character. */
  readonly height: number;
  /** Samples / s. */
  readonly rate: number;
  /**
   * Rotation of the whole character about the vertical axis at each sample, radians, without jumps of 2π. [count] A planted foot does not
   * rotate with the character. Absent if the character does not change its direction.
   */
  readonly heading?: Float64Array;
}

/**
 * A foot sinks in within this time at the start of a stance, and rises again within this time at the end; or within this fraction of the
 * stance if that is shorter.
 */
const sinkTime = 0.04;
const sinkFraction = 0.2;
/** A swinging foot rises at least this fraction of the height above the surface. */
const clearance = 0.01;
/** After a stance, the velocity of the correction decays within this time; before a stance, it builds up within this time. */
const releaseTime = 0.05;

/**
 * Plans how a foot is moved so that its planted sole does not slide.
 *
 * In a stance the correction compensates, step by step, the motion of the sole's contact over the ground, so that a foot that
 * rolls from heel to toe rolls without sliding. Along x and along z, a constant is subtracted from the correction, so that its
 * minimum and its maximum in the stance differ only in sign. The foot's lowest vertex is then exactly `softDepth` below the
 * surface. This vertex sinks from the surface at the start of the stance and rises to the surface at the end of the stance. During
 * both, the foot does not slide, so that it digs no trench.
 *
 * Between stances the correction is blended. The foot keeps the height above the surface that it has in the clip, but never goes
 * below a low arc over the surface.
 *
 * `track` is the sole as the clip moves it. Stances must not overlap.
 */
export function planPins(track: SoleTrack, stances: readonly Stance[], ground: PinGround): FootPins {
  const count = track.low.length;
  const pins: FootPins = {
    x: new Float64Array(count),
    y: new Float64Array(count),
    z: new Float64Array(count),
    ...(ground.heading && { turn: new Float64Array(count) }),
  };
  const { floor, softDepth } = ground;
  if (stances.length === 0) {
    for (let i = 0; i < count; i++) pins.y[i] = softDepth + Math.max(0, floor - track.low[i]);
    return pins;
  }
  const held = stances.map((stance) => holdStance(pins, track, stance, ground));
  for (let k = 0; k < stances.length; k++) {
    const next = (k + 1) % stances.length;
    const swingEnd = stances[next].start + (next <= k ? count : 0);
    blendSwing(pins, track, stances[k].end, swingEnd, held[k].leave, held[next].enter, ground);
  }
  return pins;
}

/** The correction at one end of a stance, and its rate of change. */
interface PinEnd {
  readonly x: number;
  readonly z: number;
  readonly turn: number;
  readonly velocityX: number;
  readonly velocityZ: number;
  readonly turnRate: number;
}

/**
 * Returns the horizontal displacement of the contact over the ground through a stance, negated: [end − start + 1] values, the first is 0.
 */
export function undoSlip(
  velocity: Float64Array,
  speed: Float64Array,
  stance: Stance,
  rate: number,
): Float64Array {
  const count = velocity.length;
  const way = new Float64Array(stance.end - stance.start + 1);
  for (let k = 1; k < way.length; k++) {
    const i = (stance.start + k - 1) % count;
    way[k] = way[k - 1] - (velocity[i] + speed[i]) / rate;
  }
  return way;
}

/** Returns the mean of the minimum and the maximum. */
function middle(values: Float64Array): number {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return (low + high) / 2;
}

function holdStance(
  pins: FootPins,
  track: SoleTrack,
  stance: Stance,
  ground: PinGround,
): { enter: PinEnd; leave: PinEnd } {
  const count = track.low.length;
  const { rate, floor, softDepth } = ground;
  const x = undoSlip(track.velocityX, ground.speedX, stance, rate);
  const z = undoSlip(track.velocityZ, ground.speedZ, stance, rate);
  const middleX = middle(x);
  const middleZ = middle(z);
  const last = x.length - 1;
  const turn = undoTurn(ground.heading, stance);
  const sink = Math.max(1, Math.min(sinkTime * rate, sinkFraction * last));
  for (let k = 0; k <= last; k++) {
    const i = (stance.start + k) % count;
    pins.x[i] = x[k] - middleX;
    pins.z[i] = z[k] - middleZ;
    if (pins.turn) pins.turn[i] = turn[k];
    const away = Math.max(0, 1 - Math.min(k, last - k) / sink);
    pins.y[i] = softDepth * away * away - (track.low[i] - floor);
  }
  const end = (k: number, from: number, to: number): PinEnd => ({
    x: x[k] - middleX,
    z: z[k] - middleZ,
    turn: turn[k],
    velocityX: (x[to] - x[from]) * rate,
    velocityZ: (z[to] - z[from]) * rate,
    turnRate: (turn[to] - turn[from]) * rate,
  });
  return { enter: end(0, 0, 1), leave: end(last, last - 1, last) };
}

/** Returns the rotation that keeps the direction of a foot through a stance: about 0 in its middle. [end − start + 1] */
function undoTurn(heading: Float64Array | undefined, { start, end }: Stance): Float64Array {
  const turn = new Float64Array(end - start + 1);
  if (!heading) return turn;
  for (let k = 0; k < turn.length; k++) turn[k] = -heading[(start + k) % heading.length];
  const mean = middle(turn);
  return turn.map((angle) => angle - mean);
}

function blendSwing(
  pins: FootPins,
  track: SoleTrack,
  from: number,
  to: number,
  leave: PinEnd,
  enter: PinEnd,
  ground: PinGround,
): void {
  const count = track.low.length;
  const length = to - from;
  const { floor, softDepth, height, rate } = ground;
  const release = Math.min(releaseTime * rate, length / 2);
  const startLow = track.low[from % count] - floor;
  const endLow = track.low[to % count] - floor;
  for (let k = 1; k < length; k++) {
    const i = (from + k) % count;
    const s = k / length;
    const blend = s * s * s * (s * (6 * s - 15) + 10);
    const after = fade(k / release) * (release / rate);
    const before = -fade((length - k) / release) * (release / rate);
    pins.x[i] = leave.x + (enter.x - leave.x) * blend + leave.velocityX * after + enter.velocityX * before;
    pins.z[i] = leave.z + (enter.z - leave.z) * blend + leave.velocityZ * after + enter.velocityZ * before;
    if (pins.turn) {
      pins.turn[i] =
        leave.turn + (enter.turn - leave.turn) * blend + leave.turnRate * after + enter.turnRate * before;
    }
    // At the end of the stance the foot was at the surface, whatever its height in the clip. The difference between the two heights is
    // blended too.
    const own = track.low[i] - floor - (startLow + (endLow - startLow) * blend);
    const clear = Math.max(own, clearance * height * 4 * s * (1 - s));
    pins.y[i] = clear + softDepth - (track.low[i] - floor);
  }
}

/** Returns a value that starts at 0 with slope 1 and ends at 0 with slope 0. */
function fade(s: number): number {
  return s < 1 ? s * (1 - s) * (1 - s) : 0;
}
