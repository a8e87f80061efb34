import type { SystemDescription } from '../system.ts';
import { checkFur } from './check-params.ts';
import { type FurParams, furParams } from './params.ts';

export const furDescription = {
  name: 'fur',
  description: 'Fur on characters, and patches of grass.',
  params: furParams,
  reads: ['colliders', 'heightfields', 'surfaces', 'shapes'],
  // Only a patch touches the ground. A coat follows a skin.
  touchesGround: ({ actor }) => actor === undefined,
  shows: 'shells',
  check: checkFur,
} as const satisfies SystemDescription<FurParams>;
