import { expect, test } from 'vitest';
import type { BakePlan } from './bake-plan.ts';
import { placeOutput } from './place-output.ts';

/** Returns a plan with the given numbers of actors and systems. */
const planOf = (actors: number, systems: number) =>
  ({ actors: Array(actors).fill({}), systems: Array(systems).fill({}) }) as unknown as BakePlan;

test('up to eight actors or systems write into the folder itself, more into a sub-folder of their kind', () => {
  expect(placeOutput(planOf(8, 1), 'character', 'a-travel.glb')).toBe('a-travel.glb');
  expect(placeOutput(planOf(9, 1), 'character', 'a-travel.glb')).toBe('character/a-travel.glb');
  expect(placeOutput(planOf(9, 1), 'heightExr', 'beach-exr')).toBe('beach-exr');
  expect(placeOutput(planOf(1, 9), 'prepared', 'belly.flesh')).toBe('prepared/belly.flesh');
});
