import { atan2, cos, sin } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import type { MovingSurface } from '../../../motion/moving-surface.ts';
import type { GroundSurface } from '../../ground-surface.ts';
import type { HeightfieldOutput } from '../../outputs/heightfield.ts';
import { heldRow } from '../keys/prepared-key.ts';
import { turnFreely } from '../laws/turn.ts';
import { randomUses } from '../settings.ts';
import type { ParticlesState } from '../state.ts';
import type { AirFlow } from './air-flow.ts';
import { leafNormal } from './leaf-flight.ts';

/** States of a particle: it moves, it lies on ground, it lies under a foot, it was born on the ground and is not placed yet. */
export const restStates = { free: 0, lying: 1, trodden: 2, new: 3 } as const;

/** A particle is on the ground if it is less than this above it, m. */
const contactGap = 2e-4;
/** Speed below which a particle on the ground stops, m/s, and speed away from the ground above which it is not resting. */
const stopSpeed = 0.01;
const leaveSpeed = 0.1;
/** Speed towards the ground above which a leaf bounces, m/s. */
const bounceSpeed = 0.4;
/** Rate at which a leaf on the ground becomes parallel to it, 1/s, and angle below which it is, rad. */
const flattenRate = 14;
const flatAngle = 1e-5;
/** Max tilt of a leaf that lies loosely, rad. */
const maxTilt = 0.3;
/** Depth of the first tread, as a fraction of the thickness, and its random variation. */
const treadDepth = 0.45;
/** How much more air speed a particle needs if it is trodden in completely. */
const troddenHold = 9;
/** Fraction of a body's velocity that a particle has when it is kicked, and additional upward fraction of that speed. */
const kickFraction = 0.8;
const kickUp = 0.35;
/** Horizontal speed above which a foot kicks particles although it is above them, m/s. */
const sweepSpeed = 1;

/** Which particles lie on ground, and how deep they are trodden in. */
export class GroundRest {
  /** [count] See `restStates`. */
  readonly states: Uint8Array;
  /** [count] Depth to which a particle is trodden in, as a fraction of its thickness, 0..1. */
  readonly pressed: Float32Array;

  constructor(count: number) {
    this.states = new Uint8Array(count);
    this.pressed = new Float32Array(count);
  }

  get planes(): [Uint8Array, Float32Array] {
    return [this.states, this.pressed];
  }
}

/** Marks a particle that is born on the ground. */
export function layNew({ rest, store }: ParticlesState, particle: number): void {
  rest!.states[particle] = restStates.new;
  store.cohort[particle] = heldRow;
}

/** Places the particles that are on the ground from the start. */
export function layOnGround(state: ParticlesState, heightfields: readonly HeightfieldOutput[]): void {
  if (!state.rest) return;
  state.obstacles.update([], heightfields, 1 / state.params.rate);
  placeNew(state);
}

/** Places particles that were born on the ground. */
export function placeNew(state: ParticlesState): void {
  const { rest, firstAlive, bornCount, obstacles } = state;
  const grounds = obstacles.listGrounds();
  for (let i = firstAlive; i < bornCount; i++) {
    if (rest!.states[i] !== restStates.new) continue;
    if (!lookAtGround(grounds, state, i)) {
      release(state, i);
      continue;
    }
    rest!.states[i] = restStates.lying;
    lie(state, i, Number.POSITIVE_INFINITY);
  }
}

/**
 * Lets particles settle, at the end of a tick of dt seconds. Those on the ground are slowed by Coulomb friction until they rest. Those at
 * rest follow the surface, are trodden in and kicked by bodies, and lifted by air that is fast enough.
 */
export function settleParticles(state: ParticlesState, air: AirFlow, t: number, dt: number): void {
  const { store, rest, params, prepared, firstAlive, bornCount, obstacles } = state;
  if (!rest) return;
  const grounds = obstacles.listGrounds();
  const bodies = listBodies(state);
  const gravity = state.field.gravity(t);
  const { cohort, source, vx, vy, vz } = store;
  for (let i = firstAlive; i < bornCount; i++) {
    const was = rest.states[i];
    if (was === restStates.free && cohort[i] !== 0) continue;
    if (cohort[i] < 0) {
      rest.states[i] = restStates.free;
      continue;
    }
    const wind = liftingSpeed(air, i);
    const hold =
      params.liftWind *
      (0.75 + 0.5 * hashUnit(prepared.seed, randomUses.rest, i, 1)) *
      (1 + troddenHold * rest.pressed[i]);
    if (was === restStates.free) {
      land(
        state,
        grounds,
        gravity.subarray(3 * source[i], 3 * source[i] + 3),
        i,
        wind > hold ? wind / hold : 0,
        dt,
      );
      continue;
    }
    if (!lookAtGround(grounds, state, i)) {
      release(state, i);
      continue;
    }
    const body = findBody(state, bodies, i);
    if (body === 'tread') {
      if (was !== restStates.trodden) {
        const deeper = treadDepth * (0.5 + hashUnit(prepared.seed, randomUses.rest, i, state.tick));
        rest.pressed[i] = Math.min(1, rest.pressed[i] + deeper);
      }
      rest.states[i] = restStates.trodden;
    } else if (body === 'kick' && was !== restStates.trodden) {
      release(state, i);
      [vx[i], vy[i], vz[i]] = kick;
      tumble(state, i, kick);
      continue;
    } else {
      rest.states[i] = restStates.lying;
      if (wind > hold) {
        release(state, i);
        tumble(state, i, [air.x[i], air.y[i], air.z[i]]);
        continue;
      }
      if (slidesDown(grounds, state, i)) {
        release(state, i);
        continue;
      }
    }
    lie(state, i, dt);
  }
}

/** Returns the speed of the air that lifts a particle from the ground, m/s. Air that flows downward holds it. */
function liftingSpeed(air: AirFlow, i: number): number {
  const up = Math.max(0, air.y[i]);
  return Math.sqrt(air.x[i] * air.x[i] + up * up + air.z[i] * air.z[i]) - (up - air.y[i]);
}

function release({ rest, store }: ParticlesState, i: number): void {
  rest!.states[i] = restStates.free;
  rest!.pressed[i] = 0;
  store.cohort[i] = 0;
}

/** Tilts a particle that leaves the ground, so that the air gets below it, and lets it rotate about an axis across the motion. */
function tumble(
  { prepared, orientations, spins, tick }: ParticlesState,
  i: number,
  flow: readonly number[],
): void {
  if (!orientations || !spins) return;
  const speed = Math.sqrt(flow[0] * flow[0] + flow[2] * flow[2]);
  if (speed === 0) return;
  const size = 0.3 + 0.7 * hashUnit(prepared.seed, randomUses.rest, i, tick);
  // The edge that faces the flow rises.
  axis[0] = (-flow[2] / speed) * size;
  axis[1] = 0;
  axis[2] = (flow[0] / speed) * size;
  turnFreely(orientations, 4 * i, axis, 0, 0.7);
  for (let k = 0; k < 3; k++) spins[3 * i + k] = -8 * axis[k];
}

/** Slows a free particle on the ground, lifts it if it is below, and stops it if friction holds it. `lift`: air speed over the one that lifts it, if above 1. */
function land(
  state: ParticlesState,
  grounds: readonly GroundSurface[],
  gravity: Float64Array,
  i: number,
  lift: number,
  dt: number,
): void {
  const { store, params, rest } = state;
  const { y, vx, vy, vz, cohort } = store;
  if (!lookAtGround(grounds, state, i)) return;
  const { nx, ny, nz } = surface;
  const reach = supportOf(state, i, nx, ny, nz);
  const gap = (y[i] - surface.height) * ny - reach;
  if (gap > contactGap) return;
  const lowest = surface.height + reach / ny;
  if (y[i] < lowest) y[i] = lowest;
  let away = vx[i] * nx + vy[i] * ny + vz[i] * nz;
  if (away < 0) {
    // Slow impacts, and those of the next tick after one, do not bounce.
    const bounces = -away > bounceSpeed;
    const keep = bounces ? 1 - params.friction : 1;
    const after = bounces ? -params.restitution * away : 0;
    vx[i] = keep * (vx[i] - away * nx) + after * nx;
    vy[i] = keep * (vy[i] - away * ny) + after * ny;
    vz[i] = keep * (vz[i] - away * nz) + after * nz;
    away = after;
  }
  const weight = -(gravity[0] * nx + gravity[1] * ny + gravity[2] * nz);
  if (lift > 0) {
    const rise = dt * weight * lift * lift;
    vx[i] += rise * nx;
    vy[i] += rise * ny;
    vz[i] += rise * nz;
    return;
  }
  if (away > leaveSpeed || !(weight > 0)) return;
  flatten(state, i, dt, 0);
  const sx = vx[i] - away * nx;
  const sy = vy[i] - away * ny;
  const sz = vz[i] - away * nz;
  const speed = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const left = speed - params.grip * weight * dt;
  if (left > stopSpeed) {
    const keep = left / speed - 1;
    vx[i] += keep * sx;
    vy[i] += keep * sy;
    vz[i] += keep * sz;
    return;
  }
  if (slidesDown(grounds, state, i)) {
    const slope = surface.slopeX * surface.slopeX + surface.slopeZ * surface.slopeZ;
    // A leaf across an edge begins to slide, also if the ground below its middle is level.
    const along = dt * (1 - params.grip / Math.sqrt(slope));
    vx[i] = along * (gravity[0] + weight * nx);
    vy[i] = along * (gravity[1] + weight * ny);
    vz[i] = along * (gravity[2] + weight * nz);
    return;
  }
  vx[i] = 0;
  vy[i] = 0;
  vz[i] = 0;
  state.spins?.fill(0, 3 * i, 3 * i + 3);
  rest!.states[i] = restStates.lying;
  cohort[i] = heldRow;
  if (!state.isLeaf) y[i] = lowest;
}

/** Places a particle at rest on the surface. */
function lie(state: ParticlesState, i: number, dt: number): void {
  const { store, rest, params } = state;
  const { y, size } = store;
  const thickness = state.isLeaf ? params.thickness : size[i];
  const pressed = rest!.pressed[i];
  flatten(state, i, dt, pressed);
  const half = supportOf(state, i, surface.nx, surface.ny, surface.nz);
  y[i] = surface.height + half / surface.ny - pressed * thickness;
}

/** Turns a leaf until it is parallel to the surface, up to its own tilt. dt +∞: at once. */
function flatten(state: ParticlesState, i: number, dt: number, pressed: number): void {
  const { orientations, spins, prepared } = state;
  if (!state.isLeaf || !orientations) return;
  const turn = 2 * Math.PI * hashUnit(prepared.seed, randomUses.rest, i, 2);
  const loose = hashUnit(prepared.seed, randomUses.rest, i, 3);
  const tilt = maxTilt * loose * loose * (1 - pressed);
  // Target normal: the surface's normal, tilted.
  goal[0] = surface.nx + tilt * cos(turn);
  goal[1] = surface.ny;
  goal[2] = surface.nz + tilt * sin(turn);
  const length = Math.sqrt(goal[0] * goal[0] + goal[1] * goal[1] + goal[2] * goal[2]);
  for (let k = 0; k < 3; k++) goal[k] /= length;
  leafNormal(normal, orientations, 4 * i);
  let facing = normal[0] * goal[0] + normal[1] * goal[1] + normal[2] * goal[2];
  // Either side may be up.
  if (facing < 0) {
    for (let k = 0; k < 3; k++) goal[k] = -goal[k];
    facing = -facing;
  }
  axis[0] = normal[1] * goal[2] - normal[2] * goal[1];
  axis[1] = normal[2] * goal[0] - normal[0] * goal[2];
  axis[2] = normal[0] * goal[1] - normal[1] * goal[0];
  const sine = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  spins?.fill(0, 3 * i, 3 * i + 3);
  if (sine < flatAngle) return;
  const angle = atan2(sine, facing);
  const fraction = Math.min(1, flattenRate * dt);
  for (let k = 0; k < 3; k++) axis[k] *= (fraction * angle) / sine;
  turnFreely(orientations, 4 * i, axis, 0, 1);
}

/** Returns how far a particle extends below its middle along the normal of the ground, m. */
export function supportOf(state: ParticlesState, i: number, nx: number, ny: number, nz: number): number {
  const { store, params, orientations } = state;
  if (!state.isLeaf) return Math.max(1e-5, store.size[i] / 2);
  leafNormal(normal, orientations!, 4 * i);
  const facing = normal[0] * nx + normal[1] * ny + normal[2] * nz;
  return params.thickness / 2 + (store.size[i] / 2) * Math.sqrt(Math.max(0, 1 - facing * facing));
}

interface Seen {
  height: number;
  slopeX: number;
  slopeZ: number;
  nx: number;
  ny: number;
  nz: number;
}

const surface: Seen = { height: 0, slopeX: 0, slopeZ: 0, nx: 0, ny: 1, nz: 0 };

/**
 * Reads the highest ground at a particle: its height and slope. A leaf lies on all the ground below it: its slope is that between points at
 * half of its radius, and it is as high as the highest of them allows. Returns false if there is no ground.
 */
function lookAtGround(grounds: readonly GroundSurface[], state: ParticlesState, i: number): boolean {
  const { x, z } = state.store;
  return lookAt(grounds, state, i, x[i], z[i]);
}

/** Does the same for a particle as if it were at (px, pz). */
function lookAt(
  grounds: readonly GroundSurface[],
  state: ParticlesState,
  i: number,
  px: number,
  pz: number,
): boolean {
  const { y, size } = state.store;
  let highest = Number.NEGATIVE_INFINITY;
  for (const ground of grounds) {
    if (state.rest!.states[i] === restStates.free && ground.isFarAbove(px, y[i] - size[i], pz)) continue;
    if (!ground.look(px, pz) || ground.height <= highest) continue;
    highest = ground.height;
    surface.height = highest;
    surface.slopeX = ground.slopeX;
    surface.slopeZ = ground.slopeZ;
    if (state.isLeaf) measureLeafGround(ground, px, pz, size[i] / 4);
  }
  if (highest === Number.NEGATIVE_INFINITY) return false;
  const { slopeX, slopeZ } = surface;
  const length = Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ);
  surface.nx = -slopeX / length;
  surface.ny = 1 / length;
  surface.nz = -slopeZ / length;
  return true;
}

/**
 * Returns whether gravity moves a particle down the slope that was read last: it is steeper than the grip, and a step of 4 mm down the
 * slope leads as far down. A leaf across an edge may have a steep slope, but nowhere to go.
 */
function slidesDown(grounds: readonly GroundSurface[], state: ParticlesState, i: number): boolean {
  // Static friction is a little larger than sliding friction, so that nothing creeps.
  const grip = (state.rest!.states[i] === restStates.free ? 1.05 : 1.1) * state.params.grip;
  const { height, slopeX, slopeZ } = surface;
  const slope = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ);
  if (slope <= grip) return false;
  const { x, z } = state.store;
  const step = 0.004;
  const goes =
    !lookAt(grounds, state, i, x[i] - (step * slopeX) / slope, z[i] - (step * slopeZ) / slope) ||
    height - surface.height > grip * step;
  lookAtGround(grounds, state, i);
  return goes;
}

function measureLeafGround(ground: GroundSurface, x: number, z: number, reach: number): void {
  const middle = surface.height;
  const at = (dx: number, dz: number) => (ground.look(x + dx, z + dz) ? ground.height : middle);
  const east = at(reach, 0);
  const west = at(-reach, 0);
  const south = at(0, reach);
  const north = at(0, -reach);
  surface.slopeX = (east - west) / (2 * reach);
  surface.slopeZ = (south - north) / (2 * reach);
  surface.height = Math.max(middle, (east + west) / 2, (south + north) / 2);
}

interface Body {
  readonly body: MovingSurface;
  /** Bounding box of its path in the tick: x y z of the lowest corner, then of the highest, m. */
  readonly bounds: ArrayLike<number>;
}

/** Returns the bodies that may touch particles at rest in this tick. */
function listBodies({ rest, store, obstacles, firstAlive, bornCount }: ParticlesState): Body[] {
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = firstAlive; i < bornCount; i++) {
    const top = store.y[i] + 2 * store.size[i];
    if (rest!.states[i] !== restStates.free && top > highest) highest = top;
  }
  const reach = highest + 0.01;
  return obstacles.listSurfaces().flatMap((body) => {
    if (!body.reachesBelow(reach)) return [];
    body.refresh();
    return [{ body, bounds: body.tree.bounds.slice() }];
  });
}

/** Result of `findBody` for a kick: the velocity that the particle gets, m/s. */
const kick: [number, number, number] = [0, 0, 0];

/** Returns how a body touches a particle that lies on the ground: from above, from the side, or not at all. */
function findBody(state: ParticlesState, bodies: readonly Body[], i: number): 'tread' | 'kick' | null {
  const { x, y, z } = state.store;
  const [px, py, pz] = [x[i], y[i], z[i]];
  const thickness = state.isLeaf ? state.params.thickness : state.store.size[i];
  const limit = 2 * thickness + 0.004;
  for (const { body, bounds } of bodies) {
    if (
      px < bounds[0] - limit ||
      py < bounds[1] - limit ||
      pz < bounds[2] - limit ||
      px > bounds[3] + limit ||
      py > bounds[4] + limit ||
      pz > bounds[5] + limit
    )
      continue;
    const isInside = state.obstacles.contains(body, px, py, pz);
    const distance = body.tree.nearest(body.end, px, py, pz, isInside ? Number.POSITIVE_INFINITY : limit);
    if (body.tree.triangle < 0) continue;
    const { a, b, c } = body.tree.point;
    const corners = [0, 1, 2].map((k) => 3 * body.indices[3 * body.tree.triangle + k]);
    const at = (positions: Float64Array, axisIndex: number) =>
      a * positions[corners[0] + axisIndex] +
      b * positions[corners[1] + axisIndex] +
      c * positions[corners[2] + axisIndex];
    const up = Math.abs(at(body.end, 1) - py);
    const isAbove = distance <= limit || up > 0.7 * distance;
    if (body.isCut) return isAbove ? 'tread' : null;
    const [wx, wy, wz] = [0, 1, 2].map((k) => (at(body.end, k) - at(body.start, k)) / body.dt);
    // A foot that sweeps over the ground takes particles with it.
    if (isAbove && wx * wx + wz * wz < sweepSpeed * sweepSpeed) return 'tread';
    const speed = Math.sqrt(wx * wx + wy * wy + wz * wz);
    if (speed < leaveSpeed) return null;
    kick[0] = kickFraction * wx;
    kick[1] = kickFraction * Math.max(0, wy) + kickUp * speed;
    kick[2] = kickFraction * wz;
    return 'kick';
  }
  return null;
}

const axis = new Float64Array(3);
const goal = new Float64Array(3);
const normal = new Float64Array(3);
