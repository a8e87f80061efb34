import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encodeExr } from '../files/exr-write.ts';
import { openScene } from './open-scene.ts';
import { parseScene } from './parse-scene.ts';

const mannequin = readFileSync(new URL('../../scenes/assets/mannequin.glb', import.meta.url));
/** 8 m square with a sample every 0.25 m. It rises by 0.2 per metre along z, and slightly along x. */
const count = 33;
const slope = encodeExr(
  Float32Array.from({ length: count * count }, (_, k) => {
    return 0.2 * ((Math.floor(k / count) - 16) / 4) + 0.1 * (((k % count) - 16) / 4);
  }),
  count,
  count,
);

const open = (
  actor: Record<string, unknown>,
  ground: Record<string, unknown> | null = {},
  more: readonly Record<string, unknown>[] = [],
) =>
  openScene(
    parseScene({
      version: 1,
      time: { start: 0, end: 1, fps: 10 },
      actors: [{ name: 'walker', file: 'walker.glb', clip: 'walk', position: [0, 0, 1], ...actor }],
      systems: ground
        ? [
            {
              system: 'ground',
              name: 'land',
              cell: 0.05,
              terrain: 'slope.exr',
              terrainSpacing: [0.25, 0.25],
              ...ground,
            },
            ...more,
          ]
        : [],
    }),
    { read: (path) => ({ 'walker.glb': new Uint8Array(mannequin), 'slope.exr': slope })[path] },
  );

/** Returns the world height of the head's joint at the start, and the report about how the character follows the ground. */
async function standing(
  actor: Record<string, unknown>,
  ground?: Record<string, unknown>,
  more?: readonly Record<string, unknown>[],
) {
  const plan = await open(actor, ground, more);
  const { character, report } = plan.actors[0];
  const { rig } = character!.actor;
  const head = rig.nodes.findIndex(({ name }) => name === 'head');
  return { height: character!.actor.poseAt(0).world[16 * head + 13], follow: report.travel!.follow };
}

test('beyond a small terrain an actor moves on the level ground there', async () => {
  const far = { position: [0, 0, 8], travel: 'inPlace' };
  const [alone, beside] = [await standing(far), await standing(far, {}, [{ system: 'ground', datum: 0.25 }])];
  const level = await standing({ ...far, follow: 'level' });
  expect(alone.height - level.height).toBeGreaterThan(0.7);
  expect(beside.height - level.height).toBeCloseTo(0.25, 3);
});

test('an actor follows the terrain of a ground that it can touch, with y relative to it', async () => {
  const level = await standing({ follow: 'level' });
  const own = await standing({});
  const higher = await standing({ position: [0, 0.5, 1] });
  expect(level.follow).toBeUndefined();
  expect(own.height - level.height).toBeGreaterThan(0.1);
  expect(own.height - level.height).toBeLessThan(0.25);
  expect(higher.height - own.height).toBeCloseTo(0.5, 9);
  expect(own.follow!.slide).toBeLessThan(0.015);
  expect(Math.abs(own.follow!.soles)).toBeLessThan(0.002);
  expect(own.follow!.deepest).toBeLessThan(0.01);
});

test('an actor that cannot touch it follows it if the scene says so', async () => {
  const [auto, forced] = [
    await standing({}, { actors: [] }),
    await standing({ follow: 'ground' }, { actors: [] }),
  ];
  expect(auto.follow).toBeUndefined();
  expect(forced.height - auto.height).toBeGreaterThan(0.1);
});

test('following without a terrain is refused if it is requested, and has no effect otherwise', async () => {
  await expect(open({ follow: 'ground' }, { terrain: undefined, terrainSpacing: undefined })).rejects.toThrow(
    'actors[0].follow: expected a ground with a terrain in the scene to follow',
  );
  const plan = await open({}, { terrain: undefined, terrainSpacing: undefined });
  expect(plan.actors[0].report.travel!.follow).toBeUndefined();
});

test('a copy of the scene for another thread has the same hash and poses, without the report of the feet', async () => {
  const scene = parseScene({
    version: 1,
    time: { start: 0, end: 1, fps: 10 },
    actors: ['a', 'b'].map((name) => ({ name, file: 'walker.glb', clip: 'walk' })),
    systems: [{ system: 'ground', cell: 0.05, terrain: 'slope.exr', terrainSpacing: [0.25, 0.25] }],
  });
  const reads: string[] = [];
  const read = (path: string) => {
    reads.push(path);
    return { 'walker.glb': new Uint8Array(mannequin), 'slope.exr': slope }[path];
  };
  const plan = await openScene(scene, { read });
  // The file is read once for both actors.
  expect(reads).toEqual(['slope.exr', 'walker.glb']);
  const copy = await openScene(scene, { read }, { isCopy: true });
  expect(copy.hash).toBe(plan.hash);
  expect(plan.actors[1].report.travel!.follow).toBeDefined();
  expect(copy.actors[1].report.travel!.follow).toBeUndefined();
  const [one, other] = [plan, copy].map(({ actors }) => actors[1].character!.actor.poseAt(0.4).world);
  expect(other).toEqual(one);
});
