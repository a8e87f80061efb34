import type { SystemDescription } from '../system.ts';
import { checkParticles } from './check-params.ts';
import { type ParticlesParams, particlesParams } from './params.ts';

export const particlesDescription = {
  name: 'particles',
  description: 'Particles that reach given positions at given times.',
  params: particlesParams,
  reads: ['colliders', 'heightfields', 'surfaces', 'shapes'],
  touchesGround: ({ collide, bursts }) => collide || bursts.length > 0,
  shows: 'points',
  check: (params) => checkParticles(params),
} as const satisfies SystemDescription<ParticlesParams>;
