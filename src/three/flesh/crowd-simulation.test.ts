import { Group } from 'three';
import { afterEach, describe, expect, test } from 'vitest';
import { CardCrowd } from '../../gpu/flesh/card-crowd.ts';
import { loadTestApi, openLongTestGpu } from '../../gpu/testing/test-gpu.ts';
import { composeMatrix } from '../../math/matrix.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { FleshGroup } from '../../systems/flesh/flesh-group.ts';
import { type FleshParams, fleshParams } from '../../systems/flesh/params.ts';
import { resolveSettings } from '../../systems/flesh/settings.ts';
import { makeRod } from '../../systems/flesh/testing/lumped-part.ts';
import { defaultParams } from '../../systems/params.ts';
import { CrowdSimulation, type CrowdSimulationOptions } from './crowd-simulation.ts';
import { LiveCrowd } from './live-crowd.ts';

const rod = makeRod();
const count = 3;

function makeGroup(): FleshGroup {
  const params = { ...defaultParams(fleshParams), damping: 0.1 } as FleshParams;
  return new FleshGroup(rod, resolveSettings(params, rod, [0, -1, 0]), count);
}

/** Pushes the poses of a frame. */
function pose({ drives }: FleshGroup, frame: number): void {
  const world = new Float64Array(16);
  drives.forEach((drive, k) => {
    const t = frame / 60 + k;
    const rotation = quaternionFromAxisAngle([0, 0.6, 0.8], 0.5 * Math.sin(7 * t));
    composeMatrix(world, 0, [0.1 * Math.sin(9 * t), 0, 0], 0, rotation, 0, [1, 1, 1], 0);
    drive.push(world, 1 / 60);
  });
}

function watch(group: FleshGroup, options: Partial<CrowdSimulationOptions>) {
  const seen = { notes: [] as string[], drawn: [] as boolean[] };
  const simulation = new CrowdSimulation([group], {
    drawFromCard: (isOnCard) => seen.drawn.push(isOnCard),
    note: (text) => seen.notes.push(text),
    ...options,
  });
  return { simulation, seen };
}

const pause = (ms = 5) => new Promise((resolve) => setTimeout(resolve, ms));

function distance(a: Float64Array, b: Float64Array): number {
  return Math.max(...Array.from(a, (value, k) => Math.abs(value - b[k])));
}

/** Gives the tests the WebGPU of the package `webgpu`, as a browser does. */
function giveApi(api: GPU | undefined): void {
  Object.defineProperty(globalThis, 'navigator', { value: { gpu: api }, configurable: true, writable: true });
}
const ownNavigator = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
afterEach(() => {
  if (ownNavigator) Object.defineProperty(globalThis, 'navigator', ownNavigator);
  else delete (globalThis as { navigator?: unknown }).navigator;
});

test('without a graphics card, auto stays on the CPU with a note, and webgpu stops with the reason', async () => {
  giveApi(undefined);
  const [auto, only] = [makeGroup(), makeGroup()];
  const first = watch(auto, { backend: 'auto' });
  const second = watch(only, { backend: 'webgpu' });
  while (first.seen.notes.length === 0 || second.seen.notes.length === 0) await pause();
  expect(first.seen.notes).toEqual(['the crowd is simulated on the CPU: there is no WebGPU here']);
  expect(second.simulation.failure).toBe(
    'backend: webgpu is not possible: there is no WebGPU here; use auto, which then takes the CPU',
  );
  const plain = makeGroup();
  for (let frame = 0; frame < 10; frame++) {
    for (const group of [auto, only, plain]) pose(group, frame);
    first.simulation.update(1 / 60, () => {});
    second.simulation.update(1 / 60, () => {});
    plain.step(1 / 60);
  }
  expect(auto.amplitudes).toEqual(plain.amplitudes);
  expect(only.amplitudes.every((value) => value === 0)).toBe(true);
  expect(first.simulation).toMatchObject({ backend: 'cpu', device: null, failure: null });
});

test('an unknown backend is refused', () => {
  const options = { count: 1, bones: [], backend: 'gpu' as never };
  expect(() => new LiveCrowd(new Group(), rod, options)).toThrow(
    'LiveCrowd.backend: expected cpu, webgpu, auto, got "gpu"',
  );
});

const opened = await openLongTestGpu();
const why = typeof opened === 'string' ? `: skipped, ${opened}` : '';

describe.skipIf(why !== '')(`a crowd on the card${why}`, { timeout: 600_000 }, () => {
  /** Runs a crowd of which `lose` destroys the device after 40 frames, beside the same crowd on the CPU. */
  async function run(options: Partial<CrowdSimulationOptions>) {
    const api = (await loadTestApi()) as GPU;
    const devices: GPUDevice[] = [];
    giveApi({
      requestAdapter: async () => {
        const adapter = (await api.requestAdapter())!;
        const requestDevice = async (wanted: GPUDeviceDescriptor) => {
          devices.push(await adapter.requestDevice(wanted));
          return devices.at(-1)!;
        };
        return { limits: adapter.limits, features: adapter.features, info: adapter.info, requestDevice };
      },
    } as unknown as GPU);
    const [group, plain] = [makeGroup(), makeGroup()];
    const { simulation, seen } = watch(group, { backend: 'auto', ...options });
    const differences: number[] = [];
    const backends: string[] = [];
    for (let frame = 0; frame < 200; frame++) {
      if (frame === 10) while (simulation.backend === 'cpu') await pause();
      if (frame === 40) {
        for (const device of devices) device.destroy();
        await pause(50);
      }
      pose(group, frame);
      pose(plain, frame);
      simulation.update(1 / 60, () => {});
      plain.step(1 / 60);
      await simulation.read();
      differences.push(distance(group.amplitudes, plain.amplitudes));
      backends.push(simulation.backend);
    }
    simulation.dispose();
    return { seen, differences, backends, largest: Math.max(...plain.amplitudes.map(Math.abs)), devices };
  }

  test('amplitudes are read back, and the CPU continues from them when the device is lost', async () => {
    const { seen, differences, backends, largest } = await run({});
    expect(seen.notes).toHaveLength(1);
    expect(seen.notes[0]).toMatch(/^the crowd is simulated on the CPU from now on: /);
    expect(backends.slice(10, 40)).toEqual(Array(30).fill('webgpu'));
    expect(backends.slice(41)).toEqual(Array(159).fill('cpu'));
    expect(Math.max(...differences.slice(0, 40))).toBeLessThan(1e-5 * largest);
    // At most the frames that were not read back are missing.
    expect(Math.max(...differences.slice(40))).toBeLessThan(0.4 * largest);
    expect(differences.at(-1)).toBeLessThan(1e-3 * largest);
    expect(seen.drawn).toEqual([]);
  });

  test('a crowd that was drawn from a lost device settles and continues on the CPU', async () => {
    const api = (await loadTestApi()) as GPU;
    const device = await (await api.requestAdapter())!.requestDevice();
    const texture = device.createTexture({ size: [1 + rod.modeCount, count], format: 'r32float', usage: 2 });
    const drawer = { device, firstColumn: 1, place: () => texture };
    setTimeout(() => device.destroy(), 3000);
    const group = makeGroup();
    const { simulation, seen } = watch(group, { backend: 'webgpu', openDrawer: async () => drawer });
    for (let frame = 0; frame < 1e5 && seen.drawn.length < 2; frame++) {
      pose(group, frame);
      simulation.update(1 / 60, () => {});
      await pause();
    }
    expect(seen.drawn).toEqual([true, false]);
    expect(seen.notes[0]).toMatch(/^the crowd is simulated on the CPU from now on: /);
    expect(simulation.failure).toBeNull();
    expect(group.amplitudes.every(Number.isFinite)).toBe(true);
    simulation.dispose();
  });

  test('a renderer without a card is noted, and the crowd opens one of its own', async () => {
    const { seen, backends } = await run({ openDrawer: async () => 'the renderer draws with WebGL' });
    expect(seen.notes[0]).toBe(
      'the crowd is not drawn from the graphics card of the renderer: the renderer draws with WebGL',
    );
    expect(backends[20]).toBe('webgpu');
  });

  test('a crowd that is disposed while its card is opened leaves nothing open', async () => {
    giveApi((await loadTestApi()) as GPU);
    const { simulation, seen } = watch(makeGroup(), { backend: 'auto' });
    simulation.dispose();
    const close = CardCrowd.prototype.dispose;
    let closed = 0;
    CardCrowd.prototype.dispose = function (this: CardCrowd) {
      closed++;
      close.call(this);
    };
    for (let waits = 0; waits < 2000 && closed === 0; waits++) await pause();
    CardCrowd.prototype.dispose = close;
    expect(closed).toBe(1);
    expect(simulation.backend).toBe('cpu');
    expect(seen.notes).toEqual([]);
  });
});
