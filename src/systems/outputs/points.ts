import type { PointsFrame } from '../../motion/points-frame.ts';

/**
 * The particles that exist now, in the order of their identity. The object never changes, but each step changes its contents:
 * arrays hold `count` particles and may be longer; they are replaced when they must grow.
 */
export interface PointsOutput extends PointsFrame {
  readonly kind: 'points';
  readonly name: string;
  /** Total number of particles over the whole run. */
  readonly capacity: number;
  /** Returns the number of particles at a time, seconds. Absent if the number is not known in advance. */
  countAt?(time: number): number;
  /** Appearance of the particles. */
  readonly look: PointsLook;
  /**
   * The groups of particles that reach keys, in ascending order of `start`. Absent if nothing is known in advance. For pictures
   * and timelines.
   */
  readonly keys?: readonly PointsKey[];
}

/** An axis-aligned box in world space, m. */
export interface PointsBox {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

/** A group of particles that is moved to a target. */
export interface PointsKey {
  readonly name: string;
  /**
   * When its motion begins, when all have arrived, and until when they are held (equal to `end` if they are released at once), s.
   */
  readonly start: number;
  readonly end: number;
  readonly until: number;
  /** The box of the target positions, m; null if they move. */
  readonly extent: PointsBox | null;
  /** Number of its particles, and number of those that have arrived by now. */
  readonly count: number;
  readonly arrived: number;
}

/** Names of the looks of particles. */
export const pointsLooks = ['sphere', 'smoke', 'ember', 'disc', 'cube', 'leaf', 'clod'] as const;
/**
 * `sphere` and `cube` are solid and lit, `disc` is flat, `smoke` is soft and scatters light, `ember` glows, `leaf` is a curved leaf,
 * `clod` is an irregular solid lump.
 */
export type PointsLook = (typeof pointsLooks)[number];
