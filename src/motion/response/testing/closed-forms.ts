import { pow } from '../../../math/portable.ts';
import { BodyResponse, type BodySample } from '../body-response.ts';
import { divideFootprint, findDepth } from '../footprint.ts';
import type { PosedTriangles } from '../lower-envelope.ts';
import { gravity, type Soil, sinkageModulus, tabulatePressure } from '../soil.ts';

/** Soils of J. Y. Wong, Theory of Ground Vehicles, table 2.3, without firm ground below: dry sand, and snow with an exponent of 1. */
const drySand: Soil = {
  cohesiveModulus: 990,
  frictionalModulus: 1_528_430,
  sinkageExponent: 1.1,
  cohesion: 1040,
  frictionAngle: 0.4887,
  shearDisplacement: 0.025,
  density: 1600,
  layerDepth: 1e6,
};
const softSnow: Soil = { ...drySand, cohesiveModulus: 4370, frictionalModulus: 196_720, sinkageExponent: 1 };

/** Returns the relative errors of the sinkage of rectangular plates: ours against (p / (k_c / b + k_φ))^(1 / n). */
export function footingErrors(): number[] {
  const errors: number[] = [];
  for (const soil of [drySand, softSnow, { ...softSnow, sinkageExponent: 1.6 }]) {
    const pressure = tabulatePressure(soil, 1);
    for (const [length, width] of [
      [0.26, 0.09],
      [0.5, 0.05],
      [0.3, 0.3],
    ]) {
      const footprint = divideFootprint([0, 0, length, 0, length, width, 0, width], 1);
      const count = footprint.columns.length / 2;
      for (const stress of [5000, 20_000, 60_000]) {
        const bearing = {
          pressure,
          modulus: sinkageModulus(soil, footprint.width),
          columnArea: footprint.columnArea,
          gaps: new Float64Array(count),
          pressed: new Float64Array(count),
        };
        const depth = findDepth(bearing, stress * length * width, { from: 0, max: 1 });
        const modulus = soil.cohesiveModulus / width + soil.frictionalModulus;
        errors.push(depth / pow(stress / modulus, 1 / soil.sinkageExponent) - 1);
      }
    }
  }
  return errors;
}

const sides = 96;

/** A cylinder whose axle is along z, with its lowest line at height `bottom`. */
function wheel(radius: number, width: number, x: number, bottom: number): PosedTriangles {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let k = 0; k < sides; k++) {
    const angle = (2 * Math.PI * k) / sides - Math.PI / 2;
    for (const z of [-width / 2, width / 2])
      positions.push(x + radius * Math.cos(angle), bottom + radius + radius * Math.sin(angle), z);
    const [a, b] = [2 * k, 2 * ((k + 1) % sides)];
    indices.push(a, b, b + 1, a, b + 1, a + 1);
  }
  return { positions: Float64Array.from(positions), indices };
}

/** Relative errors of a towed rigid wheel: ours against the closed forms of Bekker. */
export interface WheelErrors {
  readonly sinkages: readonly number[];
  /** Of the force that compacts the rut, b (k_c / b + k_φ) zⁿ⁺¹ / (n + 1). */
  readonly drags: readonly number[];
}

/** Returns the errors of some towed rigid wheels. */
export function measureWheels(): WheelErrors {
  const cases: readonly { mass: number; radius: number; width: number; soil: Soil }[] = [
    { mass: 100, radius: 0.4, width: 0.2, soil: drySand },
    { mass: 300, radius: 0.5, width: 0.25, soil: drySand },
    { mass: 60, radius: 0.35, width: 0.15, soil: softSnow },
  ];
  const errors = cases.map(({ mass, radius, width, soil }) => {
    const response = new BodyResponse({
      soil,
      mass,
      floor: () => 0,
      startTime: 0,
      surfacesAt: (t) => [wheel(radius, width, 1.2 * t, 0)],
    });
    const { sinkageExponent: n, cohesiveModulus, frictionalModulus } = soil;
    const modulus = cohesiveModulus / width + frictionalModulus;
    const ratio = (3 * gravity * mass) / ((3 - n) * width * modulus * Math.sqrt(2 * radius));
    // The wheel has rolled over its first contact by then.
    const samples = Array.from({ length: 30 }, (_, k) => response.sampleAt(40 + k));
    const mean = (read: (sample: BodySample) => number) =>
      samples.reduce((sum, sample) => sum + read(sample) / samples.length, 0);
    const depth = mean(({ sinkage }) => sinkage);
    const resistance = (width * modulus * pow(depth, n + 1)) / (n + 1);
    return {
      sinkage: depth / pow(ratio, 2 / (2 * n + 1)) - 1,
      drag: mean(({ drag }) => drag) / resistance - 1,
    };
  });
  return { sinkages: errors.map(({ sinkage }) => sinkage), drags: errors.map(({ drag }) => drag) };
}
