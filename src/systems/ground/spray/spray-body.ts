import { hashBits } from '../../../math/random.ts';
import type { NearSurface } from '../contact/near-surface.ts';
import { SweptTriangles } from './swept-triangles.ts';

/** What `SprayBody.leftAt` says of a triangle that did not touch the ground in this step, and of one that touches at its end. */
export const free = -1;
export const touches = 1;

/** What sticks to one collider, triangle by triangle. State, but for `listed`, `leftAt` and `swept`. */
export class SprayBody {
  /** [triangleCount] units that stick to each. */
  units = new Int32Array(0);
  /** [triangleCount] how much of that was refused, and stays until the triangle leaves the ground again. */
  kept = new Int32Array(0);
  /** Units that have come off and make no whole particle yet; and less than one, carried from triangle to triangle. */
  loose = 0;
  fraction = 0;
  /** The same of what is scraped off while it slides: not taken from the ground before a particle is whole. */
  scraped = 0;
  /** [3 · triangleCount] m/s of each one's middle in the step before, and the step; only where acceleration counts. */
  velocities = new Float64Array(0);
  velocitySteps = new Float64Array(0);

  /** [listedCount] triangles that touched in this step or hold something, rising. */
  listed = new Uint32Array(0);
  listedCount = 0;
  /** [triangleCount] when in this step it left the ground, 0 ≤ s < 1; `free` or `touches`. */
  leftAt = new Float64Array(0);
  swept: SweptTriangles | null = null;
  private merged = new Uint32Array(0);
  /** Of its random numbers. */
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

  /** Units that stick to it. */
  get attached(): number {
    let sum = this.loose;
    for (let n = 0; n < this.listedCount; n++) sum += this.units[this.listed[n]];
    return sum;
  }

  /** Forgets what the last step found, and lists only triangles that hold something. */
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

  /** Lists those of `count` rising triangles, too, that touched in this step. */
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

  /** Looks at the collider's triangles in this step. */
  follow(surface: NearSurface): SweptTriangles {
    const { collider, allTriangles } = surface;
    if (this.swept?.collider !== collider || this.swept.indices !== allTriangles) {
      this.swept = new SweptTriangles(collider, allTriangles);
      this.reserve(this.swept.count);
    }
    return this.swept;
  }

  /** Room for so many triangles. What sticks to more than there are stays as it is. */
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
