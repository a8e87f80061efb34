import type { ParticlesState } from '../state.ts';
import type { AirFlow } from './air-flow.ts';

/** Density of air, kg/m³. */
export const airDensity = 1.2;

/**
 * Coefficients of the quasi-steady forces on a falling plate: Andersen, Pesavento & Wang, *Unsteady aerodynamics of fluttering and
 * tumbling plates*, J. Fluid Mech. 541 (2005), eqs. 2.5 to 2.9. They fit the coefficients to plates of infinite span: drag A − B cos 2α
 * with A = 1.4 and B = 1, lift C_T = 1 and C_R = π, friction of rotation μ = 0.2. For leaves A and B are half of that, since the drag
 * coefficient of a disc that moves broadside is about 1.2 (Hoerner 1965). The added mass counts in rotation only.
 */
const dragMean = 0.7;
const dragRange = 0.5;
const circulation = 1;
const spinCirculation = Math.PI;
const spinFriction = 0.2;

/** Max angular speed of a leaf, rad/s: its torque is explicit, so it must not grow without limit in strong wind. */
const maxSpin = 120;

/** Returns the speed at which a leaf falls broadside in still air, m/s. arealMass in kg/m². */
export function terminalSpeed(arealMass: number, gravity: number): number {
  return Math.sqrt((2 * arealMass * gravity) / (airDensity * (dragMean + dragRange)));
}

/**
 * Adds the forces of the air on leaves to the accelerations of particles first … end − 1. Their row must be free of `drag`. `uniform` [3]
 * m/s²: what the step adds to the accelerations. Drag is implicit and lift does no work, so leaves are stable in any wind, and the
 * terminal speed is exact for any step.
 */
export function addLeafForces(
  state: ParticlesState,
  air: AirFlow,
  uniform: Float64Array,
  dt: number,
  first: number,
  end: number,
): void {
  const { store, params } = state;
  const orientations = state.orientations!;
  const spins = state.spins!;
  const { vx, vy, vz, ax, ay, az, size, cohort } = store;
  const perMass = airDensity / params.arealMass;
  for (let i = first; i < end; i++) {
    if (cohort[i] !== 0) continue;
    leafNormal(normal, orientations, 4 * i);
    const [nx, ny, nz] = normal;
    const ux = air.x[i];
    const uy = air.y[i];
    const uz = air.z[i];
    // Velocity relative to the air.
    const wx = vx[i] - ux;
    const wy = vy[i] - uy;
    const wz = vz[i] - uz;
    const square = wx * wx + wy * wy + wz * wz;
    const speed = Math.sqrt(square);
    const across = wx * nx + wy * ny + wz * nz;
    // cos 2α, where α is the angle between the plate and its velocity.
    const cosTwice = square > 0 ? 1 - (2 * across * across) / square : -1;
    const drag = 0.5 * perMass * (dragMean - dragRange * cosTwice) * speed;
    // Velocity after all other forces.
    let x = wx + dt * (uniform[0] + ax[i]);
    let y = wy + dt * (uniform[1] + ay[i]);
    let z = wz + dt * (uniform[2] + az[i]);
    if (square > 0) {
      const before = Math.sqrt(x * x + y * y + z * z);
      const lift = -dt * perMass * circulation * across * speed;
      const along = across / square;
      const turn = dt * 0.5 * perMass * spinCirculation * size[i];
      const o = 3 * i;
      x += lift * (nx - along * wx) + turn * (spins[o + 1] * wz - spins[o + 2] * wy);
      y += lift * (ny - along * wy) + turn * (spins[o + 2] * wx - spins[o] * wz);
      z += lift * (nz - along * wz) + turn * (spins[o] * wy - spins[o + 1] * wx);
      const after = Math.sqrt(x * x + y * y + z * z);
      const keep = after > 0 ? before / after : 1;
      x *= keep;
      y *= keep;
      z *= keep;
    }
    const slowed = 1 / (1 + dt * drag);
    ax[i] = (x * slowed - wx) / dt - uniform[0];
    ay[i] = (y * slowed - wy) / dt - uniform[1];
    az[i] = (z * slowed - wz) / dt - uniform[2];
  }
}

/**
 * Changes the angular velocities of leaves by the torque of the air over dt seconds: the torque of the added mass, which turns a plate
 * broadside to its motion, and friction.
 */
export function turnLeaves(state: ParticlesState, air: AirFlow, dt: number): void {
  const { store, params, firstAlive, bornCount } = state;
  const orientations = state.orientations!;
  const spins = state.spins!;
  const { vx, vy, vz, size, cohort } = store;
  for (let i = firstAlive; i < bornCount; i++) {
    if (cohort[i] !== 0) continue;
    leafNormal(normal, orientations, 4 * i);
    const [nx, ny, nz] = normal;
    const wx = vx[i] - air.x[i];
    const wy = vy[i] - air.y[i];
    const wz = vz[i] - air.z[i];
    const across = wx * nx + wy * ny + wz * nz;
    const length = size[i];
    // Per area: inertia of the plate and of the air that rotates with it, for a plate of this length.
    const inertia =
      (params.arealMass * length * length) / 12 + (Math.PI * airDensity * length * length * length) / 128;
    const torque = (dt * (Math.PI / 4) * airDensity * length * across) / inertia;
    const o = 3 * i;
    let x = spins[o] + torque * (ny * wz - nz * wy);
    let y = spins[o + 1] + torque * (nz * wx - nx * wz);
    let z = spins[o + 2] + torque * (nx * wy - ny * wx);
    const spin = Math.sqrt(x * x + y * y + z * z);
    const speed = Math.sqrt(wx * wx + wy * wy + wz * wz);
    const friction =
      (airDensity * length * length * length * spinFriction * (speed / length + spin)) / inertia;
    const keep = Math.min(1 / (1 + dt * friction), spin > 0 ? maxSpin / spin : 1);
    x *= keep;
    y *= keep;
    z *= keep;
    spins[o] = x;
    spins[o + 1] = y;
    spins[o + 2] = z;
  }
}

/** Writes the normal of a leaf, its own Z axis, to out [3]. q: unit quaternions x y z w. */
export function leafNormal(out: Float64Array, q: Float64Array, at: number): void {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  out[0] = 2 * (x * z + w * y);
  out[1] = 2 * (y * z - w * x);
  out[2] = 1 - 2 * (x * x + y * y);
}

const normal = new Float64Array(3);
