import type { RigidCollider } from '../../motion/collider.ts';
import type { createTimed } from '../timed-params.ts';
import type { dryGround } from './beyond/dry-ground.ts';
import type { fillCohesion, followPress, forgetBuried, markStones } from './beyond/patch-extras.ts';
import type { resolveCover } from './beyond/resolve-cover.ts';
import type { addStones } from './beyond/stones.ts';
import type { nameBodies } from './contact/name-bodies.ts';
import type { NearRigid } from './contact/near-rigid.ts';
import type { resolveCracks } from './cracks/crack-settings.ts';
import type { fadeGround } from './fading/fade-ground.ts';
import type { resolveFading } from './fading/fading-settings.ts';
import type { GroundSettings } from './rules/settings.ts';
import type { SnowCover, stepSnowCover } from './snow-cover/snow-cover.ts';
import type { Spray, stepSpray } from './spray/spray.ts';
import type { resolveSpray, SpraySettings } from './spray/spray-settings.ts';
import type { GroundState } from './state.ts';
import type { fallOff } from './sticking/fall-off.ts';
import type { Sticking, stepSticking } from './sticking/sticking.ts';
import type { createEarlierSurface } from './surface/earlier-surface.ts';
import type { createOriginSurface } from './terrain/ground-origin.ts';
import type { followKeys } from './timed-ground.ts';

/**
 * Code for what only some grounds have: files (terrain, earlier ground), rigid colliders, stones, wetness, compaction, spray, cracks, prints that
 * fade, ground that sticks. Colliders of live grounds are never rigid. The smaller Worker of live grounds does
 * without it: see `isPlain`. `allParts` has everything.
 */
export interface GroundParts {
  readonly createOriginSurface: typeof createOriginSurface;
  readonly createEarlierSurface: typeof createEarlierSurface;
  readonly addStones: typeof addStones;
  readonly resolveCover: typeof resolveCover;
  readonly dryGround: typeof dryGround;
  readonly fillCohesion: typeof fillCohesion;
  readonly followPress: typeof followPress;
  readonly forgetBuried: typeof forgetBuried;
  readonly markStones: typeof markStones;
  readonly resolveCracks: typeof resolveCracks;
  readonly resolveSpray: typeof resolveSpray;
  readonly createSpray: (state: GroundState, settings: SpraySettings) => Spray;
  readonly stepSpray: typeof stepSpray;
  readonly createSticking: (settings: GroundSettings) => Sticking;
  readonly stepSticking: typeof stepSticking;
  readonly fallOff: typeof fallOff;
  readonly nameBodies: typeof nameBodies;
  readonly createSnowCover: () => SnowCover;
  readonly stepSnowCover: typeof stepSnowCover;
  readonly resolveFading: typeof resolveFading;
  readonly fadeGround: typeof fadeGround;
  readonly followKeys: typeof followKeys;
  readonly createTimed: typeof createTimed;
  readonly createRigidSurface: (collider: RigidCollider) => NearRigid;
}
