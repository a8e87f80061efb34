import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BufferGeometry, Float32BufferAttribute, Group, Mesh } from 'three';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import { expect, test } from 'vitest';
import { readGltf } from '../../files/index.ts';
import type { Rig } from '../../motion/rig.ts';
import { sharedPath } from '../../testing/shared.ts';
import { loadPlainGlb } from '../testing/load-plain-glb.ts';
import { type Associations, matchSurfaces } from './match-surfaces.ts';

const files = [
  ['mannequin', fileURLToPath(new URL('../../../scenes/assets/mannequin.glb', import.meta.url))],
  ['RobotExpressive: many parts', sharedPath('assets/glb-robot-expressive/RobotExpressive.glb')],
  ['Fox', sharedPath('assets/glb-fox/Fox.glb')],
  ['pirate: quantised', sharedPath('assets/glb-meshopt-quantized/pirate.glb')],
] as const;

for (const [name, path] of files) {
  test.skipIf(!path)(
    `${name}: every surface has its mesh, reported by the loader or found${path ? '' : ' (left out: no file)'}`,
    async () => {
      const bytes = new Uint8Array(readFileSync(path!));
      const rig = await readGltf(bytes, { name });
      const gltf = await loadPlainGlb(bytes);
      const associations = gltf.parser.associations as unknown as Associations;
      const reported = matchSurfaces(gltf.scene, rig, associations);
      expect(reported).not.toContain(null);
      expect(new Set(reported).size).toBe(rig.surfaces.length);
      rig.surfaces.forEach(({ node }, surface) => {
        const mesh = reported[surface]!;
        expect(associations.get(mesh)?.nodes ?? associations.get(mesh.parent)?.nodes).toBe(node);
      });
      // The associations of the loader do not contain a clone.
      const twin = matchSurfaces(clone(gltf.scene), rig, associations);
      expect(twin.map((mesh) => mesh?.name)).toEqual(reported.map((mesh) => mesh?.name));
      expect(twin).not.toContain(null);
    },
  );
}

test('equal meshes on several nodes are distinguished by name; missing ones are null', () => {
  const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const meshes = ['arm.R', 'arm.L'].map((name) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
    const mesh = new Mesh(geometry);
    mesh.name = name.replace('.', '');
    return mesh;
  });
  const surface = (node: number, x: number) => ({
    node,
    positions: Float32Array.of(x, ...positions.slice(1)),
  });
  const rig = {
    nodes: [{ name: 'arm.L' }, { name: 'arm.R' }, { name: 'leg' }],
    surfaces: [surface(0, 0), surface(1, 0), surface(2, 0.5)],
  } as unknown as Rig;
  const root = new Group().add(...meshes);
  expect(matchSurfaces(root, rig)).toEqual([meshes[1], meshes[0], null]);
});
