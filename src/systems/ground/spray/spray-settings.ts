import { exp } from '../../../math/portable.ts';
import { hashBits } from '../../../math/random.ts';
import type { GroundParams } from '../params.ts';
import { sprayMaterials } from '../rules/materials.ts';
import { unitsPerMetre } from '../rules/thresholds.ts';

/** m/s². */
export const gravity = 9.81;

/** What the parameters say about spray, worked out once: rest data. A unit of volume is a height unit of one column. */
export interface SpraySettings {
  readonly seed: number;
  /** Units that a square metre of what touched the ground takes along. */
  readonly unitsPerArea: number;
  /** Units that one touched column gives at most. */
  readonly unitsPerColumn: number;
  /** h, s. */
  readonly time: number;
  /** φ, units, whole and at least one. */
  readonly particleUnits: number;
  /** m³ of a unit. */
  readonly unitVolume: number;
  readonly rule: 'speed' | 'acceleration';
  /** s, in m/s or m/s² as the rule asks. */
  readonly threshold: number;
  /** γ. */
  readonly power: number;
  readonly jitter: number;
  readonly slides: boolean;
  readonly lift: number;
  /** 1/s. */
  readonly drag: number;
  readonly limit: number;
}

/** Null where the ground has no spray. */
export function resolveSpray(params: GroundParams, seed: number): SpraySettings | null {
  if (!params.spray) return null;
  const own = sprayMaterials[params.material];
  const { cell, sprayRule } = params;
  const adhesion = params.adhesion ?? own.adhesion;
  const size = params.sprayParticle ?? own.sprayParticle;
  const unitVolume = (cell * cell) / unitsPerMetre;
  const units = Math.round((size * size * size) / unitVolume);
  return {
    seed: hashBits(seed, 0x5b7a),
    unitsPerArea: adhesion / unitVolume,
    unitsPerColumn: 2 * adhesion * unitsPerMetre,
    time: params.sprayTime ?? own.sprayTime,
    particleUnits: Math.min(mostUnits, Math.max(1, units)),
    unitVolume,
    rule: sprayRule,
    threshold: sprayRule === 'speed' ? (params.spraySpeed ?? own.spraySpeed) : params.sprayAcceleration,
    power: params.sprayPower ?? own.sprayPower,
    jitter: params.sprayJitter ?? own.sprayJitter,
    slides: params.sprayContact === 'sliding',
    lift: params.sprayLift,
    drag: params.sprayDrag ?? own.sprayDrag,
    limit: params.sprayLimit,
  };
}

/** No single amount is larger, so that a column that gets or gives one stays an int32. */
export const mostUnits = 2 ** 28;

/** The share that comes off in so many seconds: 1 − e^(−seconds / h). Sumner 1999, eq. 3, of what still sticks. */
export function releasedShare({ time }: SpraySettings, seconds: number): number {
  return 1 - exp(-seconds / time);
}
