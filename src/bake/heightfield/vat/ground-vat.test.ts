import { type BufferGeometry, type Mesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { afterAll, expect, test } from 'vitest';
import { decodeExr } from '../../../files/exr-read.ts';
import { validateGltf } from '../../../files/testing/validate-gltf.ts';
import { bakeFile } from '../../../node/bake-file.ts';
import { Workshop } from '../../../node/testing/workshop.ts';
import type { HeightSequenceFacts } from '../height-sequence.ts';
import type { TileHistory } from '../mesh/tile-histories.ts';
import { encodeGroundVat } from './encode-ground-vat.ts';
import type { GroundVat } from './ground-vat.ts';
import { VatTexture } from './testing/evaluate-vat.ts';

const workshop = new Workshop();
afterAll(() => workshop.close());

test('the texture of a ground has every height of every frame', async () => {
  const scene = workshop.writeScene('yard/fine.json', {
    time: { end: 0.75, fps: 24 },
    // The boundary of the ground is near the prints.
    systems: [{ system: 'ground', name: 'yard', cell: 0.02, size: [1, 0.8], noiseAmplitude: 0.001 }],
    outputs: ['heightExr', 'groundVat'],
    heightTiles: 'never',
  });
  const { report } = await bakeFile(scene, { out: workshop.path('out') });
  const { heights, vat } = report.systems[0] as unknown as { heights: HeightSequenceFacts; vat: GroundVat };
  expect(JSON.parse(Buffer.from(workshop.read('out/yard-vat.json')).toString())).toEqual(vat);
  expect(vat.tiles).toBeGreaterThan(1);
  const texture = new VatTexture(vat, workshop.read('out/yard-vat.png'));
  const glb = workshop.read('out/yard-vat.glb');
  const issues = await validateGltf(glb);
  expect([...new Set(issues.map(({ code }) => code))]).toEqual(['UNUSED_OBJECT']);
  const { scene: root } = await new GLTFLoader().parseAsync(Uint8Array.from(glb).buffer, '');
  const mesh = root.getObjectByName(vat.node) as Mesh<BufferGeometry>;
  expect(mesh.userData.aftermotion.groundVat).toEqual(vat);
  const { position, uv1, normal } = mesh.geometry.attributes;
  const origin = mesh.getWorldPosition(new Vector3());
  const { columns, rows, cellMetres, firstColumnMetres, firstRowMetres, datumMetres } = heights;
  const recorded = Array.from({ length: vat.frames }, (_, frame) => {
    const name = `height.${String(frame + 1).padStart(4, '0')}.exr`;
    return decodeExr(workshop.read(`out/yard-exr/${name}`)).channels[0].values;
  });
  const columnOf = Int32Array.from({ length: position.count }, (_, k) => {
    const i = Math.round((position.getX(k) + origin.x - firstColumnMetres) / cellMetres);
    const j = Math.round((position.getZ(k) + origin.z - firstRowMetres) / cellMetres);
    return j * columns + i;
  });
  let [max, moved, shading] = [0, 0, 0];
  const last = vat.frames - 1;
  for (const frame of [0, 5, 9, 9.25, 14, last]) {
    const [before, after] = [recorded[Math.floor(frame)], recorded[Math.ceil(frame)]];
    for (let k = 0; k < position.count; k++) {
      const [u, v] = [uv1.getX(k), uv1.getY(k)];
      const column = columnOf[k];
      const wanted = before[column] + (frame % 1) * (after[column] - before[column]);
      const height = texture.heightAt(u, v, frame);
      max = Math.max(max, Math.abs(origin.y + height - datumMetres - wanted));
      if (Math.abs(height - position.getY(k)) > 1e-4) moved++;
      // A program that replaces v by 1 − v finds the same number.
      if (k % 97 === 0) expect(texture.heightAt(u, 1 - v, frame)).toBe(height);
      if (frame !== last) continue;
      const [left, right] = [texture.heightAt(u, v - 1, frame), texture.heightAt(u, v + 1, frame)];
      const [far, near] = [
        texture.heightAt(u, v - vat.slotSize, frame),
        texture.heightAt(u, v + vat.slotSize, frame),
      ];
      const shown = new Vector3(left - right, 2 * cellMetres, far - near).normalize();
      // The corners of the ground have no neighbours in the texture.
      const isCorner =
        [0, columns - 1].includes(column % columns) && [0, rows - 1].includes(Math.floor(column / columns));
      if (!isCorner)
        shading = Math.max(shading, shown.distanceTo(new Vector3().fromBufferAttribute(normal, k)));
    }
  }
  // The EXR has 32-bit floats.
  expect(max).toBeLessThan(1e-7);
  expect(shading).toBeLessThan(1e-4);
  expect(moved).toBeGreaterThan(100);
});

test('heights that span more than 16 m have a coarser unit', () => {
  const block = { i0: 0, j0: 0, columns: 33, rows: 33 };
  const wide = { i0: -1, j0: -1, columns: 35, rows: 35 };
  const state = (top: number) => ({
    block,
    wide,
    heights: Int32Array.from({ length: 35 * 35 }, (_, k) => (k === 600 ? top : 0)),
  });
  const history: TileHistory = { a: 0, b: 0, block, frames: [3, 5], states: [state(0), state(40 * 2 ** 20)] };
  const options = { firstFrame: 3, frames: 4, fps: 24 };
  const made = encodeGroundVat([history], { cell: 1, heightUnit: 2 ** -20 }, options);
  if (typeof made === 'number') throw new Error('it was left out');
  expect(made.layout.unitMetres).toBe(4 * 2 ** -20);
  const texture = new VatTexture({ ...made.layout, name: '', mesh: '', texture: '', node: '' }, made.bytes);
  expect([0, 1, 2, 3].map((frame) => texture.heightAt(0, 601, frame))).toEqual([0, 0, 40, 40]);
});
