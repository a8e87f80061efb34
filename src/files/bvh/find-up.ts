import type { BvhTake } from './bvh-take.ts';
import type { SampledTake, TakePoint } from './take-points.ts';
import type { TakeUp } from './take-rig.ts';

const footName = /foot|toe|ankle/i;
const headName = /head/i;

/** Where figures reach more than this times as far along z as along y over a take, z is up. */
const reachRatio = 1.2;

/**
 * Which way is up in a take that was sampled as if y were: from feet to head where joints have such names, else the way in
 * which the figure is longest most of the time.
 */
export function findUp(take: BvhTake, { points, places, sampleCount }: SampledTake): TakeUp {
  const named = (pattern: RegExp) =>
    points.flatMap((point, index) => (pattern.test(nameOf(take, point)) ? [index] : []));
  const heads = named(headName);
  const feet = named(footName);
  let [alongY, alongZ] = [0, 0];
  for (let sample = 0; sample < sampleCount; sample++) {
    const at = (point: number, axis: number) => places[3 * (points.length * sample + point) + axis];
    if (heads.length > 0 && feet.length > 0) {
      const mean = (chosen: readonly number[], axis: number) =>
        chosen.reduce((sum, point) => sum + at(point, axis), 0) / chosen.length;
      alongY += mean(heads, 1) - mean(feet, 1);
      alongZ += mean(heads, 2) - mean(feet, 2);
    } else {
      const reach = (axis: number) => {
        let least = Number.POSITIVE_INFINITY;
        let most = Number.NEGATIVE_INFINITY;
        for (let point = 0; point < points.length; point++) {
          least = Math.min(least, at(point, axis));
          most = Math.max(most, at(point, axis));
        }
        return most - least;
      };
      alongY += reach(1);
      alongZ += reach(2) / reachRatio;
    }
  }
  return alongZ > alongY ? 'z' : 'y';
}

function nameOf({ joints }: BvhTake, { joint }: TakePoint): string {
  return joints[joint].name;
}
