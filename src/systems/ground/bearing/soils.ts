import type { Soil } from '../../../motion/response/soil.ts';
import type { GroundParams } from '../params.ts';
import type { MaterialName } from '../rules/materials.ts';

/**
 * The soil of each material, in the units of the parameters. The first five values are those of J. Y. Wong, Theory of Ground Vehicles, table 2.3:
 * dry sand (Land Locomotion Laboratory); sandy loam with 22 % of water (the same); snow (U.S.). Shear displacements are in the range that the book
 * gives: 25 mm for loose sand and mud, 40 mm for fresh snow. Depths of the layer are our own.
 */
export const soils: { readonly [Name in MaterialName]: Soil } = {
  sand: {
    cohesiveModulus: 990,
    frictionalModulus: 1_528_430,
    sinkageExponent: 1.1,
    cohesion: 1040,
    frictionAngle: 0.4887,
    shearDisplacement: 0.025,
    density: 1600,
    layerDepth: 10,
  },
  mud: {
    cohesiveModulus: 2560,
    frictionalModulus: 43_120,
    sinkageExponent: 0.2,
    cohesion: 1380,
    frictionAngle: 0.6632,
    shearDisplacement: 0.025,
    density: 1800,
    layerDepth: 0.12,
  },
  snow: {
    cohesiveModulus: 4370,
    frictionalModulus: 196_720,
    sinkageExponent: 1.6,
    cohesion: 1030,
    frictionAngle: 0.3438,
    shearDisplacement: 0.04,
    density: 300,
    layerDepth: 0.5,
  },
};

/** Returns the soil that the parameters of a ground describe. */
export function soilOf(params: GroundParams): Soil {
  const own = soils[params.material];
  return {
    cohesiveModulus: params.cohesiveModulus ?? own.cohesiveModulus,
    frictionalModulus: params.frictionalModulus ?? own.frictionalModulus,
    sinkageExponent: params.sinkageExponent ?? own.sinkageExponent,
    cohesion: params.cohesion ?? own.cohesion,
    frictionAngle: params.frictionAngle ?? own.frictionAngle,
    shearDisplacement: params.shearDisplacement ?? own.shearDisplacement,
    density: params.density ?? own.density,
    layerDepth: params.layerDepth ?? own.layerDepth,
  };
}
