import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import {
  choosePaths as chooseFrom,
  drawWeight,
  type PathChoice,
  type PathOptions,
  type PathRatings,
  type PathRunner,
  ratePaths,
} from './choose-paths.ts';
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

  test('viability: by the mean squared distance to the nominal positions', () => {
    const measure = viabilityMeasure({
      count: 1,
      positionAt: (out, _, ahead) => {
        out[0] = ahead;
        out[1] = 0;
        out[2] = 0;
      },
      sharpness: 7,
    });
    expect(rate(measure, [{}, { at: [0, 0, 0] }, { at: [1, 0, 0] }])).toBeCloseTo(0, 15);
    expect(rate(measure, [{}, { at: [0, 1, 0] }, { at: [1, 0, 2] }])).toBeCloseTo((-7 * (1 + 4)) / 2, 12);
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

/** Simulates n particles through a ball with law L2 from the origin to (4, 0, 0) in a second, under a force that depends on the position. */
function makeJourney(count: number, stepCount: number) {
  const from = Float64Array.from({ length: 3 * count }, (_, i) =>
    i % 3 === 0 ? 0 : 0.6 * hashUnit(3, i) - 0.3,
  );
  const goals = Float64Array.from({ length: 3 * count }, (_, i) => (i % 3 === 0 ? 4 : from[i]));
  const dt = 1 / stepCount;
  const planes = makePlanes(count);
  const { x, y, z, vx, vy, vz } = planes;
  const touches = new Uint32Array(count);
  const paths: PathRunner = {
    touches,
    begin() {
      touches.fill(0);
      for (let k = 0; k < count; k++) {
        x[k] = from[3 * k];
        y[k] = from[3 * k + 1];
        z[k] = from[3 * k + 2];
        vx[k] = vy[k] = vz[k] = 0;
      }
      return planes;
    },
    advance(ahead, weights) {
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
        // A ball above the straight path. Paths that the force deflects far go through it.
        if (Math.hypot(x[k] - 2, y[k] - 2.2, z[k]) < 1) touches[k]++;
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
  const measures = createKeyMeasures({
    distanceSpread: 0.3,
    sharpness: 10,
    smoothness: 1,
    from,
    goals,
    shapes: [{ bounds }],
    shapeOf: new Uint16Array(count),
    duration: 1,
    positionAt: null,
  });
  return {
    members,
    paths,
    measures,
    seed: 5,
    randomness: 1,
    firstStep: null,
    attempts: 8,
    firstPath: 1,
    level: 1,
    acceptance: 1,
    byChance: false,
    isBoolean: true,
    steps: stepCount,
    ...more,
  };
}

/** Rates the paths with these numbers: −Infinity if they touch the ball. */
function ratingsOf(options: PathOptions, chosen: ArrayLike<number>): Float64Array {
  const now = emptyRatings(options);
  ratePaths(options, chosen, now);
  return now.ratings.map((rating, k) => (now.touches[k] > 0 ? -Infinity : rating));
}

function emptyRatings({ members: { length } }: PathOptions): PathRatings {
  return { ratings: new Float64Array(length), touches: new Uint32Array(length) };
}

/** Starts with path 0 of all particles, chooses, and returns the numbers and the weights of the chosen paths. */
function choosePaths(options: PathOptions): PathChoice & { chosen: Uint32Array; weights: Float64Array } {
  const { members, seed, randomness } = options;
  const chosen = new Uint32Array(members.length);
  const now = emptyRatings(options);
  ratePaths(options, chosen, now);
  const choice = chooseFrom(options, chosen, now);
  const weights = Float64Array.from(members, (p, k) => drawWeight(seed, p, chosen[k], randomness));
  return { ...choice, chosen, weights };
}

/** Chooses paths by a measure that returns g = weight, so only the weights are compared. */
function byWeight(more: Partial<PathOptions>, count = 100) {
  const planes = makePlanes(count);
  let drawn: Float64Array = new Float64Array(count);
  return choosePaths({
    ...journeyOptions(0),
    members: Uint32Array.from({ length: count }, (_, k) => k),
    seed: 1,
    steps: 1,
    measures: [
      {
        begin() {},
        step() {},
        rate: (out) => {
          for (let k = 0; k < count; k++) out[k] = Math.log(drawn[k]);
        },
      },
    ],
    paths: {
      touches: new Uint32Array(count),
      begin: () => planes,
      advance(_, weights) {
        drawn = weights;
      },
    },
    ...more,
  });
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
    const { weights, ...choice } = choosePaths(options);
    expect(choice.replaced).toBe(0);
    expect(choice.tried).toBe(1);
    for (let k = 0; k < 50; k++) expect(weights[k]).toBe(drawWeight(5, options.members[k], 0, 1));
  });

  test('the best of all tried paths is chosen, so more attempts never give a lower rating', () => {
    let before: Float64Array = new Float64Array(200).fill(-Infinity);
    for (const attempts of [1, 2, 3, 5, 8, 16]) {
      const options = journeyOptions(200, { attempts });
      const ratings = ratingsOf(options, choosePaths(options).chosen);
      for (let k = 0; k < 200; k++) expect(ratings[k]).toBeGreaterThanOrEqual(before[k]);
      before = ratings;
    }
    const all = Array.from({ length: 16 }, (_, candidate) => {
      return ratingsOf(journeyOptions(200), new Uint32Array(200).fill(candidate));
    });
    for (let k = 0; k < 200; k++) expect(before[k]).toBe(Math.max(...all.map((ratings) => ratings[k])));
  });

  test('a path that avoids obstacles is chosen if there is one', () => {
    const firstWays = journeyOptions(300, { attempts: 1 });
    const first = choosePaths(firstWays);
    expect(first.blocked).toBeGreaterThan(60);
    const options = journeyOptions(300, { attempts: 16 });
    const choice = choosePaths(options);
    expect(choice.blocked).toBeLessThan(first.blocked / 20);
    expect(ratingsOf(options, choice.chosen).filter((rating) => rating === -Infinity).length).toBe(
      choice.blocked,
    );
  });

  test('another path is chosen only if it is better by the factor `acceptance`', () => {
    const first = byWeight({ attempts: 1 }).weights;
    const second = Float64Array.from({ length: 100 }, (_, k) => drawWeight(1, k, 1, 1));
    const { weights, ...choice } = byWeight({ attempts: 2, acceptance: 1.5 });
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
    expect(byWeight({ attempts: 2, acceptance: 0 }).weights).toEqual(second);
  });

  test('no more paths are tried for a particle once its path has the level', () => {
    const { weights, tried } = byWeight({ attempts: 1000, level: 0.9 });
    const first = byWeight({ attempts: 1 }).weights;
    expect(tried).toBeLessThan(100);
    for (let k = 0; k < 100; k++) {
      expect(weights[k]).toBeGreaterThanOrEqual(0.9);
      if (first[k] >= 0.9) expect(weights[k]).toBe(first[k]);
    }
  });

  test('by chance, a path is accepted with the probability g(new) / g(current)', () => {
    const count = 20_000;
    const { chosen, replaced } = byWeight({ attempts: 2, byChance: true }, count);
    let expected = 0;
    for (let k = 0; k < count; k++) {
      const ratio = drawWeight(1, k, 1, 1) / drawWeight(1, k, 0, 1);
      expected += Math.min(1, ratio);
      if (ratio >= 1) expect(chosen[k]).toBe(1);
    }
    expect(Math.abs(replaced - expected)).toBeLessThan(3 * Math.sqrt(count / 4));
    // A long chain samples weights in proportion to g, so their mean is 2/3 instead of 1/2. Metropolis et al. 1953.
    const { weights } = byWeight({ attempts: 60, byChance: true }, count);
    expect(weights.reduce((sum, weight) => sum + weight, 0) / count).toBeCloseTo(2 / 3, 2);
  });

  test('a path with contacts never replaces one without, and of two the one with fewer is chosen', () => {
    for (const byChance of [false, true]) {
      for (const isBoolean of [false, true]) {
        const options = journeyOptions(300, { attempts: 12, acceptance: 0, byChance, isBoolean });
        const touchesOf = (chosen: Uint32Array) => {
          const now = emptyRatings(options);
          ratePaths(options, chosen, now);
          return now.touches;
        };
        const first = touchesOf(new Uint32Array(300));
        const { chosen } = choosePaths(options);
        const last = touchesOf(chosen);
        for (let k = 0; k < 300; k++) {
          expect(last[k]).toBeLessThanOrEqual(first[k]);
          // As in the paper, h_c is 0 with any number of contacts, and the first of such paths is kept.
          if (isBoolean && last[k] > 0) expect(chosen[k]).toBe(0);
        }
      }
    }
  });

  test('with an r for each step, the steps of a path differ, and paths are reproducible', () => {
    const drawn = Array.from({ length: 1000 }, (_, step) => drawWeight(7, 3, 2, 0.4, step));
    expect(new Set(drawn).size).toBe(1000);
    expect(Math.min(...drawn)).toBeGreaterThan(0.6);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(1);
    const seen: number[][] = [];
    const options = journeyOptions(3, { firstStep: 20 });
    const paths = {
      ...options.paths,
      advance: (_: number, weights: Float64Array) => {
        seen.push([...weights]);
      },
    };
    ratePaths({ ...options, paths }, [2, 2, 5], emptyRatings(options));
    seen.forEach((weights, ahead) => {
      const expected = [...options.members].map((p, k) => drawWeight(5, p, [2, 2, 5][k], 1, 20 + ahead));
      expect(weights).toEqual(expected);
    });
    expect(seen.length).toBe(options.steps);
  });

  test('the choice is reproducible, and does not depend on other particles', () => {
    const { weights } = choosePaths(journeyOptions(100));
    expect(choosePaths(journeyOptions(100)).weights).toEqual(weights);
    expect(choosePaths(journeyOptions(10)).weights).toEqual(weights.subarray(0, 10));
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
    const choice = choosePaths({ ...options, measures: [...options.measures, broken] });
    expect(choice).toMatchObject({ replaced: 0, blocked: 5, rating: 0 });
    const none = choosePaths({ ...journeyOptions(0), measures: [] });
    expect(none).toMatchObject({ replaced: 0, blocked: 0, rating: 0, firstRating: 0 });
  });
});
