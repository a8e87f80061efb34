import { atan2, cos, sin } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import { bendStrand } from '../bend.ts';
import { planes } from '../solve/planes.ts';
import type { FurStore } from '../solve/store.ts';
import type { Tread } from '../tread/tread.ts';
import type { Body, BodyTouch } from './body.ts';

/** Heights on a strand, as shares of it, that must not be in a body. */
const heights = [1, 0.7, 0.4];
/** A strand keeps this share of its length off a body. */
const clearance = 0.01;
/** Times a strand is bent in one look at one body, at most. */
const mostBends = 8;
/** Share of its length by which a bend must bring it out, or none follows. */
const leastGain = 0.005;
/** s in which friction takes half of a tip's slip along a body. */
const slipTime = 0.1;
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

  /** Bends strand i, `length` m long, out of where the body is at that share of the step; whether it had to. */
  press(i: number, length: number, body: Body, share: number): boolean {
    const v = this.vertexOf[i];
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const from = this.start[axis][i];
      root[axis] = from + share * (this.end[axis][i] - from);
      normal[axis] = this.normals[3 * v + axis];
      direction[axis] = this.offset[axis][i];
      square += direction[axis] * direction[axis];
    }
    if (!body.isNear(root[0], root[1], root[2], length)) return false;
    const reach = Math.sqrt(square);
    if (!(reach > 1e-9 * length)) return false;
    for (let axis = 0; axis < 3; axis++) direction[axis] /= reach;
    this.tread.leanOne(stand, v, this.normals, this.positions, this.normals);
    // No point of it is further from its middle than half its length.
    const half = (0.5 + 2 * clearance) * length;
    if (this.measure(body, length, 0.5, half, share) >= half) return false;
    let isTouched = false;
    let distance = Number.NEGATIVE_INFINITY;
    for (let bend = 0; bend < mostBends; bend++) {
      const height = this.findDeepest(body, length, share);
      if (height === 0) break;
      isTouched = true;
      // Where it lies as flat as it can, more of the same does not help.
      if (deepest.distance < distance + leastGain * length) break;
      distance = deepest.distance;
      this.bendAway(v, height, length);
    }
    if (!isTouched) return false;
    for (let axis = 0; axis < 3; axis++) this.offset[axis][i] = reach * direction[axis];
    if (this.dt > 0) this.slow(i);
    return true;
  }

  /** How far from the body the strand is at that height, m; Infinity beyond the limit. */
  private measure(body: Body, length: number, height: number, limit: number, share: number): number {
    bendStrand(point, 'arc', height, length, 1, direction, stand);
    const [x, y, z] = [root[0] + point[0], root[1] + point[1], root[2] + point[2]];
    return body.measure(touch, x, y, z, limit, share) ? touch.distance : Infinity;
  }

  /** The height where it is deepest in the body, described in `deepest`; 0 where it is nowhere. */
  private findDeepest(body: Body, length: number, share: number): number {
    let found = 0;
    // What lies on the surface after a bend is not bent again for a rounding.
    deepest.distance = 0.9 * clearance * length;
    let above = 1;
    let distance = Number.NEGATIVE_INFINITY;
    for (const height of heights) {
      // From a point to the next one it is never further than along the strand.
      if (distance - (above - height) * length >= deepest.distance) continue;
      above = height;
      // With its root outside, no point is deeper inside than it is high.
      distance = this.measure(body, length, height, height * length, share);
      if (distance >= deepest.distance) continue;
      found = height;
      deepest.distance = touch.distance;
      deepest.normal.set(touch.normal);
      deepest.velocity.set(touch.velocity);
      place.set(point);
    }
    return found;
  }

  /**
   * Turns `direction` so that the point `place`, at that height, leaves the body: along the skin as it is pushed, and down by
   * as much as it is pressed, at which its distance from the root is kept.
   */
  private bendAway(v: number, height: number, length: number): void {
    const out = deepest.normal;
    const depth = clearance * length - deepest.distance;
    const down = Math.min(0, depth * dot(out, normal));
    const chord = Math.sqrt(dot(place, place));
    for (let axis = 0; axis < 3; axis++) {
      wanted[axis] = place[axis] + depth * out[axis] - down * normal[axis];
    }
    scaleTo(wanted, chord);
    if (down < 0) this.lower(v, chord, down);
    for (let axis = 0; axis < 3; axis++) {
      // A point lower on an arc turns by less than its tip.
      direction[axis] += (wanted[axis] - place[axis]) / (chord * height);
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
    const speed = Math.sqrt(dot(deepest.velocity, deepest.velocity));
    for (let axis = 0; axis < 3; axis++) {
      aside[axis] =
        (wanted[axis] - up * normal[axis]) / chord +
        0.25 * (speed > 0 ? deepest.velocity[axis] / speed : 0) +
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

  /** Takes from the tip's velocity what leads into the body, along its sphere about the root, and of its slip a share. */
  private slow(i: number): void {
    const out = deepest.normal;
    const along = dot(out, direction);
    for (let axis = 0; axis < 3; axis++) {
      aside[axis] = out[axis] - along * direction[axis];
      slip[axis] = this.velocity[axis][i] - deepest.velocity[axis];
    }
    const lever = dot(aside, aside);
    if (lever > 1e-3) {
      const inward = Math.min(0, dot(slip, out)) / lever;
      for (let axis = 0; axis < 3; axis++) slip[axis] -= inward * aside[axis];
    }
    const grip = this.dt / (this.dt + slipTime);
    const leaving = dot(slip, out);
    for (let axis = 0; axis < 3; axis++) {
      slip[axis] -= grip * (slip[axis] - leaving * out[axis]);
      this.velocity[axis][i] = deepest.velocity[axis] + slip[axis];
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
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
const deepest = createTouch();
const root = new Float64Array(3);
const normal = new Float64Array(3);
/** Unit, from the root to the tip; and where the root stands. */
const direction = new Float64Array(3);
const stand = new Float64Array(3);
/** As seen from the root: a point of the strand, the deepest, and where that one should be. */
const point = new Float64Array(3);
const place = new Float64Array(3);
const wanted = new Float64Array(3);
const aside = new Float64Array(3);
const slip = new Float64Array(3);
