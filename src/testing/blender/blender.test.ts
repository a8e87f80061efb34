import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { playInThree } from '../../bake/testing/play-in-three.ts';
import { GltfBuilder } from '../../files/testing/gltf-builder.ts';
import { cube } from '../../files/testing/shapes.ts';
import { blenderNote, evaluateInBlender, findBlender, findObject, listUsedVertices } from './blender.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftermotion-blender-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!findBlender())(
  `a moving cube with a morph target stands in Blender where three.js has it${blenderNote}`,
  async () => {
    const builder = new GltfBuilder();
    const targets = [{ POSITION: builder.addAccessor('VEC3', cube.positions) }];
    const node = builder.addNode({
      name: 'cube',
      mesh: builder.addMesh(cube.positions, cube.indices, { targets }),
      scale: [1, 2, 3],
    });
    builder.addAnimation('swell', [
      { node, path: 'weights', times: [0, 1], values: [0, 1] },
      { node, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 2, 3] },
    ]);
    const path = join(folder, 'cube.glb');
    writeFileSync(path, builder.toGlb());
    const times = [0, 0.25, 0.71, 0.99];
    const scene = evaluateInBlender({ fps: 30, import: [path], times });
    expect(scene.fps).toBe(30);
    const { positions, isVisible, triangleCount } = findObject(scene, 'cube');
    expect([isVisible, triangleCount]).toEqual([true, cube.indices.length / 3]);
    const three = await playInThree(builder.toGlb());
    const [mesh] = three.meshesOf(node);
    times.forEach((time, k) => {
      three.show(0, time);
      const expected = three.positions(mesh);
      listUsedVertices(cube.indices).forEach((vertex, v) => {
        for (let axis = 0; axis < 3; axis++)
          expect(positions[k][3 * v + axis]).toBeCloseTo(expected[3 * vertex + axis], 4);
      });
    });
  },
  180_000,
);
