import { describe, expect, test } from 'vitest';
import { createGroundKernel } from '../../systems/ground/load-kernel.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import { stepGround } from '../../systems/ground/step.ts';
import { makeGround } from '../../systems/ground/testing/grounds.ts';
import { Dice } from '../../systems/ground/testing/kernel-scenes.ts';
import { createShoe, moveTo, placeAt } from '../../systems/ground/testing/shapes.ts';
import { hashGround, loadGround, saveGround } from '../../systems/ground/tiles/save.ts';
import { times } from '../../testing/long.ts';
import { loadTestApi, openLongTestGpu } from '../testing/test-gpu.ts';
import { CardGround } from './card-ground.ts';
import { groundNeeds } from './explain-cpu.ts';

const opened = await openLongTestGpu(groundNeeds);
const isSkipped = typeof opened === 'string';
if (!isSkipped) opened.device.destroy();
const why = isSkipped ? `: skipped, ${opened}` : '';

const [frames, stepsPerFrame] = [5, 2];
const runs = times({ short: 1, long: 20 });
let lossCount = 0;

/** A shoe that is pressed down and slides. */
function createWalker(seed: number) {
  const dice = new Dice(seed);
  const [turn, stride] = [dice.unit() * 3, dice.between(-10, 10) / 1000];
  const shoe = createShoe(16, 8);
  const place = (k: number) => [stride * k, -0.004 * Math.min(k, 6), 0.01 * k, turn] as const;
  const move = (n: number) => {
    placeAt(shoe, ...place(n - 1));
    moveTo(shoe, ...place(n));
  };
  return { shoes: [shoe], move };
}

/** WebGPU whose devices are destroyed when they have given a number of lists of commands. */
function createFragile(api: GPU, count: number): GPU {
  const breakAfter = (device: GPUDevice) => {
    let left = count;
    const create = device.createCommandEncoder.bind(device);
    device.createCommandEncoder = (descriptor) => {
      if (left-- === 0) device.destroy();
      return create(descriptor);
    };
    return device;
  };
  return {
    requestAdapter: async (options: GPURequestAdapterOptions) => {
      const adapter = (await api.requestAdapter(options))!;
      const { limits, features, info } = adapter;
      const requestDevice = async (wanted: GPUDeviceDescriptor) =>
        breakAfter(await adapter.requestDevice(wanted));
      return { limits, features, info, requestDevice };
    },
  } as unknown as GPU;
}

const copy = (state: GroundState) =>
  loadGround(() => state.settings, createGroundKernel(), saveGround(state));

describe.skipIf(isSkipped)(`a ground that leaves the card${why}`, { timeout: 900_000 }, () => {
  test.each(Array.from({ length: runs }, (_, k) => k + 1))(
    'the device is lost at a random moment, and the ground was saved and loaded before: %i',
    async (seed) => {
      const api = (await loadTestApi()) as GPU;
      const dice = new Dice(seed);
      // The first frame needs at least two lists of commands, later ones need fewer.
      const moment = dice.below(14);
      const loadedBefore = dice.below(3);
      const cpu = makeGround({ cell: 0.02 }, undefined, seed);
      let state = makeGround({ cell: 0.02 }, undefined, seed);
      const walker = createWalker(seed);
      let card: CardGround | null = null;
      let isLost = false;
      for (let frame = 0; frame < frames; frame++) {
        if (frame === loadedBefore) {
          state = copy(state);
          const moved = await CardGround.open(state, createFragile(api, moment));
          expect(moved).toBeInstanceOf(CardGround);
          card = moved as CardGround;
        }
        const first = frame * stepsPerFrame + 1;
        const stepOnCpu = (ground: GroundState) => {
          for (let k = 0; k < stepsPerFrame; k++) {
            walker.move(first + k);
            stepGround(ground, walker.shoes);
          }
        };
        stepOnCpu(cpu);
        if (card) {
          const lost: string | null = await card.run(walker.shoes, stepsPerFrame, (k) =>
            walker.move(first + k),
          );
          if (lost !== null) {
            isLost = true;
            lossCount++;
            card = null;
          }
        }
        if (!card && (frame < loadedBefore || isLost)) stepOnCpu(state);
        cpu.totals.smallContacts = state.totals.smallContacts = 0;
        expect(hashGround(copy(state)), `frame ${frame}, commands before the loss: ${moment}`).toBe(
          hashGround(cpu),
        );
      }
      card?.dispose();
    },
  );

  test('most moments were within the run', () => {
    expect(lossCount).toBeGreaterThan(runs / 2);
  });
});
