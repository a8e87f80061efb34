import { InputError } from '../../../input-error.ts';
import type { Shape } from '../shape.ts';
import { Blend } from './blend.ts';
import { planeNormal } from './plane-normal.ts';

export interface MorphOptions {
  /** [3 · n] m: positions of the members when the key takes effect, and their goals. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /**
   * Shapes that they come from, and the index of each member's shape [n]: that of its source, or of the key that it reached last.
   */
  readonly fromShapes: readonly Shape[];
  readonly fromOf: ArrayLike<number>;
  /** Shapes of the key, and the index of each member's target shape [n]. */
  readonly toShapes: readonly Shape[];
  readonly toOf: ArrayLike<number>;
}

/**
 * The positions and velocities that are corrected, indexed by particle. A `ParticleStore` has all of these arrays. If the cohort of
 * a particle is below 0, the particle does not exist.
 */
export interface MorphPlanes {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly vz: Float64Array;
  readonly cohort: Int32Array;
}

/** Progress of a cohort's shape after the step, and before it, 0..1: see `tabulateProgress`. */
export interface MorphProgress {
  readonly progress: number;
  readonly before: number;
}

/**
 * The blend of a pair is used if the whole path of at least this fraction of its members is inside. Otherwise the shapes differ
 * so much that parts of the blend vanish in between, and particles in them would jump.
 */
const minBlended = 0.75;

/** Fractions of the path at which it is tested whether the path is inside the blend. It fails in the middle first. */
const probes = [1 / 2, 1 / 4, 3 / 4, 1 / 8, 7 / 8, 3 / 8, 5 / 8, 0, 1];

/**
 * The intermediate shape at every time, which particles of a key do not leave. Dingle & Keyser 2005, section 5, suggests outline
 * morphs of single polygons; this also works for letters with holes.
 *
 * Each particle has a ball that moves straight from its initial position to its goal. At both ends it is as large as fits into
 * the shape there, and its radius is interpolated in between (a cylinder if both shapes are in parallel planes). The intermediate
 * shape is the union of all balls: at the start the first shape, at the end the second, never empty, and of any topology. Similar
 * shapes also have a blend (`Blend`), whose inside is added for those particles whose whole path is in it.
 */
export class Morph {
  private readonly count: number;
  /** [n] radius of the ball at both ends, m. */
  private readonly firstRadius: Float64Array;
  private readonly lastRadius: Float64Array;
  /** The plane that contains both shapes of a pair, by pair; null if there is none. */
  private readonly normals: (Float64Array | null)[] = [];
  private readonly blends: Blend[] = [];
  /** Size of the larger shape of a pair, m. */
  private readonly sizes: number[] = [];
  /** [n] pair of shapes; and 1 if the blend contains the whole path. */
  private readonly pairOf: Uint32Array;
  private readonly isBlended: Uint8Array;
  private readonly center = new Float64Array(3);
  private readonly offset = new Float64Array(3);
  private readonly point = new Float64Array(3);
  private readonly inner = new Float64Array(3);
  private readonly velocity = new Float64Array(3);

  constructor(private readonly options: MorphOptions) {
    const { from, to, fromShapes, fromOf, toShapes, toOf } = options;
    this.count = from.length / 3;
    this.firstRadius = new Float64Array(this.count);
    this.lastRadius = new Float64Array(this.count);
    this.pairOf = new Uint32Array(this.count);
    this.isBlended = new Uint8Array(this.count);
    const pairs = new Map<number, number>();
    const members: number[][] = [];
    for (let k = 0; k < this.count; k++) {
      // A particle outside the shape may move as far as it is from the shape, so that it is not stopped suddenly.
      this.firstRadius[k] = Math.abs(measureAt(fromShapes[fromOf[k]], from, k));
      this.lastRadius[k] = Math.max(0, -measureAt(toShapes[toOf[k]], to, k));
      const key = fromOf[k] * toShapes.length + toOf[k];
      const pair = pairs.get(key) ?? pairs.size;
      pairs.set(key, pair);
      members[pair] ??= [];
      members[pair].push(k);
      this.pairOf[k] = pair;
    }
    for (const list of members) this.addPair(list);
  }

  /**
   * Moves all members that have left the shape back to the nearest position that is found, and removes the outward component of
   * their velocity. Members whose progress is 1 are moved to their goal and keep their velocity; they are outside only by
   * rounding and are not counted. Returns the number of others.
   *
   * members [n]: indices of the particles. cohortOf [n]: index into `cohorts` of each; null cohorts are skipped. dt: s, > 0.
   */
  afterStep(
    store: MorphPlanes,
    members: Uint32Array,
    cohortOf: ArrayLike<number>,
    cohorts: readonly (MorphProgress | null)[],
    dt: number,
  ): number {
    const { x, y, z, vx, vy, vz, cohort } = store;
    const { point, velocity } = this;
    let moved = 0;
    for (let k = 0; k < this.count; k++) {
      const p = members[k];
      const progress = cohorts[cohortOf[k]];
      if (!progress || cohort[p] < 0) continue;
      if (this.contains(k, x[p], y[p], z[p], progress.progress)) continue;
      if (progress.progress < 1) moved++;
      point[0] = x[p];
      point[1] = y[p];
      point[2] = z[p];
      velocity[0] = vx[p];
      velocity[1] = vy[p];
      velocity[2] = vz[p];
      this.putBack(k, progress, dt);
      x[p] = point[0];
      y[p] = point[1];
      z[p] = point[2];
      vx[p] = velocity[0];
      vy[p] = velocity[1];
      vz[p] = velocity[2];
    }
    return moved;
  }

  /** Writes the nominal position of member k, m, into out [3]: on the straight line from its start to its goal. */
  placeAt(out: Float64Array, k: number, progress: number): void {
    const { from, to } = this.options;
    for (let axis = 0; axis < 3; axis++) {
      out[axis] = (1 - progress) * from[3 * k + axis] + progress * to[3 * k + axis];
    }
  }

  /** Returns true if a position is inside for member k. Its nominal position always is. */
  contains(k: number, x: number, y: number, z: number, progress: number): boolean {
    if (this.gapToBall(k, x, y, z, progress) <= 0) return true;
    return this.isBlended[k] === 1 && this.blendOf(k).distance(x, y, z, progress) <= 0;
  }

  /** Returns the distance in metres to the whole intermediate shape, ≤ 0 inside. Visits every member: for pictures and tests. */
  distance(x: number, y: number, z: number, progress: number): number {
    let min = Infinity;
    const seen = new Set<Blend>();
    for (let k = 0; k < this.count; k++) {
      min = Math.min(min, this.gapToBall(k, x, y, z, progress));
      const blend = this.blendOf(k);
      if (!this.isBlended[k] || seen.has(blend)) continue;
      seen.add(blend);
      min = Math.min(min, blend.distance(x, y, z, progress));
    }
    return min;
  }

  private addPair(list: readonly number[]): void {
    const { from, to, fromShapes, fromOf, toShapes, toOf } = this.options;
    const first = fromShapes[fromOf[list[0]]];
    const second = toShapes[toOf[list[0]]];
    const normal = commonNormal(planeNormal(first), planeNormal(second));
    const flatAxis = normal ? normal.findIndex((part) => Math.abs(part) > 1 - 1e-9) : -1;
    this.normals.push(normal);
    const shift = new Float64Array(3);
    for (const k of list) {
      for (let axis = 0; axis < 3; axis++)
        shift[axis] += (to[3 * k + axis] - from[3 * k + axis]) / list.length;
    }
    const size = Math.max(sizeOf(first), sizeOf(second));
    const blend = new Blend(insideOf(first), insideOf(second), shift, size, flatAxis);
    this.blends.push(blend);
    this.sizes.push(size);
    const { center } = this;
    const inside = list.filter((k) =>
      probes.every((progress) => {
        this.placeAt(center, k, progress);
        return blend.distance(center[0], center[1], center[2], progress) <= 0;
      }),
    );
    if (inside.length < minBlended * list.length) return;
    for (const k of inside) this.isBlended[k] = 1;
  }

  /** Moves `this.point` and `this.velocity`, which are outside for member k. */
  private putBack(k: number, { progress, before }: MorphProgress, dt: number): void {
    const { point, velocity } = this;
    if (progress === 1) {
      this.placeAt(point, k, 1);
      return;
    }
    if (this.isBlended[k] && this.enterBlend(k, progress)) {
      this.blendOf(k).keepInside(velocity, point, progress, before, dt);
    } else this.enterBall(k, progress, before, dt);
  }

  /** Moves `this.point` into the blend. Returns false, and moves nothing, if its ball is nearer or no position is found. */
  private enterBlend(k: number, progress: number): boolean {
    const { point, inner } = this;
    const blend = this.blendOf(k);
    const [x, y, z] = point;
    const reach = this.gapToBall(k, x, y, z, progress);
    if (blend.enter(point, progress, reach)) return true;
    point[0] = x;
    point[1] = y;
    point[2] = z;
    // The nominal position, moved along the normal to the same distance from the plane as the point.
    for (let axis = 0; axis < 3; axis++) inner[axis] = point[axis] - this.offset[axis];
    return blend.enterToward(point, inner, progress);
  }

  /** Moves to the nearest position in the ball of member k, and limits the outward speed to that of the ball's boundary. */
  private enterBall(k: number, progress: number, before: number, dt: number): void {
    const { point, velocity, offset } = this;
    const { from, to } = this.options;
    const gap = this.gapToBall(k, point[0], point[1], point[2], progress);
    const distance = gap + this.radius(k, progress);
    // Slightly inside the boundary, so that rounding does not leave it outside.
    const step = Math.min(distance, gap * (1 + 1e-9) + 1e-3 * this.slack(k, progress));
    const progressRate = (progress - before) / dt;
    let excess = (this.radius(k, before) - this.radius(k, progress)) / dt;
    for (let axis = 0; axis < 3; axis++) {
      offset[axis] /= distance;
      point[axis] -= step * offset[axis];
      excess += (velocity[axis] - (to[3 * k + axis] - from[3 * k + axis]) * progressRate) * offset[axis];
    }
    if (excess <= 0) return;
    for (let axis = 0; axis < 3; axis++) velocity[axis] -= excess * offset[axis];
  }

  /** Returns the distance in metres to the ball of member k, negative inside. Writes the offset from its centre to scratch. */
  private gapToBall(k: number, x: number, y: number, z: number, progress: number): number {
    const { center, offset } = this;
    this.placeAt(center, k, progress);
    offset[0] = x - center[0];
    offset[1] = y - center[1];
    offset[2] = z - center[2];
    const normal = this.normals[this.pairOf[k]];
    if (normal) {
      const height = offset[0] * normal[0] + offset[1] * normal[1] + offset[2] * normal[2];
      for (let axis = 0; axis < 3; axis++) offset[axis] -= height * normal[axis];
    }
    const distance = Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
    return distance - this.radius(k, progress);
  }

  private radius(k: number, progress: number): number {
    const radius = (1 - progress) * this.firstRadius[k] + progress * this.lastRadius[k];
    return radius + this.slack(k, progress);
  }

  /** Returns the tolerance for rounding if a ball is a point, m; 0 at both ends, which are the shapes themselves. */
  private slack(k: number, progress: number): number {
    return 1e-6 * this.sizes[this.pairOf[k]] * progress * (1 - progress);
  }

  private blendOf(k: number): Blend {
    return this.blends[this.pairOf[k]];
  }
}

/** Creates the morph of a confined key when it takes effect. All shapes must have a `distance`: see `morphFault`. */
export function createMorph(options: MorphOptions): Morph {
  return new Morph(options);
}

/** Explains why particles cannot be confined between this shape and another; null if they can. */
export function morphFault(shape: Shape): string | null {
  if (shape.distance) return null;
  return (
    `expected a shape with an inside, but "${shape.name}" has none: give it an area or a volume, or leave out ` +
    '`confinement`'
  );
}

/** Returns the distance in metres from point k to the boundary of a shape, negative inside. */
function measureAt(shape: Shape, positions: Float64Array, k: number): number {
  return insideOf(shape)(positions[3 * k], positions[3 * k + 1], positions[3 * k + 2]);
}

function insideOf(shape: Shape): NonNullable<Shape['distance']> {
  if (shape.distance) return shape.distance;
  throw InputError.at('', morphFault(shape) ?? '');
}

function sizeOf({ bounds: { min, max } }: Shape): number {
  return Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}

/** Returns the common normal of two parallel planes; null if there are not two planes, or if they are not parallel. */
function commonNormal(a: Float64Array | null, b: Float64Array | null): Float64Array | null {
  if (!a || !b) return null;
  return Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) > 1 - 1e-9 ? a : null;
}
