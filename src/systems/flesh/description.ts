import type { SystemDescription } from '../system.ts';
import { checkFlesh } from './check-params.ts';
import { type FleshParams, fleshParams } from './params.ts';

export const fleshDescription = {
  name: 'flesh',
  description: 'Soft parts of a character, which follow through.',
  params: fleshParams,
  reads: ['drives'],
  shows: 'morph',
  check: checkFlesh,
} as const satisfies SystemDescription<FleshParams>;
