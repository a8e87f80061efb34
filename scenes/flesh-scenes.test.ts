import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { deformSurface } from '../src/motion/deform-surface.ts';
import { createDiskFiles } from '../src/node/disk-files.ts';
import { openScene } from '../src/scene/open-scene.ts';
import { parseSceneText } from '../src/scene/parse-scene.ts';
import { toFraction } from '../src/simulation/fraction.ts';
import { Simulation } from '../src/simulation/simulation.ts';
import type { MorphOutput } from '../src/systems/outputs/morph.ts';
import { isLong } from '../src/testing/long.ts';
import { crowdFile, makeCrowd } from '../tools/assets/crowd/make-crowd.ts';
import { endLength, rodAxis, tipRadius } from '../tools/assets/organs/organs.ts';

test('the committed crowd is what its script makes', () => {
  expect(JSON.parse(readFileSync(crowdFile, 'utf8'))).toEqual(JSON.parse(makeCrowd()));
});

/** Returns the deepest position of a moving vertex of the organs inside the probe during a time, and the maximum displacement, metres. */
async function probeOrgans(from: number, to: number, changes: Record<string, unknown>) {
  const folder = fileURLToPath(new URL('./organs', import.meta.url));
  const scene = parseSceneText(readFileSync(`${folder}/scene.json`, 'utf8'), 'scene.json');
  const coarse = { elements: 600, modes: 25, ...changes };
  const systems = scene.systems.map((system) => ({ ...system, params: { ...system.params, ...coarse } }));
  const plan = await openScene({ ...scene, systems }, createDiskFiles(folder), { name: 'organs' });
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  const { actor } = plan.actors[0].character!;
  const node = actor.rig.nodes.findIndex(({ name }) => name === 'probe');
  let [depth, moved] = [0, 0];
  for (let frame = 0; frame <= 60 * to; frame++) {
    simulation.advanceTo({ numerator: BigInt(frame), denominator: 60n });
    if (frame < 60 * from) continue;
    const pose = actor.poseAt(frame / 60);
    const m = pose.world.subarray(16 * node, 16 * node + 16);
    for (const { surfaces, amplitudes } of systems.flatMap(
      ({ name }) => simulation.outputs(name) as MorphOutput[],
    )) {
      for (const { surface, vertices, shapes } of surfaces) {
        const own = actor.rig.surfaces[surface];
        const displaced = Float32Array.from(own.positions);
        vertices.forEach((vertex, k) => {
          const u = [0, 1, 2].map((axis) =>
            amplitudes.reduce((sum, q, mode) => sum + q * shapes[3 * (mode * vertices.length + k) + axis], 0),
          );
          moved = Math.max(moved, Math.hypot(...u));
          u.forEach((value, axis) => {
            displaced[3 * vertex + axis] += value;
          });
        });
        const positions = new Float64Array(displaced.length);
        deformSurface({ ...own, positions: displaced }, pose, positions);
        for (const vertex of vertices) {
          const d = [0, 1, 2].map((axis) => positions[3 * vertex + axis] - m[12 + axis]);
          const local = [0, 4, 8].map((column) => d.reduce((sum, v, row) => sum + v * m[column + row], 0));
          const rod = rodAxis.reduce((sum, v, axis) => sum + v * local[axis], 0);
          const along = Math.min(endLength, Math.max(0, rod));
          depth = Math.max(
            depth,
            tipRadius - Math.hypot(...local.map((v, axis) => v - along * rodAxis[axis])),
          );
        }
      }
    }
  }
  return { depth, moved };
}

test('organs give way to the probe, which does not enter them', async () => {
  const touched = await probeOrgans(0.5, 0.9, {});
  expect(touched.moved).toBeGreaterThan(0.015);
  expect(touched.depth).toBeLessThan(0.001);
  const ignored = await probeOrgans(0.5, 0.9, { touchedBy: [] });
  expect(ignored.moved).toBeLessThan(0.001);
  expect(ignored.depth).toBeGreaterThan(0.005);
});

// The shipped scenes with coarser elements, which are sufficient here.
describe.each([
  ['jumping-man', ['left-thigh', 'right-thigh', 'belly'], [10000, 10000, 30000]],
  ['thighs', ['left-thigh', 'right-thigh'], [10000, 10000]],
  ['belly', ['belly'], [30000]],
  ['organs', ['liver', 'stomach'], null],
  ['crowd', Array.from({ length: 100 }, (_, k) => `belly-${k + 1}`), null],
] as const)('%s', (name, systems, elements) => {
  const folder = fileURLToPath(new URL(`./${name}`, import.meta.url));
  const file = `${folder}/scene.json`;
  const scene = parseSceneText(readFileSync(file, 'utf8'), file);

  test('has the parts and element sizes that its description states', () => {
    expect(scene.systems.map((system) => system.name)).toEqual(systems);
    if (elements) expect(scene.systems.map((system) => system.params.elements)).toEqual(elements);
  });

  // A hundred bellies take long.
  test.skipIf(name === 'crowd' && !isLong)('the flesh moves visibly, and within its limits', async () => {
    const coarse = {
      ...scene,
      // The thin ends of the stomach, which is touched, need more elements.
      systems: scene.systems.map((system) => ({
        ...system,
        params: { ...system.params, elements: name === 'organs' ? 2000 : 300 },
      })),
    };
    const plan = await openScene(coarse, createDiskFiles(folder), { name, sceneFile: file });
    for (const actor of plan.actors) expect(actor.character!.actor.warnings).toEqual([]);
    const simulation = new Simulation({
      systems: plan.systems,
      actors: plan.actors.map((actor) => actor.colliders),
      seed: plan.seed,
      start: plan.times.start,
    });
    simulation.advanceTo(toFraction(scene.time.end));
    for (const system of systems.slice(0, 3)) {
      const report = simulation.report(system) as { peakDisplacement: number; limitedSteps: number };
      expect(report.peakDisplacement, system).toBeGreaterThan(0.004);
      expect(report.limitedSteps, system).toBe(0);
    }
  });
});
