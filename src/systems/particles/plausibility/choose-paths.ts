import { log } from '../../../math/portable.ts';
import { hashUnit } from '../../../math/random.ts';
import type { PathMeasure, PathPlanes } from './path-measure.ts';

/** Sets these random numbers apart from all others of a particle. */
const weightPurpose = 0x776569;

/**
 * r, how much of the forces a particle feels on one of the ways that are tried for it: in (1 − randomness, 1]. Candidate 0
 * is the way that is gone where no others are tried. `particle` is its index.
 */
export function drawWeight(seed: number, particle: number, candidate: number, randomness: number): number {
  return 1 - randomness * hashUnit(seed, particle, candidate, weightPurpose);
}

export interface PathOptions {
  /** [n] indices of the particles. */
  readonly members: Uint32Array;
  readonly seed: number;
  /** 0..1, see `drawWeight`; with 0 all ways are the same and one is tried. */
  readonly randomness: number;
  /** How many ways are tried for each, ≥ 1. */
  readonly attempts: number;
  /** P: a way replaces another if g is more than this times as large. Below 1 it may replace a better one. */
  readonly acceptance: number;
  /** How many steps of each way are gone, ≥ 1. */
  readonly steps: number;
  readonly measures: readonly PathMeasure[];
  readonly paths: PathRunner;
}

/** Tries ways without a trace: see `createLookAhead`. */
export interface PathRunner {
  /** Puts all members where they are now, with these weights [n]; returns where `advance` moves them. */
  begin(weights: Float64Array): PathPlanes;
  /** Goes one step, 0 first. Obstacles must not push aside: that is rated. */
  advance(ahead: number): void;
}

export interface PathChoice {
  /** Ways that were tried for each particle. */
  readonly tried: number;
  /** Particles that do not go their first way. */
  readonly replaced: number;
  /** Particles none of whose ways is possible: they go the first. */
  readonly blocked: number;
  /** Mean log g of the first ways and of those chosen, over the particles whose ways both are possible; 0 without any. */
  readonly firstRating: number;
  readonly rating: number;
}

/**
 * Tries several ways for each particle, each with a weight of its own by chance, rates them as far as they are looked ahead,
 * and writes the weights of those chosen to outWeights [n]. Every particle has its own choice. Section 6, with P_accept =
 * g(candidate) / g(current) held against `acceptance`. With acceptance ≥ 1 more attempts never give a lower rating.
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
      // What is no number is as good as impossible.
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
