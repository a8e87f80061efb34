import { expect, test } from 'vitest';
import { GltfBuilder } from '../testing/gltf-builder.ts';
import { cube } from '../testing/shapes.ts';
import { readGltf } from './read-gltf.ts';

test('a node with 150 000 children is read', async () => {
  const builder = new GltfBuilder();
  const mesh = builder.addMesh(cube.positions, cube.indices);
  const count = 150_000;
  builder.json.nodes.push({ mesh, children: Array.from({ length: count }, (_, k) => k + 1) });
  for (let k = 0; k < count; k++) builder.json.nodes.push({});
  builder.json.scenes = [{ nodes: [0] }];
  builder.json.scene = 0;
  const rig = await readGltf(builder.toGlb(), { name: 'wide.glb' });
  expect(rig.nodes.length).toBe(count + 1);
});
