import { pow } from '../../../math/portable.ts';
import type { Collider } from '../../../motion/collider.ts';
import { MovingSurface } from '../../../motion/moving-surface.ts';
import { GroundSurface } from '../../ground-surface.ts';
import type { HeightfieldOutput } from '../../outputs/heightfield.ts';
import type { CohortTable } from '../cohort-table.ts';
import type { ParticleStore } from '../store.ts';
import { type Bounciness, bounceOff, createContact, slidesPerSecond, stayOn } from './bounce.ts';
import { meetGround } from './meet-ground.ts';
import { findTouch } from './touch.ts';

/** Minimum distance between a particle and a surface, m. It keeps rounding from moving a particle to the other side. */
const minRadius = 1e-5;
/** Maximum number of contacts of one particle in one step. At the last one it stops. */
const maxTouches = 5;

export interface CollideStep {
  /**
   * Start and end of the step as fractions of the tick that `update` received, 0 ≤ from < to ≤ 1. Both 1: a later step, for which
   * obstacles stay where they are at the end of the tick.
   */
  readonly from: number;
  readonly to: number;
  /** Duration of the step, s. */
  readonly dt: number;
  /** [3] m/s²: the acceleration that was the same for all particles in the step. */
  readonly uniform: Float64Array;
  /** True if the store's accelerations acted in the step. */
  readonly forces: boolean;
  /** [end] m: distance that the middle of each particle keeps from surfaces. Absent: half of its diameter. */
  readonly radii?: Float64Array | null;
}

/**
 * The obstacles of particles: moving and deforming triangle surfaces with two sides, and heightfields. Particles are balls
 * whose diameter is their size. Their centres never pass through a surface, at any speed. At the end of a step they are at least
 * their radius away from surfaces, except in gaps that are too narrow. A particle that appears, or is released by a key, inside a
 * closed surface is moved to the nearest point outside.
 */
export class Obstacles {
  private surfaces = new Map<Collider, MovingSurface>();
  private grounds = new Map<HeightfieldOutput, GroundSurface>();
  private readonly checked = new WeakMap<ParticleStore, Uint8Array>();
  private generation = 0;
  private readonly generations = new WeakMap<ParticleStore, number>();

  /** `bounciness` may be replaced between steps. */
  constructor(public bounciness: Bounciness) {}

  /** Must be called once per tick, before its steps. Colliders must hold the motion of the tick, which lasts `dt` seconds. */
  update(colliders: readonly Collider[], heightfields: readonly HeightfieldOutput[], dt: number): void {
    this.surfaces = new Map(
      colliders.map((collider) => [collider, this.surfaces.get(collider) ?? new MovingSurface(collider)]),
    );
    this.grounds = new Map(
      heightfields.map((field) => [field, this.grounds.get(field) ?? new GroundSurface(field)]),
    );
    for (const surface of this.surfaces.values()) {
      surface.begin(dt);
      if (surface.isCut) this.generation++;
    }
    for (const ground of this.grounds.values()) ground.begin();
  }

  /**
   * Corrects the positions and velocities of particles first … end − 1 after a step of `stepParticles`. Each has moved straight
   * from x − dt v to x. Particles that do not exist, or whose row ignores obstacles, do not change. Returns the number of
   * contacts, and adds those of each particle to `outTouches` [end].
   */
  collide(
    store: ParticleStore,
    table: CohortTable,
    step: CollideStep,
    first: number,
    end: number,
    outTouches: Uint32Array | null = null,
  ): number {
    if (!this.exist) return 0;
    const { dt } = step;
    const { x, y, z, vx, vy, vz, ax, ay, az, size, cohort } = store;
    const checked = this.checkedOf(store);
    measureCloud(store, dt, first, end);
    const surfaces = [...this.surfaces.values()].filter((surface) => overlaps(surface, cloud));
    const grounds = [...this.grounds.values()];
    const slide = pow(1 - this.bounciness.friction, dt * slidesPerSecond);
    measureReach(surfaces);
    const hasGrounds = grounds.length > 0;
    const [gx, gy, gz] = step.uniform;
    let touches = 0;
    for (let i = first; i < end; i++) {
      const row = cohort[i];
      if (row < 0 || (row > 0 && table.ignoresObstacles(row))) {
        checked[i] = 0;
        continue;
      }
      const radius = Math.max(minRadius, step.radii ? step.radii[i] : size[i] / 2);
      const toX = x[i];
      const toY = y[i];
      const toZ = z[i];
      const fromX = toX - dt * vx[i];
      const fromY = toY - dt * vy[i];
      const fromZ = toZ - dt * vz[i];
      const isAway =
        Math.max(fromX, toX) + radius < reach[0] ||
        Math.max(fromY, toY) + radius < reach[1] ||
        Math.max(fromZ, toZ) + radius < reach[2] ||
        Math.min(fromX, toX) - radius > reach[3] ||
        Math.min(fromY, toY) - radius > reach[4] ||
        Math.min(fromZ, toZ) - radius > reach[5];
      if (isAway && !hasGrounds) {
        checked[i] = 1;
        continue;
      }
      position[0] = toX;
      position[1] = toY;
      position[2] = toZ;
      before[0] = fromX;
      before[1] = fromY;
      before[2] = fromZ;
      velocity[0] = vx[i];
      velocity[1] = vy[i];
      velocity[2] = vz[i];
      // The acceleration of a particle that a key controls is unknown, since its law has changed the velocity.
      const isFree = row === 0;
      acceleration[0] = isFree ? gx : 0;
      acceleration[1] = isFree ? gy : 0;
      acceleration[2] = isFree ? gz : 0;
      if (isFree && step.forces) {
        acceleration[0] += ax[i];
        acceleration[1] += ay[i];
        acceleration[2] += az[i];
      }
      let own = isAway ? 0 : this.meetSurfaces(surfaces, step, radius, slide, checked[i] === 0);
      checked[i] = 1;
      for (const ground of grounds) {
        if (meetGround(ground, contact, before, position, radius, own > 0 ? contact.time : 0, dt)) {
          own++;
          bounceOff(position, velocity, contact, radius, acceleration, dt, this.bounciness, slide);
          liftOut(ground, radius);
        }
      }
      if (own === 0) continue;
      touches += own;
      if (outTouches) outTouches[i] += own;
      x[i] = position[0];
      y[i] = position[1];
      z[i] = position[2];
      vx[i] = velocity[0];
      vy[i] = velocity[1];
      vz[i] = velocity[2];
    }
    return touches;
  }

  /** False if there is nothing that particles could touch. */
  get exist(): boolean {
    return this.surfaces.size + this.grounds.size > 0;
  }

  /** Returns the moving surfaces of this tick. */
  listSurfaces(): MovingSurface[] {
    return [...this.surfaces.values()];
  }

  /** Returns the surface of one collider in this tick. */
  surfaceOf(collider: Collider): MovingSurface | undefined {
    return this.surfaces.get(collider);
  }

  /** Returns the grounds of this tick. */
  listGrounds(): GroundSurface[] {
    return [...this.grounds.values()];
  }

  /** Returns true if a point is inside a closed surface at the end of the tick. */
  contains(surface: MovingSurface, x: number, y: number, z: number): boolean {
    return isInside(surface, x, y, z);
  }

  /** Returns true if a box, x y z of its lowest and its highest corner in m, overlaps the bounds of a surface in this tick. */
  reachBox(box: ArrayLike<number>): boolean {
    for (const surface of this.surfaces.values()) if (overlaps(surface, box)) return true;
    return false;
  }

  /** Returns true if a ball touches a ground. */
  touchGround(x: number, y: number, z: number, radius: number): boolean {
    for (const ground of this.grounds.values()) if (ground.distance(x, y, z) < radius) return true;
    return false;
  }

  /**
   * Returns 1 for each particle that is known to be outside all surfaces, else 0: [capacity]. The array is part of the state that
   * snapshots must contain. Loading a snapshot writes to the array.
   */
  checkedOf(store: ParticleStore): Uint8Array {
    let checked = this.checked.get(store);
    if (!checked) {
      checked = new Uint8Array(store.capacity);
      this.checked.set(store, checked);
    }
    if (this.generations.get(store) !== this.generation) checked.fill(0);
    this.generations.set(store, this.generation);
    return checked;
  }

  private meetSurfaces(
    surfaces: readonly MovingSurface[],
    step: CollideStep,
    radius: number,
    slide: number,
    isNew: boolean,
  ): number {
    const { dt } = step;
    let time = 0;
    let touches = 0;
    if (isNew) {
      for (const surface of surfaces) {
        const positions = step.from < 0.5 ? surface.start : surface.end;
        if (!isInside(surface, before[0], before[1], before[2], positions)) continue;
        putOut(surface, radius);
        // No time is left in the step, so only surfaces at its end can still be touched.
        before.set(position);
        time = dt;
        contact.time = dt;
        touches++;
      }
    }
    for (let k = 1; ; k++) {
      const found = findTouch(surfaces, contact, before, position, velocity, radius, time, step);
      if (!found) return touches;
      touches++;
      for (let axis = 0; axis < 3; axis++) before[axis] = found.position[axis];
      if (k >= maxTouches) {
        stayOn(position, velocity, contact);
        return touches;
      }
      time = contact.time;
      bounceOff(position, velocity, contact, radius, acceleration, dt, this.bounciness, slide);
    }
  }
}

const directions = [
  [0.36, 0.82, 0.44],
  [-0.71, 0.21, 0.67],
  [0.53, -0.35, -0.77],
];

/** Returns true if at least two of three rays leave the surface more often than they enter it. */
function isInside(
  surface: MovingSurface,
  x: number,
  y: number,
  z: number,
  positions: Float64Array = surface.end,
): boolean {
  const b = surface.tree.bounds;
  if (x < b[0] || y < b[1] || z < b[2] || x > b[3] || y > b[4] || z > b[5]) return false;
  let inside = 0;
  for (const [dx, dy, dz] of directions) {
    if (surface.tree.exits(positions, x, y, z, dx, dy, dz) > 0) inside++;
  }
  return inside >= 2;
}

/** Moves the particle to the nearest point outside the surface at the end of the tick, and removes its inward velocity. */
function putOut(surface: MovingSurface, radius: number): void {
  const { tree, end, start, indices, dt } = surface;
  const distance = tree.nearest(end, position[0], position[1], position[2], Infinity);
  const { a, b, c } = tree.point;
  const corners = [0, 1, 2].map((k) => 3 * indices[3 * tree.triangle + k]);
  const at = (positions: Float64Array, axis: number) =>
    a * positions[corners[0] + axis] + b * positions[corners[1] + axis] + c * positions[corners[2] + axis];
  let speed = 0;
  for (let k = 0; k < 3; k++) {
    contact.point[k] = at(end, k);
    contact.velocity[k] = (contact.point[k] - at(start, k)) / dt;
    contact.normal[k] = distance > 0 ? (contact.point[k] - position[k]) / distance : k === 1 ? 1 : 0;
    speed += (velocity[k] - contact.velocity[k]) * contact.normal[k];
  }
  for (let k = 0; k < 3; k++) {
    position[k] = contact.point[k] + radius * contact.normal[k];
    velocity[k] -= Math.min(0, speed) * contact.normal[k];
  }
}

/** Lifts a particle that is below the ground after a contact. The ground beside the point of contact may be higher. */
function liftOut(ground: GroundSurface, radius: number): void {
  const distance = ground.distance(position[0], position[1], position[2]);
  if (distance >= radius) return;
  const { height, slopeX, slopeZ } = ground;
  position[1] = height + radius * Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ);
}

/** Writes the bounding box of the paths of all particles, including their radii, to `cloud`. */
function measureCloud(store: ParticleStore, dt: number, first: number, end: number): void {
  const { x, y, z, vx, vy, vz, size, cohort } = store;
  for (const [axis, positions, speeds] of [
    [0, x, vx],
    [1, y, vy],
    [2, z, vz],
  ] as const) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = first; i < end; i++) {
      if (cohort[i] < 0) continue;
      const radius = Math.max(minRadius, size[i] / 2);
      const to = positions[i];
      const from = to - dt * speeds[i];
      low = Math.min(low, from - radius, to - radius);
      high = Math.max(high, from + radius, to + radius);
    }
    cloud[axis] = low;
    cloud[3 + axis] = high;
  }
}

/** Writes the bounding box of all surfaces to `reach`. */
function measureReach(surfaces: readonly MovingSurface[]): void {
  reach.fill(Infinity, 0, 3);
  reach.fill(-Infinity, 3, 6);
  for (const { tree } of surfaces) {
    const { bounds } = tree;
    for (let k = 0; k < 3; k++) {
      reach[k] = Math.min(reach[k], bounds[k]);
      reach[k + 3] = Math.max(reach[k + 3], bounds[k + 3]);
    }
  }
}

const contact = createContact();
const before = new Float64Array(3);
const position = new Float64Array(3);
const velocity = new Float64Array(3);
const acceleration = new Float64Array(3);
const cloud = new Float64Array(6);
const reach = new Float64Array(6);

/** Returns whether the bounds of a surface in this tick overlap a box: x y z of its lowest corner, then of its highest. */
function overlaps(surface: MovingSurface, box: ArrayLike<number>): boolean {
  if (!surface.reachesBelow(box[4])) return false;
  surface.refresh();
  const { bounds } = surface.tree;
  for (let axis = 0; axis < 3; axis++) {
    if (bounds[axis] > box[3 + axis] || bounds[3 + axis] < box[axis]) return false;
  }
  return true;
}
