import { nearestOnTriangle, type TrianglePoint } from '../../../geometry/nearest-on-triangle.ts';
import type { MovingSurface } from '../../../motion/moving-surface.ts';
import type { Contact } from './bounce.ts';
import type { CollideStep } from './obstacles.ts';
import { type Crossing, findCrossing } from './triangle-crossing.ts';

/** Position of the particle at the contact. */
const found = { position: new Float64Array(3) };

/**
 * Finds the first contact of a particle that moves straight from `before`, `time` seconds after the start of the step, to
 * `position` at its end. A contact is where its centre would pass through a surface, or else where its end is nearer to one than
 * its radius. Fills `contact`. Returns null if there is no contact.
 */
export function findTouch(
  surfaces: readonly MovingSurface[],
  contact: Contact,
  before: Float64Array,
  position: Float64Array,
  velocity: Float64Array,
  radius: number,
  time: number,
  step: CollideStep,
): { position: Float64Array } | null {
  gather(surfaces, before, position, radius);
  if (gathered === 0) return null;
  const { from, to, dt } = step;
  const fraction = from + ((to - from) * time) / dt;
  if (findPassage(before, position, fraction, to)) {
    describePassage(contact, before, position, radius, time, fraction, step);
    return found;
  }
  if (!findNear(position, radius, to)) return null;
  describeNear(contact, before, position, velocity, radius, time, fraction, step);
  return found;
}

/** Writes the triangles near the path to `candidates`, and their surfaces to `owners`. */
function gather(
  surfaces: readonly MovingSurface[],
  before: Float64Array,
  position: Float64Array,
  radius: number,
): void {
  gathered = 0;
  for (const surface of surfaces) {
    const count = surface.tree.overlap(
      candidates,
      Math.min(before[0], position[0]) - radius,
      Math.min(before[1], position[1]) - radius,
      Math.min(before[2], position[2]) - radius,
      Math.max(before[0], position[0]) + radius,
      Math.max(before[1], position[1]) + radius,
      Math.max(before[2], position[2]) + radius,
      gathered,
    );
    while (gathered < count) owners[gathered++] = surface;
  }
}

/** Finds the earliest crossing, and writes it to `first` and its triangle to `touched`. Returns false if there is none. */
function findPassage(before: Float64Array, position: Float64Array, fraction: number, to: number): boolean {
  first.time = 2;
  for (let k = 0; k < gathered; k++) {
    placeTriangle(startCorners, owners[k], candidates[k], fraction);
    placeTriangle(endCorners, owners[k], candidates[k], to);
    findCrossing(crossing, startCorners, endCorners, before, position);
    if (crossing.time > 1 || crossing.time > first.time) continue;
    if (crossing.time === first.time && !comesBefore(k)) continue;
    first.time = crossing.time;
    touch(k, crossing);
  }
  return first.time <= 1;
}

/**
 * Chooses among triangles with the same contact, at an edge or a corner: the one with the lowest index. The order in which the
 * tree returns them cannot decide. It depends on the surface when the tree was built, which differs after a snapshot is loaded.
 */
function comesBefore(candidate: number): boolean {
  return owners[candidate] === touched.surface && candidates[candidate] < touched.triangle;
}

function touch(candidate: number, { a, b, c }: { a: number; b: number; c: number }): void {
  first.a = a;
  first.b = b;
  first.c = c;
  touched.surface = owners[candidate];
  touched.triangle = candidates[candidate];
}

/** Fills `contact` for a centre that would pass through a triangle. It stops `radius` before the plane. */
function describePassage(
  contact: Contact,
  before: Float64Array,
  position: Float64Array,
  radius: number,
  time: number,
  fraction: number,
  { to, dt }: CollideStep,
): void {
  const surface = touched.surface as MovingSurface;
  placeTriangle(startCorners, surface, touched.triangle, fraction);
  placeTriangle(endCorners, surface, touched.triangle, to);
  pointOf(startPoint, startCorners, first);
  pointOf(contact.point, endCorners, first);
  // The normal at the time of the crossing shows from which side the particle comes.
  for (let k = 0; k < 9; k++) corners[k] = startCorners[k] + first.time * (endCorners[k] - startCorners[k]);
  normalOf(normal, corners);
  let gap = 0;
  for (let k = 0; k < 3; k++) gap += normal[k] * (before[k] - startPoint[k]);
  const side = gap < 0 ? -1 : 1;
  gap = Math.abs(gap);
  const until = gap > radius ? first.time * (1 - radius / gap) : 0;
  normalOf(contact.normal, endCorners);
  for (let k = 0; k < 3; k++) contact.normal[k] *= side;
  finish(contact, surface, before, position, until, time, dt);
}

/** Finds the surface point nearest to the position, within `radius`. Writes it to `first`. Returns false if there is none. */
function findNear(position: Float64Array, radius: number, to: number): boolean {
  // A particle that rests on a surface is at the radius up to rounding. It has no new contact.
  const limit = radius * (1 - 1e-9);
  let best = limit * limit;
  let isFound = false;
  for (let k = 0; k < gathered; k++) {
    placeTriangle(corners, owners[k], candidates[k], to);
    nearestOnTriangle(near, corners, 0, 1, 2, position[0], position[1], position[2]);
    if (near.square > best) continue;
    if (near.square === best && !(isFound && comesBefore(k))) continue;
    best = near.square;
    isFound = true;
    touch(k, near);
  }
  return isFound;
}

function describeNear(
  contact: Contact,
  before: Float64Array,
  position: Float64Array,
  velocity: Float64Array,
  radius: number,
  time: number,
  fraction: number,
  { to, dt }: CollideStep,
): void {
  const surface = touched.surface as MovingSurface;
  placeTriangle(startCorners, surface, touched.triangle, fraction);
  placeTriangle(endCorners, surface, touched.triangle, to);
  pointOf(startPoint, startCorners, first);
  pointOf(contact.point, endCorners, first);
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const away = position[k] - contact.point[k];
    square += away * away;
  }
  const distance = Math.sqrt(square);
  normalOf(contact.normal, endCorners);
  // Near an edge or a corner the normal is the direction to the particle. A particle exactly on the surface counts as in front.
  const isOverFace = Math.min(first.a, first.b, first.c) > 0;
  if (distance > 1e-9 * radius) {
    let side = 0;
    for (let k = 0; k < 3; k++) side += contact.normal[k] * (position[k] - contact.point[k]);
    for (let k = 0; k < 3; k++) {
      if (!isOverFace) contact.normal[k] = (position[k] - contact.point[k]) / distance;
      else if (side < 0) contact.normal[k] = -contact.normal[k];
    }
  }
  let gap = 0;
  let speed = 0;
  for (let k = 0; k < 3; k++) {
    gap += contact.normal[k] * (before[k] - startPoint[k]);
    speed += contact.normal[k] * (velocity[k] - surfaceSpeed(surface, k));
  }
  let until = 1;
  if (speed < 0 && gap > distance) until = Math.min(1, Math.max(0, (gap - radius) / (gap - distance)));
  finish(contact, surface, before, position, until, time, dt);
}

/** Fills the remaining fields of `contact`, for a contact at the fraction `until` of the path. */
function finish(
  contact: Contact,
  surface: MovingSurface,
  before: Float64Array,
  position: Float64Array,
  until: number,
  time: number,
  dt: number,
): void {
  contact.time = time + until * (dt - time);
  let distance = 0;
  for (let k = 0; k < 3; k++) {
    found.position[k] = before[k] + until * (position[k] - before[k]);
    const point = startPoint[k] + until * (contact.point[k] - startPoint[k]);
    contact.offset[k] = found.position[k] - point;
    contact.velocity[k] = surfaceSpeed(surface, k);
    distance += contact.offset[k] * contact.normal[k];
  }
  contact.distance = Math.max(0, distance);
  for (let k = 0; k < 3; k++) contact.offset[k] -= distance * contact.normal[k];
}

/** Writes the corners of a triangle at a fraction of the tick to out [9]. */
function placeTriangle(out: Float64Array, surface: MovingSurface, triangle: number, fraction: number): void {
  const { start, end, indices } = surface;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * indices[3 * triangle + corner];
    for (let axis = 0; axis < 3; axis++) {
      const from = start[v + axis];
      const to = end[v + axis];
      // The result is exact at both ends, so that successive steps and ticks join without a gap.
      out[3 * corner + axis] = fraction === 1 ? to : from + fraction * (to - from);
    }
  }
}

function pointOf(
  out: Float64Array,
  at: Float64Array,
  { a, b, c }: { a: number; b: number; c: number },
): void {
  for (let k = 0; k < 3; k++) out[k] = a * at[k] + b * at[3 + k] + c * at[6 + k];
}

/** Returns the velocity of the touched point along an axis, m/s. */
function surfaceSpeed(surface: MovingSurface, axis: number): number {
  const { start, end, indices, dt } = surface;
  let sum = 0;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * indices[3 * touched.triangle + corner] + axis;
    sum += (corner === 0 ? first.a : corner === 1 ? first.b : first.c) * (end[v] - start[v]);
  }
  return sum / dt;
}

/** Writes the unit normal of a triangle, from whose tip its corners are counter-clockwise. It is upward if the area is 0. */
function normalOf(out: Float64Array, at: Float64Array): void {
  const ux = at[3] - at[0];
  const uy = at[4] - at[1];
  const uz = at[5] - at[2];
  const wx = at[6] - at[0];
  const wy = at[7] - at[1];
  const wz = at[8] - at[2];
  out[0] = uy * wz - uz * wy;
  out[1] = uz * wx - ux * wz;
  out[2] = ux * wy - uy * wx;
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  if (length > 0) for (let k = 0; k < 3; k++) out[k] /= length;
  else out.set([0, 1, 0]);
}

const candidates: number[] = [];
const owners: MovingSurface[] = [];
let gathered = 0;
const crossing: Crossing = { time: 2, a: 1, b: 0, c: 0 };
const first: Crossing = { time: 2, a: 1, b: 0, c: 0 };
const near: TrianglePoint = { a: 1, b: 0, c: 0, square: 0 };
const touched: { surface: MovingSurface | null; triangle: number } = { surface: null, triangle: 0 };
const startCorners = new Float64Array(9);
const endCorners = new Float64Array(9);
const corners = new Float64Array(9);
const startPoint = new Float64Array(3);
const normal = new Float64Array(3);
