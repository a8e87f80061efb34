import { BoxGeometry, Mesh } from 'three';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { particlesNeeds } from '../../gpu/particles/explain-cpu.ts';
import { loadTestApi, openLongTestGpu } from '../../gpu/testing/test-gpu.ts';
import { colliderFrom } from '../live/collider-from.ts';
import { createCloningWorker } from '../testing/cloning-worker.ts';
import { LiveParticles, type LiveParticlesOptions } from './live-particles.ts';
import { buffersOf } from './particles-messages.ts';
import { ParticlesSimulation } from './particles-simulation.ts';
import { ThreadedParticles } from './threaded-particles.ts';

const opened = await openLongTestGpu(particlesNeeds);
const isSkipped = typeof opened === 'string';
const why = isSkipped ? `: skipped, ${opened}` : '';

const cloud: Pick<LiveParticlesOptions, 'params'> = {
  params: {
    shapes: [
      { shape: 'ball', name: 'cloud', position: [0, 1, 0], radius: 0.3 },
      { shape: 'box', name: 'box', position: [1, 1, 0] },
    ],
    sources: [{ from: 'cloud', count: 200 }],
    forces: [{ force: 'gravity' }],
    keys: [{ to: ['box'], start: 0.2, end: 0.5, hold: 0.2, assign: 'order' }],
  },
};

/** Adds a frame and waits for the card. */
async function advance(live: LiveParticles, dt: number): Promise<void> {
  live.update(dt);
  await live.readPoints();
}

/** Returns the largest difference of positions, m. */
function differ(a: LiveParticles, b: LiveParticles): number {
  expect(a.particles.points.count).toBe(b.particles.points.count);
  const other = b.particles.points.positions;
  return a.particles.points.positions
    .subarray(0, 3 * a.particles.points.count)
    .reduce((worst, value, k) => Math.max(worst, Math.abs(value - other[k])), 0);
}

describe.skipIf(isSkipped)(`live particles on the graphics card${why}`, { timeout: 600_000 }, () => {
  let devices: GPUDevice[] = [];

  beforeEach(async () => {
    const api = (await loadTestApi()) as GPU;
    devices = [];
    // Remembers the devices, so that a test can take one away.
    const requestAdapter = async (options?: GPURequestAdapterOptions) => {
      const adapter = await api.requestAdapter(options);
      const request = adapter!.requestDevice.bind(adapter);
      adapter!.requestDevice = async (descriptor) => {
        const device = await request(descriptor);
        devices.push(device);
        return device;
      };
      return adapter;
    };
    vi.stubGlobal('navigator', { gpu: { requestAdapter } });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('move as on the CPU, with a moving collider, and can go to any time', async () => {
    const [cpu, card] = [
      await LiveParticles.create(cloud),
      await LiveParticles.create({ ...cloud, backend: 'webgpu' }),
    ];
    expect(card.backend).toBe('webgpu');
    expect(card.device).toMatch(/swiftshader/i);
    const boxes = [cpu, card].map((live) => {
      const box = new Mesh(new BoxGeometry(0.4, 0.4, 0.4));
      live.add(colliderFrom(box));
      return box;
    });
    for (let frame = 0; frame < 24; frame++) {
      for (const box of boxes) box.position.set(-1 + 0.05 * frame, 0.6, 0);
      for (const live of [cpu, card]) await advance(live, 1 / 60);
      if (frame === 9) expect(differ(cpu, card)).toBeLessThan(1e-4);
    }
    for (let frame = 0; frame < 10; frame++) for (const live of [cpu, card]) await advance(live, 1 / 60);
    expect(card.time).toBeCloseTo(cpu.time, 9);
    expect(differ(cpu, card)).toBeLessThan(1e-6);
    expect(card.object.particleCount).toBe(200);
    for (const live of [cpu, card]) {
      live.seek(0.1);
      await live.readPoints();
      expect(live.time).toBeCloseTo(0.1, 9);
    }
    expect(differ(cpu, card)).toBeLessThan(1e-5);
    for (const live of [cpu, card]) live.dispose();
  });

  test('continue on the CPU with the same state if the device is lost', async () => {
    const notes: string[] = [];
    const onNote = (note: string) => notes.push(note);
    const cpu = await LiveParticles.create(cloud);
    const card = await LiveParticles.create({ ...cloud, backend: 'auto', onNote });
    for (let frame = 0; frame < 30; frame++) {
      // The key takes effect in frame 12.
      if (frame === 11) devices[0].destroy();
      for (const live of [cpu, card]) await advance(live, 1 / 60);
    }
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain('the particles are simulated on the CPU from now on');
    expect(card.backend).toBe('cpu');
    expect(card.failure).toBeNull();
    expect(card.time).toBeCloseTo(cpu.time, 9);
    expect(differ(cpu, card)).toBeLessThan(1e-6);
    for (const live of [cpu, card]) live.dispose();
  });

  test('move in a Worker of their own as on the CPU, also after the device is lost', async () => {
    vi.stubGlobal('Worker', Object);
    const notes: string[] = [];
    const cpu = await LiveParticles.create(cloud);
    const threaded = await ThreadedParticles.create({
      ...cloud,
      backend: 'webgpu',
      createWorker: () => createCloningWorker(new ParticlesSimulation(), buffersOf),
      onNote: (note) => notes.push(note),
    });
    expect(threaded.backend).toBe('webgpu');
    const read = ({ object }: Pick<LiveParticles, 'object'>) =>
      object.mesh.geometry.attributes.pointPosition.array.slice(0, 800) as Float32Array;
    await vi.waitFor(() => expect(threaded.object.particleCount).toBe(200), { timeout: 60_000 });
    for (let frame = 0; frame < 30; frame++) {
      if (frame === 20) devices[0].destroy();
      const { time } = threaded;
      cpu.update(1 / 60);
      threaded.update(1 / 60);
      await vi.waitFor(() => expect(threaded.time).toBeGreaterThan(time), { interval: 1, timeout: 60_000 });
      const other = read(cpu);
      read(threaded).forEach((value, k) => {
        expect(Math.abs(value - other[k])).toBeLessThan(1e-5);
      });
    }
    expect(threaded.backend).toBe('cpu');
    expect(notes).toEqual([expect.stringContaining('the particles are simulated on the CPU from now on')]);
    for (const one of [cpu, threaded]) one.dispose();
  });

  test('stay on the CPU with a reason, or are refused', async () => {
    const notes: string[] = [];
    const onNote = (note: string) => notes.push(note);
    const leaves = { ...cloud, params: { ...cloud.params, flight: 'leaf' as const, keys: [] } };
    const live = await LiveParticles.create({ ...leaves, backend: 'auto', onNote });
    expect(live.backend).toBe('cpu');
    expect(notes).toEqual([expect.stringContaining('leaves (flight)')]);
    live.dispose();
    await expect(LiveParticles.create({ ...leaves, backend: 'webgpu' })).rejects.toThrow('leaves (flight)');
  });
});

test('an unknown backend is refused', async () => {
  await expect(LiveParticles.create({ ...cloud, backend: 'gpu' as never })).rejects.toThrow(
    'LiveParticles.backend: expected cpu, webgpu, auto, got "gpu"',
  );
});

test('without WebGPU, particles stay on the CPU', async () => {
  const notes: string[] = [];
  const live = await LiveParticles.create({ ...cloud, backend: 'auto', onNote: (note) => notes.push(note) });
  expect(live.backend).toBe('cpu');
  expect(notes).toEqual(['the particles are simulated on the CPU: there is no WebGPU here']);
  live.dispose();
});
