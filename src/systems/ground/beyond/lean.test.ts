import { expect, test } from 'vitest';
import { sumGround } from '../flow/ledger.ts';
import { stepGround } from '../step.ts';
import { around, makeGround, readUnits } from '../testing/grounds.ts';
import { createPost, createTyre, moveTo, placeAt } from '../testing/shapes.ts';

const reach = 44;

/**
 * Heights after an upright square post has moved down obliquely along (dx, dz), 3 cm deep. Its corners are multiples of
 * 2⁻¹⁵ m and cells are 2⁻⁷ m, so all motion is exact.
 */
function fall(lean: number, dx: number, dz: number) {
  const state = makeGround({
    cell: 2 ** -7,
    outsideSlope: 1.57,
    insideSlope: 1.57,
    forwardBias: lean,
    displacedFraction: 0.3,
  });
  const post = createPost(0.1, 0.25, 4);
  for (let k = 0; k < post.positions.length; k++) {
    // The distance of its sides from the columns is 1/256 of a cell.
    post.positions[k] =
      (Math.round(post.positions[k] * 128) * 256 + Math.sign(Math.round(post.positions[k] * 128))) / 32768;
  }
  const step = 2 ** -8;
  placeAt(post, -8 * dx * step, 0, -8 * dz * step);
  for (let n = 1; n <= 8; n++) {
    moveTo(post, (n - 8) * dx * step, -n * step, (n - 8) * dz * step);
    stepGround(state, [post]);
  }
  return { units: readUnits(state, around(0, 0, reach)), ledger: sumGround(state).ledger };
}

/** Volume above the ground ahead of and behind the final position, units. */
function ridges(units: Int32Array): { ahead: number; behind: number } {
  let [ahead, behind] = [0, 0];
  const side = 2 * reach + 1;
  units.forEach((height, k) => {
    const i = (k % side) - reach;
    if (height <= 0) return;
    if (i > 0) ahead += height;
    else if (i < 0) behind += height;
  });
  return { ahead, behind };
}

test('an oblique press pushes a larger ridge ahead', () => {
  const plain = fall(0, 1, 0);
  const leaning = fall(1, 1, 0);
  const [even, ahead] = [ridges(plain.units), ridges(leaning.units)];
  expect(ahead.ahead / ahead.behind).toBeGreaterThan(3 * (even.ahead / even.behind));
  for (const { ledger } of [plain, leaning]) expect(ledger.error).toBe(0n);
  // The body runs over some of the ridge ahead and compacts it.
  expect(ahead.ahead + ahead.behind).toBeGreaterThan(0.8 * (even.ahead + even.behind));
});

test('one sliding step leaves exactly the fraction α around it', () => {
  const state = makeGround({ forwardBias: 1, outsideSlope: 1.57, insideSlope: 1.57 });
  const post = createPost(0.1, 0.2);
  placeAt(post, -0.02, -0.02, 0);
  post.cut = false;
  moveTo(post, 0, -0.02, 0);
  stepGround(state, [post]);
  const units = readUnits(state, around(0, 0, reach));
  const removed = -units.reduce((sum, height) => sum + Math.min(0, height), 0);
  const raised = units.reduce((sum, height) => sum + Math.max(0, height), 0);
  expect(Math.abs(raised / removed - 0.3)).toBeLessThan(1e-4);
  const ring = ridges(units);
  expect(ring.ahead).toBeGreaterThan(3 * ring.behind);
});

test('mirrored and rotated paths leave bit-identical mirrored and rotated ridges', () => {
  const side = 2 * reach + 1;
  const at = (units: Int32Array, i: number, j: number) => units[(j + reach) * side + i + reach];
  const east = fall(1, 1, 0).units;
  const [west, south] = [fall(1, -1, 0).units, fall(1, 0, 1).units];
  for (let j = -reach; j <= reach; j++) {
    for (let i = -reach; i <= reach; i++) {
      expect(at(west, -i, j)).toBe(at(east, i, j));
      expect(at(south, -j, i)).toBe(at(east, i, j));
    }
  }
});

test('a vertical press does not lean, a rolling wheel hardly does, a locked wheel does', () => {
  const press = (lean: number) => {
    const state = makeGround({ forwardBias: lean, outsideSlope: 1.57, insideSlope: 1.57 });
    const post = createPost(0.1, 0.2);
    placeAt(post, 0, 0, 0);
    moveTo(post, 0, -0.03, 0);
    stepGround(state, [post]);
    return readUnits(state, around(0, 0, reach));
  };
  const [upright, plain] = [press(1), press(0)];
  for (let k = 0; k < plain.length; k++) expect(Math.abs(upright[k] - plain[k])).toBeLessThanOrEqual(1);

  /** Ratio of the volumes ahead of and behind the axle of a tyre that has moved 0.4 m. */
  const roll = (lean: number, turns: number) => {
    const state = makeGround({ forwardBias: lean, outsideSlope: 1.57, insideSlope: 1.57 });
    const tyre = createTyre(0.35, 0.1);
    const move = (x: number) => {
      moveTo(tyre, x, 0.32, 0);
      const half = (turns * x) / 0.32 / 2;
      tyre.end.rotation.set([0, 0, -Math.sin(half), Math.cos(half)]);
    };
    move(-0.4);
    move(-0.4);
    for (let n = 1; n <= 40; n++) {
      move(-0.4 + n / 100);
      stepGround(state, [tyre]);
    }
    const { ahead, behind } = ridges(readUnits(state, around(0, 0, reach)));
    return ahead / (ahead + behind);
  };
  const even = roll(0, 1);
  const rolling = roll(1, 1) - even;
  const locked = roll(1, 0) - roll(0, 0);
  expect(locked).toBeGreaterThan(0.02);
  expect(Math.abs(rolling)).toBeLessThan(0.01);
});
