import type { PointsLook } from '../../outputs/points.ts';

/** Particles are opaque and lit, for every material. */
export const sprayLook: PointsLook = 'sphere';
