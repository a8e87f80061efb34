import { bendStrand } from '../../../coats/bend.ts';
import { dot } from '../../../geometry/vector.ts';
import { atan2, cos, sin } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import { furStoreIndex as planes } from '../records.generated.ts';
import type { FurStore } from '../solve/store.ts';
import type { Tread } from '../tread/tread.ts';
import type { Body, BodyTouch } from './body.ts';

/** Distances to a body are sampled at heights 1, 0.9 … 0.2 of a strand, as fractions of its length. */
export const heightStep = 0.1;
export const heightCount = 9;
/** A body is found only if it is nearer than this, as a fraction of the strand's length. */
export const searchDistance = 0.35;
/** Distance that a strand keeps from a body, as a fraction of its length. */
export const clearance = 0.01;
/** Maximum number of bends for one strand, body and sample in time. Also the maximum number of refinements of the last bend. */
export const maxBends = 8;
export const maxRefinements = 4;
/** A bend that gains less distance than this fraction of the length is the last one. */
export const minGain = 0.005;
/** Time constant of the friction between a tip and a body, s. */
export const slipTime = 0.1;
/** Maximum speed that friction gives to a tip, in strand lengths per second. */
export const maxDrag = 20;
/** Sine of the angle between skin and contact normal. Above this limit, the body presses strands down, otherwise aside. */
export const asideLimit = 0.2;

/**
 * Bends single strands out of bodies. A strand is the arc that is drawn: it starts at the root in the rest direction, as trodden,
 * and ends at the tip.
 */
export class StrandPress {
  private readonly cosLimit: number;
  private readonly sinLimit: number;
  private vertexOf: Uint32Array = new Uint32Array(0);
  private positions: ArrayLike<number> = [];
  private normals: ArrayLike<number> = [];
  private dt = 0;
  private offset: Float64Array[] = [];
  private velocity: Float64Array[] = [];
  private start: Float64Array[] = [];
  private end: Float64Array[] = [];

  constructor(
    private readonly tread: Tread,
    private readonly limit: number,
    private readonly seed: number,
  ) {
    this.cosLimit = cos(limit);
    this.sinLimit = sin(limit);
  }

  /** Begins a step of dt s. positions, normals: positions and unit normals of the skin at the end of the step, [3 · vertexCount]. */
  begin(store: FurStore, positions: ArrayLike<number>, normals: ArrayLike<number>, dt: number): void {
    this.vertexOf = store.topology.vertexOf;
    this.positions = positions;
    this.normals = normals;
    this.dt = dt;
    this.offset = store.vector(planes.offset);
    this.velocity = store.vector(planes.velocity);
    this.start = store.vector(planes.rootStart);
    this.end = store.vector(planes.rootEnd);
  }

  /**
   * Bends strand i, `length` m long, out of the body at `samples` times of the step. Returns whether they touched. travel: upper bound of
   * the motion of the body relative to the strand in the step, m.
   */
  press(i: number, length: number, body: Body, samples: number, travel: number): boolean {
    const v = this.vertexOf[i];
    let isTouched = false;
    for (let sample = 1; sample <= samples; sample++) {
      const fraction = sample / samples;
      const reach = this.poseStrand(i, fraction);
      if (!(reach > 1e-9 * length)) return false;
      this.tread.leanOne(stand, v, this.normals, this.positions, this.normals);
      // No point of the strand is farther from its middle than half its length.
      bendStrand(point, 'arc', 0.5, length, 1, direction, stand);
      const [x, y, z] = [root[0] + point[0], root[1] + point[1], root[2] + point[2]];
      const half = (0.5 + 2 * clearance) * length;
      const left = travel * (1 - fraction);
      const distance = body.measure(touch, x, y, z, half + left, fraction) ? touch.distance : half + left;
      if (distance >= half + left) return isTouched;
      if (distance >= half) {
        // Samples at which the body cannot have reached the strand yet are skipped, except the last sample.
        sample += Math.max(0, Math.ceil(((distance - half) / travel) * samples) - 1);
        if (sample >= samples) sample = samples - 1;
        continue;
      }
      if (this.bendOut(i, v, length, body, fraction, reach, distance)) isTouched = true;
    }
    return isTouched;
  }

  /** Sets root, normal and direction of strand i at a fraction of the step. Returns the distance from root to tip, m. */
  private poseStrand(i: number, fraction: number): number {
    const v = this.vertexOf[i];
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const from = this.start[axis][i];
      root[axis] = from + fraction * (this.end[axis][i] - from);
      normal[axis] = this.normals[3 * v + axis];
      direction[axis] = this.offset[axis][i];
      square += direction[axis] * direction[axis];
    }
    const reach = Math.sqrt(square);
    for (let axis = 0; axis < 3; axis++) direction[axis] /= reach;
    return reach;
  }

  /** Bends the posed strand out of the body at a fraction of the step. Returns whether they touched. */
  private bendOut(
    i: number,
    v: number,
    length: number,
    body: Body,
    fraction: number,
    reach: number,
    free: number,
  ): boolean {
    const clear = clearance * length;
    let isTouched = false;
    let distance = Number.NEGATIVE_INFINITY;
    for (let bend = 0; bend < maxBends; bend++) {
      this.findClosest(body, length, fraction, bend === 0 ? free : 0);
      // The tolerance prevents that rounding errors bend a strand that already has the clearance.
      if (closest.distance >= 0.95 * clear) break;
      isTouched = true;
      // Another bend does not help if the strand already lies as flat as possible.
      if (closest.distance < distance + minGain * length || this.liesFlat()) break;
      distance = closest.distance;
      for (let axis = 0; axis < 3; axis++) before[axis] = direction[axis];
      this.bendAway(v, length);
    }
    if (!isTouched) return false;
    if (closest.distance > 1.05 * clear) this.refine(body, length, fraction, distance);
    for (let axis = 0; axis < 3; axis++) this.offset[axis][i] = reach * direction[axis];
    if (this.dt > 0) this.slow(i, length);
    return true;
  }

  /**
   * Moves `direction`, which was bent too far, back towards `before`, at which the distance to the body was `distance` m, until
   * the strand has just the clearance. A strand on a stationary body then does not tremble. Method of false position.
   */
  private refine(body: Body, length: number, fraction: number, distance: number): void {
    const clear = clearance * length;
    let [low, lowDistance, high, highDistance] = [0, distance, 1, closest.distance];
    after.set(direction);
    for (let k = 0; k < maxRefinements; k++) {
      const part = low + ((high - low) * (clear - lowDistance)) / (highDistance - lowDistance);
      for (let axis = 0; axis < 3; axis++) {
        direction[axis] = before[axis] + part * (after[axis] - before[axis]);
      }
      scaleTo(direction, 1);
      this.findClosest(body, length, fraction);
      if (Math.abs(closest.distance - clear) <= 0.05 * clear) return;
      if (closest.distance < clear) [low, lowDistance] = [part, closest.distance];
      else [high, highDistance] = [part, closest.distance];
    }
    if (closest.distance < 0) direction.set(after);
  }

  /** Returns whether the body presses the strand down and the strand already leans by the limit. */
  private liesFlat(): boolean {
    return dot(closest.normal, normal) < -0.5 && dot(direction, normal) < this.cosLimit + 1e-6;
  }

  /** Returns the distance, m, between the body and the point of the strand at a height (0 to 1); Infinity beyond `limit`. */
  private measure(body: Body, length: number, height: number, limit: number, fraction: number): number {
    bendStrand(point, 'arc', height, length, 1, direction, stand);
    const [x, y, z] = [root[0] + point[0], root[1] + point[1], root[2] + point[2]];
    return body.measure(touch, x, y, z, limit, fraction) ? touch.distance : Infinity;
  }

  /**
   * Sets `closest` to the point of the strand that is nearest to the body, or deepest inside the body. free: known distance of its middle
   * from the body, m. Heights near the middle, within this distance, are skipped.
   */
  private findClosest(body: Body, length: number, fraction: number, free = 0): void {
    closest.distance = Infinity;
    const known = free / length;
    for (let k = 0; k < heightCount; ) {
      const height = 1 - k * heightStep;
      if (Math.abs(height - 0.5) < known - clearance) {
        k++;
        continue;
      }
      // Larger distances do not matter. Inside a body, no point is deeper than its height above the skin.
      const limit = Math.min(height, searchDistance) * length;
      const distance = this.measure(body, length, height, limit, fraction);
      if (distance < closest.distance) {
        closest.height = height;
        closest.distance = distance;
        closest.normal.set(touch.normal);
        closest.velocity.set(touch.velocity);
        spot.set(point);
      }
      // Points of the strand within this distance cannot touch the body either.
      const open = Math.min(limit, distance) / length - 2 * clearance;
      k += Math.max(1, Math.ceil(open / heightStep));
    }
  }

  /**
   * Rotates `direction` so that the closest point, `spot`, leaves the body. The point moves along the skin and down, and keeps its
   * distance from the root.
   */
  private bendAway(v: number, length: number): void {
    const out = closest.normal;
    const depth = clearance * length - closest.distance;
    const down = Math.min(0, depth * dot(out, normal));
    const chord = Math.sqrt(dot(spot, spot));
    for (let axis = 0; axis < 3; axis++) {
      wanted[axis] = spot[axis] + depth * out[axis] - down * normal[axis];
    }
    scaleTo(wanted, chord);
    if (down < 0) this.lower(v, chord, down);
    for (let axis = 0; axis < 3; axis++) {
      // A point lower on the arc rotates by less than the tip.
      direction[axis] += (wanted[axis] - spot[axis]) / (chord * closest.height);
    }
    scaleTo(direction, 1);
    this.holdInCone();
    const pressed = (-dot(out, normal) - asideLimit) / (1 - asideLimit);
    if (pressed > 0) {
      const up = dot(direction, normal);
      const amount = (pressed * atan2(Math.sqrt(Math.max(0, 1 - up * up)), up)) / this.limit;
      this.tread.press(v, amount, direction[0], direction[1], direction[2], this.positions, this.normals);
      this.tread.leanOne(stand, v, this.normals, this.positions, this.normals);
    }
  }

  /**
   * Lowers `wanted` by −down m. `wanted` has the length `chord`, m. It leans further in its current direction, with a bias towards the
   * velocity of the body. If both are zero, a small random vector gives the direction.
   */
  private lower(v: number, chord: number, down: number): void {
    const up = dot(wanted, normal);
    const low = Math.max(0, up + down);
    const fast = Math.sqrt(dot(closest.velocity, closest.velocity));
    for (let axis = 0; axis < 3; axis++) {
      aside[axis] =
        (wanted[axis] - up * normal[axis]) / chord +
        0.25 * (fast > 0 ? closest.velocity[axis] / fast : 0) +
        0.05 * (hashUnit(this.seed, v, axis) - 0.5);
    }
    const lift = dot(aside, normal);
    for (let axis = 0; axis < 3; axis++) aside[axis] -= lift * normal[axis];
    if (!scaleTo(aside, Math.sqrt(Math.max(0, chord * chord - low * low)))) return;
    for (let axis = 0; axis < 3; axis++) wanted[axis] = low * normal[axis] + aside[axis];
  }

  /** Limits the angle between `direction` and the normal. */
  private holdInCone(): void {
    const up = dot(direction, normal);
    if (up >= this.cosLimit) return;
    for (let axis = 0; axis < 3; axis++) aside[axis] = direction[axis] - up * normal[axis];
    if (!scaleTo(aside, this.sinLimit)) direction.set(normal);
    else for (let axis = 0; axis < 3; axis++) direction[axis] = this.cosLimit * normal[axis] + aside[axis];
  }

  /**
   * Changes the velocity of the tip: removes the component into the body (along the sphere about the root), and reduces the slip. A body
   * does not throw the tip forward: bodies are fast compared with the length of strands and would stretch them.
   */
  private slow(i: number, length: number): void {
    const out = closest.normal;
    for (let axis = 0; axis < 3; axis++) speed[axis] = this.velocity[axis][i];
    const along = dot(out, direction);
    for (let axis = 0; axis < 3; axis++) aside[axis] = out[axis] - along * direction[axis];
    const lever = dot(aside, aside);
    const inward = dot(speed, aside) - Math.min(0, dot(closest.velocity, out));
    if (lever > 1e-3 && inward < 0) {
      for (let axis = 0; axis < 3; axis++) speed[axis] -= (inward / lever) * aside[axis];
    }
    const { velocity } = closest;
    const fast = Math.sqrt(dot(velocity, velocity));
    if (fast > maxDrag * length) scaleTo(velocity, maxDrag * length);
    for (let axis = 0; axis < 3; axis++) slip[axis] = speed[axis] - velocity[axis];
    const leaving = dot(slip, out);
    const grip = this.dt / (this.dt + slipTime);
    for (let axis = 0; axis < 3; axis++) {
      this.velocity[axis][i] = speed[axis] - grip * (slip[axis] - leaving * out[axis]);
    }
  }
}

/** Scales a vector to a length. Returns false, and changes nothing, if the vector is 0. */
function scaleTo(vector: Float64Array, length: number): boolean {
  const size = Math.sqrt(dot(vector, vector));
  if (size === 0) return false;
  for (let axis = 0; axis < 3; axis++) vector[axis] *= length / size;
  return true;
}

const createTouch = (): BodyTouch => ({
  distance: 0,
  normal: new Float64Array(3),
  velocity: new Float64Array(3),
});
const touch = createTouch();
const closest = { ...createTouch(), height: 1 };
const root = new Float64Array(3);
const normal = new Float64Array(3);
/** Unit vector from the root to the tip, and unit rest direction, as trodden. */
const direction = new Float64Array(3);
const stand = new Float64Array(3);
/**
 * Vectors from the root to a point of the strand, to the strand's closest point to the body, and to the position to which this closest
 * point should move.
 */
const point = new Float64Array(3);
const spot = new Float64Array(3);
const wanted = new Float64Array(3);
const aside = new Float64Array(3);
const before = new Float64Array(3);
const after = new Float64Array(3);
const slip = new Float64Array(3);
const speed = new Float64Array(3);
