import { boundsOfPoints } from '../../geometry/bounds.ts';
import { norm } from '../../geometry/vector.ts';
import { clamp } from '../../math/clamp.ts';
import { maxOf, minOf } from '../../math/lists.ts';
import { exp, tan } from '../../math/portable.ts';
import { rotateVector } from '../../math/quaternion.ts';
import type { Floor } from '../floor.ts';
import { elasticRatio, widthOfHull } from '../response/footprint.ts';
import { type EnvelopeColumn, LowerEnvelope } from '../response/lower-envelope.ts';
import { gravity, type Soil, sinkageModulus, tabulatePressure } from '../response/soil.ts';
import { convexHull } from '../travel/convex-hull.ts';
import {
  type BodyState,
  type ColumnContact,
  type ColumnMemory,
  type ContactLaw,
  ContactSolver,
} from './contact-solver.ts';

/** A rigid body that the ground can carry. SI units. */
export interface ContactBody {
  readonly soil: Soil;
  /** Height of the untouched ground. */
  readonly floor: Floor;
  /** Vertices in the frame of the body, metres, [3 · vertexCount], and vertex indices of the triangles. */
  readonly positions: Float64Array;
  readonly indices: ArrayLike<number>;
}

/** What the ground does to a body in a step. SI units. */
export interface GroundForce {
  /** Vertical force, N. */
  readonly load: number;
  /** Horizontal force, N. */
  readonly drag: number;
  /** Depth of the deepest point below the untouched surface at the start of the step; 0 in the air. */
  readonly sinkage: number;
  /** Whether the body is at the depth from which on the ground is firm. */
  readonly isLimited: boolean;
}

/** What a column remembers of the body, and the number of the last step in which the body touched it. */
interface Memory extends ColumnMemory {
  step: number;
}

/** The ground below a body has about this number of columns along the longest side of the body, with a size in these limits, m. */
const columnsAlong = 24;
const [minCell, maxCell] = [0.002, 0.05];
/** The lower side of a body is not taken to be steeper than this. */
const maxSlope = 4;
/** The width of the contact is measured again after this number of steps. */
const stepsPerWidth = 4;
/** In ground that was sheared before, the shear stress reaches its strength within this fraction of K. */
const elasticShear = 0.02;
/** Columns that would be this near to the ground at the end of the step, m, take part in it. */
const nearby = 3e-4;
/** Firm ground yields by this depth, m, if this fraction of the square of the smallest dimension of a body carries its weight. */
const firmDepth = 0.001;
const carryingFraction = 0.1;
/** Ground springs back by at most this fraction of the depth to which it was pressed. */
const maxRebound = 0.1;
/** Derivatives of pressures are differences over this fraction of the depth, and at least over this depth, m. */
const depthStep = 1e-3;
const minDepthStep = 1e-7;
export const noForce: GroundForce = { load: 0, drag: 0, sinkage: 0, isLimited: false };

/**
 * The contact of one body with soft ground. Each column of the ground that the lower side of the body touches presses against the body with the pressure of
 * Bekker, normal to the surface of the body, and shears by the equation of Janosi and Hanamoto. See README.md in this folder.
 */
export class GroundContact {
  /** Depth below the surface from which on the ground is firm, m. */
  readonly limit: number;
  /** Maximum distance of a point of the body from its origin, m. */
  readonly radius: number = 0;
  private readonly memories = new Map<number, Memory>();
  private readonly envelope: LowerEnvelope;
  private readonly pressure: (depth: number) => number;
  private readonly posed: Float64Array;
  private readonly frictionTangent: number;
  private readonly solver = new ContactSolver();
  /** Smallest dimension of the body, m. */
  private readonly smallest: number;
  private width = 0;
  private stepCount = 0;

  constructor(private readonly body: ContactBody) {
    const { positions, soil } = body;
    const { min, max } = boundsOfPoints(positions);
    const sides = [0, 1, 2].map((axis) => max[axis] - min[axis]);
    this.envelope = new LowerEnvelope(Math.min(maxCell, Math.max(minCell, maxOf(sides) / columnsAlong)));
    this.smallest = minOf(sides);
    this.limit = Math.min(0.9 * soil.layerDepth, this.smallest / 2);
    this.pressure = tabulatePressure(soil, this.limit);
    this.posed = new Float64Array(positions.length);
    this.frictionTangent = tan(soil.frictionAngle);
    for (let k = 0; k < positions.length; k += 3)
      this.radius = Math.max(this.radius, norm(positions.subarray(k, k + 3)));
  }

  /** Returns the depth of the deepest column of the body below the surface, m. Negative: the height of the lowest one above it. */
  depthAt(body: Pick<BodyState, 'position' | 'rotation'>): number {
    const { floor } = this.body;
    return this.columnsOf(body).reduce(
      (depth, { x, z, y }) => Math.max(depth, floor(x, z) - y),
      Number.NEGATIVE_INFINITY,
    );
  }

  /** Changes the velocity of a body by its weight and the forces of the ground in a step of `dt` seconds. */
  push(body: BodyState, dt: number): GroundForce {
    this.stepCount++;
    const { velocity } = body;
    const speed = norm(velocity);
    const spin = norm(velocity.subarray(3));
    const isHigh = this.isHigh(body.position, dt * (speed + 2 * spin * this.radius));
    const columns = isHigh ? [] : this.findContacts(body, dt);
    if (columns.length === 0) {
      velocity[1] -= gravity * dt;
      return noForce;
    }
    const area = this.envelope.cell * this.envelope.cell;
    this.solver.push(body, { columns, area, law: this.lawFor(columns, body.mass), dt });
    const [x, y, z] = this.solver.force;
    const sinkage = maxOf(
      columns.map(({ depth }) => depth),
      0,
    );
    return { load: y, drag: Math.sqrt(x * x + z * z), sinkage, isLimited: sinkage >= this.limit };
  }

  /** Returns whether no point of the body can touch the ground, from the heights of the ground around it. */
  private isHigh([x, y, z]: Float64Array, reach: number): boolean {
    const { radius } = this;
    let highest = Number.NEGATIVE_INFINITY;
    for (let i = -2; i <= 2; i++)
      for (let j = -2; j <= 2; j++)
        highest = Math.max(highest, this.body.floor(x + (i * radius) / 2, z + (j * radius) / 2));
    return y - 2 * radius - reach > highest;
  }

  private findContacts(body: BodyState, dt: number): ColumnContact[] {
    const { floor } = this.body;
    const { middle, velocity } = body;
    const columns: ColumnContact[] = [];
    for (const column of this.columnsOf(body)) {
      const { key, x, z, y } = column;
      const depth = floor(x, z) - y;
      const slopeX = clamp(column.slopeX, -maxSlope, maxSlope);
      const slopeZ = clamp(column.slopeZ, -maxSlope, maxSlope);
      const [armX, armY, armZ] = [x - middle[0], y - middle[1], z - middle[2]];
      const speedX = velocity[0] + velocity[4] * armZ - velocity[5] * armY;
      const speedY = velocity[1] + velocity[5] * armX - velocity[3] * armZ;
      const speedZ = velocity[2] + velocity[3] * armY - velocity[4] * armX;
      const sinking = slopeX * speedX + slopeZ * speedZ - speedY;
      if (depth + dt * Math.max(0, sinking) < -nearby) continue;
      const memory = this.recall(key);
      memory.pressed = Math.min(this.limit, Math.max(memory.pressed, depth));
      columns.push({ x, y, z, slopeX, slopeZ, depth, memory });
    }
    return columns;
  }

  private lawFor(columns: readonly ColumnContact[], mass: number): ContactLaw {
    const { cohesion, shearDisplacement } = this.body.soil;
    if (this.width === 0 || this.stepCount % stepsPerWidth === 0) {
      const hull = convexHull(columns.flatMap(({ x, z, depth }) => (depth > 0 ? [x, z] : [])));
      this.width = this.envelope.cell + (hull.length > 4 ? widthOfHull(hull) : 0);
    }
    const modulus = sinkageModulus(this.body.soil, this.width);
    const { limit } = this;
    const carrying = carryingFraction * this.smallest * this.smallest;
    const firmness = Math.max(modulus * elasticRatio, (mass * gravity) / (carrying * firmDepth));
    const strengthOf = (pressure: number) => cohesion + pressure * this.frictionTangent;
    return {
      pressureAt: (depth, pressed) => {
        if (depth > limit) return modulus * this.pressure(limit) + firmness * (depth - limit);
        if (depth >= pressed) return modulus * this.pressure(depth);
        return Math.max(0, modulus * (this.pressure(pressed) - this.reboundAt(pressed) * (pressed - depth)));
      },
      riseAt: (depth, pressed) => {
        if (depth > limit) return firmness;
        if (depth < pressed) return modulus * this.reboundAt(pressed);
        const more = depth * (1 + depthStep) + minDepthStep;
        return (modulus * (this.pressure(more) - this.pressure(depth))) / (more - depth);
      },
      strengthAt: (pressure, slip) =>
        pressure > 0 ? strengthOf(pressure) * (1 - exp(-slip / shearDisplacement)) : 0,
      stiffnessAt: (pressure) => strengthOf(pressure) / (elasticShear * shearDisplacement),
    };
  }

  /** Returns how fast the pressure falls when a column springs back, for a modulus of 1. It springs back by a small part of its depth. */
  private reboundAt(pressed: number): number {
    return pressed > 0
      ? Math.max(elasticRatio, this.pressure(pressed) / (maxRebound * pressed))
      : elasticRatio;
  }

  private recall(key: number): Memory {
    let memory = this.memories.get(key);
    if (!memory) {
      memory = { pressed: 0, slip: 0, stress: new Float64Array(3), step: this.stepCount };
      this.memories.set(key, memory);
    }
    if (memory.step < this.stepCount - 1) {
      memory.slip = 0;
      memory.stress.fill(0);
    }
    memory.step = this.stepCount;
    return memory;
  }

  private columnsOf({ position, rotation }: Pick<BodyState, 'position' | 'rotation'>): EnvelopeColumn[] {
    const { positions, indices } = this.body;
    const { posed } = this;
    const corner = new Float64Array(3);
    for (let k = 0; k < posed.length; k += 3) {
      for (let axis = 0; axis < 3; axis++) corner[axis] = positions[k + axis];
      rotateVector(corner, rotation, corner);
      for (let axis = 0; axis < 3; axis++) posed[k + axis] = corner[axis] + position[axis];
    }
    return this.envelope.of([{ positions: posed, indices }], Number.POSITIVE_INFINITY);
  }
}
