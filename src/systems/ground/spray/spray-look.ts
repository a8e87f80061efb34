import type { PointsLook } from '../../outputs/points.ts';

/** Particles are opaque and lit, for every material. */
export const sprayLook: PointsLook = 'sphere';

/** Clods are irregular lumps. */
export const clodLook: PointsLook = 'clod';
