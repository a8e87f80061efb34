import { transformVector } from '../../math/matrix.ts';
import type { Actor } from '../actor.ts';
import { Pose } from '../pose.ts';
import { poseCharacterPoints } from './character-points.ts';
import { widest } from './measure-slide.ts';
import { standingFeet } from './standing-feet.ts';
import type { TravelSteps } from './travel.ts';

/**
 * How well feet stand on a ground that is not level. Values are fractions of the character's height. Sinkage and slip with which the ground answers
 * to the feet are left out.
 */
export interface FollowMeasure {
  /** Maximum distance that a sole's vertex on the ground slid in one stance; 0 if nothing is planted. */
  readonly slide: number;
  /**
   * Mean height of planted soles' lowest vertices above the planted depth (floor − softDepth at the position of the vertex); 0 if nothing
   * is planted.
   */
  readonly soles: number;
  /**
   * Maximum depth of the lowest vertex of any sole below the planted depth (floor − softDepth) at any time; negative if no vertex is ever
   * that deep.
   */
  readonly deepest: number;
}

/** Samples per second of a character with stances, whose slides are measured, and of other characters, whose depth changes slowly. */
const samplesPerSecond = 120;
const stancelessPerSecond = 30;
/** Only this part of the motion is measured, seconds. */
const longest = 8;
/** Vertices this close to the planted depth, as a fraction of the height, are on the ground. */
const groundBand = 0.01;
/** The slope at a vertex is computed from the heights at this fraction of the height to either side. */
const probeFraction = 0.01;
/** In this fraction of a stance at either end, a foot sinks in or comes out. */
const sinkFraction = 0.2;

/**
 * Measures the feet of an actor that follows a floor, from `start` to `end` (s), at most 8 s: every vertex of the soles, at 120 poses per
 * second, or at 30 if it has no stances. Null if the actor does not follow a floor, or has no feet.
 */
export function measureFollow(actor: Actor, start: number, end: number): FollowMeasure | null {
  const { rig, floor, height, scale, travel, response } = actor;
  const feet = standingFeet(rig);
  if (!floor || feet.length < 2) return null;
  const depth = (travel?.softDepth ?? 0) * scale;
  const probe = probeFraction * height;
  const pose = new Pose(rig);
  const positions = feet.map(({ sole }) => new Float64Array(3 * sole.count));
  // For each vertex on the ground: its position seen from above, and the point where the slope's normal through it meets the
  // ground.
  const paths = feet.map(({ sole }) => Array.from({ length: sole.count }, (): number[] => []));
  const planted = feet.map(() => -1);
  const answer = [0, 0, 0];
  let slide = 0;
  let deepest = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  const close = (path: number[]): void => {
    if (path.length === 0) return;
    // Vertical motion, and motion along the slope's normal, is not sliding.
    const [seen, stood] = [0, 2].map((from) => path.filter((_, k) => (k & 2) === from));
    slide = Math.max(slide, Math.min(widest(seen), widest(stood)) / height);
    path.length = 0;
  };
  const rate = travel?.steps ? samplesPerSecond : stancelessPerSecond;
  const last = Math.ceil(Math.min(longest, Math.max(0, end - start)) * rate);
  for (let k = 0; k <= last; k++) {
    const t = start + k / rate;
    actor.poseAt(t, pose);
    for (let f = 0; f < feet.length; f++) {
      const stance = travel?.steps ? findStance(travel.steps, f, (t + actor.offset) / travel.period) : null;
      if (planted[f] !== (stance?.number ?? -1)) paths[f].forEach(close);
      planted[f] = stance?.number ?? -1;
      const here = positions[f];
      poseCharacterPoints(here, feet[f].sole, pose.world);
      if (response) {
        transformVector(answer, pose.root, response.displacementAt(f, t + actor.offset));
        for (let k = 0; k < here.length; k++) here[k] -= answer[k % 3];
      }
      let low = Number.POSITIVE_INFINITY;
      for (let p = 0; p < here.length; p += 3) {
        const above = here[p + 1] - floor(here[p], here[p + 2]) + depth;
        low = Math.min(low, above);
        if (!stance || above > groundBand * height) {
          close(paths[f][p / 3]);
          continue;
        }
        const [x, z] = [here[p], here[p + 2]];
        const slopeX = (floor(x + probe, z) - floor(x - probe, z)) / (2 * probe);
        const slopeZ = (floor(x, z + probe) - floor(x, z - probe)) / (2 * probe);
        const fraction = above / (1 + slopeX * slopeX + slopeZ * slopeZ);
        paths[f][p / 3].push(x, z, x + fraction * slopeX, z + fraction * slopeZ);
      }
      deepest = Math.max(deepest, -low / height);
      if (!stance?.isFirm) continue;
      sum += low / height;
      count++;
    }
  }
  for (const list of paths) list.forEach(close);
  return { slide, soles: count > 0 ? sum / count : 0, deepest };
}

/** Returns the stance of a foot at a time in periods, numbered through all periods; null if the foot is in the air. */
function findStance(
  { count, stances }: TravelSteps,
  foot: number,
  periods: number,
): { number: number; isFirm: boolean } | null {
  const turn = Math.floor(periods);
  const list = stances[foot];
  for (let k = 0; k < 2 * list.length; k++) {
    const own = turn - (k < list.length ? 0 : 1);
    const { start, end } = list[k % list.length];
    const sample = (periods - own) * count;
    if (sample < start || sample > end) continue;
    const sink = sinkFraction * (end - start);
    return {
      number: own * list.length + (k % list.length) + list.length,
      isFirm: sample > start + sink && sample < end - sink,
    };
  }
  return null;
}
