import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildSkinnedBar } from '../files/testing/shapes.ts';
import {
  blenderNote,
  evaluateInBlender,
  findBlender,
  findObject,
  listUsedVertices,
} from '../testing/blender/blender.ts';
import { bakeScene } from './bake-scene.ts';
import { planCoat } from './testing/coat-system.ts';
import { largestDistance } from './testing/live-surface.ts';
import { playInThree } from './testing/play-in-three.ts';
import { planSwing } from './testing/swing-system.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftermotion-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!findBlender())(
  `a plain import into Blender plays the clip of the bake, flesh and fur where three.js has them${blenderNote}`,
  async () => {
    const bar = buildSkinnedBar().toGlb();
    const coat = await planCoat(bar, { clip: 'Bend', strandCount: 60, outputs: ['furMorphs'] });
    const swing = await planSwing(bar, { clip: 'Bend', scale: 1, fps: 30, end: 1, outputs: [] });
    const files = new Map<string, Uint8Array>();
    const plan = { ...coat, systems: [...coat.systems, ...swing.systems] };
    await bakeScene(plan, { write: (name, data) => void files.set(name, data) });
    const bytes = files.get('figure-fur-morphs.glb')!;
    const path = join(folder, 'figure.glb');
    writeFileSync(path, bytes);
    const times = [0, 0.2, 0.55, 0.9];
    const scene = evaluateInBlender({ fps: 30, import: [path], times });
    const actions = Object.values(scene.actions);
    expect(actions.length).toBeGreaterThanOrEqual(3);
    expect(actions.every((action) => action.startsWith('Bend (travelled)'))).toBe(true);
    const three = await playInThree(bytes);
    expect(three.clipNames[0]).toBe('Bend (travelled)');
    // In Blender, a skinned node below the root gets the name of its mesh.
    for (const [name, object] of [
      ['Bar', 'Mesh_0'],
      ['fur cards', 'fur cards'],
    ]) {
      const [mesh] = three.meshesOf(three.nodeNamed(name));
      const used = listUsedVertices(mesh.geometry.index!.array);
      const { positions } = findObject(scene, object);
      let moved = 0;
      times.forEach((time, k) => {
        three.show(0, time);
        const all = three.positions(mesh);
        const expected = used.flatMap((vertex) => [...all.subarray(3 * vertex, 3 * vertex + 3)]);
        mesh.morphTargetInfluences!.fill(0);
        const still = three.positions(mesh);
        moved = Math.max(moved, largestDistance(all, still));
        expect(largestDistance(positions[k], expected), `${name} at ${time} s`).toBeLessThan(2e-4);
      });
      expect(moved).toBeGreaterThan(5e-3);
    }
  },
  300_000,
);
