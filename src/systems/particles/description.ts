import type { SystemDescription } from '../system.ts';
import { checkParticles } from './check-params.ts';
import { type ParticlesParams, particlesParams } from './params.ts';

export const particlesDescription: SystemDescription<ParticlesParams> = {
  name: 'particles',
  params: particlesParams,
  reads: ['colliders', 'heightfields', 'surfaces', 'shapes'],
  touchesGround: ({ collide }) => collide,
  shows: 'points',
  check: (params) => checkParticles(params),
};
