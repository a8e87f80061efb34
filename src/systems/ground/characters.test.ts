import { expect, test } from 'vitest';
import type { RigidCollider } from '../../motion/collider.ts';
import { createGroundKernel } from './load-kernel.ts';
import type { GroundParams } from './params.ts';
import { stepGround } from './step.ts';
import { around, makeGround, readUnits, settleGround } from './testing/grounds.ts';
import { createBall, createShoe, createTyre, moveTo } from './testing/shapes.ts';
import { hashGround, loadGround, saveGround } from './tiles/save.ts';

/** Moves a body to a pose at a step. The first call also sets the start pose. */
type Path = (body: RigidCollider, step: number) => void;

interface Character {
  readonly body: RigidCollider;
  readonly path: Path;
}

/** A runner whose two shoes press the ground in turn along x, and are in the air otherwise. */
function createRunner(z: number): Character[] {
  return [0, 1].map((side) => ({
    body: createShoe(24, 10),
    path: (body, step) => {
      const stride = Math.floor((step + 10 * side) / 20);
      const phase = (step + 10 * side) % 20;
      const height = phase < 10 ? -0.03 * Math.min(1, phase / 4) : 0.02 * (phase - 9) - 0.03;
      moveTo(body, -0.6 + 0.4 * stride, height, z + 0.08 * side);
    },
  }));
}

/** A tyre that later crosses the runner's path along z. */
function createRider(x: number, from: number): Character {
  return {
    body: createTyre(0.3, 0.06, 48),
    path: (body, step) => {
      const z = -1.2 + 0.03 * Math.max(0, step - from);
      moveTo(body, x, 0.28, z, Math.PI / 2);
      const half = z / 0.28 / 2;
      // Rotated to roll along z, then about its axle.
      const [c, s] = [Math.SQRT1_2, Math.sin(half) * Math.SQRT1_2];
      body.end.rotation.set([s, -c * Math.cos(half), -s, c * Math.cos(half)]);
    },
  };
}

function run(
  characters: readonly Character[],
  steps: number,
  overrides: Partial<GroundParams> = {},
  reloadAt = -1,
) {
  let state = makeGround({ noiseAmplitude: 0.003, ...overrides });
  for (const { body, path } of characters) {
    path(body, 0);
    path(body, 0);
  }
  for (let n = 1; n <= steps; n++) {
    for (const { body, path } of characters) path(body, n);
    stepGround(
      state,
      characters.map(({ body }) => body),
    );
    if (n === reloadAt) state = loadGround(() => state.settings, createGroundKernel(), saveGround(state));
  }
  settleGround(state);
  return state;
}

/** All permutations of a few items. */
function permute<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, k) =>
    permute(things.filter((_, n) => n !== k)).map((rest) => [first, ...rest]),
  );
}

const overlapping = (): Character[] => [
  {
    body: createShoe(24, 10),
    path: (body, step) => moveTo(body, 0.004 * step, -0.003 * Math.min(10, step), 0, 0.02 * step),
  },
  {
    body: createShoe(24, 10),
    path: (body, step) => moveTo(body, -0.003 * step + 0.1, -0.003 * Math.min(12, step), 0.03, 2),
  },
  {
    body: createBall(0.12, 10),
    path: (body, step) => moveTo(body, 0.05, 0.12 - 0.003 * step, 0.02 * step - 0.2),
  },
];

test.each([
  ['with defaults', {}],
  ['as printed in the paper', { paper: '1999' as const }],
  ['with all extensions', { forwardBias: 1, looseDepth: 0.01, waterLevel: 0, stonesPerSquareMetre: 20 }],
])('characters that overlap leave the same bytes in any order, %s', (_, overrides) => {
  const hashes = permute(overlapping()).map((characters) => hashGround(run(characters, 20, overrides)));
  expect(new Set(hashes).size).toBe(1);
  // Each of them changes the ground.
  for (const { body } of overlapping()) {
    const others = overlapping().filter((character) => character.body.vertexCount !== body.vertexCount);
    expect(hashGround(run(others, 20, overrides))).not.toBe(hashes[0]);
  }
});

test('a rider crosses a runner’s sleeping track: same bytes in any order, with and without saving in between', () => {
  const cast = () => [...createRunner(0), createRider(0.2, 60)];
  const hash = hashGround(run(cast(), 140));
  expect(hashGround(run(cast().reverse(), 140))).toBe(hash);
  expect(hashGround(run(cast(), 140, {}, 75))).toBe(hash);
  const crossing = around(20, 0, 24);
  const [crossed, alone, rider] = [cast(), createRunner(0), [createRider(0.2, 60)]].map((characters) =>
    readUnits(run(characters, 140), crossing),
  );
  expect(crossed).not.toEqual(alone);
  expect(crossed).not.toEqual(rider);
});

/** Distant characters that are not in step with the runner: another stride, a fast body that slides, one that drops from above. */
const distant = (): Character[] => [
  ...createRunner(40).map(({ body, path }) => ({
    body,
    path: (of: RigidCollider, step: number) => path(of, step + 7),
  })),
  {
    body: createShoe(24, 10),
    path: (body, step) => moveTo(body, 0.05 * step - 1.5, -0.04, -40, 0.02 * step),
  },
  { body: createBall(0.12, 10), path: (body, step) => moveTo(body, 60, 0.3 - 0.011 * step, 0) },
];

const rates = [30, 120] as const;

test.each(rates)(
  'distant characters out of step change nothing: same bytes of a runner at %i steps per second',
  (rate) => {
    const region = around(0, 0, 100);
    const alone = readUnits(run(createRunner(0), 60, { rate }), region);
    const far = run([...createRunner(0), ...distant()], 60, { rate });
    expect(readUnits(far, region)).toEqual(alone);
    for (const [i, j] of [
      [0, 4000],
      [150, -4000],
      [6000, 0],
    ])
      expect(readUnits(far, around(i, j, 100)).some((height) => height < -20000)).toBe(true);
  },
);

test('with the rule of the paper, which repeats passes over the whole ground, a distant character changes a print', () => {
  const region = around(0, 0, 100);
  const printed = { extraFlow: 'all' } as const;
  const alone = readUnits(run(createRunner(0), 60, printed), region);
  expect(readUnits(run([...createRunner(0), ...distant()], 60, printed), region)).not.toEqual(alone);
});

test('eight riders on separate patches leave the same tracks as each alone', () => {
  const riders = () => Array.from({ length: 8 }, (_, k) => createRider(3 * k, 0));
  const together = run(riders(), 60);
  const third = run([riders()[3]], 60);
  const region = around(900, 0, 90);
  expect(readUnits(together, region)).toEqual(readUnits(third, region));
});

test('a body that is listed twice counts once', () => {
  const [one] = overlapping();
  expect(hashGround(run([one, one], 12))).toBe(hashGround(run(overlapping().slice(0, 1), 12)));
});
