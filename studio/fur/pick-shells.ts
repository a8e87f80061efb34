import type { ShellsMotion } from '../../src/systems/outputs/index.ts';
import { type FigureHit, pickFigure } from '../flesh/pick-figure.ts';
import type { ShellsChange, ShellsFacts } from '../outputs/shells/feed.ts';

type Point = readonly [number, number, number];

export interface ShownFur {
  readonly facts: ShellsFacts;
  readonly motion: ShellsChange;
}

/** Where a ray meets fur first. */
export interface ShellsHit extends FigureHit {
  /** The fur's name. */
  readonly name: string;
}

/** Places half-way up the strands at rest, by what they were made from. */
const middles = new WeakMap<ShellsMotion, Float32Array>();

/**
 * Where a ray first meets some fur, half-way up its strands as they stand at rest: what is pushed aside does not draw the hand after it.
 * Null where it passes. `direction` is a unit vector.
 */
export function pickShells(fur: readonly ShownFur[], origin: Point, direction: Point): ShellsHit | null {
  const surfaces = fur.map(({ facts, motion }) => ({
    positions: middleOf(motion, facts.lengths),
    indices: facts.indices,
  }));
  const hit = pickFigure(surfaces, origin, direction);
  return hit && { ...hit, name: fur[hit.surface].facts.name };
}

/** How a place of the skin that was hit has moved between two moments of it, m. */
export function movedBy({ corners, shares }: FigureHit, from: ShellsMotion, to: ShellsMotion): Point {
  const out: [number, number, number] = [0, 0, 0];
  for (let corner = 0; corner < 3; corner++) {
    for (let axis = 0; axis < 3; axis++) {
      const at = 3 * corners[corner] + axis;
      out[axis] += shares[corner] * (to.roots[at] - from.roots[at]);
    }
  }
  return out;
}

function middleOf(motion: ShellsMotion, lengths: Float32Array): Float32Array {
  const known = middles.get(motion);
  if (known) return known;
  const { roots, normals } = motion;
  const out = new Float32Array(roots.length);
  for (let k = 0; k < out.length; k++) {
    out[k] = roots[k] + 0.5 * lengths[Math.floor(k / 3)] * normals[k];
  }
  middles.set(motion, out);
  return out;
}
