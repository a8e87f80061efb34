import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createDiskFiles } from '../src/node/disk-files.ts';
import { openScene } from '../src/scene/open-scene.ts';
import { parseSceneText } from '../src/scene/parse-scene.ts';
import { toFraction } from '../src/simulation/fraction.ts';
import { Simulation } from '../src/simulation/simulation.ts';
import { crowdFile, makeCrowd } from '../tools/assets/crowd/make-crowd.ts';

test('the committed crowd is what its script makes', () => {
  expect(JSON.parse(readFileSync(crowdFile, 'utf8'))).toEqual(JSON.parse(makeCrowd()));
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

  test('the flesh moves visibly, and within its limits', async () => {
    const coarse = {
      ...scene,
      systems: scene.systems.map((system) => ({ ...system, params: { ...system.params, elements: 300 } })),
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
