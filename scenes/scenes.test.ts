import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { defaultOutputKinds } from '../src/bake/output-kinds.ts';
import { deformSurface } from '../src/motion/deform-surface.ts';
import { createDiskFiles } from '../src/node/disk-files.ts';
import { openScene } from '../src/scene/open-scene.ts';
import { parseSceneText } from '../src/scene/parse-scene.ts';

const names = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('-run'));

test('the three grounds each have a scene', () => {
  expect(names).toEqual(['beach-run', 'mud-run', 'snow-run']);
});

describe.each(names)('%s', (name) => {
  const folder = fileURLToPath(new URL(`./${name}`, import.meta.url));
  const file = `${folder}/scene.json`;
  const scene = parseSceneText(readFileSync(file, 'utf8'), file);
  const {
    cell,
    size,
    center = [0, 0],
  } = scene.systems[0].params as {
    cell: number;
    size: [number, number];
    center?: [number, number];
  };

  test('has the size and duration that its description states', () => {
    expect(scene.time.end - scene.time.start).toBeGreaterThanOrEqual(3);
    expect(Number(scene.time.fps)).toBe(30);
    expect(cell).toBe(0.01);
    expect(size[0]).toBeGreaterThanOrEqual(8);
    expect(size[1]).toBeGreaterThanOrEqual(2);
    expect(scene.outputs).toEqual(defaultOutputKinds);
  });

  test('opens without a warning, starts in the air, and has no print near the boundary', async () => {
    const plan = await openScene(scene, createDiskFiles(folder), { name, sceneFile: file });
    const { actor } = plan.actors[0].character!;
    expect(actor.warnings).toEqual([]);
    const sole = actor.rig.surfaces[3];
    const points = new Float64Array(sole.positions.length);
    let reach = [Infinity, -Infinity, Infinity, -Infinity];
    let firstTouch = Infinity;
    for (let frame = 0; frame <= 300; frame++) {
      const t = (frame * scene.time.end) / 300;
      deformSurface(sole, actor.poseAt(t), points);
      for (let v = 0; v < points.length; v += 3) {
        if (points[v + 1] > 0) continue;
        const [x, z] = [points[v], points[v + 2]];
        firstTouch = Math.min(firstTouch, frame);
        reach = [Math.min(reach[0], x), Math.max(reach[1], x), Math.min(reach[2], z), Math.max(reach[3], z)];
      }
    }
    expect(firstTouch).toBeGreaterThan(0);
    expect(reach[0]).toBeGreaterThan(center[0] - size[0] / 2 + 0.3);
    expect(reach[1]).toBeLessThan(center[0] + size[0] / 2 - 0.3);
    expect(reach[2]).toBeGreaterThan(center[1] - size[1] / 2 + 0.5);
    expect(reach[3]).toBeLessThan(center[1] + size[1] / 2 - 0.5);
    // Prints cover at least 9 m of the strip.
    expect(reach[1] - reach[0]).toBeGreaterThan(9);
  });
});
