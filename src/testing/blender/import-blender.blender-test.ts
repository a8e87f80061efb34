import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bakeFile } from '../../node/bake-file.ts';
import { blenderNote, evaluateInBlender, findBlender } from './blender.ts';
import { compareBake, type Distance, readFacts } from './compare-bake.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftermotion-blender-bakes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Small versions of scenes: the end time, and the objects that Blender must show. */
const scenes = [
  { name: 'thighs', end: 1, things: ['jumper-travel.glb heavy'] },
  { name: 'fox-coat', end: 0.5, things: ['fox-fur-morphs.glb fox', 'fox-fur-morphs.glb coat cards'] },
  { name: 'meadow-walk', end: 1, things: ['soil', 'walker-travel.glb', 'grass-fur-morphs.glb'] },
  { name: 'beach-run', end: 1, things: ['beach', 'runner-travel.glb'] },
  { name: 'three-bowls', end: 1.5, things: ['bowls-travel.glb', 'seeds'] },
] as const;

const script = (scene: string) => join(folder, scene, 'import-blender.py');

function show(distances: readonly Distance[]): string {
  return distances
    .map((one) => `${one.name}: ${one.count} places within ${(1000 * one.maxMetres).toPrecision(3)} mm`)
    .join('; ');
}

describe.skipIf(!findBlender())(`import-blender.py${blenderNote}`, () => {
  describe.each(scenes)('of $name', ({ name, end, things }) => {
    let frames: number[];
    beforeAll(async () => {
      await bakeFile(`scenes/${name}/scene.json`, {
        out: join(folder, name),
        overrides: { time: { end } },
      });
      const { firstFrame, frameCount } = readFacts(join(folder, name));
      frames = [0, 0.4, 0.7, 1].map((fraction) => firstFrame + Math.round(fraction * (frameCount - 1)));
    });

    test('brings everything to its place, run once or twice, saved and opened again', async () => {
      const once = evaluateInBlender({
        scripts: [script(name)],
        frames,
        save: join(folder, `${name}-once.blend`),
      });
      const twice = evaluateInBlender({
        scripts: [script(name), script(name)],
        frames,
        save: join(folder, `${name}.blend`),
      });
      expect(twice.blockCounts).toEqual(once.blockCounts);
      for (const scene of [once, twice]) {
        const { fps, fpsBase, firstFrame, frameCount } = readFacts(join(folder, name));
        expect(scene.fps).toBeCloseTo(fps / fpsBase, 4);
        expect([scene.frameStart, scene.frameEnd]).toEqual([firstFrame, firstFrame + frameCount - 1]);
        const distances = await compareBake(join(folder, name), scene);
        process.stdout.write(`${name}: ${show(distances)}\n`);
        for (const thing of things)
          expect(distances.map((one) => one.name)).toContainEqual(expect.stringContaining(thing));
        for (const one of distances) expect(one.maxMetres, one.name).toBeLessThan(1e-4);
      }
    });
  });

  // This test needs the bakes of both scenes above.
  test('two bakes in one file both stand where each stands alone', async () => {
    const names = ['beach-run', 'three-bowls'];
    const facts = names.map((name) => readFacts(join(folder, name)));
    const frames = [1, 20, 31];
    const scene = evaluateInBlender({ scripts: names.map(script), frames, save: join(folder, 'two.blend') });
    expect(scene.frameEnd).toBe(Math.max(...facts.map(({ frameCount }) => frameCount)));
    for (const name of names)
      for (const one of await compareBake(join(folder, name), scene))
        expect(one.maxMetres, one.name).toBeLessThan(1e-4);
  });
});
