import { contourRules } from '../kernel.ts';
import type { GroundParams } from '../params.ts';
import { countsOnlyLower, keepsPressed } from './keeps-pressed.ts';
import { materials } from './materials.ts';

/** Rules of a step: our readings of what the papers leave open, or their literal text. */
export interface GroundRules {
  /** See `contourRules`. */
  readonly contourRule: number;
  /** θ_out, rad. Wet and compacted ground is compared with it. */
  readonly outsideSlope: number;
  /** See `SlopeRules`. */
  readonly limitFlow: boolean;
  readonly equalShares: boolean;
  /** Whether a touched column counts as in contact. Otherwise only columns that moved do. */
  readonly touches: boolean;
  readonly hasWalls: boolean;
  readonly keepsPressed: boolean;
  /** A pair is an inside pair only if its lower column is in contact. Otherwise either column may be. */
  readonly onlyLowerCounts: boolean;
  /** Material that was displaced before is pushed on without further compaction. */
  readonly pushesDisplaced: boolean;
  readonly sweeps: boolean;
  /** Extra passes move all pairs while any is steeper than θ_stop. Otherwise they move only those that are. */
  readonly repeatsAll: boolean;
  readonly passesPerSecond: number;
  /** Maximum of extra passes. Null: four times the regular passes of a step, at least 16. */
  readonly extraPasses: number | null;
}

/** Passes per second with cells of 1 cm. The flow speed does not depend on the cell if the passes are proportional to 1 / cell². */
const passesPerSecondAt1cm = 480;

/** Maximum of extra passes for the literal rule of the paper, which erodes until nothing is steeper than θ_stop. */
const endlessPasses = 1000;

/** Returns the rules that the parameters describe. `paper` overrides all others. */
export function chooseRules(params: GroundParams): GroundRules {
  const outsideSlope = params.outsideSlope ?? materials[params.material].outsideSlope;
  if (params.paper !== 'off') {
    return {
      outsideSlope,
      contourRule: contourRules['eight-way'],
      limitFlow: false,
      equalShares: true,
      touches: false,
      hasWalls: false,
      keepsPressed: keepsPressed(params),
      onlyLowerCounts: countsOnlyLower(params),
      pushesDisplaced: false,
      sweeps: false,
      repeatsAll: true,
      passesPerSecond: params.rate,
      extraPasses: endlessPasses,
    };
  }
  const { cell } = params;
  return {
    outsideSlope,
    contourRule: contourRules[params.contour],
    limitFlow: params.limitFlow,
    equalShares: params.diagonalWeight === 'equal',
    touches: params.contactRule === 'touching',
    hasWalls: params.contactColumns === 'walls',
    keepsPressed: keepsPressed(params),
    onlyLowerCounts: countsOnlyLower(params),
    pushesDisplaced: params.displacedMaterial === 'pushed',
    sweeps: params.sweep,
    repeatsAll: params.extraFlow === 'all',
    passesPerSecond: params.passesPerSecond ?? passesPerSecondAt1cm * (0.01 / cell) * (0.01 / cell),
    extraPasses: params.extraPasses ?? null,
  };
}
