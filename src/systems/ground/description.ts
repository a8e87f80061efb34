import type { SystemDescription } from '../system.ts';
import { checkGround } from './check-ground.ts';
import { describeMaterialDefaults } from './material-defaults.ts';
import { groundMaterials } from './own-materials/ground-materials.ts';
import { type GroundParams, groundParams } from './params.ts';

export const groundDescription = {
  name: 'ground',
  description: 'Sand, mud and snow that keep prints.',
  flagPrefix: '',
  params: describeMaterialDefaults(groundParams),
  reads: ['colliders'],
  shows: 'heightfield',
  alsoShows: ({ spray, clodSize }) => (spray ? (clodSize > 0 ? ['points', 'points'] : ['points']) : []),
  check: checkGround,
  ownMaterials: groundMaterials,
} as const satisfies SystemDescription<GroundParams>;
