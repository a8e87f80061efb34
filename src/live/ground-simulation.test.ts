import { BoxGeometry, Mesh } from 'three';
import { describe, expect, test } from 'vitest';
import { groundNeeds } from '../gpu/ground/explain-cpu.ts';
import { loadTestApi, openLongTestGpu } from '../gpu/testing/test-gpu.ts';
import { groundParams } from '../systems/ground/params.ts';
import { hashGround } from '../systems/ground/tiles/save.ts';
import { defaultParams } from '../systems/params.ts';
import { colliderFrom } from '../three/live/collider-from.ts';
import { GroundSimulation } from './ground-simulation.ts';
import type { LiveBackend } from './live-backend.ts';
import type { LiveReply } from './live-messages.ts';

const params = { ...defaultParams(groundParams), noiseAmplitude: 0, cell: 0.02 };

/** WebGPU as a browser without a graphics card offers it. */
const nothing = { requestAdapter: async () => null } as unknown as GPU;

/** A box that is dragged through the ground of a simulation. */
function createPlough(simulation: GroundSimulation) {
  const box = new Mesh(new BoxGeometry(0.1, 0.1, 0.1));
  const collider = colliderFrom(box, { teleportSpeed: 1000 });
  return {
    addBox: () =>
      simulation.receive({ type: 'add', parts: collider.parts.map((part, id) => ({ ...part, id })) }),
    push(frame: number) {
      box.position.set(0.03 * frame, 0.02, 0.01 * frame);
      const poses = collider.read(0.1, 1 / 30).map(({ part, ...pose }) => ({ ...pose, id: part }));
      return simulation.receive({ type: 'frame', seconds: 1 / 30, steps: 2, poses, crowds: [], spent: [] });
    },
  };
}

/** Drags a box through the ground, frame by frame. before: called before each frame. */
async function plough(
  simulation: GroundSimulation,
  backend: LiveBackend | undefined,
  before: (frame: number) => void = () => {},
  input: object = {},
) {
  const replies: LiveReply[] = [];
  const note = async (reply: ReturnType<GroundSimulation['receive']>) => {
    const arrived = await reply;
    if (arrived) replies.push(arrived);
  };
  await note(simulation.receive({ type: 'start', params: { ...params, ...input }, seed: 1, backend }));
  const box = createPlough(simulation);
  await note(box.addBox());
  for (let frame = 0; frame < 6; frame++) {
    before(frame);
    await note(box.push(frame));
  }
  const heights = new Map<string, number>();
  for (const reply of replies) {
    if (reply.type !== 'stepped') continue;
    for (const { rectangle, heights: values } of reply.changes) {
      values.forEach((value, k) => {
        const i = rectangle.i0 + (k % rectangle.columns);
        heights.set(`${i} ${rectangle.j0 + Math.floor(k / rectangle.columns)}`, value);
      });
    }
  }
  return { replies, heights };
}

describe('without a graphics card', () => {
  test('auto takes the CPU and reports why', async () => {
    const { replies, heights } = await plough(new GroundSimulation(nothing), 'auto');
    expect(replies[0]).toEqual({
      type: 'backend',
      backend: 'cpu',
      device: null,
      reason: 'WebGPU finds no graphics card',
    });
    expect(heights).toEqual((await plough(new GroundSimulation(nothing), undefined)).heights);
  });

  test('auto names what the card cannot do', async () => {
    const { replies } = await plough(new GroundSimulation(nothing), 'auto', undefined, { looseDepth: 0.02 });
    expect(replies[0]).toMatchObject({ type: 'backend', backend: 'cpu' });
    expect((replies[0] as { reason: string }).reason).toContain('compaction memory');
  });

  test('webgpu fails with the reason', async () => {
    const simulation = new GroundSimulation(nothing);
    const reply = await simulation.receive({ type: 'start', params, seed: 1, backend: 'webgpu' });
    expect(reply).toEqual({
      type: 'failed',
      message:
        'backend: webgpu is not possible: WebGPU finds no graphics card; use auto, which then takes the CPU',
    });
  });

  test('the CPU answers at once', () => {
    expect(new GroundSimulation(nothing).receive({ type: 'start', params, seed: 1 })).toBeNull();
  });
});

const opened = await openLongTestGpu(groundNeeds);
const isSkipped = typeof opened === 'string';
if (!isSkipped) opened.device.destroy();

describe.skipIf(isSkipped)(
  `on a graphics card${isSkipped ? `: skipped, ${opened}` : ''}`,
  { timeout: 900_000 },
  () => {
    test('the page receives the same heights', async () => {
      const api = (await loadTestApi()) as GPU;
      const card = await plough(new GroundSimulation(api), 'webgpu');
      expect(card.replies[0]).toMatchObject({ type: 'backend', backend: 'webgpu', reason: null });
      expect(card.heights).toEqual((await plough(new GroundSimulation(), 'cpu')).heights);
    });

    test('a ground is simulated on the CPU until the card is ready', async () => {
      const api = (await loadTestApi()) as GPU;
      const simulation = new GroundSimulation(api);
      const cpu = new GroundSimulation();
      const [one, two] = [simulation, cpu].map((each) => createPlough(each));
      const ready = simulation.receive({ type: 'start', params, seed: 1, backend: 'auto' });
      cpu.receive({ type: 'start', params, seed: 1 });
      one.addBox();
      two.addBox();
      for (let frame = 0; frame < 2; frame++) {
        expect(one.push(frame)).not.toBeInstanceOf(Promise);
        two.push(frame);
      }
      expect(await ready).toMatchObject({ type: 'backend', backend: 'webgpu' });
      for (let frame = 2; frame < 4; frame++) {
        const reply = one.push(frame);
        expect(reply).toBeInstanceOf(Promise);
        expect({ ...(await reply), milliseconds: 0 }).toEqual({
          ...(await two.push(frame)),
          milliseconds: 0,
        });
      }
    });

    test('a ground continues on the CPU with the same heights when the device is lost', async () => {
      const api = (await loadTestApi()) as GPU;
      let device: GPUDevice | null = null;
      const watched = {
        requestAdapter: async (options: GPURequestAdapterOptions) => {
          const adapter = (await api.requestAdapter(options))!;
          return {
            limits: adapter.limits,
            features: adapter.features,
            info: adapter.info,
            requestDevice: async (wanted: GPUDeviceDescriptor) => {
              device = await adapter.requestDevice(wanted);
              return device;
            },
          };
        },
      } as unknown as GPU;
      const simulation = new GroundSimulation(watched);
      const lost = await plough(simulation, 'auto', (frame) => {
        if (frame === 3) device!.destroy();
      });
      const frames = lost.replies.filter((reply) => reply.type === 'stepped');
      expect(frames.map(({ moved }) => moved !== undefined)).toEqual([
        false,
        false,
        false,
        true,
        false,
        false,
      ]);
      const cpu = new GroundSimulation();
      expect(lost.heights).toEqual((await plough(cpu, 'cpu')).heights);
      const [one, two] = [simulation, cpu].map((each) => each.simulation.ground!.state);
      one.totals.smallContacts = two.totals.smallContacts;
      expect(hashGround(one)).toBe(hashGround(two));
    });
  },
);
