import { hashBits } from '../../../math/random.ts';
import type { NearSurface } from '../contact/near-surface.ts';
import { SweptTriangles } from './swept-triangles.ts';

/** Values of `SprayBody.leftAt` for a triangle that did not touch the ground in this step, and for one that touches at its end. */
export const free = -1;
export const touches = 1;

/** The material that sticks to the triangles of one collider. State, except `listed`, `leftAt` and `swept`. */
export class SprayBody {
  /** [triangleCount] units that stick to each triangle. */
  units = new Int32Array(0);
  /** [triangleCount] how much of that was not thrown and stays until the triangle leaves the ground again. */
  kept = new Int32Array(0);
  /** Units that came off and are not a whole particle yet, and a remainder below one unit, both passed from triangle to triangle. */
  loose = 0;
  fraction = 0;
  /** Units that were scraped off while the body slid and are not a whole particle yet. It is taken from the ground once a particle is whole. */
  scraped = 0;
  /** Units that came off for clods and are not a whole clod yet, a remainder below one unit, and the number of clods so far. */
  clodUnits = 0;
  clodRemainder = 0;
  clodCount = 0;
  /** [3 · triangleCount] velocity of the center of each triangle in the step before, m/s, and the number of that step. Only if acceleration is needed. */
  velocities = new Float64Array(0);
  velocitySteps = new Float64Array(0);

  /** [listedCount] triangles that touched in this step or hold something, ascending. */
  listed = new Uint32Array(0);
  listedCount = 0;
  /** [triangleCount] fraction of this step at which the triangle left the ground, 0 ≤ s < 1; or `free` or `touches`. */
  leftAt = new Float64Array(0);
  swept: SweptTriangles | null = null;
  private merged = new Uint32Array(0);
  /** Seed of its random numbers. */
  readonly seed: number;

  constructor(
    readonly name: string,
    seed: number,
    readonly keepsVelocities: boolean,
  ) {
    let hash = seed;
    for (let k = 0; k < name.length; k++) hash = hashBits(hash, name.charCodeAt(k));
    this.seed = hash;
  }

  /** Units that stick to the body. */
  get attached(): number {
    let sum = this.loose + this.clodUnits;
    for (let n = 0; n < this.listedCount; n++) sum += this.units[this.listed[n]];
    return sum;
  }

  /** Clears the results of the last step and lists only triangles that hold something. */
  begin(): void {
    const { listed, leftAt, units } = this;
    let kept = 0;
    for (let n = 0; n < this.listedCount; n++) {
      const triangle = listed[n];
      leftAt[triangle] = free;
      if (units[triangle] > 0) listed[kept++] = triangle;
    }
    this.listedCount = kept;
  }

  /** Adds those of `count` ascending triangles that touched in this step to the list. */
  list(triangles: Uint32Array, count: number): void {
    const { leftAt, listed, listedCount } = this;
    const { merged } = this;
    let length = 0;
    let n = 0;
    for (let k = 0; k < count; k++) {
      const triangle = triangles[k];
      if (leftAt[triangle] === free) continue;
      while (n < listedCount && listed[n] < triangle) merged[length++] = listed[n++];
      if (n < listedCount && listed[n] === triangle) n++;
      merged[length++] = triangle;
    }
    while (n < listedCount) merged[length++] = listed[n++];
    this.listed = merged;
    this.merged = listed;
    this.listedCount = length;
  }

  /** Sets the triangles of the collider in this step. */
  follow(surface: NearSurface): SweptTriangles {
    const { collider, allTriangles } = surface;
    if (this.swept?.collider !== collider || this.swept.indices !== allTriangles) {
      this.swept = new SweptTriangles(collider, allTriangles);
      this.reserve(this.swept.count);
    }
    return this.swept;
  }

  /** Reserves space for a number of triangles. Material on further triangles does not change. */
  reserve(triangleCount: number): void {
    if (triangleCount <= this.units.length) return;
    const units = new Int32Array(triangleCount);
    units.set(this.units);
    this.units = units;
    const kept = new Int32Array(triangleCount);
    kept.set(this.kept);
    this.kept = kept;
    this.leftAt = new Float64Array(triangleCount).fill(free);
    this.merged = new Uint32Array(triangleCount);
    const listed = new Uint32Array(triangleCount);
    listed.set(this.listed);
    this.listed = listed;
    if (!this.keepsVelocities) return;
    const velocities = new Float64Array(3 * triangleCount);
    velocities.set(this.velocities);
    this.velocities = velocities;
    const steps = new Float64Array(triangleCount).fill(-1);
    steps.set(this.velocitySteps);
    this.velocitySteps = steps;
  }
}
