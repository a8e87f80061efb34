import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Hasher } from '../../math/hash.ts';
import { append } from '../../math/lists.ts';
import { hashUnit } from '../../math/random.ts';
import { groundParams } from '../../systems/ground/params.ts';
import { groundSystem } from '../../systems/ground/system.ts';
import { defaultParams } from '../../systems/params.ts';
import { createTimedParams } from '../../systems/timed-params.ts';
import type { BakePlan } from '../bake-plan.ts';
import { bakeScene } from '../bake-scene.ts';
import { planBase } from '../testing/plan-base.ts';
import { plateActor } from '../testing/plate-actor.ts';
import { type PartTasks, runPart } from './part-tasks.ts';
import type { PartRunner } from './simulate-divided.ts';
import type { TileRectangle } from './tile-rectangles.ts';

const cell = 0.04;
const seconds = 1.5;

/** Keys over time of parameters that change no slope, so that a ground with them is divided. */
const keys = (from: number, to: number) => ({
  keys: [
    { time: 0.1, value: from },
    { time: 1.1, value: to },
  ],
});

/**
 * Returns a plan in which plates slide, hop and cross each other's tracks on random paths of 8 m. With an odd seed, parameters of the ground
 * change over time.
 */
function randomWalk(seed: number, count: number, frames?: readonly [number, number]): BakePlan {
  const params = {
    ...defaultParams(groundParams),
    rate: 48,
    noiseAmplitude: 0,
    cell,
    ...(seed % 2 === 1 && { displacedFraction: keys(0.1, 0.9), roughness: keys(0.3, 0.05) }),
  };
  const timed = createTimedParams(groundParams, params);
  return {
    ...planBase({ name: 'walk', fps: 12, end: seconds, frames, outputs: ['groundState', 'heightPng'] }),
    seed,
    actors: Array.from({ length: count }, (_, actor) => {
      const random = (key: number, which: number) => hashUnit(seed, actor, key, which);
      const start = hashUnit(seed, actor);
      const keys = Array.from({ length: 6 }, (_, key) => ({
        time: (key * seconds) / 5,
        position: [
          60 * start + 8 * random(key, 0),
          -0.08 + 0.25 * random(key, 1),
          3 * random(key, 2),
        ] as const,
        rotation: [0, 0, 0, 1] as const,
      }));
      return plateActor(`plate-${actor}`, 4, keys);
    }),
    systems: [
      {
        name: 'beach',
        definition: groundSystem,
        params: timed?.valuesAt(0) ?? params,
        timed,
        reads: [],
        actors: null,
      },
    ],
  };
}

/** Runs parts in this thread, but completes them in a random order. */
class ShuffledRunner implements PartRunner {
  readonly counts: Record<string, number> = {};
  readonly actorCounts: number[] = [];
  leaves = 0;
  private waiting: (() => void)[] = [];
  private draws = 0;

  constructor(
    private readonly plan: BakePlan,
    readonly slots: number,
    private readonly change: (
      outlines: readonly (TileRectangle | null)[],
    ) => readonly (TileRectangle | null)[] = (outlines) => outlines,
  ) {}

  async run<Name extends keyof PartTasks>(name: Name, input: PartTasks[Name]['input']) {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    if ('actors' in input) this.actorCounts.push(input.actors.length);
    const given = structuredClone(input);
    await new Promise<void>((done) => {
      this.waiting.push(done);
      setImmediate(() => {
        const at = Math.floor(hashUnit(this.plan.seed, this.draws++) * this.waiting.length);
        this.waiting.splice(at, 1)[0]();
      });
    });
    const result = structuredClone(await runPart(this.plan, name, given));
    if (result && 'leaves' in result) this.leaves++;
    return (
      name === 'outlineActor' ? this.change(result as (TileRectangle | null)[]) : result
    ) as PartTasks[Name]['result'];
  }
}

async function bake(plan: BakePlan, parts?: PartRunner) {
  const frames = new Map<string, Uint8Array>();
  const files = new Map<string, Uint8Array>();
  const report = await bakeScene(plan, {
    write: (name, bytes) => void files.set(name, bytes),
    frames: { put: (key, bytes) => void frames.set(key, bytes), get: (key) => frames.get(key)! },
    parts,
  });
  const { stepSeconds, stateBytes, scratchBytes, ...results } = report.systems[0] as unknown as Record<
    string,
    unknown
  >;
  return {
    state: files.get('beach.ground')!,
    results,
    frames: [...frames]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, bytes]) => [key, sortRectangles(bytes)]),
  };
}

/** Returns the rectangles of a kept frame by their positions: their order has no meaning. */
function sortRectangles(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rectangles: string[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const [columns, rows] = [8, 12].map((at) => view.getInt32(offset + at, true));
    const length = 16 + 4 * columns * rows + 4 * Math.ceil((columns * rows) / 4);
    const [i0, j0] = [0, 4].map((at) => view.getInt32(offset + at, true));
    // Tiles that were only looked at are as flat as at the start.
    if (bytes.subarray(offset + 16, offset + length).some((byte) => byte !== 0))
      rectangles.push(`${i0}, ${j0}: ${new Hasher().bytes(bytes.slice(offset, offset + length)).digest()}`);
    offset += length;
  }
  return rectangles.sort();
}

describe('a ground that is simulated in regions', () => {
  test('has the same bytes as a whole one, for random paths, in any order of parts', async () => {
    const actorCounts: number[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 2, max: 5 }),
        async (seed, count) => {
          const whole = await bake(randomWalk(seed, count));
          const runner = new ShuffledRunner(randomWalk(seed, count), 1 + (seed % 4));
          expect(await bake(randomWalk(seed, count), runner)).toEqual(whole);
          append(actorCounts, runner.actorCounts);
        },
      ),
      { numRuns: 4, seed: 3, endOnFailure: true },
    );
    // Both kinds of parts occurred: actors alone, and actors that meet.
    expect(actorCounts.filter((actors) => actors === 1).length).toBeGreaterThan(10);
    expect(actorCounts.filter((actors) => actors > 1).length).toBeGreaterThan(10);
  });

  test('has the same bytes if the estimated regions are far too small', async () => {
    const plan = randomWalk(7, 3);
    const runner = new ShuffledRunner(plan, 2, (outlines) =>
      outlines
        .map((outline) => outline && { ...outline, i1: outline.i0, j1: outline.j0 })
        .map((outline, k) =>
          k % 2
            ? null
            : outline && { i0: outline.i0 - 40, i1: outline.i1 - 40, j0: outline.j0, j1: outline.j1 },
        ),
    );
    expect(await bake(plan, runner)).toEqual(await bake(randomWalk(7, 3)));
    expect(runner.leaves).toBeGreaterThan(5);
  });

  test('has the same frames if the first ones are not kept', async () => {
    const frames = [7, 15] as const;
    const plan = randomWalk(5, 3, frames);
    expect(await bake(plan, new ShuffledRunner(plan, 2))).toEqual(await bake(randomWalk(5, 3, frames)));
  });
});

test('frames of a ground are kept only for outputs that need them, and the state is the same', async () => {
  const plan = randomWalk(3, 2);
  const all = await bake(plan);
  const small = { ...plan, outputs: ['groundState'] as const };
  for (const parts of [undefined, new ShuffledRunner(small, 2)]) {
    const ended = await bake(small, parts);
    expect(ended.state).toEqual(all.state);
    expect(ended.frames.every(([, rectangles]) => rectangles.length === 0)).toBe(true);
  }
  expect(all.frames.some(([, rectangles]) => rectangles.length > 0)).toBe(true);
});
