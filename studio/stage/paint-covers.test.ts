import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BufferAttribute, BufferGeometry, Mesh, MeshStandardMaterial } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { type BakeActor, FrameTimes, openScene, parseScene, Simulation } from '../../src/index.ts';
import type { RigSurface } from '../../src/motion/index.ts';
import type { CoverChange } from '../outputs/heightfield/feed.ts';
import { StageCovers } from '../outputs/heightfield/stage-covers.ts';
import { OutputChanges } from '../outputs/output-changes.ts';
import type { StageHost } from '../outputs/stage-kind.ts';
import { createCoverPainter } from './paint-covers.ts';

const file = fileURLToPath(new URL('../../scenes/assets/mannequin.glb', import.meta.url));
const host = { touch() {} } as StageHost;
let simulation: Simulation;
let actor: BakeActor;
let surfaces: readonly RigSurface[];

beforeAll(async () => {
  const scene = parseScene({
    version: 1,
    time: { start: 0, end: 0.5, fps: 30 },
    actors: [{ name: 'walker', file: 'mannequin.glb', clip: 'walk', softDepth: 0.08 }],
    systems: [{ system: 'ground', name: 'bog', material: 'mud', cell: 0.02, rate: 30, stickingDepth: 0.002 }],
  });
  const plan = await openScene(scene, { read: () => readFileSync(file) });
  simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map(({ colliders }) => colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  actor = plan.actors[0];
  surfaces = actor.character!.actor.rig.surfaces;
});

test('mud on a character is sent if it has changed, colours the vertices, and goes with a new run', () => {
  const meshes = surfaces.map(({ positions }) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
    return new Mesh(geometry, new MeshStandardMaterial());
  });
  const covers = new StageCovers(host);
  const cover = createCoverPainter(actor, surfaces, () => meshes);
  covers.attach([{ name: 'walker', object: meshes[0] as never, pose() {}, cover, dispose() {} }]);
  const changes = new OutputChanges(['bog']);
  const sent = () => changes.take(simulation).filter(({ kind }) => kind === 'covers') as CoverChange[];

  const clean = sent();
  expect(clean).toMatchObject([{ name: 'bog', covers: [], material: 'mud' }]);
  covers.update(clean);
  expect(meshes.every(({ geometry }) => !geometry.hasAttribute('color'))).toBe(true);

  simulation.advanceTo(new FrameTimes(0.5, 0.5, 1).start);
  const muddy = sent();
  expect(muddy).toHaveLength(1);
  expect(sent()).toEqual([]);
  covers.update(muddy);
  const colored = meshes.flatMap(({ geometry, material }, k) => {
    expect(material.vertexColors).toBe(true);
    const { array } = geometry.getAttribute('color');
    return Array.from({ length: array.length / 3 }, (_, vertex) => ({
      height: surfaces[k].positions[3 * vertex + 1],
      isColored: array[3 * vertex] !== 1 || array[3 * vertex + 2] !== 1,
    })).filter(({ isColored }) => isColored);
  });
  expect(colored.length).toBeGreaterThan(100);
  for (const { height } of colored) expect(height).toBeLessThan(0.3);

  covers.set();
  for (const { geometry } of meshes)
    expect(geometry.getAttribute('color').array.every((value) => value === 1)).toBe(true);
});
