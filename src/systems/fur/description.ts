import type { SystemDescription } from '../system.ts';
import { checkFur } from './check-params.ts';
import { type FurParams, furParams } from './params.ts';

export const furDescription: SystemDescription<FurParams> = {
  name: 'fur',
  params: furParams,
  reads: ['colliders', 'heightfields', 'surfaces', 'shapes'],
  // A patch stands on ground, a coat on a skin.
  touchesGround: ({ actor }) => actor === undefined,
  shows: 'shells',
  check: checkFur,
};
