import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createResponseGraphs } from '../bake/heightfield/response-graphs.ts';
import { boundsOfPoints } from '../geometry/bounds.ts';
import { maxOf, minOf } from '../math/lists.ts';
import { toFraction } from '../simulation/fraction.ts';
import { Simulation } from '../simulation/simulation.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

const mannequin = readFileSync(new URL('../../scenes/assets/mannequin.glb', import.meta.url));
/** A box of 0.4 × 0.2 × 0.3 m whose lower side is at height 0. */
const box = `v -0.2 0 -0.15
v 0.2 0 -0.15
v 0.2 0.2 -0.15
v -0.2 0.2 -0.15
v -0.2 0 0.15
v 0.2 0 0.15
v 0.2 0.2 0.15
v -0.2 0.2 0.15
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
`;
const walker = { name: 'walker', file: 'walker.glb', clip: 'walk', position: [0, 0, -1] };
const chest = { name: 'chest', file: 'box.obj', position: [2, 0, 0] };
const snow = { system: 'ground', name: 'snow', material: 'snow', cell: 0.06, noiseAmplitude: 0 };

async function open(actors: readonly object[], systems: readonly object[] = [snow], end = 1) {
  const scene = { version: 1, time: { start: 0, end, fps: 10 }, actors, systems };
  const plan = await openScene(parseScene(scene), {
    read: (path) =>
      ({ 'walker.glb': new Uint8Array(mannequin), 'box.obj': new TextEncoder().encode(box) })[path],
  });
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  return { plan, simulation };
}

async function hashOf(actor: object, systems: readonly object[] = [snow]): Promise<string> {
  const { simulation } = await open([actor], systems);
  simulation.advanceTo(toFraction(0.6));
  return simulation.hash('snow');
}

test('without a response, mass and soil change nothing', async () => {
  const plain = await hashOf(walker);
  expect(await hashOf({ ...walker, groundResponse: 0, mass: 300 }, [{ ...snow, layerDepth: 0.02 }])).toBe(
    plain,
  );
});

test('mass, its fraction and each parameter of the soil change the prints', async () => {
  const heavy = { ...walker, groundResponse: 1, mass: 90 };
  const scenes = [
    [walker, {}],
    [heavy, {}],
    [{ ...heavy, mass: 40 }, {}],
    [{ ...heavy, groundResponse: 0.5 }, {}],
    [heavy, { layerDepth: 0.1 }],
    [heavy, { cohesiveModulus: 20_000 }],
    [heavy, { frictionalModulus: 1e6 }],
    [heavy, { sinkageExponent: 1.2 }],
    [heavy, { cohesion: 200 }],
    [heavy, { frictionAngle: 0.25 }],
    [heavy, { shearDisplacement: 0.01 }],
    [heavy, { density: 100 }],
    [heavy, { material: 'sand' }],
  ] as const;
  const hashes = new Set<string>();
  for (const [actor, ground] of scenes) hashes.add(await hashOf(actor, [{ ...snow, ...ground }]));
  expect(hashes.size).toBe(scenes.length);
});

test('the report lists load, sinkage and slip of each step, and a warning tells of limits', async () => {
  const { plan } = await open([{ ...walker, groundResponse: 1, mass: 80 }], [snow], 2);
  const { groundResponse } = plan.actors[0].report;
  expect(groundResponse!.mass).toBe(80);
  const steps = groundResponse!.feet!.flatMap((foot) => foot.steps);
  expect(steps.length).toBeGreaterThan(2);
  for (const { load, sinkage, loads, sinkages, slips } of steps) {
    expect(load).toBeGreaterThan(0.8 * 80 * 9.81);
    expect(sinkage).toBeGreaterThan(0.15);
    expect(loads.length === sinkages.length && loads.length === slips.length).toBe(true);
  }
  const { plan: tooHeavy } = await open([{ ...walker, groundResponse: 1, mass: 5000 }]);
  expect(tooHeavy.actors[0].report.warnings.join()).toContain('is too heavy for the ground');
});

test('the contact sheet has graphs of what the report lists: for each foot of a single character, otherwise for each actor', async () => {
  const own = [{ ...walker, groundResponse: 1, mass: 80 }];
  const { plan } = await open(own, [snow], 2);
  const { legend, graphs } = createResponseGraphs(plan, 'snow')!;
  const feet = plan.actors[0].report.groundResponse!.feet!;
  expect(legend.map(({ name }) => name)).toEqual(feet.map(({ foot }) => `walker ${foot}`));
  expect(graphs.map(({ caption }) => caption)).toEqual(['Load', 'Sinkage', 'Slip']);
  feet.forEach(({ steps }, f) => {
    // A step may end after the scene.
    const last = graphs[0].times[graphs[0].times.length - 1];
    const inside = steps.filter(({ start, end }) => start >= 0 && end <= last);
    const sinkage = maxOf(Array.from(graphs[1].lines[f].values));
    expect(sinkage).toBeCloseTo(maxOf(inside.map((step) => step.sinkage)), 2);
  });
  const all = [...own, { ...chest, groundResponse: 1, mass: 60 }];
  const both = createResponseGraphs((await open(all)).plan, 'snow')!;
  expect(both.legend.map(({ name }) => name)).toEqual(['walker', 'chest']);
  expect(both.graphs.map(({ lines }) => lines.length)).toEqual([2, 2, 1]);
  expect(createResponseGraphs((await open([walker])).plan, 'snow')).toBeNull();
});

test('a step on a slope that is too steep slides, and the warning does not call the character too heavy', async () => {
  const weak = { ...snow, cohesion: 0, frictionAngle: 0.02 };
  const { plan } = await open([{ ...walker, groundResponse: 1, mass: 40 }], [weak]);
  const warnings = plan.actors[0].report.warnings.join();
  expect(warnings).toContain('slides in');
  expect(warnings).not.toContain('too heavy');
});

test('props and characters that do not step sink as a whole', async () => {
  const { plan } = await open([
    { ...chest, groundResponse: 1, mass: 60 },
    { ...walker, clip: 'idle', groundResponse: 1, mass: 60 },
  ]);
  for (const actor of plan.actors) {
    const { sinkage, loads } = actor.report.groundResponse!.body!;
    expect(sinkage).toBeGreaterThan(0.03);
    expect(loads[0]).toBeGreaterThan(0.5 * 60 * 9.81);
    const lowest = minOf(actor.posedMeshesAt(0.5).map(({ positions }) => boundsOfPoints(positions).min[1]));
    expect(lowest).toBeCloseTo(-sinkage, 2);
  }
});

test('a response of an actor that touches no ground is refused', async () => {
  const other = { ...snow, actors: ['walker'] };
  await expect(open([walker, { ...chest, groundResponse: 1 }], [other])).rejects.toThrow(
    'actors[1].groundResponse: expected a ground in the scene that the actor can touch',
  );
});

test('whoever walks in a track stands on its bottom, in whatever order the actors are listed', async () => {
  const heavy = { ...walker, name: 'heavy', groundResponse: 1, mass: 120 };
  // One period behind, in the same prints.
  const stride = 1.258712024497986;
  const light = { ...heavy, name: 'light', mass: 30, position: [0, 0, -1 - stride] };
  const stepsOf = async (actors: readonly object[], name: string) => {
    const { plan } = await open(actors, [snow], 2.5);
    const actor = plan.actors.find((one) => one.name === name)!;
    return actor.report.groundResponse!.feet!.flatMap(({ steps }) => steps);
  };
  const alone = await stepsOf([light], 'light');
  const together = await stepsOf([heavy, light], 'light');
  const first = await stepsOf([heavy, light], 'heavy');
  expect(await stepsOf([light, heavy], 'light')).toEqual(together);
  expect(await stepsOf([heavy], 'heavy')).toEqual(first);
  // The sole of the heavy one is as deep as this in its print.
  const bottom = minOf(first.map(({ sinkage }) => sinkage));
  const inTrack = together.filter(({ printDepth }) => printDepth !== undefined);
  expect(inTrack.length).toBeGreaterThan(1);
  for (const { sinkage } of alone) expect(sinkage).toBeLessThan(0.8 * bottom);
  for (const { sinkage } of inTrack) expect(Math.abs(sinkage / bottom - 1)).toBeLessThan(0.05);
});
