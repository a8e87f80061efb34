import type { SystemDescription } from '../system.ts';
import { checkFlesh } from './check-params.ts';
import { type FleshParams, fleshParams } from './params.ts';

export const fleshDescription: SystemDescription<FleshParams> = {
  name: 'flesh',
  params: fleshParams,
  reads: ['drives'],
  shows: 'morph',
  check: checkFlesh,
};
