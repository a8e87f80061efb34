import { BoxGeometry, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import { beforeEach, expect, test, vi } from 'vitest';
import { InputError } from '../../input-error.ts';
import { colliderFrom } from '../live/collider-from.ts';
import { crowdColliderFrom } from '../live/crowd-collider.ts';
import { createCloningWorker } from '../testing/cloning-worker.ts';
import { buffersOf } from './fur-messages.ts';
import { FurSimulation } from './fur-simulation.ts';
import { LiveFur } from './live-fur.ts';
import { ThreadedFur } from './threaded-fur.ts';

// Node has no Workers of the browser's kind.
beforeEach(() => {
  vi.stubGlobal('Worker', Object);
});

const createWorker = () => createCloningWorker(new FurSimulation(), buffersOf);

/** Reads what is drawn: roots, normals and offsets, side by side. */
function drawnBy({ object }: { readonly object: LiveFur['object'] }): Float32Array {
  const { position } = object.mesh.geometry.attributes as unknown as {
    position: { data: { array: Float32Array } };
  };
  return position.data.array.slice();
}

/** Waits until all frames that were sent are answered. */
async function settle(fur: ThreadedFur): Promise<void> {
  await vi.waitFor(
    () => expect((fur as unknown as { unanswered: { pending: number } }).unanswered.pending).toBe(0),
    { interval: 1 },
  );
}

test('fur in a Worker is that on the page, bit for bit, with a moving skin, colliders, wind and a hand', async () => {
  const create = () => {
    const skin = new Mesh(new SphereGeometry(0.2, 8, 6));
    const ball = new Mesh(new SphereGeometry(0.08, 8, 6));
    return { skin, ball };
  };
  const [a, b] = [create(), create()];
  const params = { coat: 'fox', length: 0.05, layerCount: 12 } as const;
  const live = await LiveFur.create({ mesh: a.skin, params });
  const threaded = await ThreadedFur.create({ mesh: b.skin, params, createWorker });
  live.add(colliderFrom(a.ball));
  threaded.add(colliderFrom(b.ball));
  await settle(threaded);
  for (let frame = 0; frame < 12; frame++) {
    for (const { skin, ball } of [a, b]) {
      skin.position.set(0.01 * frame, 0, 0.02 * Math.sin(frame));
      skin.rotation.y = 0.1 * frame;
      ball.position.set(0.25 + 0.01 * frame, 0.02 * frame - 0.1, 0);
    }
    for (const fur of [live, threaded]) {
      fur.wind.set(2, 0, 1);
      fur.push(new Vector3(0, 0.2, 0), 0.1, new Vector3(0, 0, 20));
      fur.update(1 / 60);
    }
    await settle(threaded);
    if (frame % 4 === 3) expect(drawnBy(threaded)).toEqual(drawnBy(live));
  }
  expect(threaded.failure).toBeNull();
  // The roots are on the mesh before the Worker has answered.
  b.skin.position.x = 0.2;
  b.skin.updateMatrixWorld(true);
  threaded.update(1 / 60);
  a.skin.position.x = 0.2;
  live.update(1 / 60);
  const roots = (values: Float32Array) => values.filter((_, k) => k % 9 < 3);
  expect(roots(drawnBy(threaded))).toEqual(roots(drawnBy(live)));
  for (const fur of [threaded, live]) fur.dispose();
});

test('a patch of grass that a crowd treads on: only what it moves crosses', async () => {
  const params = { coat: 'grass', size: [4, 0.6], length: 0.2, layerCount: 12 } as const;
  const feet = new InstancedMesh(new BoxGeometry(0.2, 0.1, 0.2), new MeshBasicMaterial(), 2);
  const place = (x: number) => {
    for (let k = 0; k < 2; k++) feet.setMatrixAt(k, new Matrix4().makeTranslation(x + 0.5 * k, 0.05, 0));
  };
  place(-1.5);
  const grass = await ThreadedFur.create({ params, createWorker });
  grass.add(crowdColliderFrom(feet));
  await settle(grass);
  const everything = grass.receivedBytes;
  const before = drawnBy(grass);
  for (let frame = 0; frame < 10; frame++) {
    place(-1.5 + 0.02 * frame);
    grass.update(1 / 60);
    await settle(grass);
  }
  const after = drawnBy(grass);
  expect(after.some((value, k) => Math.abs(value - before[k]) > 0.02)).toBe(true);
  // Roots never cross again. The far end of the patch does not move.
  expect((grass.receivedBytes - everything) / 10).toBeLessThan(everything / 2);
  grass.dispose();
});

test('faults are refused; a crowd and a reference exclude each other; without a Worker the page does the work', async () => {
  await expect(ThreadedFur.create({ params: { length: -1 }, createWorker })).rejects.toThrow(InputError);
  await expect(ThreadedFur.create({ params: { colorMap: 'a.png' }, createWorker })).rejects.toThrow(
    'expected a picture among',
  );
  const notes: string[] = [];
  const ship = new Mesh(new BoxGeometry());
  const mesh = new Mesh(new SphereGeometry(0.2, 8, 6));
  const fur = await ThreadedFur.create({
    mesh,
    params: { length: 0.05, layerCount: 12 },
    reference: ship,
    createWorker: null,
    onNote: (note) => notes.push(note),
  });
  expect(notes[0]).toContain("the fur is simulated on the page's own thread: as asked");
  const crowd = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 1);
  expect(() => fur.add(crowdColliderFrom(crowd))).toThrow('expected a collider of a single object');
  await settle(fur);
  fur.update(1 / 60);
  await settle(fur);
  expect(fur.failure).toBeNull();
  fur.dispose();
});
