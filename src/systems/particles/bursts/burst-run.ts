import type { Pool } from '../birth.ts';
import type { BurstParams } from '../params.ts';

/** A burst during a run: the particles that it has thrown. */
export class BurstRun {
  /** Number of particles thrown so far. They are the first ones of the pool. */
  thrown = 0;
  /** Number of particles that could not be thrown, because all had been. */
  missing = 0;
  /** Particles that are due, less than 1. */
  owed = 0;
  /** Total volume that contacts pressed down, m³. */
  volume = 0;
  /** [count] time of death, s; Infinity if a particle never dies. */
  readonly deaths: Float64Array;

  constructor(
    readonly params: BurstParams,
    readonly pool: Pool,
  ) {
    this.deaths = new Float64Array(pool.count).fill(Number.POSITIVE_INFINITY);
  }

  /** The numbers that are saved. */
  get saved(): [thrown: number, missing: number, owed: number, volume: number] {
    return [this.thrown, this.missing, this.owed, this.volume];
  }

  set saved([thrown, missing, owed, volume]: readonly number[]) {
    this.thrown = thrown;
    this.missing = missing;
    this.owed = owed;
    this.volume = volume;
  }
}

/** Returns whether the burst listens to a collider: one of its actor, and of its joints if it names any. */
export function isOfBurst({ of, joints }: BurstParams, colliderName: string): boolean {
  if (colliderName !== of && !colliderName.startsWith(`${of}/`)) return false;
  if (!joints) return true;
  const part = colliderName.slice(of.length).toLowerCase();
  return joints.some((joint) => part.includes(joint.toLowerCase()));
}
