import { describe, expect, test } from 'vitest';
import { readGltf } from '../../../files/gltf/read-gltf.ts';
import { validateGltf } from '../../../files/testing/validate-gltf.ts';
import { InputError } from '../../../input-error.ts';
import { sin } from '../../../math/portable.ts';
import { makeFunctionGround } from '../../testing/function-ground.ts';
import { buildGroundMesh, groundMeshLimit } from './build-ground-mesh.ts';
import { chooseGroundRectangle } from './ground-region.ts';

/** Returns the JSON and the float attributes of a GLB that Aftermotion wrote. */
function openMesh(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const jsonLength = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonLength)));
  const read = (index: number, width: number) => {
    const accessor = json.accessors[index];
    const start = 20 + jsonLength + 8 + json.bufferViews[accessor.bufferView].byteOffset;
    return Float32Array.from({ length: accessor.count * width }, (_, k) =>
      view.getFloat32(start + 4 * k, true),
    );
  };
  const { attributes } = json.meshes[0].primitives[0];
  return { json, normals: read(attributes.NORMAL, 3), coordinates: read(attributes.TEXCOORD_0, 2) };
}

const waves = makeFunctionGround({
  cell: 0.01,
  datum: 2,
  extent: { i0: -30, j0: 10, columns: 60, rows: 40 },
  initial: (i, j) => Math.round((0.05 * sin(i * 0.05) + 0.02 * j * 0.01) * 2 ** 20),
});

describe('ground mesh', () => {
  test('vertices have the positions of the columns, in metres', async () => {
    const rectangle = { i0: -10, j0: 20, columns: 20, rows: 15 };
    const mesh = buildGroundMesh(waves, rectangle);
    expect([mesh.vertexCount, mesh.triangleCount]).toEqual([300, 532]);
    const rig = await readGltf(mesh.bytes, { name: 'ground.glb' });
    const { positions } = rig.surfaces[0];
    expect(rig.nodes[0].translation).toEqual([-0.1, 2, 0.2]);
    for (const [i, j] of [
      [0, 0],
      [19, 0],
      [7, 11],
      [19, 14],
    ]) {
      const k = 3 * (j * 20 + i);
      const height = Math.round((0.05 * sin((i - 10) * 0.05) + 0.02 * (j + 20) * 0.01) * 2 ** 20) / 2 ** 20;
      expect(positions[k]).toBeCloseTo(i * 0.01, 7);
      expect(positions[k + 1]).toBeCloseTo(height, 7);
      expect(positions[k + 2]).toBeCloseTo(j * 0.01, 7);
    }
  });

  test('every triangle faces up', async () => {
    const rough = makeFunctionGround({ initial: (i, j) => ((i * 7919 + j * 104729) % 97) * 500 });
    const rig = await readGltf(buildGroundMesh(rough, rough.extent!).bytes, { name: 'ground.glb' });
    const { positions: p, indices } = rig.surfaces[0];
    expect(indices.length).toBe(6 * 59 * 39);
    for (let k = 0; k < indices.length; k += 3) {
      const [a, b, c] = [3 * indices[k], 3 * indices[k + 1], 3 * indices[k + 2]];
      const up = (p[b + 2] - p[a + 2]) * (p[c] - p[a]) - (p[b] - p[a]) * (p[c + 2] - p[a + 2]);
      expect(up).toBeGreaterThan(0.00005);
    }
  });

  test('normals follow the slope, also at the boundary of the region', () => {
    const { normals } = openMesh(buildGroundMesh(waves, { i0: -10, j0: 20, columns: 20, rows: 15 }).bytes);
    for (let k = 0; k < 300; k++) {
      const i = (k % 20) - 10;
      // The slope along x is the central difference of the sine; along z it is that of the plane.
      const slopeX = (0.05 * (sin((i + 1) * 0.05) - sin((i - 1) * 0.05))) / 0.02;
      const length = Math.hypot(slopeX, 1, 0.02);
      expect(normals[3 * k]).toBeCloseTo(-slopeX / length, 3);
      expect(normals[3 * k + 1]).toBeCloseTo(1 / length, 3);
      expect(normals[3 * k + 2]).toBeCloseTo(-0.02 / length, 3);
    }
  });

  test('texture coordinates are the pixel centres of the height maps', () => {
    const { coordinates } = openMesh(buildGroundMesh(waves, { i0: 0, j0: 10, columns: 4, rows: 2 }).bytes);
    expect([...coordinates]).toEqual([
      0.125, 0.25, 0.375, 0.25, 0.625, 0.25, 0.875, 0.25, 0.125, 0.75, 0.375, 0.75, 0.625, 0.75, 0.875, 0.75,
    ]);
  });

  test.each(['sand', 'mud', 'snow', 'moss'])(
    '%s: the validator only reports unused texture coordinates',
    async (material) => {
      const ground = makeFunctionGround({ material, initial: (i, j) => i * j * 30 });
      const { bytes } = buildGroundMesh(ground, ground.extent!);
      const issues = await validateGltf(bytes);
      // The file has no texture yet. Its texture coordinates are for a texture that the user adds.
      expect(issues.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['2 UNUSED_OBJECT']);
      expect(openMesh(bytes).json.materials[0].name).toBe(material);
    },
  );

  test('a mesh that is too large is refused with its size and a remedy', () => {
    const endless = makeFunctionGround({ extent: null });
    const rectangle = { i0: 0, j0: 0, columns: groundMeshLimit / 1024, rows: 1025 };
    expect(() => buildGroundMesh(endless, rectangle)).toThrow(
      /beach: expected at most 4194304 columns for a mesh, got 4096 × 1025 = 4198400; write the touched part/,
    );
  });
});

describe('the rectangle that is shown', () => {
  const extent = { i0: 0, j0: 0, columns: 200, rows: 100 };
  const bounded = makeFunctionGround({ extent });
  const endless = makeFunctionGround({ extent: null });

  test('touched: the changed area with padding, within the boundary', () => {
    const changed = { i0: 10, j0: 60, columns: 20, rows: 30 };
    expect(chooseGroundRectangle(bounded, changed, 'touched')).toEqual({
      i0: 0,
      j0: 35,
      columns: 55,
      rows: 65,
    });
    expect(chooseGroundRectangle(endless, changed, 'touched')).toEqual({
      i0: -15,
      j0: 35,
      columns: 70,
      rows: 80,
    });
  });

  test('whole: the ground up to its boundary; refused without a boundary', () => {
    expect(chooseGroundRectangle(bounded, null, 'whole')).toEqual(extent);
    expect(() => chooseGroundRectangle(endless, null, 'whole')).toThrow(InputError);
  });

  test('without changes: one square metre', () => {
    expect(chooseGroundRectangle(bounded, null, 'touched')).toEqual({
      i0: 50,
      j0: 0,
      columns: 101,
      rows: 100,
    });
    expect(chooseGroundRectangle(endless, null, 'touched')).toEqual({
      i0: -50,
      j0: -50,
      columns: 101,
      rows: 101,
    });
  });
});
