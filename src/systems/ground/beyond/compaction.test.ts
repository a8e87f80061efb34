import { expect, test } from 'vitest';
import { sumGround } from '../flow/ledger.ts';
import type { GroundParams } from '../params.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { stepGround } from '../step.ts';
import { around, makeGround, pressDown, readHeights, readUnits, settleGround } from '../testing/grounds.ts';
import { createPost, moveTo, placeAt } from '../testing/shapes.ts';

/** Snow walls do not flow, so only pressing matters. */
const snow = { material: 'snow', displacedFraction: 0.3 } as const satisfies Partial<GroundParams>;

/** Heights in the middle of a print after each of several presses. Each goes `depth` below the previous height. */
function pressAgain(overrides: Partial<GroundParams>, depths: readonly number[], steps = 1) {
  const state = makeGround({ ...snow, ...overrides });
  const post = createPost(0.1, 1);
  placeAt(post, 0, 0, 0);
  let reached = 0;
  return depths.map((depth) => {
    for (let n = 1; n <= steps; n++) {
      moveTo(post, 0, -reached - (depth * n) / steps, 0);
      stepGround(state, [post]);
    }
    reached += depth;
    const [height] = readHeights(state, around(0, 0, 0));
    const { ledger } = sumGround(state);
    expect(ledger.error).toBe(0n);
    return { height, compacted: Number(ledger.compacted), state };
  });
}

test('a second foot in the same print sinks less, a third even less; without compaction memory, all sink equally', () => {
  const sunk = (overrides: Partial<GroundParams>) => {
    const heights = pressAgain(overrides, [0.03, 0.03, 0.03]).map(({ height }) => -height);
    return heights.map((height, k) => height - (heights[k - 1] ?? 0));
  };
  for (const depth of sunk({})) expect(depth).toBeCloseTo(0.03, 5);
  const [first, second, third] = sunk({ looseDepth: 0.03 });
  expect(first).toBeCloseTo(0.03, 5);
  // P = √(C (2 q − C)) of q = 6 and 9 cm, C = 3 cm.
  expect(second).toBeCloseTo(0.03 * (Math.sqrt(3) - 1), 5);
  expect(third).toBeCloseTo(0.03 * (Math.sqrt(5) - Math.sqrt(3)), 5);
});

test('below the loose depth, more is pushed aside and less is compacted', () => {
  const [first, second] = pressAgain({ looseDepth: 0.03 }, [0.03, 0.03]);
  const displacedFraction = (compacted: number, sunk: number, columns: number) =>
    1 - compacted / (sunk * unitsPerMetre * columns);
  const columns = readUnits(first.state, around(0, 0, 16)).filter((height) => height < 0).length;
  expect(displacedFraction(first.compacted, 0.03, columns)).toBeCloseTo(0.3, 3);
  const sunk = 0.03 * (Math.sqrt(3) - 1);
  // The compacted fraction decreases as (C/P)². The total is 0.7 C (1 − C/P).
  const expected = 1 - (0.7 * 0.03 * (1 - 1 / Math.sqrt(3))) / sunk;
  expect(displacedFraction(second.compacted - first.compacted, sunk, columns)).toBeCloseTo(expected, 3);
  expect(expected).toBeGreaterThan(0.55);
});

test('the final depth does not depend on the number of steps', () => {
  const [once, twice] = pressAgain({ looseDepth: 0.02 }, [0.05, 0.02]);
  const [slowOnce, slowTwice] = pressAgain({ looseDepth: 0.02 }, [0.05, 0.02], 37);
  expect(slowOnce.height).toBe(once.height);
  expect(slowTwice.height).toBe(twice.height);
  expect(Math.abs(slowTwice.compacted / twice.compacted - 1)).toBeLessThan(1e-4);
});

test('a foot that stands still, or returns to the same position, presses nothing further', () => {
  const state = makeGround({ ...snow, looseDepth: 0.01 });
  const post = createPost(0.1, 1);
  pressDown(state, post, 0.05, 5);
  const before = readUnits(state, around(0, 0, 30));
  for (const y of [-0.05, -0.05, 0.1, -0.05]) {
    moveTo(post, 0, y, 0);
    stepGround(state, [post]);
  }
  expect(readUnits(state, around(0, 0, 30))).toEqual(before);
});

/** Maximum slope across the edge of a print whose middle is at the origin, rad. */
function rimSlope(overrides: Partial<GroundParams>): number {
  const state = makeGround({ material: 'sand', insideSlope: 0.436, ...overrides });
  const post = createPost(0.15, 1);
  pressDown(state, post, 0.08, 8);
  placeAt(post, 0, 1, 0);
  settleGround(state);
  const profile = readHeights(state, { i0: 0, j0: 0, columns: 40, rows: 1 });
  let steepest = 0;
  for (let k = 1; k < 40; k++) steepest = Math.max(steepest, Math.abs(profile[k] - profile[k - 1]) / 0.01);
  return Math.atan(steepest);
}

test('compacted ground has steeper slopes', () => {
  expect(rimSlope({})).toBeLessThanOrEqual(0.4361);
  const compacted = rimSlope({ looseDepth: 0.05, compactedSlope: 1.2 });
  expect(compacted).toBeGreaterThan(0.6);
  expect(compacted).toBeLessThanOrEqual(1.2);
});

test('columns buried by more than a cell are loose again', () => {
  const state = makeGround({ looseDepth: 0.02, outsideSlope: 0.3, insideSlope: 0.3 });
  const post = createPost(0.05, 1);
  pressDown(state, post, 0.1, 4);
  // After the body is lifted, the walls of the hole fill it.
  placeAt(post, 0, 1, 0);
  settleGround(state);
  state.flush();
  let remembered = 0;
  for (const tile of state.tiles.awake) {
    tile.pressedOut?.forEach((units, k) => {
      if (units > 0) expect(tile.pressed![k]).toBeGreaterThan(0);
      remembered += units > 0 ? 1 : 0;
    });
  }
  const pressed = Math.round(Math.PI * 5 * 5);
  expect(remembered).toBeLessThan(pressed);
});
