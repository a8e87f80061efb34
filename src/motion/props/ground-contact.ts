import { boundsOfPoints } from '../../geometry/bounds.ts';
import { norm } from '../../geometry/vector.ts';
import { clamp } from '../../math/clamp.ts';
import { maxOf, minOf } from '../../math/lists.ts';
import { exp, tan } from '../../math/portable.ts';
import { rotateVector } from '../../math/quaternion.ts';
import type { Floor } from '../floor.ts';
import { elasticRatio, widthOfHull } from '../response/footprint.ts';
import { findFrontSoil, maxSlope } from '../response/front-soil.ts';
import { type EnvelopeColumn, LowerEnvelope } from '../response/lower-envelope.ts';
import {
  areaAround,
  type GroundArea,
  type PressedDepth,
  type PressedGround,
  PressHistory,
} from '../response/pressed-ground.ts';
import { gravity, type Soil, sinkageModulus, tabulatePressure } from '../response/soil.ts';
import { convexHull } from '../travel/convex-hull.ts';
import {
  type BodyState,
  type ColumnContact,
  type ColumnMemory,
  type ContactLaw,
  ContactSolver,
  createSide,
} from './contact-solver.ts';

/** A rigid body that the ground can carry. SI units. */
export interface ContactBody {
  readonly soil: Soil;
  /** Height of the untouched ground. */
  readonly floor: Floor;
  /** Vertices in the frame of the body, metres, [3 · vertexCount], and vertex indices of the triangles. */
  readonly positions: Float64Array;
  readonly indices: ArrayLike<number>;
  /** What was pressed into the ground before. Absent: nothing. */
  readonly pressed?: PressedGround;
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
  /** How far it is in the firm ground below, m. */
  readonly excess: number;
}

/** What a column remembers of the body. */
interface Memory extends ColumnMemory {
  readonly key: number;
  /** Number of the last step in which the body touched it, and of the step in which this contact began. */
  step: number;
  since: number;
}

/** The ground below a body has about this number of columns along the longest side of the body, with a size in these limits, m. */
const columnsAlong = 24;
const [minCell, maxCell] = [0.002, 0.05];
/** Below this fraction of the depth of the soft layer, the ground is firm. */
const firmFraction = 0.9;
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
/** Bodies slower than this, m/s, are damped by the ground, at most at this rate, 1 / s. */
const slowSpeed = 0.2;
const damping = 3;
/** Soil in front of a vertical side fails when it is pushed by this fraction of the height of the side, and this distance, m. */
const yieldFraction = 0.05;
const minYield = 5e-4;
const noColumns: ReadonlyMap<number, EnvelopeColumn> = new Map();
export const noForce: GroundForce = { load: 0, drag: 0, sinkage: 0, isLimited: false, excess: 0 };

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
  /** What those see who come later. */
  readonly history: PressHistory;
  /** Other bodies on the same ground. */
  private others: readonly GroundContact[] = [];
  private readonly envelope: LowerEnvelope;
  private readonly pressure: (depth: number) => number;
  private readonly posed: Float64Array;
  private readonly frictionTangent: number;
  private readonly solver = new ContactSolver();
  /** Smallest dimension of the body, m. */
  private readonly smallest: number;
  /** The soil in front of the sides that face +x, −x, +z, −z. */
  private readonly sides = Array.from({ length: 4 }, createSide);
  private width = 0;
  private stepCount = 0;

  constructor(private readonly body: ContactBody) {
    const { positions, soil } = body;
    const { min, max } = boundsOfPoints(positions);
    const sides = [0, 1, 2].map((axis) => max[axis] - min[axis]);
    const envelope = new LowerEnvelope(Math.min(maxCell, Math.max(minCell, maxOf(sides) / columnsAlong)));
    this.envelope = envelope;
    this.history = new PressHistory(envelope.cell);
    this.smallest = minOf(sides);
    this.limit = Math.min(firmFraction * soil.layerDepth, this.smallest / 2);
    this.pressure = tabulatePressure(soil, this.limit);
    this.posed = new Float64Array(positions.length);
    this.frictionTangent = tan(soil.frictionAngle);
    for (let k = 0; k < positions.length; k += 3)
      this.radius = Math.max(this.radius, norm(positions.subarray(k, k + 3)));
  }

  /** Returns the depth of the deepest column of the body below the surface, m. Negative: the height of the lowest one above it. */
  depthAt(body: Pick<BodyState, 'position' | 'rotation'>): number {
    const { floor } = this.body;
    let depth = Number.NEGATIVE_INFINITY;
    for (const { x, z, y } of this.columnsOf(body).values()) depth = Math.max(depth, floor(x, z) - y);
    return depth;
  }

  /** Lets the body find what others press. */
  shareGround(others: readonly GroundContact[]): void {
    this.others = others.filter((other) => other !== this);
  }

  /** Returns how deep the body pressed an area of the ground before a time in seconds, as far as it is simulated. Null if it did not press there. */
  pressedBefore(t: number, area: GroundArea): PressedDepth | null {
    return this.history.before(t, area, 1);
  }

  /** Changes the velocity of a body by its weight and the forces of the ground in a step of `dt` seconds. `t`: time of the last key, s. */
  push(body: BodyState, dt: number, t: number): GroundForce {
    this.stepCount++;
    const { velocity } = body;
    const speed = norm(velocity);
    const spin = norm(velocity.subarray(3));
    const isHigh = this.isHigh(body.position, dt * (speed + 2 * spin * this.radius));
    const under = isHigh ? noColumns : this.columnsOf(body);
    const faces = this.updateSides(under);
    const columns = this.findContacts(under, faces, body, dt, t);
    if (columns.length === 0) {
      velocity[1] -= gravity * dt;
      for (const side of this.sides) side.displacement = 0;
      return noForce;
    }
    const area = this.envelope.cell * this.envelope.cell;
    this.solver.push(body, { columns, area, law: this.lawFor(columns, body.mass), sides: this.sides, dt });
    this.damp(velocity, dt);
    const [x, y, z] = this.solver.force;
    let [sinkage, excess, isLimited] = [0, 0, false];
    for (const { depth, memory } of columns) {
      const firm = this.firmDepth(memory.pressed);
      sinkage = Math.max(sinkage, Math.min(depth, firm));
      excess = Math.max(excess, depth - firm);
      isLimited ||= depth >= firm;
    }
    return { load: y, drag: Math.sqrt(x * x + z * z), sinkage, isLimited, excess };
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

  /** Returns the depth below which a column is firm, which was pressed to a depth before. */
  private firmDepth(pressed: number): number {
    return Math.max(this.limit, pressed);
  }

  /** Slows down a body that rocks on ground that was pressed before. The rebound of soil loses energy, but that of the equations does not. */
  private damp(velocity: Float64Array, dt: number): void {
    const speed = norm(velocity) + this.radius * norm(velocity.subarray(3));
    if (speed >= slowSpeed) return;
    const factor = exp(-damping * dt * (1 - speed / slowSpeed));
    for (let i = 0; i < 6; i++) velocity[i] *= factor;
  }

  /** Computes how the soil in front of vertical sides resists. Returns the keys of columns that are only under such sides. */
  private updateSides(under: ReadonlyMap<number, EnvelopeColumn>): ReadonlySet<number> {
    const { soil, floor } = this.body;
    const depthOf = ({ x, y, z }: EnvelopeColumn) => Math.min(this.limit, floor(x, z) - y);
    const pressedAt = (key: number) => this.memories.get(key)?.pressed ?? 0;
    const faces = new Set<number>();
    findFrontSoil(soil, under, this.envelope.cell, depthOf, pressedAt, faces).forEach((front, k) => {
      const side = this.sides[k];
      if (front.strength === 0) side.displacement = 0;
      side.strength = front.strength;
      side.yieldDisplacement = minYield + yieldFraction * front.height;
      side.position.set(front.position);
      side.direction.set([front.x, 0, front.z]);
    });
    return faces;
  }

  private findContacts(
    under: ReadonlyMap<number, EnvelopeColumn>,
    faces: ReadonlySet<number>,
    body: BodyState,
    dt: number,
    t: number,
  ): ColumnContact[] {
    const { floor } = this.body;
    const { middle, velocity } = body;
    const columns: (ColumnContact & { readonly memory: Memory })[] = [];
    for (const column of under.values()) {
      const { key, x, z, y } = column;
      if (faces.has(key)) continue;
      const depth = floor(x, z) - y;
      const slopeX = clamp(column.slopeX, -maxSlope, maxSlope);
      const slopeZ = clamp(column.slopeZ, -maxSlope, maxSlope);
      const [armX, armY, armZ] = [x - middle[0], y - middle[1], z - middle[2]];
      const speedX = velocity[0] + velocity[4] * armZ - velocity[5] * armY;
      const speedY = velocity[1] + velocity[5] * armX - velocity[3] * armZ;
      const speedZ = velocity[2] + velocity[3] * armY - velocity[4] * armX;
      const sinking = slopeX * speedX + slopeZ * speedZ - speedY;
      if (depth + dt * Math.max(0, sinking) < -nearby) continue;
      columns.push({ x, y, z, slopeX, slopeZ, depth, memory: this.recall(key) });
    }
    this.findPressed(columns, t);
    for (const { x, z, depth, memory } of columns) {
      const pressed = Math.min(this.firmDepth(memory.pressed), Math.max(memory.pressed, depth));
      if (pressed > memory.pressed) this.history.add(memory.key, x, z, t, pressed);
      memory.pressed = pressed;
    }
    return columns;
  }

  /** Asks how deep others pressed the columns that the body did not touch in the last step. */
  private findPressed(columns: readonly (ColumnContact & { readonly memory: Memory })[], t: number): void {
    const touched = columns.filter(({ memory }) => memory.since === this.stepCount);
    if (touched.length === 0) return;
    const area = areaAround(
      touched.flatMap(({ x, z }) => [x, z]),
      0,
    );
    const found = [
      this.body.pressed?.before(t, area) ?? null,
      ...this.others.map((other) => other.pressedBefore(Number.POSITIVE_INFINITY, area)),
    ].filter((pressedAt) => pressedAt !== null);
    if (found.length === 0) return;
    const max = firmFraction * this.body.soil.layerDepth;
    for (const { x, z, memory } of touched) {
      for (const pressedAt of found)
        memory.pressed = Math.max(memory.pressed, Math.min(max, pressedAt(x, z)));
    }
  }

  private lawFor(columns: readonly ColumnContact[], mass: number): ContactLaw {
    const { cohesion, shearDisplacement } = this.body.soil;
    if (this.width === 0 || this.stepCount % stepsPerWidth === 0) {
      const hull = convexHull(columns.flatMap(({ x, z, depth }) => (depth > 0 ? [x, z] : [])));
      this.width = this.envelope.cell + (hull.length > 4 ? widthOfHull(hull) : 0);
    }
    const modulus = sinkageModulus(this.body.soil, this.width);
    const carrying = carryingFraction * this.smallest * this.smallest;
    const firmness = Math.max(modulus * elasticRatio, (mass * gravity) / (carrying * firmDepth));
    const strengthOf = (pressure: number) => cohesion + pressure * this.frictionTangent;
    return {
      pressureAt: (depth, pressed) => {
        const firm = this.firmDepth(pressed);
        if (depth > firm) return modulus * this.pressure(firm) + firmness * (depth - firm);
        if (depth >= pressed) return modulus * this.pressure(depth);
        return Math.max(0, modulus * (this.pressure(pressed) - this.reboundAt(pressed) * (pressed - depth)));
      },
      riseAt: (depth, pressed) => {
        if (depth > this.firmDepth(pressed)) return firmness;
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
      memory = { key, pressed: 0, slip: 0, stress: new Float64Array(3), step: -1, since: 0 };
      this.memories.set(key, memory);
    }
    if (memory.step < this.stepCount - 1) {
      memory.since = this.stepCount;
      memory.slip = 0;
      memory.stress.fill(0);
    }
    memory.step = this.stepCount;
    return memory;
  }

  private columnsOf({
    position,
    rotation,
  }: Pick<BodyState, 'position' | 'rotation'>): ReadonlyMap<number, EnvelopeColumn> {
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
