import type { ShellsMotion } from '../../src/systems/outputs/index.ts';
import { type CharacterHit, pickCharacter } from '../flesh/pick-character.ts';
import type { ShellsChange, ShellsFacts } from '../outputs/shells/feed.ts';

type Point = readonly [number, number, number];

export interface ShownFur {
  readonly facts: ShellsFacts;
  readonly motion: ShellsChange;
}

/** The first intersection of a ray with fur. */
export interface ShellsHit extends CharacterHit {
  /** The fur's name. */
  readonly name: string;
}

/** Positions at half of the height of the strands in their rest shape. They are cached for the shells from which they were computed. */
const middles = new WeakMap<ShellsMotion, Float32Array>();

/**
 * Returns the first intersection of a ray with fur, at half of the height of the strands in their rest shape, so that fur that is pushed
 * aside does not move the hand. Null if there is none. `direction` is a unit vector.
 */
export function pickShells(fur: readonly ShownFur[], origin: Point, direction: Point): ShellsHit | null {
  const surfaces = fur.map(({ facts, motion }) => ({
    positions: middleOf(motion, facts.lengths),
    indices: facts.indices,
  }));
  const hit = pickCharacter(surfaces, origin, direction);
  return hit && { ...hit, name: fur[hit.surface].facts.name };
}

/** Returns the displacement, m, of a hit point of the skin from one state to another. */
export function movedBy({ corners, fractions }: CharacterHit, from: ShellsMotion, to: ShellsMotion): Point {
  const out: [number, number, number] = [0, 0, 0];
  for (let corner = 0; corner < 3; corner++) {
    for (let axis = 0; axis < 3; axis++) {
      const at = 3 * corners[corner] + axis;
      out[axis] += fractions[corner] * (to.roots[at] - from.roots[at]);
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
