import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createCoatCoordinates } from '../../../coats/strands/coat-coordinates.ts';
import { placeStrands } from '../../../coats/strands/place-strands.ts';
import type { SkinMesh } from '../../../coats/strands/skin-mesh.ts';
import { traceStrands } from '../../../coats/strands/trace-strands.ts';
import { readGltf } from '../../../files/gltf/read-gltf.ts';
import { readObj } from '../../../files/obj.ts';
import { deformSurface } from '../../../motion/deform-surface.ts';
import { Pose } from '../../../motion/pose.ts';
import { sharedPath } from '../../../testing/shared.ts';

const files = {
  fox: sharedPath('assets/glb-fox/Fox.glb'),
  horse: sharedPath('assets/glb-mesh2motion/horse-animations.glb'),
  robot: sharedPath('assets/glb-robot-expressive/RobotExpressive.glb'),
  cow: sharedPath('assets/mesh-spot/spot_triangulated.obj'),
};

/** Returns the skins in their rest pose, in the rig's metres. */
async function openSkins(name: keyof typeof files): Promise<SkinMesh[]> {
  if (name === 'cow') return [readObj(readFileSync(files.cow!, 'utf8'), name)];
  const rig = await readGltf(new Uint8Array(readFileSync(files[name]!)), { name });
  const pose = new Pose(rig);
  pose.updateWorld();
  return rig.surfaces.map((surface) => {
    const positions = new Float64Array(surface.positions.length);
    deformSurface(surface, pose, positions);
    return { positions, indices: surface.indices };
  });
}

describe.skipIf(!Object.values(files).every(Boolean))('real files (need the shared folder)', () => {
  test.each(['fox', 'horse', 'robot', 'cow'] as const)(
    '%s: no seam, and strands on all of it',
    async (name) => {
      for (const mesh of await openSkins(name)) {
        const { normals, firstCopy } = createCoatCoordinates(mesh);
        firstCopy.forEach((first, vertex) => {
          for (let c = 0; c < 3; c++) {
            if (normals[3 * vertex + c] !== normals[3 * first + c])
              expect(normals[3 * vertex + c]).toBe(normals[3 * first + c]);
          }
        });
        const strands = placeStrands(mesh, { count: 1500, seed: 1 });
        const out = new Float64Array(3 * 4 * 1500);
        const lengths = new Float64Array(firstCopy.length).fill(0.05);
        traceStrands(out, strands, 4, {
          positions: mesh.positions,
          normals,
          directions: normals,
          lengths,
          form: 'arc',
          exponent: 2,
        });
        expect(out.every(Number.isFinite)).toBe(true);
      }
    },
  );

  test('fox: 1,728 vertices are at 290 positions', async () => {
    const [mesh] = await openSkins('fox');
    const { firstCopy } = createCoatCoordinates(mesh);
    expect(firstCopy.length).toBe(1728);
    expect(new Set(firstCopy).size).toBe(290);
  });
});
