import { expect, test } from 'vitest';
import { deriveMaterial } from './derive-material.ts';
import { groundMaterial } from './ground-materials.ts';
import { findSteepestWall } from './steepest-wall.ts';

const degree = Math.PI / 180;

test('a wall without cohesion stands at the friction angle, one with much cohesion at 90°, others satisfy the equation of Culmann', () => {
  for (const frictionAngle of [0.2, 0.6, 1]) {
    const dry = findSteepestWall({ frictionAngle, cohesion: 0, density: 1600 }, 0.05);
    expect(dry).toBeCloseTo(frictionAngle, 6);
    expect(findSteepestWall({ frictionAngle, cohesion: 5000, density: 1600 }, 0.05)).toBe(Math.PI / 2);
    let before = dry;
    for (const cohesion of [20, 50, 80]) {
      const slope = findSteepestWall({ frictionAngle, cohesion, density: 1600 }, 0.2);
      expect(slope).toBeGreaterThan(before);
      before = slope;
      if (slope === Math.PI / 2) continue;
      const height =
        (((4 * cohesion) / (1600 * 9.81)) * Math.sin(slope) * Math.cos(frictionAngle)) /
        (1 - Math.cos(slope - frictionAngle));
      expect(height).toBeCloseTo(0.2, 6);
    }
  }
});

test('lower walls stand steeper', () => {
  const moist = { frictionAngle: 0.6, cohesion: 60, density: 1600 };
  const slopes = [0.4, 0.2, 0.1, 0.02].map((height) => findSteepestWall(moist, height));
  expect([...slopes].sort((a, b) => a - b)).toEqual(slopes);
});

test('measured quantities determine the parameters of the paper', () => {
  const { params, faults } = deriveMaterial(
    [{ frictionAngle: 33 * degree, avalancheAngle: 36 * degree, compactionFraction: 0.6, grain: 2 }],
    'sand',
  );
  expect(faults).toEqual([]);
  expect(params.outsideSlope).toBe(33 * degree);
  expect(params.insideSlope).toBeCloseTo(33 * degree, 6);
  expect(params).toMatchObject({ liquidity: 36 * degree, displacedFraction: 0.4, grain: 2 });
  // 30 cm of snow of 90 kg/m³ shrink by 1 − 90/360, and everything that is pressed is compacted.
  const snow = deriveMaterial([{ density: 90, compactedDensity: 360, looseLayer: 0.3 }], 'snow');
  expect(snow.params.looseDepth).toBeCloseTo(0.225, 12);
  expect(snow.faults).toEqual([]);
});

test('a material inherits measurements, and what it gives itself replaces what its base computed', () => {
  const base = { frictionAngle: 0.6, reposeAngle: 0.55 };
  const moist = deriveMaterial([{ cohesion: 400, density: 1700 }, base], 'sand').params;
  expect(moist.outsideSlope).toBe(0.55);
  expect(moist.insideSlope).toBe(Math.PI / 2);
  const carved = deriveMaterial([{ insideSlope: 0.9 }, base], 'sand');
  expect(carved.params).toMatchObject({ outsideSlope: 0.55, insideSlope: 0.9 });
  expect(carved.faults).toEqual([]);
});

test('contradictory and useless quantities are refused', () => {
  const pathsOf = (material: object) => deriveMaterial([material], 'sand').faults.map(({ path }) => path);
  expect(pathsOf({ frictionAngle: 0.6, insideSlope: 0.9 })).toEqual(['insideSlope']);
  expect(pathsOf({ reposeAngle: 0.6, outsideSlope: 0.9 })).toEqual(['outsideSlope']);
  expect(pathsOf({ compactionFraction: 0.6, displacedFraction: 0.4 })).toEqual(['displacedFraction']);
  expect(pathsOf({ cohesion: 10 })).toEqual(['cohesion']);
  expect(pathsOf({ frictionAngle: 0.6, wallHeight: 1 })).toEqual(['wallHeight']);
  expect(pathsOf({ density: 1600 })).toEqual(['density']);
  expect(pathsOf({ density: 400, compactedDensity: 300, looseLayer: 1 })).toEqual(['compactedDensity']);
  expect(pathsOf({ reposeAngle: 0.6, avalancheAngle: 0.5 })).toEqual(['avalancheAngle']);
});

test('a program gets the parameters of a measured material, with units, or an error with a path', () => {
  expect(groundMaterial({ base: 'snow', reposeAngle: '38deg', sinkage: 0.05 })).toEqual({
    material: 'snow',
    outsideSlope: expect.closeTo(38 * degree, 6),
    sinkage: 0.05,
  });
  // How a ground carries weight matters in scenes only.
  expect(Object.keys(groundMaterial({ frictionAngle: 0.6, cohesion: 400, density: 1700 })).sort()).toEqual([
    'insideSlope',
    'material',
    'outsideSlope',
  ]);
  expect(() => groundMaterial({ base: 'gravel' })).toThrow(
    'base: expected sand or mud or snow, got "gravel"',
  );
  expect(() => groundMaterial({ density: 1600 })).toThrow('density: expected cohesion or compactedDensity');
});
