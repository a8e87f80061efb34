import { log } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import type { PathMeasure, PathPlanes } from './path-measure.ts';

/** Makes these random numbers independent of all others of a particle. */
const weightPurpose = 0x776569;

/**
 * Returns r, the fraction of the forces that a particle feels on a candidate path, in (1 − randomness, 1]. Candidate 0 is the path
 * that is used if no others are tried.
 */
export function drawWeight(seed: number, particle: number, candidate: number, randomness: number): number {
  return 1 - randomness * hashUnit(seed, particle, candidate, weightPurpose);
}

export interface PathOptions {
  /** [n] indices of the particles. */
  readonly members: Uint32Array;
  readonly seed: number;
  /** 0..1, see `drawWeight`. With 0 all paths are equal, so only one is tried. */
  readonly randomness: number;
  /** Number of paths that are tried for each particle, ≥ 1. */
  readonly attempts: number;
  /** P: a path replaces another if its g is more than this factor larger. Below 1 it can replace a better one. */
  readonly acceptance: number;
  /** Number of steps of each path that are simulated, ≥ 1. */
  readonly steps: number;
  readonly measures: readonly PathMeasure[];
  readonly paths: PathRunner;
}

/** Simulates candidate paths without changing the state: see `LookAhead`. */
export interface PathRunner {
  /** Moves all members to their current positions, with these weights [n]. Returns the planes that `advance` overwrites. */
  begin(weights: Float64Array): PathPlanes;
  /** Runs step `ahead` (0 is the first). Obstacles must have no effect, since hits are rated. */
  advance(ahead: number): void;
}

export interface PathChoice {
  /** Number of paths that were tried for each particle. */
  readonly tried: number;
  /** Number of particles that do not use their first path. */
  readonly replaced: number;
  /** Number of particles for which no path is possible. They use the first one. */
  readonly blocked: number;
  /** Mean log g of the first paths and of the chosen paths, over particles for which both are possible; 0 if there are none. */
  readonly firstRating: number;
  readonly rating: number;
}

/**
 * Simulates several paths for each particle, each with a different random weight, and rates them. Chooses a path for each particle
 * and writes its weight to outWeights [n]. Dingle & Keyser 2005, section 6: a candidate is accepted if P_accept = g(candidate) /
 * g(current) exceeds `acceptance`. With acceptance ≥ 1, more attempts never give a lower rating.
 */
export function choosePaths(options: PathOptions, outWeights: Float64Array): PathChoice {
  const { members, seed, randomness, acceptance, measures, paths } = options;
  const n = members.length;
  const tried = randomness > 0 ? options.attempts : 1;
  const minGain = log(acceptance);
  const weights = new Float64Array(n);
  const ratings = new Float64Array(n);
  const chosen = new Uint32Array(n);
  const best = new Float64Array(n);
  const first = new Float64Array(n);
  for (let candidate = 0; candidate < tried; candidate++) {
    for (let k = 0; k < n; k++) weights[k] = drawWeight(seed, members[k], candidate, randomness);
    rateOnce(options.steps, measures, paths, weights, ratings);
    for (let k = 0; k < n; k++) {
      // NaN counts as impossible.
      const rating = ratings[k] > -Infinity ? ratings[k] : -Infinity;
      const isFirst = candidate === 0;
      if (isFirst) first[k] = rating;
      if (!isFirst && (rating === -Infinity || !(rating - best[k] > minGain))) continue;
      best[k] = rating;
      chosen[k] = candidate;
      outWeights[k] = weights[k];
    }
  }
  return summarize(tried, chosen, first, best);
}

function rateOnce(
  steps: number,
  measures: readonly PathMeasure[],
  paths: PathRunner,
  weights: Float64Array,
  ratings: Float64Array,
): void {
  const planes = paths.begin(weights);
  for (const measure of measures) measure.begin(planes);
  for (let ahead = 0; ahead < steps; ahead++) {
    paths.advance(ahead);
    for (const measure of measures) measure.step(planes, ahead);
  }
  ratings.fill(0);
  for (const measure of measures) measure.rate(ratings, planes);
}

function summarize(tried: number, chosen: Uint32Array, first: Float64Array, best: Float64Array): PathChoice {
  let replaced = 0;
  let blocked = 0;
  let firstSum = 0;
  let bestSum = 0;
  let counted = 0;
  for (let k = 0; k < chosen.length; k++) {
    if (chosen[k] > 0) replaced++;
    if (best[k] === -Infinity) blocked++;
    if (first[k] === -Infinity || best[k] === -Infinity) continue;
    firstSum += first[k];
    bestSum += best[k];
    counted++;
  }
  const fraction = 1 / Math.max(1, counted);
  return { tried, replaced, blocked, firstRating: firstSum * fraction, rating: bestSum * fraction };
}
