import { log } from '../../../math/portable.ts';
import { hashBits, hashUnit } from '../../../math/random.ts';
import type { PathMeasure, PathPlanes } from './path-measure.ts';

/** Make these random numbers independent of each other and of all others of a particle. */
const weightPurpose = 0x776569;
const stepPurpose = 0x737470;
const chancePurpose = 0x636863;

/**
 * Returns r, the fraction of the forces that a particle feels on a path, in (1 − randomness, 1]. Path 0 is the one that is used if
 * no others are tried. With `step`, each step of a path has an r of its own.
 */
export function drawWeight(
  seed: number,
  particle: number,
  path: number,
  randomness: number,
  step: number | null = null,
): number {
  const unit =
    step === null
      ? hashUnit(seed, particle, path, weightPurpose)
      : hashUnit(hashBits(seed, stepPurpose, step), particle, path, weightPurpose);
  return 1 - randomness * unit;
}

export interface PathOptions {
  /** [n] indices of the particles. */
  readonly members: Uint32Array;
  readonly seed: number;
  /** 0..1, see `drawWeight`. */
  readonly randomness: number;
  /** The key's step with which the paths begin, if each step has an r of its own; null: one r for each path. */
  readonly firstStep: number | null;
  /** Maximum number of paths that are tried for each particle, including the current one, ≥ 1. */
  readonly attempts: number;
  /** Number of the first new path. New paths have ascending numbers. */
  readonly firstPath: number;
  /** 0..1: no more paths are tried for a particle whose path has at least this g. */
  readonly level: number;
  /** P: a path replaces another if its g is more than this factor larger. Below 1 it can replace a better one. */
  readonly acceptance: number;
  /** True: it replaces the other with the probability g(new) / (P g(current)), as Metropolis et al. 1953. */
  readonly byChance: boolean;
  /**
   * False: a path with fewer contacts with obstacles is better, whatever its g. True: as in the paper, h_c is 0 with any number of
   * contacts. The ratio of two such paths is undefined, so the first one is kept.
   */
  readonly isBoolean: boolean;
  /** Number of steps of each path that are simulated, ≥ 1. */
  readonly steps: number;
  readonly measures: readonly PathMeasure[];
  readonly paths: PathRunner;
}

/** Simulates paths without changing the state: see `LookAhead`. */
export interface PathRunner {
  /** Moves all members to their current positions. Returns the planes that `advance` overwrites. */
  begin(): PathPlanes;
  /** Runs step `ahead` (0 is the first) with these weights [n]. */
  advance(ahead: number, weights: Float64Array): void;
  /** [n] number of contacts with obstacles since `begin`. */
  readonly touches: Uint32Array;
}

/** The ratings of the current paths. */
export interface PathRatings {
  /** [n] log g without h_c: 0 is the best, −Infinity is impossible. */
  readonly ratings: Float64Array;
  /** [n] number of contacts with obstacles. */
  readonly touches: Uint32Array;
}

export interface PathChoice {
  /** Maximum number of paths that were tried for a particle. */
  readonly tried: number;
  /** Number of particles that do not keep their current path. */
  readonly replaced: number;
  /** Number of particles for which no path is possible. */
  readonly blocked: number;
  /** Mean log g of the current paths and of the chosen paths, over particles for which both are possible; 0 if there are none. */
  readonly firstRating: number;
  readonly rating: number;
}

/** Simulates one path for each particle, given by its number [n], and rates it. */
export function ratePaths(options: PathOptions, chosen: ArrayLike<number>, out: PathRatings): void {
  const { members, seed, randomness, firstStep, measures, paths, steps } = options;
  const weights = new Float64Array(members.length);
  const draw = (ahead: number) => {
    const step = firstStep === null ? null : firstStep + ahead;
    for (let k = 0; k < weights.length; k++)
      weights[k] = drawWeight(seed, members[k], chosen[k], randomness, step);
  };
  const planes = paths.begin();
  for (const measure of measures) measure.begin(planes);
  for (let ahead = 0; ahead < steps; ahead++) {
    if (ahead === 0 || firstStep !== null) draw(ahead);
    paths.advance(ahead, weights);
    for (const measure of measures) measure.step(planes, ahead);
  }
  const { ratings, touches } = out;
  ratings.fill(0);
  for (const measure of measures) measure.rate(ratings, planes);
  // NaN counts as impossible.
  for (let k = 0; k < ratings.length; k++) if (!(ratings[k] > -Infinity)) ratings[k] = -Infinity;
  touches.set(paths.touches);
}

/**
 * Compares the current path of each particle, `chosen` [n], with new ones that differ in r, and overwrites it with that of the path
 * it chooses. `now` are the ratings of the current paths, see `ratePaths`; they are overwritten too. Paths are tried until one has
 * the level, or the number of attempts is reached. Dingle & Keyser 2005, section 6. More attempts never give more contacts, and with
 * `acceptance` ≥ 1 and without `byChance` never a lower rating.
 */
export function choosePaths(options: PathOptions, chosen: Uint32Array, now: PathRatings): PathChoice {
  const { seed, members, acceptance, byChance, isBoolean } = options;
  const n = chosen.length;
  const minGain = log(acceptance);
  const minRating = log(options.level);
  const current = chosen.slice();
  const first = { ratings: now.ratings.slice(), touches: now.touches.slice() };
  const next: PathRatings = { ratings: new Float64Array(n), touches: new Uint32Array(n) };
  const candidates = new Uint32Array(n);
  const isDone = (k: number) => now.touches[k] === 0 && now.ratings[k] >= minRating;
  const isBetter = (k: number, path: number): boolean => {
    const more = next.touches[k] - now.touches[k];
    if (next.ratings[k] === -Infinity) return false;
    if (isBoolean && next.touches[k] > 0) return false;
    if (more !== 0) return more < 0;
    const gain = next.ratings[k] - now.ratings[k] - minGain;
    if (gain > 0 || !byChance) return gain > 0;
    const chance = hashUnit(seed, members[k], path, chancePurpose);
    return chance === 0 || log(chance) < gain;
  };
  let tried = 1;
  for (; tried < options.attempts && !members.every((_, k) => isDone(k)); tried++) {
    const path = options.firstPath + tried - 1;
    candidates.fill(path);
    ratePaths(options, candidates, next);
    for (let k = 0; k < n; k++) {
      if (isDone(k) || !isBetter(k, path)) continue;
      now.ratings[k] = next.ratings[k];
      now.touches[k] = next.touches[k];
      chosen[k] = path;
    }
  }
  return summarize(tried, current, chosen, first, now);
}

function summarize(
  tried: number,
  current: Uint32Array,
  chosen: Uint32Array,
  first: PathRatings,
  best: PathRatings,
): PathChoice {
  let replaced = 0;
  let blocked = 0;
  let firstSum = 0;
  let bestSum = 0;
  let counted = 0;
  for (let k = 0; k < chosen.length; k++) {
    if (chosen[k] !== current[k]) replaced++;
    if (!isPossible(best, k)) blocked++;
    if (!isPossible(first, k) || !isPossible(best, k)) continue;
    firstSum += first.ratings[k];
    bestSum += best.ratings[k];
    counted++;
  }
  const fraction = 1 / Math.max(1, counted);
  return { tried, replaced, blocked, firstRating: firstSum * fraction, rating: bestSum * fraction };
}

function isPossible({ ratings, touches }: PathRatings, k: number): boolean {
  return touches[k] === 0 && ratings[k] > -Infinity;
}
