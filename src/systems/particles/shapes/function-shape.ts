import { InputError } from '../../../input-error.ts';
import type { Shape } from '../shape.ts';
import { buildShape } from './build-shape.ts';
import { createPlacement } from './placement.ts';
import { draw, draws } from './shape-point.ts';

/** Options of `createFunctionShape`. Positions are in metres, in the box from `min` to `max`. */
export interface FunctionShapeOptions {
  readonly name: string;
  /** [3] m each: corners of the box that contains the shape. One side may be 0. */
  readonly min: readonly number[];
  readonly max: readonly number[];
  /** Returns true for positions in the shape. When absent: the whole box. */
  contains?(x: number, y: number, z: number): boolean;
  /** Relative density of points at a position, 0..1. When absent: 1. */
  density?(x: number, y: number, z: number): number;
  /** Distance in metres to the boundary, negative inside. When absent: particles cannot be confined to the shape. */
  distance?(x: number, y: number, z: number): number;
  /** Red, green, blue (linear light) and opacity at a position. */
  color?(x: number, y: number, z: number): readonly [number, number, number, number];
}

const maxAttempts = 100_000;
/** Number of random positions by which the filled fraction of the box is estimated. */
const trials = 20_000;

/**
 * Creates a custom shape from functions, by rejection sampling in a box. The measure (volume, or area if one side of the box is 0)
 * is estimated to about 1 %. The same seed gives the same points if the functions are deterministic.
 *
 * Throws an InputError for an invalid box, and if none of 20 000 random positions in the box is filled.
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
      `expected a shape that fills a part of its box, got none of ${trials} positions: make the box smaller, or check the function`,
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
      pick(point, index, seed) {
        for (let tries = 0; tries < maxAttempts && !attempt(index, seed, tries); tries++);
        [point.x, point.y, point.z] = at;
        if (color) [point.red, point.green, point.blue, point.opacity] = color(point.x, point.y, point.z);
      },
    },
    createPlacement([0, 0, 0], [0, 0, 0]),
  );
}
