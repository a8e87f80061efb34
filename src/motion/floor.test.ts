import { expect, test } from 'vitest';
import { type GroundFloor, joinFloors } from './floor.ts';

const ground = (
  heightAt: GroundFloor['heightAt'],
  isLevel: boolean,
  half: number | null,
  x = 0,
): GroundFloor => ({
  heightAt,
  isLevel,
  extent: half === null ? null : { min: [x - half, -half], max: [x + half, half] },
});
const hill = ground((x) => 2 + x / 10, false, 1);

test('level grounds are no floor to follow; a single terrain is the floor everywhere', () => {
  expect(joinFloors([])).toBeNull();
  expect(joinFloors([ground(() => 1, true, null), ground(() => 3, true, 2)])).toBeNull();
  expect(joinFloors([hill])!(9, 0)).toBe(hill.heightAt(9, 0));
});

test('beside a small terrain an actor walks on the level ground, not at the height of the terrain’s boundary', () => {
  const floor = joinFloors([hill, ground(() => 0.5, true, null)])!;
  expect(floor(0.5, 0)).toBe(2.05);
  expect(floor(1.01, 0)).toBe(0.5);
  expect(floor(0, -50)).toBe(0.5);
  // Where both grounds exist, the higher one counts.
  expect(joinFloors([hill, ground(() => 5, true, null)])!(0, 0)).toBe(5);
});

test('outside of all terrains the nearest counts, and the highest of equally near ones', () => {
  const floor = joinFloors([hill, ground(() => 0, true, 1, 10)])!;
  expect(floor(3, 0)).toBe(2.3);
  expect(floor(8, 0)).toBe(0);
  expect(floor(5, 0)).toBe(2.5);
  expect(floor(1e300, -1e300)).toBeGreaterThan(0);
});
