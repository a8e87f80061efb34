import type { dryGround } from './beyond/dry-ground.ts';
import type { fillCohesion, followPress, forgetBuried, markStones } from './beyond/patch-extras.ts';
import type { addStones } from './beyond/stones.ts';
import type { Spray, stepSpray } from './spray/spray.ts';
import type { SpraySettings } from './spray/spray-settings.ts';
import type { GroundState } from './state.ts';
import type { createEarlierSurface } from './surface/earlier-surface.ts';
import type { createOriginSurface } from './terrain/ground-origin.ts';

/** Code for surfaces that only some grounds have. A live ground reads no files, so it has neither terrain nor earlier ground. */
export interface SurfaceParts {
  readonly addStones: typeof addStones;
  /** Null: only noise and level ground. */
  readonly files: {
    readonly createOriginSurface: typeof createOriginSurface;
    readonly createEarlierSurface: typeof createEarlierSurface;
  } | null;
}

/** Code for steps that only some grounds need: stones, wetness, compaction and firm terrain; spray. */
export interface StepParts {
  readonly dryGround: typeof dryGround;
  readonly fillCohesion: typeof fillCohesion;
  readonly followPress: typeof followPress;
  readonly forgetBuried: typeof forgetBuried;
  readonly markStones: typeof markStones;
  readonly createSpray: (state: GroundState, settings: SpraySettings) => Spray;
  readonly stepSpray: typeof stepSpray;
}

/** Code that a program loads only if its grounds need it. Null: it was not loaded. `allParts` has everything. */
export interface GroundParts {
  readonly surface: SurfaceParts | null;
  readonly step: StepParts | null;
}
