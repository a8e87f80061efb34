import type { SystemDescription } from '../system.ts';
import { checkFur } from './check-params.ts';
import { type FurParams, furParams } from './params.ts';

export const furDescription = {
  name: 'fur',
  description: 'Fur on characters, and patches of grass.',
  params: furParams,
  reads: ['colliders', 'heightfields', 'surfaces', 'shapes'],
  // A coat follows a skin. It needs the ground only for what sticks to the skin.
  touchesGround: ({ actor, stickingMass }) => actor === undefined || stickingMass > 0,
  shows: 'shells',
  check: checkFur,
} as const satisfies SystemDescription<FurParams>;
