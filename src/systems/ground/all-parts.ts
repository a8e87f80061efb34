import { dryGround } from './beyond/dry-ground.ts';
import { fillCohesion, followPress, forgetBuried, markStones } from './beyond/patch-extras.ts';
import { addStones } from './beyond/stones.ts';
import type { GroundParts } from './parts.ts';
import { Spray, stepSpray } from './spray/spray.ts';
import { createEarlierSurface } from './surface/earlier-surface.ts';
import { createOriginSurface } from './terrain/ground-origin.ts';

/** All code of the ground. */
export const allParts: GroundParts = {
  surface: { addStones, files: { createOriginSurface, createEarlierSurface } },
  step: {
    dryGround,
    fillCohesion,
    followPress,
    forgetBuried,
    markStones,
    createSpray: (state, settings) => new Spray(state, settings),
    stepSpray,
  },
};
