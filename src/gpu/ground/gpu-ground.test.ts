import { afterAll, describe, expect, test } from 'vitest';
import type { Collider } from '../../motion/collider.ts';
import {
  outsideBit,
  pressedBit,
  stoneBit,
  tileSize,
  touchedBit,
  wallBit,
} from '../../systems/ground/flow/sheet.ts';
import type { GroundParams } from '../../systems/ground/params.ts';
import { tabulateErosion } from '../../systems/ground/rules/thresholds.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import { stepGround } from '../../systems/ground/step.ts';
import { makeGround } from '../../systems/ground/testing/grounds.ts';
import { Dice, makeBench, mud, putIndices, sand, snow } from '../../systems/ground/testing/kernel-scenes.ts';
import { makeScene } from '../../systems/ground/testing/scenes.ts';
import { createBall, createShoe, moveTo, placeAt } from '../../systems/ground/testing/shapes.ts';
import { tileColumns } from '../../systems/ground/tiles/packed-tile.ts';
import { hashGround } from '../../systems/ground/tiles/save.ts';
import type { Tile } from '../../systems/ground/tiles/tile.ts';
import { times } from '../../testing/long.ts';
import { type Gpu, GpuReader } from '../gpu.ts';
import { openLongTestGpu } from '../testing/test-gpu.ts';
import { explainCpu, groundNeeds } from './explain-cpu.ts';
import { GpuGround } from './gpu-ground.ts';
import { type GroundCall, GroundDispatcher } from './ground-dispatcher.ts';
import { compileGround } from './ground-shaders.ts';
import { SlotPool } from './slot-pool.ts';
import { contactShift, planeCount, planes } from './wgsl/common.ts';

const opened = await openLongTestGpu(groundNeeds);
const gpu = opened as Gpu;
const isSkipped = typeof opened === 'string';
const why = isSkipped ? `: skipped, ${opened}` : '';
/** SwiftShader is slow, above all beside other work. */
const timeout = 900_000;

afterAll(() => {
  if (isSkipped) return;
  gpu.device.destroy();
});

/** Runs dispatches on the columns of a pool. */
function runCalls(dispatcher: GroundDispatcher, calls: readonly GroundCall[]): void {
  const prepared = dispatcher.prepare(calls);
  const commands = gpu.device.createCommandEncoder();
  const pass = commands.beginComputePass();
  dispatcher.dispatch(pass, prepared);
  pass.end();
  gpu.submit(commands);
}

async function readBuffer(buffer: GPUBuffer, offset: number, bytes: number): Promise<Uint32Array> {
  const reader = new GpuReader(gpu);
  const words = await reader.read(gpu.device.createCommandEncoder(), [{ buffer, offset, bytes }]);
  reader.dispose();
  return words;
}

/** Creates a pool with square blocks of 2 × 2 tiles that do not touch each other. */
function createBlocks(count: number, state: GroundState): { pool: SlotPool; blocks: Tile[][] } {
  const blocks = Array.from({ length: count }, (_, k) =>
    [0, 1, 2, 3].map((n) => state.wake(4 * k + (n & 1), n >> 1)),
  );
  const pool = new SlotPool(gpu, state, 2 ** 15);
  pool.add(blocks.flat());
  return { pool, blocks };
}

describe.skipIf(isSkipped)(`shaders of the ground${why}`, { timeout }, () => {
  const rulesOf = [
    { material: 'sand', slopes: sand },
    { material: 'mud', slopes: mud },
    { material: 'snow', slopes: { ...snow, outsideSlope: 0.6, insideSlope: 0.2 } },
  ] as const;

  test.each(rulesOf)(
    'passes of erosion on random fields are those of the reference implementation: $material',
    async ({ slopes }) => {
      const fields = times({ short: 4, long: 340 });
      const { insideSlope, outsideSlope, liquidity, roughness } = slopes;
      const state = makeGround({ insideSlope, outsideSlope, liquidity, roughness });
      const { pool, blocks } = createBlocks(fields, state);
      const dispatcher = new GroundDispatcher(gpu, await compileGround(gpu), pool, state.settings);
      const floors = tabulateErosion(slopes, 0.01).stopFloors;
      const passes = 3;
      const expected = blocks.map((tiles, field) => {
        const bench = makeBench('reference', 4 * tileSize, 4 * tileSize, slopes);
        const { view } = bench.sheet;
        view.awake.fill(0);
        const dice = new Dice(field + 7000);
        const range = dice.pick([1e9, 2e5, 2e4, 3000]);
        const moving = dice.pick([0.01, 0.2, 1]);
        const pressedFraction = dice.pick([0, 0.02, 0.5]);
        const wallFraction = dice.pick([0, 0.05, 0.3]);
        const offsets = tiles.map((_, n) => {
          const [i, j] = [1 + (n & 1), 1 + (n >> 1)];
          view.awake[4 * j + i] = 1;
          return (4 * j * tileSize + i) * tileSize;
        });
        const columnOf = (offset: number, k: number) =>
          offset + Math.floor(k / tileSize) * view.columns + (k % tileSize);
        tiles.forEach((tile, n) => {
          const [heights, marks] = [new Int32Array(tileColumns), new Uint32Array(tileColumns)];
          for (let k = 0; k < tileColumns; k++) {
            const at = columnOf(offsets[n], k);
            heights[k] = dice.unit() < moving ? dice.between(-range, range) : 0;
            const pressed = dice.unit() < pressedFraction ? pressedBit | dice.below(0x8000) : 0;
            let contact = dice.unit() < wallFraction ? wallBit | touchedBit : 0;
            if (dice.unit() < 0.02) contact |= dice.pick([outsideBit, stoneBit]);
            view.height[at] = heights[k];
            view.pressed[at] = pressed;
            view.contact[at] = contact;
            marks[k] = pressed | (contact << contactShift);
          }
          const slot = pool.slots.get(tile)!;
          gpu.write(pool.heights, 4 * tileColumns * slot, heights);
          gpu.write(pool.marks, 4 * tileColumns * slot, marks);
        });
        bench.kernel.erode(bench.pointer, passes, 0, 0);
        bench.kernel.erode(bench.pointer, passes, floors.axis, floors.diagonal);
        return tiles.map((_, n) => ({
          heights: Array.from({ length: tileColumns }, (_, k) => view.height[columnOf(offsets[n], k)]),
          pressed: Array.from({ length: tileColumns }, (_, k) => view.pressed[columnOf(offsets[n], k)]),
        }));
      });
      const tiles = blocks.flat();
      for (const tile of tiles) dispatcher.lists.push(pool.slots.get(tile)!);
      const calls = Array.from({ length: 2 * passes }, (_, k): GroundCall[] => {
        const isFree = k < passes;
        const call = {
          groups: tiles.length,
          pass: k + 1,
          axisFloor: isFree ? 0 : floors.axis,
          diagonalFloor: isFree ? 0 : floors.diagonal,
        };
        return [
          { shader: 'decide', ...call },
          { shader: 'apply', ...call },
        ];
      }).flat();
      runCalls(dispatcher, calls);
      const columns = tiles.length * tileColumns;
      const heights = await readBuffer(pool.heights, 0, 4 * columns);
      const marks = await readBuffer(pool.marks, 0, 4 * columns);
      expected.flat().forEach((tile, n) => {
        const first = pool.slots.get(tiles[n])! * tileColumns;
        const got = {
          heights: Array.from(heights.subarray(first, first + tileColumns), (height) => height | 0),
          pressed: Array.from(marks.subarray(first, first + tileColumns), (mark) => mark & 0xffff),
        };
        expect(got, `field ${n >> 2}`).toEqual(tile);
      });
      dispatcher.dispose();
      pool.dispose();
    },
  );

  test('random triangles give the envelopes of the reference implementation', async () => {
    const state = makeGround();
    const { pool, blocks } = createBlocks(1, state);
    const dispatcher = new GroundDispatcher(gpu, await compileGround(gpu), pool, state.settings);
    const { lists, triangles } = dispatcher;
    const slots = blocks[0].map((tile) => pool.slots.get(tile)!);
    const count = times({ short: 100, long: 6000 });
    const dice = new Dice(5);
    const bench = makeBench('reference', 2 * tileSize, 2 * tileSize);
    const side = 2 * tileSize * 256;
    const points: number[] = [];
    const window = 8;
    for (const slot of slots) lists.push(slot, 0);
    lists.push(2, 2);
    for (const slot of slots) lists.push(slot);
    for (let t = 0; t < count; t++) {
      const size = dice.pick([300, 3000, 40000, 2e6]);
      const rise = dice.pick([0, 1000, 1e6, 9e8]);
      const [x, z] = [dice.below(side), dice.below(side)];
      const own = [0, 1, 2].flatMap(() => [
        Math.round(x + dice.between(-size, size)),
        Math.round(dice.between(-rise, rise)) - dice.below(3),
        Math.round(z + dice.between(-size, size)),
      ]);
      const [xa, ya, za, xb, yb, zb, xc, yc, zc] = own;
      points.push(...own);
      const area = (xb - xa) * (zc - za) - (xc - xa) * (zb - za);
      if (area === 0) continue;
      for (const value of own) triangles.push(value);
      triangles.pushDouble(((yb - ya) * (zc - za) - (yc - ya) * (zb - za)) / area);
      triangles.pushDouble(((yc - ya) * (xb - xa) - (yb - ya) * (xc - xa)) / area);
      triangles.push(window);
    }
    const placed = bench.allocator.allocate(4 * points.length);
    const indices = putIndices(
      bench,
      Uint32Array.from({ length: 3 * count }, (_, k) => k),
    );
    new Int32Array(bench.kernel.memory.buffer, placed, points.length).set(points);
    const plane = planes.envelope;
    const reach = state.settings.tolerance;
    bench.kernel.clearEnvelope(bench.pointer);
    bench.kernel.castTriangles(bench.pointer, placed, indices, count, reach);
    const triangleCount = triangles.length / 14;
    runCalls(dispatcher, [
      { shader: 'clear', groups: 4, list: 0, plane },
      { shader: 'castTriangle', groups: triangleCount, list: 0, count: triangleCount, plane },
    ]);
    const { envelope, columns } = bench.sheet.view;
    const scratch = await readBuffer(pool.scratch, 0, 4 * pool.capacity * tileColumns * planeCount);
    slots.forEach((slot, n) => {
      const first = (slot * planeCount + plane) * tileColumns;
      const got = Array.from(scratch.subarray(first, first + tileColumns), (height) => height | 0);
      const offset = ((n >> 1) * columns + (n & 1)) * tileSize;
      const expected = got.map(
        (_, k) => envelope[offset + Math.floor(k / tileSize) * columns + (k % tileSize)],
      );
      expect(got).toEqual(expected);
    });
    dispatcher.dispose();
    pool.dispose();
  });
});

/** A scene of bodies over a ground. */
interface Scene {
  readonly params: Partial<GroundParams>;
  readonly steps: number;
  readonly seed: number;
  /** Returns the bodies, and a function that moves them over a step. */
  start(): { readonly bodies: readonly Collider[]; advance(step: number): void };
}

const shoeScene = (params: Partial<GroundParams>, stride: number, steps = 20): Scene => ({
  params: { noiseAmplitude: 0.004, ...params },
  steps,
  seed: 11,
  start: () => {
    const shoe = createShoe(32, 12);
    placeAt(shoe, 0.05, 0, 0.31, 0.4);
    return {
      bodies: [shoe],
      advance: (n) =>
        moveTo(shoe, 0.05 + stride * n, -0.04 * Math.min(1, n / 6) + 0.01 * Math.max(0, n - 12), 0.31, 0.4),
    };
  },
});

const randomScene = (seed: number, params: Partial<GroundParams> = {}): Scene => {
  const { params: drawn } = makeScene(seed);
  return {
    params: { ...drawn, insideSlopeRule: 'pressed', ...params },
    steps: 24,
    seed,
    start: () => makeScene(seed),
  };
};

const scenes: Record<string, Scene> = {
  'golden: shoe in sand': shoeScene({ material: 'sand' }, 0.002),
  'golden: shoe in mud': shoeScene({ material: 'mud' }, 0.002),
  'golden: shoe in snow': shoeScene({ material: 'snow' }, 0.002),
  'golden: random bodies': randomScene(5),
  'a fast shoe, swept': shoeScene({ material: 'sand' }, 0.045, 14),
  'material that is displaced again is compacted': shoeScene({ displacedMaterial: 'compacted' }, 0.01, 12),
  'coarse columns, on which most steps have no regular pass': shoeScene({ cell: 0.03, rate: 240 }, 0.002),
  'bodies beyond the boundary': randomScene(7, { size: [0.5, 0.4] }),
  ...Object.fromEntries([11, 12, 13, 14].map((seed) => [`random scene ${seed}`, randomScene(seed)])),
};

/** A random body whose contact covers many connected tiles. */
const largeScene = (seed: number): Scene => {
  const dice = new Dice(seed);
  const turn = dice.unit() * Math.PI;
  const drift = dice.between(-4, 4) / 1000;
  const isBall = dice.unit() < 0.5;
  return {
    params: { cell: isBall ? 0.005 : 0.004, material: dice.pick(['sand', 'mud', 'snow'] as const) },
    steps: 2,
    seed,
    start: () => {
      const body = isBall ? createBall(0.6) : createShoe();
      const height = isBall ? 0.6 : 0;
      placeAt(body, 0.013, height, 0.021, turn);
      return {
        bodies: [body],
        advance: (n) => moveTo(body, 0.013 + drift * n, height - 0.012 * n, 0.021 + 0.002 * n, turn),
      };
    },
  };
};

const halts: number[] = [];

describe.skipIf(isSkipped)(`a ground on the card${why}`, { timeout }, () => {
  test.each(Object.keys(scenes))('ends with the bytes of the CPU: %s', async (name) => {
    const { params, steps, seed, start } = scenes[name];
    const [cpu, card] = [makeGround(params, undefined, seed), makeGround(params, undefined, seed)];
    expect(explainCpu(card.settings)).toBeNull();
    const [one, two] = [start(), start()];
    const ground = await GpuGround.create(gpu, card);
    for (let n = 1; n <= steps; n++) {
      one.advance(n);
      two.advance(n);
      stepGround(cpu, one.bodies);
      await ground.step(two.bodies);
    }
    await ground.release();
    // Small contacts are counted on the CPU only: they need the position of every vertex relative to the ground.
    card.totals.smallContacts = cpu.totals.smallContacts;
    expect(card.totals).toEqual(cpu.totals);
    expect(hashGround(card)).toBe(hashGround(cpu));
  });

  test.each(Array.from({ length: times({ short: 1, long: 6 }) }, (_, k) => k + 21))(
    'many workgroups displace the material of one contact as the CPU does: random body %i',
    async (seed) => {
      const { params, steps, start } = largeScene(seed);
      const [cpu, card] = [makeGround(params, undefined, seed), makeGround(params, undefined, seed)];
      const [one, two] = [start(), start()];
      const ground = await GpuGround.create(gpu, card);
      for (let n = 1; n <= steps; n++) {
        one.advance(n);
        two.advance(n);
        stepGround(cpu, one.bodies);
        await ground.step(two.bodies);
      }
      const { unfinished } = ground;
      await ground.release();
      card.totals.smallContacts = cpu.totals.smallContacts;
      expect(card.totals).toEqual(cpu.totals);
      expect(hashGround(card)).toBe(hashGround(cpu));
      expect(unfinished, 'contacts that one workgroup had to finish').toBe(0);
    },
  );

  // Steps of a frame are planned before the results of those before are known. Where that was wrong, the card halts and they are planned again.
  test.each([
    { name: 'slow', stride: 0.002, drop: 0.004 },
    { name: 'fast and deep', stride: 0.03, drop: 0.02 },
    { name: 'deep at once', stride: 0.001, drop: 0.05 },
  ])('frames of four steps end with the bytes of the CPU: $name', async ({ stride, drop }) => {
    const cell = 0.02;
    const [cpu, card] = [makeGround({ cell }, undefined, 3), makeGround({ cell }, undefined, 3)];
    const [one, two] = [createShoe(32, 12), createShoe(32, 12)];
    const move = (shoe: typeof one, n: number) => {
      const place = (k: number) => [0.05 + stride * k, 0.01 - Math.min(0.08, drop * k), 0.31, 0.4] as const;
      placeAt(shoe, ...place(n - 1));
      moveTo(shoe, ...place(n));
    };
    const ground = await GpuGround.create(gpu, card);
    const [frames, steps] = [3, 4];
    for (let frame = 0; frame < frames; frame++) {
      for (let k = 1; k <= steps; k++) {
        move(one, frame * steps + k);
        stepGround(cpu, [one]);
      }
      await ground.run([two], steps, (k) => move(two, frame * steps + k + 1));
    }
    halts.push(ground.halts);
    await ground.release();
    card.totals.smallContacts = cpu.totals.smallContacts;
    expect(card.totals).toEqual(cpu.totals);
    expect(hashGround(card)).toBe(hashGround(cpu));
  });

  test('some steps were planned twice, but not all', () => {
    expect(Math.max(...halts)).toBeGreaterThan(0);
    expect(Math.min(...halts)).toBeLessThan(12);
  });

  test('tiles that are not awake leave a card with little memory, with the same bytes', async () => {
    const params = { cell: 0.02, material: 'sand' } as const;
    const [cpu, card] = [makeGround(params), makeGround(params)];
    const [one, two] = [createShoe(16, 8), createShoe(16, 8)];
    const [maxSlots, prints] = [64, 6];
    const ground = await GpuGround.create(gpu, card, maxSlots);
    let [most, hasShrunk] = [0, false];
    // A footprint in a new place every 24 steps.
    const move = (shoe: typeof one, n: number) => {
      const place = (k: number) => [1.5 * Math.floor(k / 24), k % 24 < 2 ? -0.01 : 1, 0, 0] as const;
      placeAt(shoe, ...place(n));
    };
    for (let n = 0; n < 24 * prints; n++) {
      move(one, n);
      stepGround(cpu, [one]);
      move(two, n);
      await ground.step([two]);
      if (ground.pool.slots.size < most) hasShrunk = true;
      most = Math.max(most, ground.pool.slots.size);
    }
    expect(most).toBeLessThanOrEqual(maxSlots);
    expect(hasShrunk).toBe(true);
    await ground.release();
    card.totals.smallContacts = cpu.totals.smallContacts;
    expect(hashGround(card)).toBe(hashGround(cpu));
  });

  test('a ground with more moving tiles than the card has room for is refused with the number', async () => {
    const ground = await GpuGround.create(gpu, makeGround({ cell: 0.002 }), 40);
    const shoe = createShoe(16, 8);
    placeAt(shoe, 0, -0.01, 0);
    await expect(ground.step([shoe])).rejects.toThrow('the card has room for 40 tiles of the ground');
    ground.dispose();
  });

  test('moves to the card and back in the middle of a run, with the same bytes', async () => {
    const { params, steps, seed, start } = shoeScene({ material: 'sand' }, 0.004, 16);
    const [cpu, mixed] = [makeGround(params, undefined, seed), makeGround(params, undefined, seed)];
    const [one, two] = [start(), start()];
    let ground: GpuGround | null = null;
    for (let n = 1; n <= steps; n++) {
      one.advance(n);
      two.advance(n);
      stepGround(cpu, one.bodies);
      if (n % 4 === 1 && ground) {
        await ground.release();
        ground = null;
      } else if (n % 4 === 1) ground = await GpuGround.create(gpu, mixed);
      if (ground) await ground.step(two.bodies);
      else stepGround(mixed, two.bodies);
    }
    await ground?.release();
    mixed.totals.smallContacts = cpu.totals.smallContacts;
    expect(hashGround(mixed)).toBe(hashGround(cpu));
  });
});

describe('reasons to stay on the CPU', () => {
  test.each([
    [{ spray: true }, 'spray'],
    [{ stickingDepth: 0.002 }, 'stickingDepth'],
    [{ snowfall: 0.01 }, 'prints that fade (snowfall, snowCover, windSmoothing, washHalfLife)'],
    [{ stonesPerSquareMetre: 1, stoneRadius: [0.05, 0.1] }, 'stones'],
    [{ crackSpacing: 0.2 }, 'cracks'],
    [{ waterLevel: 0 }, 'wetness'],
    [{ looseDepth: 0.01 }, 'looseDepth'],
    [{ forwardBias: 0.5 }, 'forwardBias'],
    [{ paper: '1999' }, 'paper'],
    [{ noiseAmplitude: 1 }, 'too steep'],
  ] as const)('%o: %s', (params, part) => {
    expect(explainCpu(makeGround(params as Partial<GroundParams>).settings)).toContain(part);
  });

  test('an ordinary ground has none', () => {
    for (const material of ['sand', 'mud', 'snow'] as const)
      expect(explainCpu(makeGround({ material }).settings)).toBeNull();
  });
});
