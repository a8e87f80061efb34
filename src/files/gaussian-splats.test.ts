import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { linearOfSrgb } from '../math/srgb.ts';
import { sharedPath } from '../testing/shared.ts';
import { readPlyPoints } from './ply-points.ts';

const names = 'x y z nx ny nz f_dc_0 f_dc_1 f_dc_2 f_rest_0 opacity scale_0 rot_0'.split(' ');

function splatFile(rows: readonly (readonly number[])[], properties = names): Uint8Array {
  const header = properties.map((name) => `property float ${name}\n`).join('');
  const body = rows.map((row) => `${row.join(' ')}\n`).join('');
  return new TextEncoder().encode(
    `ply\nformat ascii 1.0\nelement vertex ${rows.length}\n${header}end_header\n${body}`,
  );
}

test('splats become points with their colours and opacities, without floaters', () => {
  const points = readPlyPoints(
    splatFile([
      [1, 2, 3, 0, 0, 0, 0, 1, -9, 0.5, 0, -4, 1],
      [50, 50, 50, 0, 0, 0, 0, 0, 0, 0.5, -6, -4, 1],
    ]),
    'scan.ply',
  );
  expect([...points.positions]).toEqual([1, 2, 3]);
  const [red, green, blue, alpha] = points.colors!;
  expect(red).toBeCloseTo(linearOfSrgb(0.5), 6);
  expect(green).toBeCloseTo(linearOfSrgb(0.5 + 0.2820948), 6);
  expect([blue, alpha]).toEqual([0, 0.5]);
  expect(points.normals).toBeNull();
  expect(points.warnings).toEqual([
    'scan.ply holds 2 Gaussian splats, 1 of them have an opacity below 0.1 and were left out as floaters; they are used as points',
  ]);
});

test('invisible and packed splats are refused with a remedy', () => {
  const sheer = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -9, 0, 0];
  expect(() => readPlyPoints(splatFile([sheer]), 'scan.ply')).toThrow(
    'scan.ply: expected visible Gaussian splats, got 1 with an opacity below 0.1 each',
  );
  const packed = 'packed_position packed_rotation packed_scale packed_color'.split(' ');
  expect(() => readPlyPoints(splatFile([[0, 0, 0, 0]], packed), 'scan.ply')).toThrow(
    /compressed Gaussian splats .*export it as PLY without compression/,
  );
});

test('normals that are all zero are ignored', () => {
  const rows = [[0, 0, 0, 0, 0, 0]];
  expect(readPlyPoints(splatFile(rows, names.slice(0, 6)), 'a.ply').normals).toBeNull();
});

const real = sharedPath('cases-2/N-07/splats.ply');
test.skipIf(!real)(
  `a scan in the layout of the original trainer${real ? '' : ' (left out: no shared files)'}`,
  () => {
    const { positions, colors } = readPlyPoints(readFileSync(real!), 'splats.ply');
    for (let axis = 0; axis < 3; axis++) {
      const values = positions.filter((_, k) => k % 3 === axis);
      expect(Math.max(...values) - Math.min(...values)).toBeLessThan(1.05);
    }
    // One half is red and the other blue.
    const reds = colors!.filter((_, k) => k % 4 === 0);
    expect(reds.some((value) => value > 0.5) && reds.some((value) => value < 0.1)).toBe(true);
  },
);
