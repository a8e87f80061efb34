import type { PointsFrame } from '../../motion/points-frame.ts';

/**
 * Particles that exist now, in the order of their identity. The object stays for ever, what it holds changes with each
 * step: arrays hold `count` particles and may be longer; they are replaced where they must grow.
 */
export interface PointsOutput extends PointsFrame {
  readonly kind: 'points';
  readonly name: string;
  /** How many there will ever be. */
  readonly capacity: number;
  /** How many exist at a time, seconds, where that is known ahead; absent where it is not. */
  countAt?(time: number): number;
  /** What they should look like. */
  readonly look: PointsLook;
  /** What leads them, in rising order of `start`; absent where nothing is known ahead. For pictures and timelines. */
  readonly keys?: readonly PointsKey[];
}

/** A box in the world, m. */
export interface PointsBox {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

/** Particles that are led somewhere. */
export interface PointsKey {
  readonly name: string;
  /** When it begins, when all are there, and until when they are kept there (`end` where they are let go at once), s. */
  readonly start: number;
  readonly end: number;
  readonly until: number;
  /** The box of the places to which it leads, m; null where they move. */
  readonly extent: PointsBox | null;
  /** How many it leads, and how many of them have arrived by now. */
  readonly count: number;
  readonly arrived: number;
}

export const pointsLooks = ['sphere', 'smoke', 'ember', 'disc', 'cube'] as const;
/** `sphere` and `cube` are solid and lit, `disc` is flat, `smoke` is soft, `ember` glows. */
export type PointsLook = (typeof pointsLooks)[number];
