import { contourRules } from '../kernel.ts';
import type { GroundParams } from '../params.ts';
import { materials } from './materials.ts';

/** How a step goes: readings where the papers are open, or their letter. */
export interface GroundRules {
  /** See `contourRules`. */
  readonly contourRule: number;
  /** θ_out, rad: what wet and compacted ground is compared with. */
  readonly outsideSlope: number;
  /** See `SlopeRules`. */
  readonly smooth: boolean;
  readonly equalShares: boolean;
  /** Whether a column that is touched counts as in contact, or only one that moved. */
  readonly touches: boolean;
  readonly hasWalls: boolean;
  readonly keepsPressed: boolean;
  /** An inside pair is one whose lower column is in contact; else either may be. */
  readonly onlyLowerCounts: boolean;
  readonly sweeps: boolean;
  readonly passesPerSecond: number;
  /** Null: four times a step's own passes, at least 16. */
  readonly extraPasses: number | null;
}

/** Passes a second at a cell of 1 cm. Flow speed does not depend on the cell when passes go as its inverse square. */
const passesPerSecondAt1cm = 480;

/** Until all is less steep than θ_stop, says the paper; so long a step may take at most. */
const endlessPasses = 1000;

/** The rules that the parameters ask for. `paper` goes before all others. */
export function chooseRules(params: GroundParams): GroundRules {
  const outsideSlope = params.outsideSlope ?? materials[params.material].outsideSlope;
  if (params.paper !== 'off') {
    return {
      outsideSlope,
      contourRule: contourRules['eight-way'],
      smooth: false,
      equalShares: true,
      touches: false,
      hasWalls: false,
      keepsPressed: false,
      onlyLowerCounts: params.paper === '1998',
      sweeps: false,
      passesPerSecond: params.rate,
      extraPasses: endlessPasses,
    };
  }
  const { cell } = params;
  return {
    outsideSlope,
    contourRule: contourRules[params.contour],
    smooth: params.smooth,
    equalShares: params.diagonalShare === 'equal',
    touches: params.contactRule === 'touching',
    hasWalls: params.contactColumns === 'walls',
    keepsPressed: params.insideSlopeRule === 'pressed',
    onlyLowerCounts: params.insideSlopeRule === 'neighbor',
    sweeps: params.sweep,
    passesPerSecond: params.passesPerSecond ?? passesPerSecondAt1cm * (0.01 / cell) * (0.01 / cell),
    extraPasses: params.extraPasses ?? null,
  };
}
