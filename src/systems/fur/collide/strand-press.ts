import { bendStrand } from '../../../coats/bend.ts';
import { dot } from '../../../geometry/vector.ts';
import { atan2, cos, sin } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import { furStoreIndex as planes } from '../records.generated.ts';
import type { FurStore } from '../solve/store.ts';
import type { Tread } from '../tread/tread.ts';
import type { Body, BodyTouch } from './body.ts';

/** Heights on a strand at which it is asked where it is: from the tip down, as shares of it. */
const heightStep = 0.1;
const heightCount = 9;
/** Shares of its length beyond which a body is far. */
const farthest = 0.35;
/** A strand keeps this share of its length off a body. */
const clearance = 0.01;
/** Times a strand is bent in one look at one body, at most, and laid on it. */
const maxBends = 8;
const maxSettles = 4;
/** Share of its length by which a bend must bring it out, or none follows. */
const minGain = 0.005;
/** s in which friction takes half of a tip's slip along a body. */
const slipTime = 0.1;
/** Lengths a second that friction makes a tip go at most. */
const maxDrag = 20;
/** Sine of the angle to the skin from which on a body presses down, not aside. */
const asideLimit = 0.2;

/**
 * Bends single strands out of bodies. A strand is taken as it is drawn: an arc from where its root stands, which lies down as
 * far as it is trodden, to where its tip is.
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

  /** A step of dt s, at whose end the skin has these places and unit normals [3 · vertexCount]. */
  begin(store: FurStore, positions: ArrayLike<number>, normals: ArrayLike<number>, dt: number): void {
    const three = (plane: number) => [0, 1, 2].map((axis) => store.plane(plane + axis));
    this.vertexOf = store.topology.vertexOf;
    this.positions = positions;
    this.normals = normals;
    this.dt = dt;
    this.offset = three(planes.offset);
    this.velocity = three(planes.velocity);
    this.start = three(planes.rootStart);
    this.end = three(planes.rootEnd);
  }

  /**
   * Bends strand i, `length` m long, out of the body in all that it does in the step, at which it looks so often; whether it
   * had to. `travel`: so far the two may go past one another, m.
   */
  press(i: number, length: number, body: Body, looks: number, travel: number): boolean {
    const v = this.vertexOf[i];
    let isTouched = false;
    for (let look = 1; look <= looks; look++) {
      const fraction = look / looks;
      const reach = this.place(i, fraction);
      if (!(reach > 1e-9 * length)) return false;
      this.tread.leanOne(stand, v, this.normals, this.positions, this.normals);
      // No point of it is further from its middle than half its length.
      bendStrand(point, 'arc', 0.5, length, 1, direction, stand);
      const [x, y, z] = [root[0] + point[0], root[1] + point[1], root[2] + point[2]];
      const half = (0.5 + 2 * clearance) * length;
      const left = travel * (1 - fraction);
      const distance = body.measure(touch, x, y, z, half + left, fraction) ? touch.distance : half + left;
      if (distance >= half + left) return isTouched;
      if (distance >= half) {
        // Until it can have come so near there is nothing to see.
        look += Math.max(0, Math.ceil(((distance - half) / travel) * looks) - 1);
        if (look >= looks) look = looks - 1;
        continue;
      }
      if (this.bendOut(i, v, length, body, fraction, reach, distance)) isTouched = true;
    }
    return isTouched;
  }

  /** Puts the root where it is at that share of the step, and how the strand leans; its length, m. */
  private place(i: number, fraction: number): number {
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

  /** Bends the strand that was placed out of where the body is at that share; whether it had to. */
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
      // What lies as near as it may is not bent for a rounding.
      if (closest.distance >= 0.95 * clear) break;
      isTouched = true;
      // Where it lies as flat as it can, more of the same does not help.
      if (closest.distance < distance + minGain * length || this.liesFlat()) break;
      distance = closest.distance;
      for (let axis = 0; axis < 3; axis++) before[axis] = direction[axis];
      this.bendAway(v, length);
    }
    if (!isTouched) return false;
    if (closest.distance > 1.05 * clear) this.settle(body, length, fraction, distance);
    for (let axis = 0; axis < 3; axis++) this.offset[axis][i] = reach * direction[axis];
    if (this.dt > 0) this.slow(i, length);
    return true;
  }

  /**
   * Brings `direction`, which is bent further than it need be, nearer to `before`, where the body was `distance` m away: what
   * lies on a body at rest then lies there in every step. False position.
   */
  private settle(body: Body, length: number, fraction: number, distance: number): void {
    const clear = clearance * length;
    let [low, lowDistance, high, highDistance] = [0, distance, 1, closest.distance];
    after.set(direction);
    for (let k = 0; k < maxSettles; k++) {
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

  /** Whether it lies as flat as it can below what presses it down. */
  private liesFlat(): boolean {
    return dot(closest.normal, normal) < -0.5 && dot(direction, normal) < this.cosLimit + 1e-6;
  }

  /** How far from the body the strand is at that height, m; Infinity beyond the limit. */
  private measure(body: Body, length: number, height: number, limit: number, fraction: number): number {
    bendStrand(point, 'arc', height, length, 1, direction, stand);
    const [x, y, z] = [root[0] + point[0], root[1] + point[1], root[2] + point[2]];
    return body.measure(touch, x, y, z, limit, fraction) ? touch.distance : Infinity;
  }

  /**
   * Describes in `closest` where the strand is nearest to the body, or deepest in it. `free` is how far from the body its
   * middle is known to be, m: around it nothing need be asked.
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
      // Further away it does not matter how far; nor inside, where no point is deeper than it is high.
      const limit = Math.min(height, farthest) * length;
      const distance = this.measure(body, length, height, limit, fraction);
      if (distance < closest.distance) {
        closest.height = height;
        closest.distance = distance;
        closest.normal.set(touch.normal);
        closest.velocity.set(touch.velocity);
        spot.set(point);
      }
      // So far along the strand all is as free.
      const open = Math.min(limit, distance) / length - 2 * clearance;
      k += Math.max(1, Math.ceil(open / heightStep));
    }
  }

  /**
   * Turns `direction` so that what is closest, at `spot`, leaves the body: along the skin as it is pushed, and down by
   * as much as it is pressed, at which its distance from the root is kept.
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
      // A point lower on an arc turns by less than its tip.
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

  /** Lowers `wanted`, chord m long, by −down: it leans further where it leans, or where the body goes, or anywhere. */
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

  private holdInCone(): void {
    const up = dot(direction, normal);
    if (up >= this.cosLimit) return;
    for (let axis = 0; axis < 3; axis++) aside[axis] = direction[axis] - up * normal[axis];
    if (!scaleTo(aside, this.sinLimit)) direction.set(normal);
    else for (let axis = 0; axis < 3; axis++) direction[axis] = this.cosLimit * normal[axis] + aside[axis];
  }

  /**
   * Takes from the tip's velocity what leads into the body, along its sphere about the root, and some of its slip. It is not
   * thrown ahead by what hits it: bodies are fast where strands are short, and would draw them out.
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

/** False where it has no length, and nothing is done. */
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
/** Unit, from the root to the tip; and where the root stands. */
const direction = new Float64Array(3);
const stand = new Float64Array(3);
/** As seen from the root: a point of the strand, the closest, and where that one should be. */
const point = new Float64Array(3);
const spot = new Float64Array(3);
const wanted = new Float64Array(3);
const aside = new Float64Array(3);
const before = new Float64Array(3);
const after = new Float64Array(3);
const slip = new Float64Array(3);
const speed = new Float64Array(3);
