import type { StepLaw } from './laws/step-law.ts';
import { cohortRowIndex as index, cohortRowBytes as rowBytes } from './records.generated.ts';
import type { ParticleStore } from './store.ts';

/**
 * How each cohort moves in the next step. Particles of a cohort have the same key and time of arrival, so the key's law gives the
 * same values for all of them. Row 0 is for free particles.
 */
export class CohortTable {
  private block = 0;
  private rows = 0;
  private doubles = new Float64Array(0);
  private words = new Int32Array(0);

  constructor(
    readonly store: ParticleStore,
    rowCount = 1,
  ) {
    this.ensure(Math.max(1, rowCount));
  }

  /** Address for the kernel. */
  get pointer(): number {
    return this.block;
  }

  get rowCount(): number {
    return this.rows;
  }

  /** Frees the memory; the table must not be used afterwards. */
  free(): void {
    this.store.allocator.free(this.block);
  }

  /** Allocates this many rows and keeps the existing ones. Views of the store's planes may become invalid. */
  ensure(rowCount: number): void {
    if (rowCount <= this.rows) return;
    const { allocator, kernel } = this.store;
    const bytes = rowBytes * Math.max(rowCount, 2 * this.rows);
    const block = allocator.allocate(bytes);
    const bytesNow = new Uint8Array(kernel.memory.buffer);
    bytesNow.fill(0, block, block + bytes);
    if (this.rows > 0) {
      bytesNow.copyWithin(block, this.block, this.block + rowBytes * this.rows);
      allocator.free(this.block);
    }
    this.block = block;
    this.rows = bytes / rowBytes;
  }

  /**
   * Writes a row. `uniform` [3] m/s²: the acceleration that is the same for all particles (gravity, steady wind): see
   * `ForceField.uniform`. Row 0 must be a law without a target (`freeLaw`).
   */
  set(row: number, law: StepLaw, uniform: ArrayLike<number>): void {
    this.look();
    const { doubles, words } = this;
    const o = (rowBytes / 8) * row;
    doubles[o + index.keep] = law.keep;
    doubles[o + index.force] = law.force;
    doubles[o + index.pull] = law.pull;
    doubles[o + index.aim] = law.aim;
    for (let axis = 0; axis < 3; axis++) doubles[o + index.gain + axis] = law.force * uniform[axis];
    words[2 * o + index.kind] = row === 0 ? 0 : law.aim !== 0 && this.store.hasTargetVelocity ? 2 : 1;
    words[2 * o + index.ignoresObstacles] = law.ignoresObstacles ? 1 : 0;
  }

  /** Returns true if particles of a row pass through obstacles in this step: see `StepLaw.ignoresObstacles`. */
  ignoresObstacles(row: number): boolean {
    this.look();
    return this.words[(rowBytes / 4) * row + index.ignoresObstacles] !== 0;
  }

  private look(): void {
    const { buffer } = this.store.kernel.memory;
    if (this.doubles.buffer === buffer && this.doubles.byteOffset === this.block) return;
    this.doubles = new Float64Array(buffer, this.block, (rowBytes / 8) * this.rows);
    this.words = new Int32Array(buffer, this.block, (rowBytes / 4) * this.rows);
  }
}
