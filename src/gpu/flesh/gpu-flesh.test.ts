import { afterAll, describe, expect, test } from 'vitest';
import { composeMatrix } from '../../math/matrix.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { FleshGroup } from '../../systems/flesh/flesh-group.ts';
import { type FleshParams, fleshParams } from '../../systems/flesh/params.ts';
import type { FleshPart } from '../../systems/flesh/part.ts';
import { ReachProbe } from '../../systems/flesh/reach-probe.ts';
import { createReferenceKernel } from '../../systems/flesh/reference/reference-kernel.ts';
import { resolveSettings } from '../../systems/flesh/settings.ts';
import { makeRod } from '../../systems/flesh/testing/lumped-part.ts';
import { Dice } from '../../systems/ground/testing/kernel-scenes.ts';
import { PlainMemory } from '../../systems/kernel-memory.ts';
import { defaultParams } from '../../systems/params.ts';
import { times } from '../../testing/long.ts';
import { bufferUsage, type Gpu } from '../gpu.ts';
import { shareGpu } from '../open-gpu.ts';
import { openLongTestGpu } from '../testing/test-gpu.ts';
import { CardCrowd, crowdNeeds, explainCpu } from './card-crowd.ts';

const opened = await openLongTestGpu();
const gpu = opened as Gpu;
const isSkipped = typeof opened === 'string';
const why = isSkipped ? `: skipped, ${opened}` : '';
const timeout = 900_000;

afterAll(() => {
  if (!isSkipped) gpu.device.destroy();
});

const rod = makeRod();

function makeGroup(part: FleshPart, params: Partial<FleshParams>, count: number): FleshGroup {
  const all = { ...defaultParams(fleshParams), damping: 0.1, ...params } as FleshParams;
  return new FleshGroup(
    part,
    resolveSettings(all, part, [0, -1, 0]),
    count,
    createReferenceKernel(new PlainMemory()),
  );
}

/** The same characters on the CPU and on the card. */
async function makePair(part: FleshPart, params: Partial<FleshParams>, count: number) {
  const cpu = makeGroup(part, params, count);
  const onCard = makeGroup(part, params, count);
  const card = await CardCrowd.create(shareGpu(gpu.device) as Gpu, [onCard], null);
  return {
    cpu,
    onCard,
    card,
    push: (k: number, world: Float64Array, dt: number, cut = false) => {
      cpu.drives[k].push(world, dt, cut);
      onCard.drives[k].push(world, dt, cut);
    },
    step: async (dt: number) => {
      cpu.step(dt);
      card.step(dt);
      await card.read();
    },
  };
}

/** Maximum difference of amplitudes, and maximum amplitude, in displacement of the surface, m. */
function compare(part: FleshPart, a: Float64Array, b: Float64Array): { error: number; size: number } {
  const result = { error: 0, size: 0 };
  for (let from = 0; from < a.length; from += part.modeCount) {
    let [error, size] = [0, 0];
    for (let mode = 0; mode < part.modeCount; mode++) {
      error += part.reach[mode] * Math.abs(a[from + mode] - b[from + mode]);
      size += part.reach[mode] * Math.abs(a[from + mode]);
    }
    result.error = Math.max(result.error, error);
    result.size = Math.max(result.size, size);
  }
  return result;
}

function poseAt(out: Float64Array, t: number, scale = [1, 1, 1], speed = 0, far = 0): Float64Array {
  const rotation = quaternionFromAxisAngle([0.36, 0.48, 0.8], 0.9 * Math.sin(7 * t));
  composeMatrix(
    out,
    0,
    [far + speed * t + 0.1 * Math.sin(9 * t), 0.05 * Math.cos(11 * t), 0],
    0,
    rotation,
    0,
    scale,
    0,
  );
  return out;
}

/**
 * Bound of the relative error: each step rounds numbers of the size of the amplitudes about 16 times, and what it adds decays with the slowest
 * mode.
 */
function boundOf({ part, settings }: FleshGroup, step: number): number {
  const { alpha, beta } = settings.damping;
  const decay = 0.5 * (alpha + beta * part.omega2[0]) * step;
  return (16 * 2 ** -24) / (1 - Math.exp(-decay));
}

const still = [1, 1, 1];

describe.skipIf(isSkipped)(`flesh on the card${why}`, { timeout }, () => {
  test.each([
    { name: 'a run', params: {}, scale: still, speed: 0, far: 0, rate: 60 },
    {
      name: 'with limits',
      params: { maxAcceleration: 20, maxDisplacement: 0.02 },
      scale: still,
      speed: 0,
      far: 0,
      rate: 60,
    },
    {
      name: 'mirrored and sheared',
      params: { strength: 1.5 },
      scale: [-1, 1.2, 0.9],
      speed: 0,
      far: 0,
      rate: 60,
    },
    { name: 'on a fast train, 20 km away', params: {}, scale: still, speed: 90, far: 20000, rate: 60 },
    { name: 'at 24 frames per second', params: { sagged: true }, scale: still, speed: 0, far: 0, rate: 24 },
    { name: 'with little damping', params: { damping: 0.02 }, scale: still, speed: 0, far: 0, rate: 240 },
  ])('amplitudes are those of the reference implementation: $name', async (given) => {
    const { params, scale, speed, far, rate } = given;
    const count = 5;
    const { cpu, onCard, card, push, step } = await makePair(rod, params, count);
    const world = new Float64Array(16);
    const found = { error: 0, size: 0 };
    for (let frame = 0; frame < 2 * rate; frame++) {
      for (let k = 0; k < count; k++) {
        // One character stops, one is cut.
        if (k === 3 && frame > rate) continue;
        const cut = k === 2 && frame === rate;
        push(k, poseAt(world, frame / rate + 0.37 * k, scale, speed, far), 1 / rate, cut);
      }
      await step(1 / rate);
      const { error, size } = compare(rod, cpu.amplitudes, onCard.amplitudes);
      found.error = Math.max(found.error, error);
      found.size = Math.max(found.size, size);
    }
    expect(found.size).toBeGreaterThan(0.03);
    // A frame of this motion has up to two steps.
    expect(found.error / found.size).toBeLessThan(boundOf(cpu, 0.5 / rate));
    card.dispose();
  });

  test.each(['carry', 'reset'] as const)(
    'cuts, jumps, pauses, and short, long and negative frames are those of the CPU; jumps: %s',
    async (teleport) => {
      const dice = new Dice(teleport === 'carry' ? 5 : 6);
      const count = 4;
      const { cpu, onCard, card, push, step } = await makePair(
        rod,
        { teleport, maxDisplacement: 0.03 },
        count,
      );
      const world = new Float64Array(16);
      const clocks = Array.from({ length: count }, () => 0);
      let worst = 0;
      for (let frame = 0; frame < 150; frame++) {
        const dt = dice.pick([1 / 60, 1 / 60, 1 / 60, 1 / 30, 1 / 144, 0.2, 1e-4, 0]);
        for (let k = 0; k < count; k++) {
          const event = dice.unit();
          clocks[k] += dt;
          if (event < 0.05) clocks[k] += 3;
          if (event > 0.9) continue;
          const far = event < 0.1 ? 500 : 0;
          push(
            k,
            poseAt(world, clocks[k], still, 0, far),
            event > 0.85 ? -dt : dt,
            event > 0.8 && event < 0.83,
          );
        }
        if (dt > 0) await step(dt);
        const { error } = compare(rod, cpu.amplitudes, onCard.amplitudes);
        worst = Math.max(worst, error);
      }
      expect(worst).toBeLessThan(2e-6);
      card.dispose();
    },
  );

  test('any poses and frame lengths give finite amplitudes within the limit', async () => {
    const runs = times({ short: 1, long: 40 });
    const probe = new ReachProbe(rod);
    for (let run = 0; run < runs; run++) {
      const dice = new Dice(900 + run);
      const count = 6;
      const maxDisplacement = dice.pick([0.004, 0.05, 0.5]);
      const group = makeGroup(
        rod,
        {
          maxDisplacement,
          damping: dice.pick([0.001, 0.1, 0.9]),
          strength: dice.pick([0, 1, 20]),
          teleport: dice.pick(['carry', 'reset']),
          maxAcceleration: dice.pick([undefined, 5, 1000]),
        },
        count,
      );
      const card = await CardCrowd.create(shareGpu(gpu.device) as Gpu, [group], null);
      const world = new Float64Array(16);
      for (let frame = 0; frame < 40; frame++) {
        const dt = dice.pick([1e-7, 1e-4, 0.0005, 1 / 240, 1 / 60, 0.1, 0.25, 3, 1000]) * (0.5 + dice.unit());
        for (let k = 0; k < count; k++) {
          const size = dice.pick([1e-3, 0.1, 1, 30, 1e6, 1e30]);
          const t = dice.pick([frame * dt, 100 * dice.unit()]);
          const scale = [dice.pick([1, -1, 0, 1e-5, 40]), dice.pick([1, 0.5]), 1];
          poseAt(world, t, scale, 0, size * dice.unit());
          if (dice.unit() < 0.05) world[13] = Number.NaN;
          group.drives[k].push(world, dice.pick([dt, dt, 0, -dt, Number.NaN]), dice.unit() < 0.05);
        }
        card.step(dt);
        await card.read();
        for (let k = 0; k < count; k++) {
          const own = group.amplitudes.subarray(k * rod.modeCount, (k + 1) * rod.modeCount);
          expect(own.every(Number.isFinite), `run ${run}, frame ${frame}`).toBe(true);
          expect(probe.measure(own, 0)).toBeLessThan(maxDisplacement * (1 + 1e-5));
        }
      }
      card.dispose();
    }
  });

  test('two runs have the same bits; a crowd moves to the card and back while it moves', async () => {
    const count = 3;
    const run = async (framesOnCard: readonly [number, number]) => {
      const group = makeGroup(rod, {}, count);
      const world = new Float64Array(16);
      let card: CardCrowd | null = null;
      const shown: Float64Array[] = [];
      for (let frame = 0; frame < 90; frame++) {
        if (frame === framesOnCard[0])
          card = await CardCrowd.create(shareGpu(gpu.device) as Gpu, [group], null);
        if (frame === framesOnCard[1]) {
          card?.leave();
          card = null;
        }
        for (let k = 0; k < count; k++) group.drives[k].push(poseAt(world, frame / 60 + k), 1 / 60);
        if (!card) group.step(1 / 60);
        else {
          card.step(1 / 60);
          await card.read();
        }
        shown.push(group.amplitudes.slice());
      }
      card?.dispose();
      return shown;
    };
    const cpu = await run([999, 999]);
    const [first, second] = [await run([30, 60]), await run([30, 60])];
    expect(first).toEqual(second);
    expect(first.slice(0, 30)).toEqual(cpu.slice(0, 30));
    expect(first).not.toEqual(cpu);
    for (const [frame, amplitudes] of first.entries()) {
      expect(compare(rod, cpu[frame], amplitudes).error).toBeLessThan(2e-7);
    }
  });

  test('two parts share the rows of a texture, whose other texels stay', async () => {
    const shorter = makeRod({ frequencies: [3, 4, 5, 6, 7, 8, 9] });
    const count = 3;
    const groups = [makeGroup(rod, {}, count), makeGroup(shorter, { strength: 2 }, count)];
    const texture = gpu.device.createTexture({ size: [1 + 14, count], format: 'r32float', usage: 1 | 2 });
    const write = () =>
      gpu.device.queue.writeTexture({ texture }, new Float32Array(15 * count).fill(-7), { bytesPerRow: 60 }, [
        15,
        count,
      ]);
    write();
    const drawer = { device: gpu.device, firstColumn: 1, place: () => texture };
    const card = await CardCrowd.create(shareGpu(gpu.device) as Gpu, groups, drawer);
    const world = new Float64Array(16);
    for (let frame = 0; frame < 5; frame++) {
      for (const { drives } of groups) {
        for (let k = 0; k < count; k++) drives[k].push(poseAt(world, frame / 60 + k), 1 / 60);
      }
      card.step(1 / 60);
    }
    const { readBytes, uploadedBytes } = card.gpu.counts;
    expect(readBytes).toBe(0);
    // Frames, 12 words of setup, and coefficients if the duration of steps has changed.
    card.step(1 / 60);
    const bytes = card.gpu.counts.uploadedBytes - uploadedBytes;
    expect(bytes).toBeLessThanOrEqual(2 * (96 * count + 48 + 4 * 8 * 7));
    const rows = await readTexture(texture, count);
    write();
    expect(await readTexture(texture, count)).not.toEqual(rows);
    card.draw();
    expect(await readTexture(texture, count)).toEqual(rows);
    await card.read();
    for (let k = 0; k < count; k++) {
      const expected = groups.flatMap(({ amplitudes }) => Array.from(amplitudes.subarray(7 * k, 7 * k + 7)));
      expect(rows[k][0]).toBe(-7);
      expected.forEach((amplitude, column) => {
        expect(Math.abs(amplitude - rows[k][1 + column])).toBeLessThan(1e-7 * Math.abs(amplitude));
      });
      expect(Math.hypot(...expected)).toBeGreaterThan(1e-3);
    }
    card.dispose();
    texture.destroy();
  });

  test('a part with more modes than a workgroup has threads, and a device that is too small, are refused in words', async () => {
    const group = makeGroup(rod, {}, 2);
    const large = { ...rod, name: 'belly', modeCount: 65 };
    expect(explainCpu([{ ...group, part: large } as FleshGroup])).toContain('the part "belly" has 65 modes');
    const limits = { ...crowdNeeds([group]), maxStorageBufferBindingSize: 10 };
    const device = { limits, lost: new Promise(() => {}) } as unknown as GPUDevice;
    expect(await CardCrowd.open([group], { device, firstColumn: 1, place: () => null as never })).toContain(
      'maxStorageBufferBindingSize is 10, but',
    );
  });
});

async function readTexture(texture: GPUTexture, rows: number): Promise<number[][]> {
  const buffer = gpu.createBuffer('rows', 256 * rows, bufferUsage.copyTarget | bufferUsage.mapRead);
  const commands = gpu.device.createCommandEncoder();
  commands.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: 256 }, [texture.width, rows]);
  gpu.submit(commands);
  await buffer.mapAsync(1);
  const words = new Float32Array(buffer.getMappedRange().slice(0));
  buffer.destroy();
  return Array.from({ length: rows }, (_, k) => Array.from(words.subarray(64 * k, 64 * k + texture.width)));
}
