import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { openScene } from '../../scene/open-scene.ts';
import { parseScene } from '../../scene/parse-scene.ts';
import { createMemoryCache } from '../../systems/memory-cache.ts';
import { bakeScene } from '../bake-scene.ts';

const fox = readFileSync(new URL('../../../scenes/assets/fox.glb', import.meta.url));
const cache = createMemoryCache();
/** Length of the fox's clip, s. */
const period = 0.46;

/** Bakes the tail of the running fox. Returns the positions of the cards at each key of the fox's own clip. */
async function bakeTail(fps: number, end: number, fur: Record<string, unknown> = { loop: true }) {
  const scene = parseScene({
    version: 1,
    time: { end, fps },
    actors: [{ name: 'fox', file: 'fox.glb', clip: 'run', travel: 'still' }],
    systems: [
      {
        system: 'fur',
        name: 'coat',
        actor: 'fox',
        joints: ['tail.1'],
        layerCount: 12,
        texels: 16,
        strandCount: 200,
        length: 0.06,
        rate: 60,
        ...fur,
      },
    ],
    outputs: ['furMorphs'],
    morphTargets: 64,
  });
  const plan = await openScene(scene, { read: () => fox }, { cache });
  let bytes: Uint8Array = new Uint8Array(0);
  const report = await bakeScene(plan, {
    write(name, data) {
      if (name.endsWith('.glb')) bytes = data;
    },
  });
  const { clips, surfaces } = await readGltf(bytes, { name: 'fox' });
  const own = clips.find(({ name }) => name === 'run')!;
  const { values, times, width } = own.channels.findLast(({ path }) => path === 'weights')!;
  const { morphTargets } = surfaces.find((surface) => surface.morphTargets.length === width)!;
  const at = (key: number) =>
    Float64Array.from(morphTargets[0], (_, k) =>
      morphTargets.reduce((sum, target, mode) => sum + target[k] * values[key * width + mode], 0),
    );
  return { times, at, warnings: report.warnings };
}

const distance = (a: Float64Array, b: Float64Array) =>
  a.reduce((max, value, k) => Math.max(max, Math.abs(value - b[k])), 0);

describe('the fur of a clip that loops, in the clip of the character', () => {
  // Only at 50 frames per second does a cycle of 0.46 s have a whole number of frames.
  test.each([
    [24, 0.46],
    [24, 0.5],
    [24, 1.37],
    [25, 0.46],
    [25, 0.4545],
    [30, 0.46],
    [30, 1],
    [50, 0.46],
    [60, 0.46],
    [60, 0.777],
  ])(
    'closes at %d frames per second in a scene of %d s',
    async (fps, end) => {
      const { times, at, warnings } = await bakeTail(fps, end);
      const last = times.length - 1;
      expect(warnings).toEqual([]);
      expect(times[0]).toBe(0);
      expect(times[last]).toBeCloseTo(period, 6);
      const begin = at(0);
      expect(distance(at(last), begin)).toBe(0);
      // It also arrives smoothly: the step into the last key is not larger than others.
      const steps = Array.from(
        { length: last },
        (_, k) => distance(at(k + 1), at(k)) / (times[k + 1] - times[k]),
      );
      expect(steps[last - 1]).toBeLessThan(1.2 * Math.max(...steps.slice(0, -1)));
      expect(Math.max(...steps)).toBeGreaterThan(0.1);
    },
    60_000,
  );

  test('a scene that ends more than a frame too early, and fur that does not repeat, are reported', async () => {
    expect((await bakeTail(60, 0.43)).warnings.join()).toContain('its fur is held in the clip');
    expect((await bakeTail(24, 0.46, {})).warnings.join()).toContain('its fur is held in the clip');
    const { times, at } = await bakeTail(24, 0.5, {});
    expect(distance(at(times.length - 1), at(0))).toBeGreaterThan(1e-3);
  });
});
