import { BoxGeometry, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial } from 'three';
import { beforeEach, expect, test, vi } from 'vitest';
import { InputError } from '../../input-error.ts';
import { colliderFrom } from '../live/collider-from.ts';
import { crowdColliderFrom } from '../live/crowd-collider.ts';
import { createCloningWorker } from '../testing/cloning-worker.ts';
import { LiveParticles } from './live-particles.ts';
import { buffersOf } from './particles-messages.ts';
import { ParticlesSimulation } from './particles-simulation.ts';
import { ThreadedParticles, type ThreadedParticlesOptions } from './threaded-particles.ts';

const cloud: ThreadedParticlesOptions = {
  params: {
    rate: 60,
    shapes: [
      { shape: 'ball', name: 'cloud', position: [0, 1, 0], radius: 0.3 },
      { shape: 'box', name: 'box', position: [1, 1, 0] },
    ],
    sources: [{ from: 'cloud', count: 300 }],
    forces: [{ force: 'turbulence' }],
    keys: [{ to: ['box'], start: 0.1, end: 0.3, hold: 1 }],
  },
};

// Node has no Workers of the browser's kind.
beforeEach(() => {
  vi.stubGlobal('Worker', Object);
});

const createWorker = () => createCloningWorker(new ParticlesSimulation(), buffersOf);

/** Reads the particles that are drawn. */
function positionsOf({ object }: { readonly object: LiveParticles['object'] }): Float32Array {
  const { attributes } = object.mesh.geometry;
  const [name] = Object.keys(attributes).filter((key) => /position|center/i.test(key) && key !== 'position');
  return attributes[name].array.slice() as Float32Array;
}

/** Advances by a frame and waits for the answer. */
async function advance(particles: ThreadedParticles, dt: number): Promise<void> {
  const { time } = particles;
  particles.update(dt);
  await vi.waitFor(() => expect(particles.time).toBeGreaterThan(time), { interval: 1 });
}

test('particles in a Worker are those on the page, bit for bit, also with moving colliders; only changes cross', async () => {
  const [box, again] = [0, 1].map(() => new Mesh(new BoxGeometry(0.5, 0.5, 0.5)));
  const threaded = await ThreadedParticles.create({ ...cloud, createWorker });
  const live = await LiveParticles.create(cloud);
  live.add(colliderFrom(box));
  threaded.add(colliderFrom(again));
  await vi.waitFor(() => expect(threaded.object.particleCount).toBe(300));
  for (let frame = 0; frame < 20; frame++) {
    for (const mesh of [box, again]) mesh.position.set(0.3 - 0.02 * frame, 1, 0);
    live.update(1 / 60);
    await advance(threaded, 1 / 60);
  }
  expect(positionsOf(threaded)).toEqual(positionsOf(live));
  expect(threaded.time).toBeCloseTo(1 / 3, 9);
  // At their targets they do not move, so almost nothing crosses.
  const before = threaded.receivedBytes;
  expect(before).toBeGreaterThan(12 * 300 * 15);
  await advance(threaded, 1 / 60);
  expect(threaded.receivedBytes - before).toBeLessThan(1000);
  threaded.seek(0.05);
  await vi.waitFor(() => expect(threaded.time).toBeCloseTo(0.05, 9));
  live.seek(0.05);
  expect(threaded.object.particleCount).toBe(live.object.particleCount);
  for (const one of [threaded, live]) one.dispose();
});

test('particles bounce off the instances of a crowd', async () => {
  const params: ThreadedParticlesOptions['params'] = {
    rate: 60,
    shapes: [{ shape: 'ball', name: 'drop', position: [0, 1, 0], radius: 0.05 }],
    sources: [{ from: 'drop', count: 20 }],
    forces: [{ force: 'gravity' }],
  };
  const threaded = await ThreadedParticles.create({ params, createWorker: null });
  const floor = new InstancedMesh(new BoxGeometry(2, 0.4, 2), new MeshBasicMaterial(), 2);
  for (let k = 0; k < 2; k++) floor.setMatrixAt(k, new Matrix4().makeTranslation(2 * k, 0, 0));
  threaded.add(crowdColliderFrom(floor));
  await vi.waitFor(() => expect(threaded.object.particleCount).toBe(20));
  for (let frame = 0; frame < 60; frame++) await advance(threaded, 1 / 60);
  expect(threaded.object.bounds.min.y).toBeGreaterThan(0.1);
  threaded.dispose();
});

test('faults of the parameters are refused, and a Worker that is lost is reported', async () => {
  const wrong = { ...cloud, params: { ...cloud.params, rate: -1 }, createWorker };
  await expect(ThreadedParticles.create(wrong)).rejects.toThrow(InputError);
  await expect(ThreadedParticles.create({ ...cloud, colour: 'red' } as never)).rejects.toThrow('unknown');
  const notes: string[] = [];
  const workers: Worker[] = [];
  const threaded = await ThreadedParticles.create({
    ...cloud,
    createWorker() {
      workers.push(createWorker());
      return workers[0];
    },
    onNote: (note) => notes.push(note),
  });
  await vi.waitFor(() => expect(threaded.object.particleCount).toBe(300));
  workers[0].terminate();
  for (let frame = 0; frame < 110; frame++) threaded.update(0.2);
  expect(notes).toEqual([expect.stringContaining('their Worker has not answered for 20 s')]);
  expect(threaded.failure).toContain('has not answered');
  threaded.dispose();
});
