import { factorCholesky, solveFactored } from '../../math/cholesky.ts';
import { clamp } from '../../math/clamp.ts';
import { gravity } from '../response/soil.ts';

/** The state of a rigid body in world axes. SI units. */
export interface BodyState {
  /** Position of the origin of the body, [3]. */
  readonly position: Float64Array;
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
  /** Centre of mass, [3]. */
  readonly middle: Float64Array;
  readonly mass: number;
  /** Inertia tensor about the centre of mass, row by row, [9]. */
  readonly inertia: Float64Array;
  /** Velocity of the centre of mass, m/s, and angular velocity, rad/s: [6]. */
  readonly velocity: Float64Array;
}

/** How a column of the ground resists. */
export interface ContactLaw {
  /** Returns the pressure in Pa at a depth (m) of a column that was pressed to the depth `pressed` before. Grows with the depth. */
  pressureAt(depth: number, pressed: number): number;
  /** Returns the derivative of the pressure with respect to the depth, Pa/m. */
  riseAt(depth: number, pressed: number): number;
  /** Returns the shear strength in Pa of a column with a pressure (Pa) over which the body has slipped by a distance (m). */
  strengthAt(pressure: number, slip: number): number;
  /** Returns the shear stiffness in Pa/m of a column with a pressure (Pa): how fast its stress grows up to its strength. */
  stiffnessAt(pressure: number): number;
}

/** What a column of the ground remembers of the body that touches it. */
export interface ColumnMemory {
  /** Maximum depth to which it was pressed, m. */
  pressed: number;
  /** Distance by which the body slipped over it, m. */
  slip: number;
  /** Shear stress that it exerts on the body, world axes, Pa, [3]. */
  readonly stress: Float64Array;
}

/** Where a body touches a column. World metres. */
export interface ColumnContact {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Slopes of the lower side of the body along x and z: rise over run. */
  readonly slopeX: number;
  readonly slopeZ: number;
  /** Depth below the surface of the ground at the start of the step; negative: height above it. */
  readonly depth: number;
  readonly memory: ColumnMemory;
}

/** The soil in front of the vertical sides of a body that face one direction: it resists like a spring up to its strength, and never pulls. SI units. */
export interface SideContact {
  /** Unit vector into the soil, world axes, [3]. */
  readonly direction: Float64Array;
  /** Where it acts, world metres, [3]. */
  readonly position: Float64Array;
  /** N. */
  strength: number;
  /** Displacement at which it fails, m. */
  yieldDisplacement: number;
  /** By how much it is displaced, from 0 to `yieldDisplacement`, m. */
  displacement: number;
}

export function createSide(): SideContact {
  return {
    direction: new Float64Array(3),
    position: new Float64Array(3),
    strength: 0,
    yieldDisplacement: 1,
    displacement: 0,
  };
}

/** What pushes a body in a step. SI units. */
export interface ContactStep {
  readonly columns: readonly ColumnContact[];
  /** Area of a column seen from above, m². */
  readonly area: number;
  readonly law: ContactLaw;
  readonly sides: readonly SideContact[];
  /** Duration, s. */
  readonly dt: number;
}

/** Strengths follow from pressures, and pressures from velocities: velocities are computed this number of times. */
const passes = 2;
const maxIterations = 25;
const maxHalvings = 30;
/** Velocities are accepted if another iteration would change them by less than this fraction of what gravity does in the step. */
const tolerance = 1e-3;
/** They are also accepted if a full iteration leaves less than this fraction of the derivative along it. */
const smallRest = 0.01;
/** Numbers for each column: its position relative to the centre of mass, the normal, and two tangents. */
const stride = 12;

/**
 * Computes the velocity of a rigid body after a step in which columns of the ground push it. Their forces are those at the end of the step (implicit
 * Euler): pressures grow with the depth, and shear stresses with the displacement, up to a strength that is constant in each pass. So the velocity minimises
 * a convex function. Newton's method with a line search finds it for every mass, stiffness and duration.
 */
export class ContactSolver {
  /** Force of the ground on the body, N, and its moment about the centre of mass, N m, in the last step, [6]. */
  readonly force = new Float64Array(6);
  private frames = new Float64Array(0);
  /** For each column: area of the surface of the body per area seen from above, shear strength, shear stiffness, old shear stresses. */
  private surfaces = new Float64Array(0);
  private strengths = new Float64Array(0);
  private stiffnesses = new Float64Array(0);
  private stresses = new Float64Array(0);
  private readonly mass = new Float64Array(36);
  private readonly hessian = new Float64Array(36);
  private readonly gradient = new Float64Array(6);
  private readonly change = new Float64Array(6);
  private readonly trial = new Float64Array(6);
  private readonly before = new Float64Array(6);
  private readonly speeds = new Float64Array(3);
  /** Derivative of the speed of a point in a direction by the velocity of the body. */
  private readonly pull = new Float64Array(6);
  /** Second derivatives of one column by the velocity of its point: the lower triangle of a matrix, xx, yx, yy, zx, zy, zz. */
  private readonly block = new Float64Array(6);

  /** Changes the velocity of the body by its weight and the forces of the columns, and what the columns remember of its slip. */
  push(body: BodyState, step: ContactStep): void {
    const { velocity } = body;

    this.before.set(velocity);
    this.before[1] -= gravity * step.dt;
    this.setMass(body);
    this.place(body, step.columns);
    for (let pass = 0; pass < passes; pass++) {
      this.setStrengths(step, velocity);
      this.minimise(step, velocity, body);
    }
    this.remember(step, velocity);
    for (const side of step.sides) side.displacement = this.displace(side, body.middle, velocity, step.dt);
    for (let i = 0; i < 6; i++) {
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += this.mass[6 * i + j] * (velocity[j] - this.before[j]);
      this.force[i] = sum / step.dt;
    }
  }

  private setMass({ mass, inertia }: BodyState): void {
    for (let i = 0; i < 3; i++) {
      this.mass[7 * i] = mass;
      for (let j = 0; j < 3; j++) this.mass[6 * (i + 3) + j + 3] = inertia[3 * i + j];
    }
  }

  private place({ middle }: BodyState, columns: readonly ColumnContact[]): void {
    if (this.surfaces.length < columns.length) {
      const size = 2 * columns.length;
      this.frames = new Float64Array(stride * size);
      this.surfaces = new Float64Array(size);
      this.strengths = new Float64Array(size);
      this.stiffnesses = new Float64Array(size);
      this.stresses = new Float64Array(2 * size);
    }
    const { frames, stresses } = this;
    columns.forEach(({ x, y, z, slopeX, slopeZ, memory: { stress } }, c) => {
      const o = stride * c;
      const flat = Math.sqrt(1 + slopeX * slopeX);
      const surface = Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ);
      frames[o] = x - middle[0];
      frames[o + 1] = y - middle[1];
      frames[o + 2] = z - middle[2];
      // Over an area of 1, the surface of the body has the area 1 seen along y, and its slopes seen along x and z.
      frames[o + 3] = -slopeX;
      frames[o + 4] = 1;
      frames[o + 5] = -slopeZ;
      frames[o + 6] = 1 / flat;
      frames[o + 7] = slopeX / flat;
      frames[o + 8] = 0;
      frames[o + 9] = (slopeX * slopeZ) / (-flat * surface);
      frames[o + 10] = slopeZ / (flat * surface);
      frames[o + 11] = flat / surface;
      this.surfaces[c] = surface;
      for (let k = 0; k < 2; k++) {
        const at = o + 6 + 3 * k;
        stresses[2 * c + k] =
          frames[at] * stress[0] + frames[at + 1] * stress[1] + frames[at + 2] * stress[2];
      }
    });
  }

  private setStrengths({ columns, law, dt }: ContactStep, velocity: Float64Array): void {
    const { speeds } = this;
    columns.forEach(({ depth, memory }, c) => {
      this.measureSpeeds(c, velocity);
      const pressure = law.pressureAt(depth - dt * speeds[0], memory.pressed);
      const slip = dt * Math.sqrt(speeds[1] * speeds[1] + speeds[2] * speeds[2]);
      this.strengths[c] = law.strengthAt(pressure, memory.slip + slip);
      this.stiffnesses[c] = law.stiffnessAt(pressure);
    });
  }

  /** Computes the speeds of the body at a column: along its normal (times its length), and along both tangents, m/s. */
  private measureSpeeds(c: number, v: Float64Array): void {
    const { frames, speeds } = this;
    const o = stride * c;
    const [armX, armY, armZ] = [frames[o], frames[o + 1], frames[o + 2]];
    const x = v[0] + v[4] * armZ - v[5] * armY;
    const y = v[1] + v[5] * armX - v[3] * armZ;
    const z = v[2] + v[3] * armY - v[4] * armX;
    for (let k = 0; k < 3; k++) {
      const at = o + 3 + 3 * k;
      speeds[k] = frames[at] * x + frames[at + 1] * y + frames[at + 2] * z;
    }
  }

  private minimise(step: ContactStep, velocity: Float64Array, { mass, middle }: BodyState): void {
    const { gradient, change, hessian, trial } = this;
    const speed = tolerance * gravity * step.dt;
    const enough = mass * speed * speed;
    for (let iteration = 0; iteration < maxIterations; iteration++) {
      this.differentiate(step, middle, velocity, true);
      change.set(gradient);
      if (!factorCholesky(hessian, 6)) return;
      solveFactored(hessian, change, 6);
      for (let i = 0; i < 6; i++) change[i] = -change[i];
      const slope = dot6(gradient, change);
      if (!(-slope > enough)) return;
      // The derivative along the line grows. The step ends where it is still negative, or small.
      let [low, high, at, rest] = [0, 1, 1, 1];
      for (let halving = 0; halving < maxHalvings; halving++) {
        for (let i = 0; i < 6; i++) trial[i] = velocity[i] + at * change[i];
        this.differentiate(step, middle, trial, false);
        const there = dot6(gradient, change);
        if (there < 0.5 * slope && at < 1) low = at;
        else if (there > -0.5 * slope) high = at;
        else {
          rest = at === 1 ? there / slope : 1;
          break;
        }
        at = (low + high) / 2;
      }
      velocity.set(trial);
      if (Math.abs(rest) < smallRest) return;
    }
  }

  /** Computes the gradient of the minimised function, and its second derivatives. */
  private differentiate(
    { columns, area, law, sides, dt }: ContactStep,
    middle: Float64Array,
    velocity: Float64Array,
    isSecond: boolean,
  ): void {
    const { gradient, hessian, mass, before, stresses, speeds, block } = this;
    for (let i = 0; i < 6; i++) {
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += mass[6 * i + j] * (velocity[j] - before[j]);
      gradient[i] = sum;
    }
    if (isSecond) hessian.set(mass);
    for (const side of sides) this.addSide(side, middle, velocity, dt, isSecond);
    const impulse = dt * area;
    for (let c = 0; c < columns.length; c++) {
      const { depth, memory } = columns[c];
      this.measureSpeeds(c, velocity);
      const at = depth - dt * speeds[0];
      const pressure = law.pressureAt(at, memory.pressed);
      const strength = this.strengths[c];
      if (!(pressure > 0 || strength > 0)) continue;
      const stiffness = this.stiffnesses[c];
      const along = stresses[2 * c] - stiffness * dt * speeds[1];
      const across = stresses[2 * c + 1] - stiffness * dt * speeds[2];
      const size = Math.sqrt(along * along + across * across);
      const factor = size > strength ? strength / size : 1;
      const weight = impulse * this.surfaces[c] * factor;
      this.addGradient(c, impulse * pressure, weight * along, weight * across);
      if (!isSecond) continue;
      block.fill(0);
      const rise = pressure > 0 ? law.riseAt(at, memory.pressed) : 0;
      const o = stride * c;
      this.addToBlock(o + 3, o + 3, impulse * dt * rise);
      const shear = weight * dt * stiffness;
      // A stress at the strength only changes its direction.
      const [ux, uz] = factor < 1 ? [along / size, across / size] : [0, 0];
      this.addToBlock(o + 6, o + 6, shear * (1 - ux * ux));
      this.addToBlock(o + 9, o + 9, shear * (1 - uz * uz));
      this.addToBlock(o + 6, o + 9, -shear * ux * uz);
      this.addToBlock(o + 9, o + 6, -shear * ux * uz);
      this.addHessian(o);
    }
  }

  /** Returns the displacement of the soil in front of a side after a step, and computes `pull`. */
  private displace(
    { direction, position, displacement, yieldDisplacement }: SideContact,
    middle: Float64Array,
    velocity: Float64Array,
    dt: number,
  ): number {
    const { pull } = this;
    const [x, y, z] = direction;
    const [armX, armY, armZ] = [0, 1, 2].map((axis) => position[axis] - middle[axis]);
    pull.set([x, y, z, armY * z - armZ * y, armZ * x - armX * z, armX * y - armY * x]);
    return clamp(displacement + dt * dot6(pull, velocity), 0, yieldDisplacement);
  }

  private addSide(
    side: SideContact,
    middle: Float64Array,
    velocity: Float64Array,
    dt: number,
    isSecond: boolean,
  ): void {
    const { strength, yieldDisplacement } = side;
    if (strength === 0) return;
    const { gradient, hessian, pull } = this;
    const displacement = this.displace(side, middle, velocity, dt);
    const stiffness = strength / yieldDisplacement;
    for (let i = 0; i < 6; i++) gradient[i] += dt * stiffness * displacement * pull[i];
    if (!isSecond || displacement === 0 || displacement === yieldDisplacement) return;
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j <= i; j++) hessian[6 * i + j] += dt * dt * stiffness * pull[i] * pull[j];
    }
  }

  /** Subtracts an impulse on the body along the normal of a column and along both tangents from the gradient. */
  private addGradient(c: number, normal: number, along: number, across: number): void {
    const { gradient, frames } = this;
    const o = stride * c;
    const x = frames[o + 3] * normal + frames[o + 6] * along + frames[o + 9] * across;
    const y = frames[o + 4] * normal + frames[o + 7] * along + frames[o + 10] * across;
    const z = frames[o + 5] * normal + frames[o + 8] * along + frames[o + 11] * across;
    const [armX, armY, armZ] = [frames[o], frames[o + 1], frames[o + 2]];
    gradient[0] -= x;
    gradient[1] -= y;
    gradient[2] -= z;
    gradient[3] -= armY * z - armZ * y;
    gradient[4] -= armZ * x - armX * z;
    gradient[5] -= armX * y - armY * x;
  }

  private addToBlock(a: number, b: number, weight: number): void {
    const { block, frames } = this;
    block[0] += weight * frames[a] * frames[b];
    block[1] += weight * frames[a + 1] * frames[b];
    block[2] += weight * frames[a + 1] * frames[b + 1];
    block[3] += weight * frames[a + 2] * frames[b];
    block[4] += weight * frames[a + 2] * frames[b + 1];
    block[5] += weight * frames[a + 2] * frames[b + 2];
  }

  /** Adds the block B of a column at the position r: B, [r] B and [r] B [r]ᵀ, where [r] v is r × v. Only the lower triangle is needed. */
  private addHessian(o: number): void {
    const { hessian: h, frames } = this;
    const [xx, yx, yy, zx, zy, zz] = this.block;
    const [x, y, z] = [frames[o], frames[o + 1], frames[o + 2]];
    h[0] += xx;
    h[6] += yx;
    h[7] += yy;
    h[12] += zx;
    h[13] += zy;
    h[14] += zz;
    const a = y * zx - z * yx;
    const b = y * zy - z * yy;
    const c = y * zz - z * zy;
    const d = z * xx - x * zx;
    const e = z * yx - x * zy;
    const f = z * zx - x * zz;
    const g = x * yx - y * xx;
    const i = x * yy - y * yx;
    const j = x * zy - y * zx;
    h[18] += a;
    h[19] += b;
    h[20] += c;
    h[24] += d;
    h[25] += e;
    h[26] += f;
    h[30] += g;
    h[31] += i;
    h[32] += j;
    h[21] += y * c - z * b;
    h[27] += y * f - z * e;
    h[28] += z * d - x * f;
    h[33] += y * j - z * i;
    h[34] += z * g - x * j;
    h[35] += x * i - y * g;
  }

  private remember({ columns, dt }: ContactStep, velocity: Float64Array): void {
    const { frames, stresses, strengths, stiffnesses, speeds } = this;
    columns.forEach(({ memory }, c) => {
      const o = stride * c;
      const [strength, stiffness] = [strengths[c], stiffnesses[c]];
      this.measureSpeeds(c, velocity);
      const along = stresses[2 * c] - stiffness * dt * speeds[1];
      const across = stresses[2 * c + 1] - stiffness * dt * speeds[2];
      const size = Math.sqrt(along * along + across * across);
      const factor = size > strength ? strength / size : 1;
      if (size > strength && stiffness > 0) memory.slip += (size - strength) / stiffness;
      for (let axis = 0; axis < 3; axis++) {
        memory.stress[axis] = factor * (along * frames[o + 6 + axis] + across * frames[o + 9 + axis]);
      }
    });
  }
}

function dot6(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < 6; i++) sum += a[i] * b[i];
  return sum;
}
