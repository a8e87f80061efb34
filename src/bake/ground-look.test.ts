import { expect, test } from 'vitest';
import { openGlbPatch } from '../files/glb-open.ts';
import { createKeyedCollider } from '../motion/keyed-collider.ts';
import { groundParams } from '../systems/ground/params.ts';
import { createPlate } from '../systems/ground/spray/testing/bodies.ts';
import { groundSystem } from '../systems/ground/system.ts';
import { defaultParams } from '../systems/params.ts';
import { bakeScene } from './bake-scene.ts';
import { planBase } from './testing/plan-base.ts';

/** Bakes a plate that presses into mud and is pulled out quickly, so that mud flies. */
async function bake(look: object) {
  const key = (time: number, y: number) => ({
    time,
    position: [0, y, 0] as const,
    rotation: [0, 0, 0, 1] as const,
  });
  const collider = createKeyedCollider('plate', createPlate(0.1, 8), [
    key(0, 0.1),
    key(0.1, -0.02),
    key(0.2, 0.2),
  ]);
  const files = new Map<string, Uint8Array>();
  const params = {
    ...defaultParams(groundParams),
    material: 'mud' as const,
    size: [0.4, 0.4],
    spray: true,
    spraySpeed: 0.5,
    sprayParticleSize: 0.02,
    ...look,
  };
  const report = await bakeScene(
    {
      ...planBase({
        name: 'mud',
        fps: 10,
        end: 0.2,
        outputs: ['heightExr', 'groundMesh', 'pointsPly', 'contactSheet'],
      }),
      actors: [
        {
          name: 'plate',
          file: 'plate.obj',
          character: null,
          colliders: { name: 'plate', createColliders: () => collider },
          report: { name: 'plate', warnings: [] } as never,
          isShown: true,
          posedMeshesAt: () => [],
        },
      ],
      systems: [{ name: 'field', definition: groundSystem, params, reads: [], actors: null }],
    },
    { write: (name, bytes) => void files.set(name, bytes) },
  );
  return { files, report };
}

test('colour, dampness, sparkle and grain change pictures, meshes and particles, but neither heights nor the ledger', async () => {
  const own = await bake({});
  const chosen = await bake({ color: [0.7, 0.3, 0.15], dampness: 1, sparkle: 2, grain: 0.5 });
  const heights = [...own.files.keys()].filter((name) => name.endsWith('.exr'));
  expect(heights.length).toBe(3);
  for (const name of heights) expect(chosen.files.get(name)).toEqual(own.files.get(name));
  const facts = ({ report }: Awaited<ReturnType<typeof bake>>) =>
    report.systems as unknown as [{ ledger: object }];
  expect(facts(chosen)[0].ledger).toEqual(facts(own)[0].ledger);

  const material = ({ files }: typeof own) =>
    openGlbPatch(files.get('field.glb')!, { name: 'field.glb' }).patch.json.materials![0]
      .pbrMetallicRoughness as { roughnessFactor: number; baseColorFactor: number[] };
  expect(material(own).roughnessFactor).toBe(0.45);
  expect(material(chosen).roughnessFactor).toBeCloseTo(0.15, 9);
  const [red, green, blue] = material(chosen).baseColorFactor;
  expect(red / green).toBeGreaterThan(4);
  expect(green / blue).toBeGreaterThan(3);

  for (const name of [
    'field-contact-sheet.png',
    'field-spray-ply/field-spray.0003.ply',
    'import-blender.py',
  ]) {
    expect(own.files.get(name), name).toBeDefined();
    expect(chosen.files.get(name), name).not.toEqual(own.files.get(name));
  }
});
