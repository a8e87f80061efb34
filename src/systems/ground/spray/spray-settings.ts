import { exp } from '../../../math/portable.ts';
import { hashBits } from '../../../math/random.ts';
import type { GroundParams } from '../params.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { sprayMaterials } from './spray-materials.ts';

/** Gravity, m/s². */
export const gravity = 9.81;

/** Settings of spray that follow from the parameters. They do not change. A unit of volume is a height unit of one column. */
export interface SpraySettings {
  readonly seed: number;
  /** Units that a square metre of surface takes along after contact. */
  readonly unitsPerArea: number;
  /** Maximum of units that one touched column gives. */
  readonly unitsPerColumn: number;
  /** Time constant h with which sticking material comes off, s. Sumner 1999, eq. 3. */
  readonly time: number;
  /** Volume φ of a particle, units, an integer of at least 1. */
  readonly particleUnits: number;
  /** Volume of a unit, m³. */
  readonly unitVolume: number;
  readonly rule: 'speed' | 'acceleration';
  /** Speed or acceleration s from which on all material is thrown, m/s or m/s² depending on the rule. */
  readonly threshold: number;
  /** Exponent γ of the probability (speed or acceleration / s)^γ of a particle. */
  readonly power: number;
  /** Maximum random velocity along each axis, as a fraction of the speed. */
  readonly jitter: number;
  /** Whether sliding bodies scrape material off. */
  readonly slides: boolean;
  /** Maximum random upward velocity of scraped material, as a fraction of the speed. */
  readonly lift: number;
  /** Air drag, 1/s. */
  readonly drag: number;
  /** Maximum number of particles in flight. */
  readonly limit: number;
  /** Null if all that is thrown is particles. */
  readonly clods: ClodSettings | null;
}

/** Settings of the lumps that are thrown. */
export interface ClodSettings {
  /** Size of the largest clod, m. Its volume is the cube of the size. */
  readonly maxSize: number;
  /** Fraction of the thrown volume that forms clods. */
  readonly fraction: number;
}

/** Returns null if the ground has no spray. */
export function resolveSpray(params: GroundParams, seed: number): SpraySettings | null {
  if (!params.spray) return null;
  const own = sprayMaterials[params.material];
  const { cell, sprayRule } = params;
  const adhesion = params.adhesion ?? own.adhesion;
  const size = params.sprayParticleSize ?? own.sprayParticleSize;
  const unitVolume = (cell * cell) / unitsPerMetre;
  const units = Math.round((size * size * size) / unitVolume);
  return {
    seed: hashBits(seed, 0x5b7a),
    unitsPerArea: adhesion / unitVolume,
    unitsPerColumn: 2 * adhesion * unitsPerMetre,
    time: params.sprayTime ?? own.sprayTime,
    particleUnits: Math.min(maxUnits, Math.max(1, units)),
    unitVolume,
    rule: sprayRule,
    threshold: sprayRule === 'speed' ? (params.spraySpeed ?? own.spraySpeed) : params.sprayAcceleration,
    power: params.sprayPower ?? own.sprayPower,
    jitter: params.sprayJitter ?? own.sprayJitter,
    slides: params.sprayContact === 'sliding',
    lift: params.sprayLift,
    drag: params.sprayDrag ?? own.sprayDrag,
    limit: params.maxSprayParticles,
    clods: params.clodSize > 0 ? { maxSize: params.clodSize, fraction: params.clodFraction } : null,
  };
}

/** Maximum of a single amount, so that the height of a column stays within int32. */
export const maxUnits = 2 ** 28;

/** Returns the fraction of the sticking material that comes off in a number of seconds: 1 − e^(−seconds / h). Sumner 1999, eq. 3. */
export function releasedFraction({ time }: SpraySettings, seconds: number): number {
  return 1 - exp(-seconds / time);
}
