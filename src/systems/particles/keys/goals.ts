import { hashBits } from '../../../math/random.ts';
import type { PointSet } from '../../../motion/point-set.ts';
import type { KeyParams } from '../params.ts';
import { samplePositions } from '../sample-positions.ts';
import { randomUses } from '../settings.ts';
import type { Shape } from '../shape.ts';
import { divideCount } from './divide-count.ts';

/** All goals of a key, shape after shape. Each member has one of them. */
export interface Goals {
  readonly count: number;
  /** [3 · count] positions, m. On a moving surface: as it was when the scene was read. */
  readonly positions: Float64Array;
  readonly blocks: readonly GoalBlock[];
}

/** The goals of a key in one shape: first … first + count − 1. */
export interface GoalBlock {
  readonly shape: Shape;
  readonly first: number;
  readonly count: number;
  readonly points: PointSet;
}

/** Creates the goals for `count` members of a key. The number in each shape is given, or proportional to the shapes' sizes. */
export function makeGoals(
  key: KeyParams,
  index: number,
  shapes: readonly Shape[],
  count: number,
  seed: number,
): Goals {
  const counts = key.counts ?? divideCount(count, measuresOf(shapes));
  const positions = new Float64Array(3 * count);
  const blocks: GoalBlock[] = [];
  let first = 0;
  for (const [k, shape] of shapes.entries()) {
    if (counts[k] === 0) continue;
    const salt = hashBits(seed, randomUses.goals, index, k);
    const points = samplePositions(shape, counts[k], key.sampling, salt, key.assign === 'order');
    positions.set(points.positions, 3 * first);
    blocks.push({ shape, first, count: counts[k], points });
    first += counts[k];
  }
  return { count, positions, blocks };
}

/**
 * Returns the sizes for the division. If shapes have different dimensions, all count the same, since metres cannot be compared with
 * square metres.
 */
function measuresOf(shapes: readonly Shape[]): number[] {
  const isAlike = shapes.every(({ dimension }) => dimension === shapes[0].dimension);
  return shapes.map(({ measure }) => (isAlike ? measure : 1));
}

/** Returns the block that contains a goal. */
export function blockOf({ blocks }: Goals, goal: number): GoalBlock {
  let block = 0;
  while (block + 1 < blocks.length && blocks[block + 1].first <= goal) block++;
  return blocks[block];
}

/** Returns the index of the block that contains each member's goal: [n]. There is one block for each shape. */
export function blocksOf(all: Goals, goals: Uint32Array): Uint16Array {
  return Uint16Array.from(goals, (goal) => all.blocks.indexOf(blockOf(all, goal)));
}
