import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { choosePaths, drawWeight, type PathOptions, type PathRunner } from './choose-paths.ts';
import { createKeyMeasures } from './key-measures.ts';
import { distanceMeasure, minSpeedOf, shapeRadius, velocityMeasure, viabilityMeasure } from './measures.ts';
import type { PathMeasure, PathPlanes } from './path-measure.ts';

function makePlanes(count: number): PathPlanes {
  const plane = () => new Float64Array(count);
  return { x: plane(), y: plane(), z: plane(), vx: plane(), vy: plane(), vz: plane() };
}

/** Rates the path of one particle with these positions and velocities. */
function rate(measure: PathMeasure, path: readonly { at?: number[]; v?: number[] }[]): number {
  const planes = makePlanes(1);
  const put = ({ at = [0, 0, 0], v = [0, 0, 0] }: { at?: number[]; v?: number[] }) => {
    [planes.x[0], planes.y[0], planes.z[0]] = at;
    [planes.vx[0], planes.vy[0], planes.vz[0]] = v;
  };
  put(path[0]);
  measure.begin(planes);
  path.slice(1).forEach((state, ahead) => {
    put(state);
    measure.step(planes, ahead);
  });
  const out = new Float64Array(1);
  measure.rate(out, planes);
  return out[0];
}

describe('measures', () => {
  test('distance: one σ away is e^(−1/2), at the goal it is 1', () => {
    const measure = distanceMeasure({ goals: Float64Array.of(1, 2, 3), spread: Float64Array.of(0.5) });
    expect(rate(measure, [{}, { at: [1, 2, 3] }])).toBeCloseTo(0, 15);
    expect(rate(measure, [{}, { at: [1, 2.5, 3] }])).toBeCloseTo(-0.5, 15);
    expect(rate(measure, [{}, { at: [2, 2, 3] }])).toBeCloseTo(-2, 15);
  });

  test('viability: impossible as soon as one step ends in an obstacle, else by the mean squared distance', () => {
    const measure = viabilityMeasure({
      count: 1,
      blocked: (x) => x > 5,
      positionAt: (out, _, ahead) => {
        out[0] = ahead;
        out[1] = 0;
        out[2] = 0;
      },
      sharpness: 7,
    });
    expect(rate(measure, [{}, { at: [0, 0, 0] }, { at: [1, 0, 0] }])).toBeCloseTo(0, 15);
    expect(rate(measure, [{}, { at: [0, 1, 0] }, { at: [1, 0, 2] }])).toBeCloseTo((-7 * (1 + 4)) / 2, 12);
    expect(rate(measure, [{}, { at: [6, 0, 0] }, { at: [1, 0, 0] }])).toBe(-Infinity);
    // The obstacle of one path does not affect the next.
    expect(rate(measure, [{}, { at: [0, 0, 0] }])).toBeCloseTo(0, 15);
    expect(rate(measure, [{}])).toBe(0);
  });

  test('velocity: product over the steps of e^(−c |Δv| / |v|), with a min |v|', () => {
    const measure = velocityMeasure({ smoothness: 2, minSpeed: Float64Array.of(0.1) });
    const path = [{ v: [1, 0, 0] }, { v: [1, 1, 0] }, { v: [0, 1, 0] }];
    expect(rate(measure, path)).toBeCloseTo(-2 * (1 + Math.SQRT1_2), 14);
    expect(rate(measure, [{ v: [3, 0, 0] }, { v: [3, 0, 0] }])).toBeCloseTo(0, 15);
    expect(rate(measure, [{ v: [0, 0, 0] }, { v: [0, 0.2, 0] }])).toBeCloseTo(-4, 14);
  });

  test('the min speed and the radius of a shape are never 0', () => {
    expect(minSpeedOf(4, 2)).toBeCloseTo(0.1, 15);
    expect(minSpeedOf(0, 2)).toBeGreaterThan(0);
    expect(shapeRadius({ bounds: { min: Float64Array.of(0, 0, 0), max: Float64Array.of(1, 4, 0) } })).toBe(2);
    expect(shapeRadius({ bounds: { min: Float64Array.of(1, 1, 1), max: Float64Array.of(1, 1, 1) } })).toBe(1);
  });
});

/** Simulates n particles with law L2 from the origin to (4, 0, 0) in a second, under a force that depends on the position. */
function makeJourney(count: number, stepCount: number) {
  const from = Float64Array.from({ length: 3 * count }, (_, i) =>
    i % 3 === 0 ? 0 : 0.6 * hashUnit(3, i) - 0.3,
  );
  const goals = Float64Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 ? 4 : from[i]));
  const dt = 1 / stepCount;
  const planes = makePlanes(count);
  const { x, y, z, vx, vy, vz } = planes;
  let weights: Float64Array = new Float64Array(count);
  const paths: PathRunner = {
    begin(given) {
      weights = given;
      for (let k = 0; k < count; k++) {
        x[k] = from[3 * k];
        y[k] = from[3 * k + 1];
        z[k] = from[3 * k + 2];
        vx[k] = vy[k] = vz[k] = 0;
      }
      return planes;
    },
    advance(ahead) {
      const n = stepCount - ahead;
      const gain = 6 / ((n + 1) * (2 * n + 1) * dt * dt);
      const s = (n - 1) / (stepCount - 1);
      for (let k = 0; k < count; k++) {
        vx[k] += dt * gain * (goals[3 * k] - x[k] - n * dt * vx[k]);
        vy[k] += dt * (weights[k] * s * 40 + gain * (goals[3 * k + 1] - y[k] - n * dt * vy[k]));
        vz[k] += dt * gain * (goals[3 * k + 2] - z[k] - n * dt * vz[k]);
        x[k] += dt * vx[k];
        y[k] += dt * vy[k];
        z[k] += dt * vz[k];
      }
    },
  };
  return {
    from,
    goals,
    paths,
    members: Uint32Array.from({ length: count }, (_, k) => 10 + 3 * k),
    stepCount,
  };
}

const bounds = { min: Float64Array.of(3, -1, -1), max: Float64Array.of(5, 1, 1) };

function journeyOptions(count: number, more: Partial<PathOptions> = {}): PathOptions {
  const { from, goals, paths, members, stepCount } = makeJourney(count, 60);
  // A ball above the straight path. Paths that the force deflects far go through it.
  const blocked = (x: number, y: number, z: number) => Math.hypot(x - 2, y - 2.2, z) < 1;
  const measures = createKeyMeasures({
    distanceSpread: 0.3,
    sharpness: 10,
    smoothness: 1,
    from,
    goals,
    shapes: [{ bounds }],
    shapeOf: new Uint16Array(count),
    duration: 1,
    blocked,
    positionAt: null,
  });
  return {
    members,
    paths,
    measures,
    seed: 5,
    randomness: 1,
    attempts: 8,
    acceptance: 1,
    steps: stepCount,
    ...more,
  };
}

function ratingsOf(options: PathOptions, weights: Float64Array): Float64Array {
  const planes = options.paths.begin(weights);
  for (const measure of options.measures) measure.begin(planes);
  for (let ahead = 0; ahead < options.steps; ahead++) {
    options.paths.advance(ahead);
    for (const measure of options.measures) measure.step(planes, ahead);
  }
  const out = new Float64Array(weights.length);
  for (const measure of options.measures) measure.rate(out, planes);
  return out;
}

describe('choosePaths', () => {
  test('weights are in (1 − randomness, 1], reproducible, and differ between candidates', () => {
    const drawn = Array.from({ length: 2000 }, (_, i) => drawWeight(7, i >> 3, i & 7, 0.4));
    expect(Math.min(...drawn)).toBeGreaterThan(0.6);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(1);
    expect(Math.max(...drawn) - Math.min(...drawn)).toBeGreaterThan(0.39);
    expect(new Set(drawn).size).toBe(2000);
    expect(drawWeight(7, 3, 2, 0.4)).toBe(drawn[26]);
    expect(drawWeight(7, 3, 2, 0)).toBe(1);
  });

  test('one attempt always uses the first path', () => {
    const options = journeyOptions(50, { attempts: 1 });
    const weights = new Float64Array(50);
    const choice = choosePaths(options, weights);
    expect(choice.replaced).toBe(0);
    expect(choice.tried).toBe(1);
    for (let k = 0; k < 50; k++) expect(weights[k]).toBe(drawWeight(5, options.members[k], 0, 1));
  });

  test('the best of all tried paths is chosen, so more attempts never give a lower rating', () => {
    let before: Float64Array = new Float64Array(200).fill(-Infinity);
    for (const attempts of [1, 2, 3, 5, 8, 16]) {
      const options = journeyOptions(200, { attempts });
      const weights = new Float64Array(200);
      choosePaths(options, weights);
      const ratings = ratingsOf(options, weights);
      for (let k = 0; k < 200; k++) expect(ratings[k]).toBeGreaterThanOrEqual(before[k]);
      before = ratings;
    }
    const all = Array.from({ length: 16 }, (_, candidate) => {
      const options = journeyOptions(200);
      return ratingsOf(
        options,
        Float64Array.from(options.members, (p) => drawWeight(5, p, candidate, 1)),
      );
    });
    for (let k = 0; k < 200; k++) expect(before[k]).toBe(Math.max(...all.map((ratings) => ratings[k])));
  });

  test('a path that avoids obstacles is chosen if there is one', () => {
    const firstWays = journeyOptions(300, { attempts: 1 });
    const first = choosePaths(firstWays, new Float64Array(300));
    expect(first.blocked).toBeGreaterThan(60);
    const weights = new Float64Array(300);
    const options = journeyOptions(300, { attempts: 16 });
    const choice = choosePaths(options, weights);
    expect(choice.blocked).toBeLessThan(first.blocked / 20);
    expect(ratingsOf(options, weights).filter((rating) => rating === -Infinity).length).toBe(choice.blocked);
  });

  test('another path is chosen only if it is better by the factor `acceptance`', () => {
    // This measure returns g = weight, so only the weights are compared.
    const byWeight = (attempts: number, acceptance: number) => {
      let given: Float64Array = new Float64Array(0);
      const planes = makePlanes(100);
      const weights = new Float64Array(100);
      const choice = choosePaths(
        {
          members: Uint32Array.from({ length: 100 }, (_, k) => k),
          seed: 1,
          randomness: 1,
          attempts,
          acceptance,
          steps: 1,
          measures: [
            {
              begin() {},
              step() {},
              rate: (out) => {
                for (let k = 0; k < 100; k++) out[k] = Math.log(given[k]);
              },
            },
          ],
          paths: {
            begin: (drawn) => {
              given = drawn;
              return planes;
            },
            advance() {},
          },
        },
        weights,
      );
      return { weights, choice };
    };
    const first = byWeight(1, 1).weights;
    const second = Float64Array.from({ length: 100 }, (_, k) => drawWeight(1, k, 1, 1));
    const { weights, choice } = byWeight(2, 1.5);
    let replaced = 0;
    for (let k = 0; k < 100; k++) {
      const isTaken = second[k] / first[k] > 1.5;
      expect(weights[k]).toBe(isTaken ? second[k] : first[k]);
      if (isTaken) replaced++;
    }
    expect(replaced).toBeGreaterThan(5);
    expect(choice.replaced).toBe(replaced);
    expect(choice.rating).toBeGreaterThan(choice.firstRating);
    // With 0 the last possible path is chosen.
    expect(byWeight(2, 0).weights).toEqual(second);
  });

  test('without randomness only one path is tried', () => {
    const weights = new Float64Array(20);
    expect(choosePaths(journeyOptions(20, { randomness: 0 }), weights).tried).toBe(1);
    expect(weights.every((weight) => weight === 1)).toBe(true);
  });

  test('the choice is reproducible, and does not depend on other particles', () => {
    const weights = new Float64Array(100);
    const again = new Float64Array(100);
    choosePaths(journeyOptions(100), weights);
    choosePaths(journeyOptions(100), again);
    expect(again).toEqual(weights);
    const few = new Float64Array(10);
    choosePaths(journeyOptions(10), few);
    expect(few).toEqual(weights.subarray(0, 10));
  });

  test('NaN ratings are never chosen, and zero particles are allowed', () => {
    const options = journeyOptions(5);
    const broken: PathMeasure = {
      begin() {},
      step() {},
      rate: (out) => {
        out.fill(Number.NaN);
      },
    };
    const weights = new Float64Array(5);
    const choice = choosePaths({ ...options, measures: [...options.measures, broken] }, weights);
    expect(choice).toMatchObject({ replaced: 0, blocked: 5, rating: 0 });
    const none = choosePaths({ ...options, members: new Uint32Array(0), measures: [] }, new Float64Array(0));
    expect(none).toMatchObject({ replaced: 0, blocked: 0, rating: 0, firstRating: 0 });
  });
});
