import { rotateVector } from '../../math/quaternion.ts';
import type { DriveFrame } from '../../motion/drive-frame.ts';
import { rotateIntoFrame } from '../../motion/drive-moment.ts';
import type { RigSurface } from '../../motion/rig.ts';
import type { RayleighDamping } from './damping.ts';
import type { Filter } from './filter-bank.ts';
import type { FleshPart } from './part.ts';

/** A capsule that pushes flesh aside. `from` and `to`: ends of its axis, metres along the axes of the node to which it is fixed. */
export interface Touching {
  readonly node: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly radius: number;
}

/** A capsule and the pose of its node at the end of a step. */
export interface PosedTouching {
  readonly capsule: Touching;
  readonly frame: DriveFrame;
}

/** Number of rounds over all contacts of a step. */
const rounds = 30;

/**
 * Contact of a part with rigid capsules. After the exact filter, forces on the vertices inside a capsule move the amplitudes, so that no
 * vertex stays inside. The forces λ ≥ 0 of all contacts of a step are found by projected Gauss–Seidel iteration on
 *
 *     depth − J Δq ≤ 0,   Δq = W Jᵀ λ,   W = h² / (1 + 2ξω h + ω² h²),
 *
 * where row J is the displacement of a vertex along the normal of the capsule for each mode. W is the response of a mode to a constant force in
 * an implicit step of h seconds, so the velocity changes by Δq / h, and contact takes energy away but adds none. There is no friction.
 */
export class TouchSolver {
  /** Positions of the vertices in the part's rest shape, metres, [3 · pointCount]. */
  private readonly points: Float64Array;
  /** Displacements of each vertex at amplitude 1, metres, [pointCount · modeCount · 3]. */
  private readonly shapes: Float64Array;
  private readonly response: Float64Array;
  private dt = Number.NaN;
  private readonly ends = [new Float64Array(3), new Float64Array(3)];

  /** surfaces: those of the character. Only skinned ones can touch, since their vertices are in the space of the part. */
  constructor(
    private part: FleshPart,
    private damping: RayleighDamping,
    surfaces: readonly RigSurface[],
  ) {
    const { modeCount, scale } = part;
    const touching = part.surfaces.filter(({ surface }) => surfaces[surface].skin >= 0);
    const count = touching.reduce((sum, { vertices }) => sum + vertices.length, 0);
    this.points = new Float64Array(3 * count);
    this.shapes = new Float64Array(3 * count * modeCount);
    this.response = new Float64Array(modeCount);
    let point = 0;
    for (const { surface, vertices, shapes } of touching) {
      for (const [k, vertex] of vertices.entries()) {
        for (let axis = 0; axis < 3; axis++) {
          this.points[3 * point + axis] = scale * surfaces[surface].positions[3 * vertex + axis];
          for (let mode = 0; mode < modeCount; mode++) {
            const value = shapes[3 * (mode * vertices.length + k) + axis];
            this.shapes[3 * (point * modeCount + mode) + axis] = scale * value;
          }
        }
        point++;
      }
    }
  }

  /** Replaces the part by one with the same shapes and other frequencies, and the damping. */
  change(part: FleshPart, damping: RayleighDamping): void {
    this.part = part;
    this.damping = damping;
    this.dt = Number.NaN;
  }

  /**
   * Pushes the vertices out of the capsules at the end of a step of `dt` seconds. frame: the pose of the part's frame at that time. Returns the
   * sum of all contact forces, N; 0 without contact.
   */
  push(
    { amplitudes, velocities }: Filter,
    frame: DriveFrame,
    touching: readonly PosedTouching[],
    dt: number,
  ): number {
    this.tabulate(dt);
    const { response, part } = this;
    const { modeCount } = part;
    const contacts = touching.flatMap((one) => this.findContacts(amplitudes, frame, one));
    if (contacts.length === 0) return 0;
    const change = new Float64Array(modeCount);
    const forces = new Float64Array(contacts.length);
    for (let round = 0; round < rounds; round++) {
      for (const [k, { row, depth, compliance }] of contacts.entries()) {
        let left = depth;
        for (let mode = 0; mode < modeCount; mode++) left -= row[mode] * change[mode];
        const force = Math.max(0, forces[k] + left / compliance);
        const added = force - forces[k];
        if (added === 0) continue;
        forces[k] = force;
        for (let mode = 0; mode < modeCount; mode++) change[mode] += added * response[mode] * row[mode];
      }
    }
    for (let mode = 0; mode < modeCount; mode++) {
      amplitudes[mode] += change[mode];
      velocities[mode] += change[mode] / dt;
    }
    return forces.reduce((sum, force) => sum + force, 0);
  }

  private findContacts(amplitudes: Float64Array, frame: DriveFrame, { capsule, frame: body }: PosedTouching) {
    const { points, shapes, part, response, ends } = this;
    const { modeCount, reach } = part;
    for (const [k, end] of [capsule.from, capsule.to].entries()) toPart(ends[k], end, body, frame);
    const [from, to] = ends;
    let margin = 0;
    for (let mode = 0; mode < modeCount; mode++) margin += reach[mode] * Math.abs(amplitudes[mode]);
    const found: { row: Float64Array; depth: number; compliance: number }[] = [];
    const at = new Float64Array(3);
    for (let point = 0; point < points.length / 3; point++) {
      for (let axis = 0; axis < 3; axis++) at[axis] = points[3 * point + axis];
      if (leaveAxis(at, from, to) > capsule.radius + margin) continue;
      let [x, y, z] = [points[3 * point], points[3 * point + 1], points[3 * point + 2]];
      for (let mode = 0, k = 3 * point * modeCount; mode < modeCount; mode++, k += 3) {
        x += amplitudes[mode] * shapes[k];
        y += amplitudes[mode] * shapes[k + 1];
        z += amplitudes[mode] * shapes[k + 2];
      }
      at[0] = x;
      at[1] = y;
      at[2] = z;
      const distance = leaveAxis(at, from, to);
      const depth = capsule.radius - distance;
      if (!(depth > 0 && distance > 0)) continue;
      const row = new Float64Array(modeCount);
      let compliance = 0;
      for (let mode = 0; mode < modeCount; mode++) {
        const shape = 3 * (point * modeCount + mode);
        for (let axis = 0; axis < 3; axis++) row[mode] += (at[axis] / distance) * shapes[shape + axis];
        compliance += response[mode] * row[mode] * row[mode];
      }
      // A vertex that no mode moves cannot give way.
      if (compliance > 0) found.push({ row, depth, compliance });
    }
    return found;
  }

  private tabulate(dt: number): void {
    if (dt === this.dt) return;
    this.dt = dt;
    const { alpha, beta } = this.damping;
    this.part.omega2.forEach((square, mode) => {
      this.response[mode] = (dt * dt) / (1 + (alpha + beta * square) * dt + square * dt * dt);
    });
  }
}

/** out = a point along the axes of a body, in metres, as a point in the frame of a part. */
function toPart(out: Float64Array, point: readonly number[], body: DriveFrame, part: DriveFrame): void {
  for (let axis = 0; axis < 3; axis++) out[axis] = axis === 0 ? body.mirror * point[0] : point[axis];
  rotateVector(out, body.rotation, out);
  for (let axis = 0; axis < 3; axis++) out[axis] += body.position[axis] - part.position[axis];
  rotateIntoFrame(out, 0, part.rotation, out, part.mirror);
}

/** Replaces a point by its vector from the nearest point of a segment. Returns the length of the vector. */
function leaveAxis(point: Float64Array, from: Float64Array, to: Float64Array): number {
  let square = 0;
  let along = 0;
  for (let axis = 0; axis < 3; axis++) {
    const d = to[axis] - from[axis];
    square += d * d;
    along += d * (point[axis] - from[axis]);
  }
  const s = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0;
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    point[axis] -= from[axis] + s * (to[axis] - from[axis]);
    sum += point[axis] * point[axis];
  }
  return Math.sqrt(sum);
}
