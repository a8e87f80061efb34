import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { deformSurface } from '../src/motion/deform-surface.ts';
import { createDiskFiles } from '../src/node/disk-files.ts';
import { openScene } from '../src/scene/open-scene.ts';
import { parseSceneText } from '../src/scene/parse-scene.ts';
import { sumGround } from '../src/systems/ground/flow/ledger.ts';
import type { GroundParams } from '../src/systems/ground/params.ts';
import { createFloor, type GroundPrepared } from '../src/systems/ground/prepare.ts';
import { unitsPerMetre } from '../src/systems/ground/rules/units.ts';
import { stepGround } from '../src/systems/ground/step.ts';
import { TileScratch } from '../src/systems/ground/surface/earlier-ground.ts';
import { createGround } from '../src/systems/ground/system.ts';
import { createOriginSurface } from '../src/systems/ground/terrain/ground-origin.ts';
import { raisedFraction, readHeights } from '../src/systems/ground/testing/grounds.ts';
import { isLong } from '../src/testing/long.ts';

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
    const { params, prepared } = plan.systems[0] as unknown as {
      params: GroundParams;
      prepared: GroundPrepared | null;
    };
    const { heightAt } = createFloor(params, prepared);
    for (const { character, colliders, name: actor } of plan.actors) {
      expect(character!.actor.travel!.kind, actor).toBe('still');
      const set = colliders.createColliders();
      // At no time does anything dig deep: tyres and skis sink in by a few centimetres.
      for (let t = 0; t < 4; t += 0.25) {
        set.advance(t, t + 1 / 120);
        let lowest = Number.POSITIVE_INFINITY;
        for (const collider of set.colliders) {
          if (collider.kind !== 'deforming') continue;
          for (let k = 0; k < collider.end.length; k += 3) {
            lowest = Math.min(lowest, collider.end[k + 1] - heightAt(collider.end[k], collider.end[k + 2]));
          }
        }
        expect(lowest, `${actor} at ${t} s`).toBeLessThan(-0.015);
        expect(lowest, `${actor} at ${t} s`).toBeGreaterThan(-0.09);
      }
    }
  },
);

test('no two riders are alike: their builds or their colours differ', async () => {
  const { plan } = await open('riders');
  const people = plan.actors.map(({ character }) =>
    JSON.stringify(character!.actor.rig.surfaces.map(({ positions, color }) => [positions.length, color])),
  );
  expect(new Set(plan.actors.map(({ file }) => file)).size).toBe(3);
  // The last one of those who passed earlier has left the picture.
  expect(new Set(people.slice(0, 9)).size).toBe(9);
});

test('the herd is not in step, and each animal walks over prints of others', async () => {
  const { plan, scene } = await open('herd');
  expect(plan.actors.flatMap(({ character }) => character!.actor.warnings)).toEqual([]);
  const phases = scene.actors.map(({ offset = 0 }) => offset / 1.25).sort((a, b) => a - b);
  const gaps = phases.map((phase, k) => (phases[k + 1] ?? phases[0] + 1) - phase);
  expect(Math.min(...gaps)).toBeGreaterThan(0.03);
  expect(new Set(scene.actors.map(({ heading }) => heading)).size).toBe(plan.actors.length);
  // Cells of 10 cm that the soles of each animal touch.
  const touched = plan.actors.map(({ character }) => {
    const { rig } = character!.actor;
    const cells = new Set<string>();
    for (let t = 0; t <= 12; t += 0.2) {
      const pose = character!.actor.poseAt(t);
      for (const surface of rig.surfaces) {
        const points = new Float64Array(surface.positions.length);
        deformSurface(surface, pose, points);
        for (let k = 0; k < points.length; k += 3) {
          if (points[k + 1] < 0) cells.add(`${Math.floor(10 * points[k])} ${Math.floor(10 * points[k + 2])}`);
        }
      }
    }
    return cells;
  });
  for (const [k, cells] of touched.entries()) {
    expect(cells.size, plan.actors[k].name).toBeGreaterThan(20);
    const others = touched.filter((other) => other !== cells);
    expect(
      others.some((other) => [...cells].some((cell) => other.has(cell))),
      plan.actors[k].name,
    ).toBe(true);
  }
});

/** Volume above the initial level divided by the volume below it, after the bicycle's fall on level ground. */
async function raiseByFall(rate: number): Promise<number> {
  const { plan } = await open('bicycle-fall');
  const params = { ...(plan.systems[0].params as unknown as GroundParams), noiseAmplitude: 0, rate };
  const state = createGround(params, plan.seed);
  const sets = plan.actors.map((actor) => actor.colliders.createColliders());
  const colliders = sets.flatMap((set) => [...set.colliders]);
  for (let n = 0; n < 4.5 * rate; n++) {
    for (const set of sets) set.advance(n / rate, (n + 1) / rate);
    stepGround(state, colliders);
    // What is pushed ahead spreads in time. It does not become a wall. See the ground's README about higher rates.
    if (rate <= 120) expect(state.findTop() / unitsPerMetre, `step ${n}`).toBeLessThan(0.6);
  }
  expect(sumGround(state).ledger.error).toBe(0n);
  const heights = state.tiles
    .list()
    .flatMap(([tileI, tileJ]) => [
      ...readHeights(state, { i0: 32 * tileI, j0: 32 * tileJ, columns: 32, rows: 32 }),
    ]);
  return raisedFraction(heights);
}

test('the ridge of the fall does not depend on the number of steps', async () => {
  const raised = await raiseByFall(120);
  expect(raised).toBeGreaterThan(0.1);
  for (const rate of isLong ? [30, 480] : [30]) {
    expect(Math.abs((await raiseByFall(rate)) / raised - 1), `${rate} Hz`).toBeLessThan(0.1);
  }
});

test('the trampled beach starts from its saved grounds: their volumes are the change of the ground', async () => {
  const { plan } = await open('trampled-beach');
  const { params, prepared } = plan.systems[0] as unknown as {
    params: GroundParams;
    prepared: GroundPrepared;
  };
  const { stamped, origin } = createGround(params, plan.seed, undefined, prepared).settings;
  const { stamps, tiles, tileCount } = stamped!;
  expect(stamps.length).toBe(params.stamps.length);
  expect(stamps.length).toBeGreaterThan(200);
  const scratch = new TileScratch(createOriginSurface(origin), stamped!);
  let change = 0n;
  let deepest = 0;
  for (const [tileI, tileJ] of tiles.positionsOf()) {
    scratch.unpack(tiles.get(tileI, tileJ)!, tileI, tileJ);
    scratch.heights.forEach((height, k) => {
      change += BigInt(height - scratch.below[k]);
      deepest = Math.min(deepest, height - scratch.below[k]);
    });
  }
  expect(tileCount).toBeGreaterThan(2000);
  expect(stamps.reduce((sum, { raised, lowered }) => sum + raised - lowered, 0n)).toBe(change);
  // A later foot does not make an earlier print deeper.
  expect(deepest).toBeGreaterThan(-0.06 * unitsPerMetre);
});
