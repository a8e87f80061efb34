import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soils } from '../../systems/ground/bearing/soils.ts';
import { BodyResponse, bodyRate, maxBodySinkage } from './body-response.ts';
import type { PosedTriangles } from './lower-envelope.ts';
import { measureWheels } from './testing/closed-forms.ts';

const level = () => 0;

/** A box with its lowest face at height `bottom`. */
function box(size: readonly [number, number, number], bottom: number): PosedTriangles {
  const positions: number[] = [];
  for (const x of [-0.5, 0.5])
    for (const y of [0, 1])
      for (const z of [-0.5, 0.5]) positions.push(x * size[0], bottom + y * size[1], z * size[2]);
  const faces = [
    0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 0, 1, 3, 0, 3, 2, 4, 5, 7, 4, 7, 6, 0, 2, 6, 0, 6, 4, 1, 3, 7, 1, 7,
    5,
  ];
  return { positions: Float64Array.from(positions), indices: faces };
}

test('a rolling wheel sinks and drags as the closed forms of Bekker say', () => {
  const { sinkages, drags } = measureWheels();
  for (const error of [...sinkages, ...drags]) expect(Math.abs(error)).toBeLessThan(0.15);
});

test('a box that rests sinks as the pressure-sinkage equation says, and comes to rest', () => {
  const response = new BodyResponse({
    soil: soils.sand,
    mass: 200,
    floor: level,
    startTime: 0,
    surfacesAt: () => [box([0.5, 0.4, 0.3], 0)],
  });
  const modulus = soils.sand.cohesiveModulus / 0.3 + soils.sand.frictionalModulus;
  const exact = ((200 * 9.81) / (0.5 * 0.3 * modulus)) ** (1 / 1.1);
  expect(response.sampleAt(0).sinkage / exact).toBeCloseTo(1, 1);
  expect(response.sampleAt(90).sinkage).toBeCloseTo(response.sampleAt(10).sinkage, 3);
});

test('a box that falls is not moved in the air, sinks deeper than one that was laid down, and stays there', () => {
  const fall = (t: number) => Math.max(0, 1 - (9.81 * t * t) / 2);
  const make = (heightAt: (t: number) => number) =>
    new BodyResponse({
      soil: soils.snow,
      mass: 30,
      floor: level,
      startTime: 0,
      surfacesAt: (t) => [box([0.4, 0.4, 0.4], heightAt(t))],
    });
  const [fallen, laid] = [make(fall), make(() => 0)];
  expect(fallen.displacementAt(0.3)).toBe(0);
  expect(fallen.sampleAt(90).sinkage).toBeGreaterThan(1.3 * laid.sampleAt(20).sinkage);
  for (let k = 60; k < 90; k++) {
    expect(fallen.sampleAt(k + 1).displacement).toBeGreaterThan(fallen.sampleAt(k).displacement - 0.002);
  }
});

test('displacements are finite and within the limit for any mass, height and motion', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 4, noNaN: true }),
      fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      fc.constantFrom(soils.sand, soils.mud, soils.snow),
      fc.array(fc.double({ min: -0.2, max: 0.5, noNaN: true }), { minLength: 4, maxLength: 4 }),
      (exponent, start, soil, heights) => {
        const response = new BodyResponse({
          soil,
          mass: 10 ** exponent,
          floor: (x, z) => 0.05 * x + 0.02 * z,
          startTime: 0,
          surfacesAt: (t) => [box([0.4, 0.3, 0.4], start + heights[Math.floor(t * 10) % 4])],
        });
        for (let k = 0; k < bodyRate / 3; k++) {
          const { load, sinkage, displacement } = response.sampleAt(k);
          expect(Number.isFinite(load) && Number.isFinite(displacement)).toBe(true);
          expect(sinkage).toBeLessThanOrEqual(maxBodySinkage * 0.3 + 1e-9);
        }
      },
    ),
    { numRuns: 8 },
  );
});
