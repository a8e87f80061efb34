import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createDiskFiles } from '../src/node/disk-files.ts';
import { openScene } from '../src/scene/open-scene.ts';
import { parseSceneText } from '../src/scene/parse-scene.ts';

const open = async (name: string) => {
  const folder = fileURLToPath(new URL(`./${name}`, import.meta.url));
  const scene = parseSceneText(readFileSync(`${folder}/scene.json`, 'utf8'), `${name}/scene.json`);
  return { scene, plan: await openScene(scene, createDiskFiles(folder), { name }) };
};

/** Columns of a scene's grounds. */
const columnsOf = (scene: Awaited<ReturnType<typeof open>>['scene']) =>
  scene.systems.map(({ params }) => {
    const { size, cell } = params as { size?: readonly [number, number]; cell: number };
    return size && [Math.round(size[0] / cell), Math.round(size[1] / cell)];
  });

test('the fall and the trip have the grid sizes of the paper', async () => {
  const fall = await open('bicycle-fall');
  expect(columnsOf(fall.scene)).toEqual([[2048, 1024]]);
  const trip = await open('tripping-runner');
  expect(columnsOf(trip.scene)).toEqual([[4096, 512]]);
});

test('one run is simulated with columns of 20, 10, 5 and 2.5 mm', async () => {
  const { scene } = await open('beach-resolutions');
  expect(scene.systems.map(({ params }) => (params as { cell: number }).cell)).toEqual([
    0.02, 0.01, 0.005, 0.0025,
  ]);
});

test.each(['bicycle-tracks', 'riders', 'skier'])(
  '%s touches the ground with what rolls or slides alone',
  async (name) => {
    const { plan } = await open(name);
    for (const { character, colliders, name: actor } of plan.actors) {
      expect(character!.actor.travel!.kind, actor).toBe('still');
      const set = colliders.createColliders();
      // At no time does anything dig deep: tyres and skis sink in by a few centimetres.
      for (let t = 0; t < 4; t += 0.25) {
        set.advance(t, t + 1 / 120);
        let lowest = Number.POSITIVE_INFINITY;
        for (const collider of set.colliders) {
          if (collider.kind !== 'deforming') continue;
          for (let k = 1; k < collider.end.length; k += 3) lowest = Math.min(lowest, collider.end[k]);
        }
        expect(lowest, `${actor} at ${t} s`).toBeLessThan(-0.015);
        expect(lowest, `${actor} at ${t} s`).toBeGreaterThan(-0.09);
      }
    }
  },
);
