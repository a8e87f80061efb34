import { afterAll, expect, test } from 'vitest';
import { readCache } from '../../bake/heightfield/cache/testing/read-cache.ts';
import { bakeFile } from '../../node/bake-file.ts';
import { Workshop } from '../../node/testing/workshop.ts';
import { blenderNote, evaluateInBlender, findBlender } from './blender.ts';

const workshop = new Workshop();
afterAll(() => workshop.close());

/** The actions that README.txt describes, for one format. */
const script = (format: 'MDD' | 'PC2') => `
import os
import bpy
folder = os.path.dirname(os.path.abspath(__file__))
bpy.ops.wm.obj_import(filepath=os.path.join(folder, "yard-cache.obj"))
cache = bpy.context.object.modifiers.new("cache", "MESH_CACHE")
cache.cache_format = "${format}"
cache.filepath = os.path.join(folder, "yard-cache.${format.toLowerCase()}")
cache.frame_start = 1
`;

test.skipIf(!findBlender()).each(['MDD', 'PC2'] as const)(
  `Blender's mesh cache modifier plays the %s as written, also after saving and reopening${blenderNote}`,
  async (format) => {
    const out = workshop.path(format);
    const scene = workshop.writeScene('yard/fine.json', {
      time: { end: 1, fps: 24 },
      systems: [{ system: 'ground', name: 'yard', cell: 0.02, noiseAmplitude: 0.001 }],
      outputs: ['groundMdd', 'groundPc2'],
    });
    await bakeFile(scene, { out });
    const file = workshop.write(`${format}/import.py`, script(format));
    const frames = [1, 7, 13, 20, 25];
    const { objects } = evaluateInBlender({
      fps: 24,
      scripts: [file],
      frames,
      save: workshop.path(`${format}.blend`),
    });
    const cache = readCache(workshop.read(`${format}/yard-cache.${format.toLowerCase()}`));
    expect(objects).toHaveLength(1);
    frames.forEach((frame, k) => {
      const expected = cache.positionsOf(frame - 1);
      const max = expected.reduce(
        (most, value, c) => Math.max(most, Math.abs(value - objects[0].positions[k][c])),
        0,
      );
      expect(max, `frame ${frame}`).toBeLessThan(1e-6);
    });
  },
);
