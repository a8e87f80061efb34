import type { SystemDescription } from '../system.ts';
import { checkGround } from './check-params.ts';
import { type GroundParams, groundParams } from './params.ts';

export const groundDescription: SystemDescription<GroundParams> = {
  name: 'ground',
  params: groundParams,
  reads: ['colliders'],
  shows: 'heightfield',
  check: checkGround,
};
