import { createTimed } from '../timed-params.ts';
import { dryGround } from './beyond/dry-ground.ts';
import { fillCohesion, followPress, forgetBuried, markStones } from './beyond/patch-extras.ts';
import { resolveCover } from './beyond/resolve-cover.ts';
import { addStones } from './beyond/stones.ts';
import { nameBodies } from './contact/name-bodies.ts';
import { NearRigid } from './contact/near-rigid.ts';
import { resolveCracks } from './cracks/crack-settings.ts';
import { fadeGround } from './fading/fade-ground.ts';
import { resolveFading } from './fading/fading-settings.ts';
import type { GroundParts } from './parts.ts';
import { SnowCover, stepSnowCover } from './snow-cover/snow-cover.ts';
import { Spray, stepSpray } from './spray/spray.ts';
import { resolveSpray } from './spray/spray-settings.ts';
import { fallOff } from './sticking/fall-off.ts';
import { Sticking, stepSticking } from './sticking/sticking.ts';
import { createEarlierSurface } from './surface/earlier-surface.ts';
import { createOriginSurface } from './terrain/ground-origin.ts';
import { followKeys } from './timed-ground.ts';

/** All code of the ground. */
export const allParts: GroundParts = {
  createOriginSurface,
  createEarlierSurface,
  addStones,
  resolveCover,
  dryGround,
  fillCohesion,
  followPress,
  forgetBuried,
  markStones,
  resolveCracks,
  resolveSpray,
  createSpray: (state, settings) => new Spray(state, settings),
  stepSpray,
  createSticking: ({ stickingHalfLife }) => new Sticking(stickingHalfLife),
  stepSticking,
  fallOff,
  nameBodies,
  createSnowCover: () => new SnowCover(),
  stepSnowCover,
  resolveFading,
  fadeGround,
  followKeys,
  createTimed,
  createRigidSurface: (collider) => new NearRigid(collider),
};
