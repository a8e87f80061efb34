import type { RayleighDamping } from '../damping.ts';
import type { Filter } from '../filter-bank.ts';
import type { FleshPart } from '../part.ts';
import type { PosedSurface } from './posed-surface.ts';
import { type MovedFrame, relateFrames } from './relative-frame.ts';
import { type Contacts, createContacts, jumpRounds, solveContacts, stepRounds } from './solve-contacts.ts';
import type { TouchShape } from './touch-shape.ts';
import type { TouchSurface } from './touch-surface.ts';

/** A rigid body that pushes flesh aside and does not give way. */
export interface TouchBody {
  readonly shape: TouchShape;
  /** Coefficient of friction between it and the flesh, ≥ 0. */
  readonly friction: number;
  /** For each point of the part's surface whether it ignores this body: 1 if so. Null: no point does. [pointCount] */
  readonly ignoredBy: Uint8Array | null;
  /** Set if the body is the surface of another part, which gives way too. Shape is then the same object. */
  readonly other?: OtherPart;
}

/** Another part that touches a part. */
export interface OtherPart {
  readonly surface: PosedSurface;
  readonly solver: TouchSolver;
}

/** A body and its poses at both ends of a step. `moved`: null for one that stands still along the axes of the world. */
export interface PosedBody {
  readonly body: TouchBody;
  readonly moved: MovedFrame | null;
}

/** The motion of a part over a step. */
export interface TouchStep {
  /** Amplitudes at the start, [modeCount]. */
  readonly before: Float64Array;
  readonly part: MovedFrame;
  /** The joints that move the part's surface, in the order of `TouchSurface.joints`. */
  readonly joints: readonly MovedFrame[];
  readonly bodies: readonly PosedBody[];
  /** Seconds > 0. */
  readonly dt: number;
  /** Maximum displacement, metres > 0. */
  readonly limit: number;
}

/** Maximum number of contacts of a step. */
export const maxContacts = 16;
/** A normal that points away from the flesh by more than this cosine belongs to the far side of the body. */
const farSide = 0.2;
/** Modes below this squared angular frequency, (rad/s)², count as having it, so that nothing that is not held flies away. */
const minSquare = 10;
/** Numbers of a candidate: point, body, depth, normal, position. */
const stride = 9;

/**
 * Contact of a part with rigid bodies, after the exact filter has made its step.
 *
 * 1. Points of the surface inside a body are found, posed like the skin: displaced, then moved by their joints. A few are chosen, the deepest first,
 *    far from each other.
 * 2. The part of the depth that the motion of the step explains is removed by forces in an implicit step, W = h² / (1 + 2ξω h + ω² h²). They
 *    change the amplitudes by Δq and the velocities by Δq / h, and friction acts along the surface.
 * 3. The rest of the depth, after a jump or where the rest shape is already inside, is removed by the smallest change of elastic energy, W = 1 / ω².
 *    The velocity does not change, so that nothing is thrown off.
 *
 * A state with the elastic energy E displaces no point by more than √(2 E C), where C is the compliance of the softest point. From this follow the
 * limits that hold for any input: for the depth of each contact, for the velocity, and for when the displacement is measured.
 */
export class TouchSolver {
  /** Sum of all normal forces of the last step, N, and the number of contacts. */
  force = 0;
  count = 0;

  private readonly contacts: Contacts;
  /** Responses W of the modes to forces, in a step and at rest. [modeCount] */
  private readonly dynamic: Float64Array;
  private readonly elastic: Float64Array;
  private dt = Number.NaN;
  /** Compliance C of the softest point, m²/J. */
  private softest = 0;
  /**
   * For each point the fraction of the way out of a body that it leaves to the shapes that the part does not have. A dent near a bone is made of
   * such shapes; without this, the few shapes of the part would move everything else to move such a point. [pointCount]
   */
  private readonly yielding: Float64Array;
  /** Compliance of each point, m²/J. [pointCount] */
  readonly compliances: Float64Array;
  private readonly change: Float64Array;
  /** Positions of points in the part's frame, and for each point the search in which its position was computed last. */
  private readonly posedPoints: Float64Array;
  private readonly posedAt: Float64Array;
  private pass = 0;
  private candidates = new Float64Array(64 * stride);
  private candidateCount = 0;
  /** Transforms to the part's frame, at both ends of the step: see `relateFrames`. */
  private readonly jointStarts: Float64Array[] = [];
  private readonly jointEnds: Float64Array[] = [];
  private readonly bodyStart = new Float64Array(12);
  private readonly bodyEnds: Float64Array[] = [];
  /** Distance by which the motion of the step brought each contact nearer, metres. [maxContacts] */
  private readonly approaches = new Float64Array(maxContacts);
  private readonly depths = new Float64Array(maxContacts);
  private readonly normal = new Float64Array(3);
  private readonly facing = new Float64Array(3);

  constructor(
    private part: FleshPart,
    private damping: RayleighDamping,
    readonly surface: TouchSurface,
  ) {
    const { modeCount } = part;
    this.contacts = createContacts(maxContacts, modeCount);
    this.dynamic = new Float64Array(modeCount);
    this.elastic = new Float64Array(modeCount);
    this.change = new Float64Array(modeCount);
    this.posedPoints = new Float64Array(3 * surface.pointCount);
    this.posedAt = new Float64Array(surface.pointCount);
    this.yielding = new Float64Array(surface.pointCount);
    this.compliances = new Float64Array(surface.pointCount);
    this.tabulateElastic();
  }

  /** Replaces the part by one with the same shapes and other frequencies, and the damping. */
  replace(part: FleshPart, damping: RayleighDamping): void {
    if (part === this.part && damping === this.damping) return;
    this.part = part;
    this.damping = damping;
    this.dt = Number.NaN;
    this.tabulateElastic();
  }

  /**
   * Returns the maximum displacement of all points at some amplitudes, metres, if it is at least `exactFrom`; otherwise 0 or less than `exactFrom`. Groups
   * that cannot reach the maximum are skipped.
   */
  measure(amplitudes: Float64Array, exactFrom: number): number {
    const { surface } = this;
    let largest = 0;
    if (this.measureEnergy(amplitudes) * this.softest < exactFrom * exactFrom) return largest;
    for (let index = 0; index < surface.groups.length; ) {
      const { shapes, first, end, next } = surface.groups[index];
      const apart = displaceGroup(amplitudes, shapes);
      const bound = Math.sqrt(dot(moved, moved)) + apart;
      if (bound < Math.max(largest, exactFrom)) {
        index = next;
        continue;
      }
      if (++index < next) continue;
      for (let point = first; point < end; point++) {
        displace(amplitudes, surface.shapes, 3 * point * amplitudes.length);
        largest = Math.max(largest, Math.sqrt(dot(moved, moved)));
      }
    }
    return largest;
  }

  /** Returns twice the elastic energy, J. */
  private measureEnergy(amplitudes: Float64Array): number {
    let energy = 0;
    for (let mode = 0; mode < amplitudes.length; mode++) {
      energy += (amplitudes[mode] * amplitudes[mode]) / this.elastic[mode];
    }
    return energy;
  }

  /** Changes a state at the end of a step so that the bodies do not enter the surface. Sets `force` and `count`. */
  push({ amplitudes, velocities }: Pick<Filter, 'amplitudes' | 'velocities'>, step: TouchStep): void {
    const { contacts, change, part } = this;
    const { dt, limit } = step;
    this.force = 0;
    this.count = 0;
    this.findCandidates(amplitudes, step);
    if (this.candidateCount === 0) return;
    this.tabulateDynamic(dt);
    this.chooseContacts(step);
    if (contacts.count === 0) return;
    this.count = contacts.count;

    const { depths } = this;
    depths.set(contacts.depths);
    for (let k = 0; k < contacts.count; k++) contacts.depths[k] = Math.min(depths[k], this.approaches[k]);
    solveContacts(change, contacts, this.dynamic, stepRounds, true);
    for (let mode = 0; mode < part.modeCount; mode++) {
      amplitudes[mode] += change[mode];
      velocities[mode] += change[mode] / dt;
    }
    for (let k = 0; k < contacts.count; k++) this.force += contacts.forces[3 * k];

    let rest = 0;
    for (let k = 0; k < contacts.count; k++) {
      let way = 0;
      const row = 3 * k * part.modeCount;
      for (let mode = 0; mode < part.modeCount; mode++) way += contacts.rows[row + mode] * change[mode];
      contacts.depths[k] = Math.max(0, depths[k] - way);
      rest = Math.max(rest, contacts.depths[k]);
    }
    if (rest > minJump) {
      solveContacts(change, contacts, this.elastic, jumpRounds, false);
      for (let mode = 0; mode < part.modeCount; mode++) amplitudes[mode] += change[mode];
    }
    this.limit(amplitudes, velocities, limit);
  }

  /** Reduces amplitudes whose displacement exceeds the limit, and velocities that would lead beyond it. */
  private limit(amplitudes: Float64Array, velocities: Float64Array, limit: number): void {
    let energy = 0;
    for (const velocity of velocities) energy += velocity * velocity;
    const reach = Math.sqrt(energy * this.softest);
    if (reach > limit) scale(velocities, limit / reach);
    const distance = this.measure(amplitudes, limit);
    if (distance > limit) scale(amplitudes, limit / distance);
  }

  /** Finds all points inside bodies. */
  private findCandidates(amplitudes: Float64Array, { part: own, joints, bodies }: TouchStep): void {
    const { surface } = this;
    this.candidateCount = 0;
    this.pass++;
    while (this.jointEnds.length < joints.length) {
      this.jointStarts.push(new Float64Array(12));
      this.jointEnds.push(new Float64Array(12));
    }
    for (const [k, { start, end }] of joints.entries()) {
      relateFrames(this.jointStarts[k], start, own.start);
      relateFrames(this.jointEnds[k], end, own.end);
    }
    while (this.bodyEnds.length < bodies.length) this.bodyEnds.push(new Float64Array(12));
    for (const [k, { moved }] of bodies.entries())
      relateFrames(this.bodyEnds[k], moved?.end ?? null, own.end);
    for (let index = 0; index < surface.groups.length; ) {
      const group = surface.groups[index];
      const apart = displaceGroup(amplitudes, group.shapes);
      const spread = this.placeCenter(
        group.center[0] + moved[0],
        group.center[1] + moved[1],
        group.center[2] + moved[2],
        group.joints,
      );
      const reach = apart + spread;
      const isSmallest = group.next === index + 1;
      let isNear = false;
      for (let body = 0; body < bodies.length && (isSmallest || !isNear); body++) {
        const { shape, ignoredBy } = bodies[body].body;
        const near = group.radius + reach;
        const distance = this.distanceTo(shape, this.bodyEnds[body], center[0], center[1], center[2], near);
        if (distance > near && (isSmallest || shape.isExact)) continue;
        isNear = true;
        if (!isSmallest) continue;
        for (let point = group.first; point < group.end; point++) {
          if (distance > surface.offsets[point] + reach || ignoredBy?.[point]) continue;
          this.testPoint(point, body, bodies[body].body, amplitudes);
        }
      }
      index = isNear ? index + 1 : group.next;
    }
  }

  /** Writes the middle of a group as its joints move it to `center`, and returns how far the single joints move it from there. */
  private placeCenter(x: number, y: number, z: number, joints: readonly number[]): number {
    transform(center, this.jointEnds[joints[0]], x, y, z);
    if (joints.length === 1) return 0;
    for (let axis = 0; axis < 3; axis++) center[axis] /= joints.length;
    for (let k = 1; k < joints.length; k++) {
      transform(posed, this.jointEnds[joints[k]], x, y, z);
      for (let axis = 0; axis < 3; axis++) center[axis] += posed[axis] / joints.length;
    }
    let square = 0;
    for (const joint of joints) {
      transform(posed, this.jointEnds[joint], x, y, z);
      const u = posed[0] - center[0];
      const v = posed[1] - center[1];
      const w = posed[2] - center[2];
      square = Math.max(square, u * u + v * v + w * w);
    }
    return Math.sqrt(square);
  }

  /** Distance of a point of the part's frame from a body. Writes the normal in the part's frame to `normal`. */
  private distanceTo(
    shape: TouchShape,
    to: Float64Array,
    x: number,
    y: number,
    z: number,
    within = Number.POSITIVE_INFINITY,
  ): number {
    const dx = x - to[9];
    const dy = y - to[10];
    const dz = z - to[11];
    const distance = shape.measure(
      this.normal,
      to[0] * dx + to[1] * dy + to[2] * dz,
      to[3] * dx + to[4] * dy + to[5] * dz,
      to[6] * dx + to[7] * dy + to[8] * dz,
      within,
    );
    rotate(this.normal, to, this.normal[0], this.normal[1], this.normal[2]);
    return distance;
  }

  private testPoint(
    point: number,
    body: number,
    { shape, other }: TouchBody,
    amplitudes: Float64Array,
  ): void {
    const { surface, normal, facing, posedPoints } = this;
    const { positions, shapes, normals } = surface;
    const to = this.bodyEnds[body];
    const x = positions[3 * point];
    const y = positions[3 * point + 1];
    const z = positions[3 * point + 2];
    if (this.posedAt[point] !== this.pass) {
      this.posedAt[point] = this.pass;
      surface.blend(blended, this.jointEnds, point);
      displace(amplitudes, shapes, 3 * point * amplitudes.length);
      transform(posed, blended, x + moved[0], y + moved[1], z + moved[2]);
      for (let axis = 0; axis < 3; axis++) posedPoints[3 * point + axis] = posed[axis];
    }
    for (let axis = 0; axis < 3; axis++) posed[axis] = posedPoints[3 * point + axis];
    let depth = -this.distanceTo(shape, to, posed[0], posed[1], posed[2]);
    if (!(depth > 0)) return;
    surface.blend(blended, this.jointEnds, point);
    transform(restPosed, blended, x, y, z);
    rotate(facing, blended, normals[3 * point], normals[3 * point + 1], normals[3 * point + 2]);
    if (dot(normal, facing) > farSide) {
      if (other) return;
      depth = this.leaveInward(shape, to, depth);
    }
    if (other) {
      // Both parts give way by their compliances.
      const own = this.compliances[point];
      depth *= own / (own + other.solver.compliances[other.surface.nearest]);
      if (!(depth > 0)) return;
    }
    let whole = depth;
    for (let axis = 0; axis < 3; axis++) whole += normal[axis] * (posed[axis] - restPosed[axis]);
    depth -= this.yielding[point] * Math.max(0, whole);
    if (!(depth > 0)) return;
    if (this.candidates.length < (this.candidateCount + 1) * stride) {
      const grown = new Float64Array(2 * this.candidates.length);
      grown.set(this.candidates);
      this.candidates = grown;
    }
    const at = stride * this.candidateCount++;
    this.candidates[at] = point;
    this.candidates[at + 1] = body;
    this.candidates[at + 2] = depth;
    this.candidates.set(normal, at + 3);
    this.candidates.set(posed, at + 6);
  }

  /**
   * Finds the way out of a body into the flesh, for a point that is nearer to the far side of the body: from `posed` against `facing`. Writes the
   * direction to `normal` and returns the distance, metres.
   */
  private leaveInward(shape: TouchShape, to: Float64Array, depth: number): number {
    const { normal, facing } = this;
    const size = Math.sqrt(dot(facing, facing));
    if (!(size > 0)) return 0;
    const [u, v, w] = [-facing[0] / size, -facing[1] / size, -facing[2] / size];
    let [way, inside] = [0, depth];
    for (let k = 0; k < maxMarches && inside > minRest; k++) {
      way += inside;
      inside = -this.distanceTo(shape, to, posed[0] + way * u, posed[1] + way * v, posed[2] + way * w);
    }
    normal[0] = u;
    normal[1] = v;
    normal[2] = w;
    return way;
  }

  /** Chooses contacts among the candidates and writes them to `contacts`, with their whole depths. */
  private chooseContacts(step: TouchStep): void {
    const { contacts, candidates, candidateCount } = this;
    contacts.count = 0;
    // The deepest first, then those with the largest product of depth and squared distance from the nearest one chosen.
    const apart = new Float64Array(candidateCount).fill(1);
    for (let chosen = 0; contacts.count < maxContacts; chosen++) {
      let best = -1;
      let score = 0;
      for (let k = 0; k < candidateCount; k++) {
        const own = candidates[stride * k + 2] * apart[k];
        if (own > score) {
          best = k;
          score = own;
        }
      }
      if (best < 0) return;
      this.addContact(stride * best, step);
      for (let k = 0; k < candidateCount; k++) {
        let square = 0;
        for (let axis = 6; axis < 9; axis++) {
          const d = candidates[stride * k + axis] - candidates[stride * best + axis];
          square += d * d;
        }
        if (chosen === 0 || square < apart[k]) apart[k] = square;
      }
    }
  }

  /** Adds a contact: its rows, its depth, and its motion in the step. A point that no mode moves is left out. */
  private addContact(at: number, { before, bodies, limit, part: own }: TouchStep): void {
    const { contacts, candidates, surface, part } = this;
    const { modeCount } = part;
    const point = candidates[at];
    const { body, moved: motion } = bodies[candidates[at + 1]];
    const n = candidates.subarray(at + 3, at + 6);
    const here = candidates.subarray(at + 6, at + 9);

    // Displacement of the flesh in the step, minus that of the point of the body which is now at the same position.
    displace(before, surface.shapes, 3 * point * modeCount);
    for (let axis = 0; axis < 3; axis++) moved[axis] += surface.positions[3 * point + axis];
    surface.blend(blended, this.jointStarts, point);
    transform(slip, blended, moved[0], moved[1], moved[2]);
    const to = this.bodyEnds[candidates[at + 1]];
    const dx = here[0] - to[9];
    const dy = here[1] - to[10];
    const dz = here[2] - to[11];
    relateFrames(this.bodyStart, motion?.start ?? null, own.start);
    transform(
      posed,
      this.bodyStart,
      to[0] * dx + to[1] * dy + to[2] * dz,
      to[3] * dx + to[4] * dy + to[5] * dz,
      to[6] * dx + to[7] * dy + to[8] * dz,
    );
    for (let axis = 0; axis < 3; axis++) slip[axis] = posed[axis] - slip[axis];
    const along = dot(slip, n);
    for (let axis = 0; axis < 3; axis++) slip[axis] -= along * n[axis];
    const length = Math.sqrt(dot(slip, slip));
    findTangent(tangent, n, slip, length);

    surface.blend(blended, this.jointEnds, point);
    const k = contacts.count;
    const compliance = this.writeRow(3 * k, point, n);
    if (!(compliance > 0)) return;
    this.writeRow(3 * k + 1, point, tangent);
    otherTangent[0] = n[1] * tangent[2] - n[2] * tangent[1];
    otherTangent[1] = n[2] * tangent[0] - n[0] * tangent[2];
    otherTangent[2] = n[0] * tangent[1] - n[1] * tangent[0];
    this.writeRow(3 * k + 2, point, otherTangent);
    contacts.count++;
    const most = limit * Math.sqrt(compliance / this.softest);
    contacts.depths[k] = Math.min(candidates[at + 2], most);
    this.approaches[k] = Math.min(Math.max(0, -along), contacts.depths[k]);
    contacts.slips[2 * k] = Math.min(length, limit);
    contacts.slips[2 * k + 1] = 0;
    contacts.frictions[k] = body.friction;
  }

  /** Writes the displacement of a point along a direction for each mode. Returns the compliance along it, m²/J. Reads `blended`. */
  private writeRow(row: number, point: number, direction: ArrayLike<number>): number {
    const { contacts, surface, elastic } = this;
    const modeCount = elastic.length;
    const u = blended[0] * direction[0] + blended[1] * direction[1] + blended[2] * direction[2];
    const v = blended[3] * direction[0] + blended[4] * direction[1] + blended[5] * direction[2];
    const w = blended[6] * direction[0] + blended[7] * direction[1] + blended[8] * direction[2];
    let compliance = 0;
    for (let mode = 0, k = 3 * point * modeCount; mode < modeCount; mode++, k += 3) {
      const value = u * surface.shapes[k] + v * surface.shapes[k + 1] + w * surface.shapes[k + 2];
      contacts.rows[row * modeCount + mode] = value;
      compliance += value * value * elastic[mode];
    }
    return compliance;
  }

  private tabulateDynamic(dt: number): void {
    if (dt === this.dt) return;
    this.dt = dt;
    const { alpha, beta } = this.damping;
    this.part.omega2.forEach((square, mode) => {
      this.dynamic[mode] = (dt * dt) / (1 + (alpha + beta * square) * dt + square * dt * dt);
    });
  }

  private tabulateElastic(): void {
    const { part, elastic, surface } = this;
    part.omega2.forEach((square, mode) => {
      elastic[mode] = 1 / Math.max(square, minSquare);
    });
    this.softest = 0;
    for (let point = 0; point < surface.pointCount; point++) {
      const compliance = this.measureCompliance(surface.shapes, 3 * point * part.modeCount);
      this.compliances[point] = compliance;
      this.softest = Math.max(this.softest, compliance);
    }
    // The softest point may be the tip of something thin, so all are compared with the middle one.
    const middle = this.compliances.slice().sort()[surface.pointCount >> 1];
    for (let point = 0; point < surface.pointCount; point++) {
      const ratio = this.compliances[point] / (stiffPoint * middle);
      this.yielding[point] = 1 / (1 + ratio * ratio * ratio * ratio);
    }
  }

  /**
   * Returns an upper bound of the squared displacement of a point that twice the elastic energy 1 causes, m²/J: the Frobenius norm of its compliance,
   * which is at least the largest eigenvalue.
   */
  private measureCompliance(shapes: Float64Array, from: number): number {
    const { elastic } = this;
    let square = 0;
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b <= a; b++) {
        let sum = 0;
        for (let mode = 0, k = from; mode < elastic.length; mode++, k += 3) {
          sum += shapes[k + a] * shapes[k + b] * elastic[mode];
        }
        square += (a === b ? 1 : 2) * sum * sum;
      }
    }
    return Math.sqrt(square);
  }
}

/** A point with this fraction of the median compliance of all points is pushed half of the way out of a body. */
const stiffPoint = 0.2;
/** If forces leave less depth than this, metres, it is left to the next step. */
const minJump = 5e-5;
/** Depths below this, metres, do not count. */
const minRest = 1e-7;
/** Maximum number of steps out of a body along a line. */
const maxMarches = 24;

const center = new Float64Array(3);
const posed = new Float64Array(3);
const moved = new Float64Array(3);
const restPosed = new Float64Array(3);
const slip = new Float64Array(3);
const tangent = new Float64Array(3);
const otherTangent = new Float64Array(3);
const blended = new Float64Array(12);

/** Writes the direction of a slip, or if there is none, any direction along the surface. */
function findTangent(out: Float64Array, n: ArrayLike<number>, slipped: Float64Array, length: number): void {
  if (length > 1e-12) {
    for (let axis = 0; axis < 3; axis++) out[axis] = slipped[axis] / length;
    return;
  }
  const [x, y, z] = [Math.abs(n[0]), Math.abs(n[1]), Math.abs(n[2])];
  const least = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
  for (let axis = 0; axis < 3; axis++) out[axis] = (axis === least ? 1 : 0) - n[least] * n[axis];
  scale(out, 1 / Math.sqrt(dot(out, out)));
}

/** Writes the displacement of a point in the rest shape to `moved`. from: where its shapes begin. */
function displace(amplitudes: Float64Array, shapes: Float64Array, from: number): void {
  // Two sums for each axis, since a processor adds independent numbers at the same time.
  let x = 0;
  let y = 0;
  let z = 0;
  let otherX = 0;
  let otherY = 0;
  let otherZ = 0;
  const last = amplitudes.length - 1;
  let mode = 0;
  let k = from;
  for (; mode < last; mode += 2, k += 6) {
    const first = amplitudes[mode];
    const second = amplitudes[mode + 1];
    x += first * shapes[k];
    y += first * shapes[k + 1];
    z += first * shapes[k + 2];
    otherX += second * shapes[k + 3];
    otherY += second * shapes[k + 4];
    otherZ += second * shapes[k + 5];
  }
  if (mode === last) {
    x += amplitudes[mode] * shapes[k];
    y += amplitudes[mode] * shapes[k + 1];
    z += amplitudes[mode] * shapes[k + 2];
  }
  moved[0] = x + otherX;
  moved[1] = y + otherY;
  moved[2] = z + otherZ;
}

/** Writes the mean displacement of a group to `moved`, and returns the maximum distance of a point's displacement from it. */
function displaceGroup(amplitudes: Float64Array, shapes: Float64Array): number {
  let x = 0;
  let y = 0;
  let z = 0;
  let apart = 0;
  for (let mode = 0, k = 0; mode < amplitudes.length; mode++, k += 4) {
    const amplitude = amplitudes[mode];
    x += amplitude * shapes[k];
    y += amplitude * shapes[k + 1];
    z += amplitude * shapes[k + 2];
    apart += Math.abs(amplitude) * shapes[k + 3];
  }
  moved[0] = x;
  moved[1] = y;
  moved[2] = z;
  return apart;
}

function transform(out: Float64Array, m: Float64Array, x: number, y: number, z: number): void {
  out[0] = m[0] * x + m[3] * y + m[6] * z + m[9];
  out[1] = m[1] * x + m[4] * y + m[7] * z + m[10];
  out[2] = m[2] * x + m[5] * y + m[8] * z + m[11];
}

function rotate(out: Float64Array, m: Float64Array, x: number, y: number, z: number): void {
  out[0] = m[0] * x + m[3] * y + m[6] * z;
  out[1] = m[1] * x + m[4] * y + m[7] * z;
  out[2] = m[2] * x + m[5] * y + m[8] * z;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function scale(values: Float64Array, factor: number): void {
  for (let k = 0; k < values.length; k++) values[k] *= factor;
}
