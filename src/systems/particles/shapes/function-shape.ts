import { InputError } from '../../../input-error.ts';
import type { Shape } from '../shape.ts';
import { buildShape } from './build-shape.ts';
import { draw, draws } from './place.ts';
import { createPlacement } from './placement.ts';

/** A shape of particles that functions describe. Positions in metres, inside the box from `min` to `max`. */
export interface FunctionShapeOptions {
  readonly name: string;
  /** [3] m each: nothing is looked for outside. */
  readonly min: readonly number[];
  readonly max: readonly number[];
  /** True for places that belong to it; all of the box when absent. */
  contains?(x: number, y: number, z: number): boolean;
  /** How dense it is there, 0..1: points are so much the rarer. 1 when absent. */
  density?(x: number, y: number, z: number): number;
  /** Metres to its boundary, negative inside. Absent: it has no inside that one could keep to. */
  distance?(x: number, y: number, z: number): number;
  /** Red, green, blue (linear light) and opacity of a place. */
  color?(x: number, y: number, z: number): readonly [number, number, number, number];
}

const maxAttempts = 100_000;
/** Places that are tried to learn how much of the box is filled. */
const trials = 20_000;

/**
 * A shape of your own: places in a box that functions choose by trying. The same for the same seed, as long as the
 * functions are. The measure (volume, or area where one side of the box is 0) is estimated, to about 1 %.
 *
 * Errors: InputError where nothing, or less than 1/20 000 of the box, is filled: make the box smaller.
 */
export function createFunctionShape(options: FunctionShapeOptions): Shape {
  const { name, min, max, contains, density, distance, color } = options;
  const sides = min.map((low, axis) => max[axis] - low);
  const flat = sides.filter((side) => side === 0).length;
  if (!sides.every((side) => side >= 0 && Number.isFinite(side)) || flat === 3) {
    throw InputError.at(name, `expected a box from min to max, got ${min.join(' ')} to ${max.join(' ')}`);
  }
  const at = [0, 0, 0];
  const attempt = (index: number, seed: number, tries: number): boolean => {
    for (let axis = 0; axis < 3; axis++) {
      at[axis] = min[axis] + sides[axis] * draw(seed, index, draws.first + axis, tries);
    }
    const [x, y, z] = at;
    if (contains && !contains(x, y, z)) return false;
    return !density || draw(seed, index, draws.which, tries) < density(x, y, z);
  };
  let filled = 0;
  for (let k = 0; k < trials; k++) if (attempt(k, 0, 0)) filled++;
  if (filled === 0) {
    throw InputError.at(
      name,
      `expected a shape that fills some of its box, got none in ${trials} places: make the box smaller, or look at the function`,
    );
  }
  const box = sides.reduce((product, side) => product * (side === 0 ? 1 : side), 1);
  const local = {
    name,
    dimension: (3 - flat) as Shape['dimension'],
    measure: (box * filled) / trials,
    colors: color !== undefined,
    uneven: density !== undefined,
    distance: distance ? (x: number, y: number, z: number) => distance(x, y, z) : null,
    support: (x: number, y: number, z: number) =>
      [x, y, z].reduce((sum, value, axis) => sum + value * (value > 0 ? max[axis] : min[axis]), 0),
  };
  return buildShape(
    {
      ...local,
      pick(place, index, seed) {
        for (let tries = 0; tries < maxAttempts && !attempt(index, seed, tries); tries++);
        [place.x, place.y, place.z] = at;
        if (color) [place.red, place.green, place.blue, place.opacity] = color(place.x, place.y, place.z);
      },
    },
    createPlacement([0, 0, 0], [0, 0, 0]),
  );
}
