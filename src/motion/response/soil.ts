import { log, pow, tan } from '../../math/portable.ts';

/** Acceleration of free fall, m / s². */
export const gravity = 9.81;

/**
 * How soft ground carries a load: the pressure-sinkage equation of Bekker and the shear equation of Janosi and Hanamoto. SI units. See
 * README.md in this folder.
 */
export interface Soil {
  /** k_c, N / m^(n + 1). */
  readonly cohesiveModulus: number;
  /** k_φ, N / m^(n + 2). */
  readonly frictionalModulus: number;
  /** n. */
  readonly sinkageExponent: number;
  /** c, Pa. */
  readonly cohesion: number;
  /** φ, rad. */
  readonly frictionAngle: number;
  /** K, m: the shear displacement at which 63 % of the shear strength is reached. */
  readonly shearDisplacement: number;
  /** Density, kg / m³. */
  readonly density: number;
  /** Thickness of the soft layer above firm ground, m. */
  readonly layerDepth: number;
}

/** Returns k_c / b + k_φ for a footprint of a width b (m). */
export function sinkageModulus({ cohesiveModulus, frictionalModulus }: Soil, width: number): number {
  return cohesiveModulus / width + frictionalModulus;
}

/**
 * Returns the pressure in Pa that a plate needs to sink to a depth (m): (k_c / b + k_φ) zⁿ, where b is the width of the plate (m). It grows
 * without bound toward the bottom of the soft layer.
 */
export function pressureAt(soil: Soil, width: number, depth: number): number {
  if (!(depth > 0)) return 0;
  const free = 1 - depth / soil.layerDepth;
  return free > 0
    ? (sinkageModulus(soil, width) * pow(depth, soil.sinkageExponent)) / free
    : Number.POSITIVE_INFINITY;
}

/** Number of entries in a table of pressures. */
const tableSize = 1024;

/**
 * Tabulates the pressure at depths up to `max` (m), for a modulus of 1: multiplied by k_c / b + k_φ it is the pressure in Pa. The error is below 0.1 % of the
 * pressure from 1 mm on.
 */
export function tabulatePressure(soil: Soil, max: number): (depth: number) => number {
  const unit: Soil = { ...soil, cohesiveModulus: 0, frictionalModulus: 1 };
  // Entries are close to each other where the depth is small, and end before the bottom of the layer.
  const last = Math.min(max, 0.9 * soil.layerDepth);
  const table = Float64Array.from({ length: tableSize + 2 }, (_, k) =>
    pressureAt(unit, 1, last * (k / tableSize) * (k / tableSize)),
  );
  return (depth) => {
    if (!(depth > 0)) return 0;
    if (depth > last) return pressureAt(unit, 1, depth);
    const u = tableSize * Math.sqrt(depth / last);
    const k = Math.floor(u);
    return table[k] + (table[k + 1] - table[k]) * (u - k);
  };
}

/** Returns the shear strength in N of an area (m²) that carries a load (N): A c + W tan φ. */
export function shearStrength(soil: Soil, area: number, load: number): number {
  return area * soil.cohesion + load * tan(soil.frictionAngle);
}

/**
 * Returns the force in N that a foot of a given width (m) meets in front of it at a depth (m) before the soil there fails: the passive pressure of
 * Rankine, b (γ z² N / 2 + 2 c z √N) with N = tan²(π / 4 + φ / 2).
 */
export function passiveResistance(soil: Soil, width: number, depth: number): number {
  const root = tan(Math.PI / 4 + soil.frictionAngle / 2);
  const weight = soil.density * gravity;
  return width * (0.5 * weight * depth * depth * root * root + 2 * soil.cohesion * depth * root);
}

/**
 * Returns the displacement in m at which the shear force of the soil is the given fraction of its strength:
 * F / F_max = 1 − exp(−j / K). At most `max`, also if the fraction is 1 or more.
 */
export function shearDisplacementAt(soil: Soil, fraction: number, max: number): number {
  if (!(fraction > 0)) return 0;
  if (fraction >= 1) return max;
  return Math.min(max, -soil.shearDisplacement * log(1 - fraction));
}
