import { expect, test } from 'vitest';
import { createCapsule } from '../testing/closed-surfaces.ts';
import { capsuleCore } from './bone-core.ts';
import { meshRegion } from './mesh-region.ts';

const thigh = createCapsule(0.08, 0.42, 96);
const bone = capsuleCore([0, 0, -0.3], [0, 0, 0.3], 0.016);

test('a thigh of 5,000 elements: count within 10 %, volume within 1 %, no bad element, bone wall held', () => {
  const { mesh, fixed, quality, warnings } = meshRegion(thigh, { core: bone, elementCount: 5000 });
  const tetCount = mesh.tets.length / 10;
  expect(Math.abs(tetCount / 5000 - 1)).toBeLessThan(0.1);
  // Capsule less the cylinder from skin to skin.
  const whole = Math.PI * 0.08 ** 2 * 0.26 + (4 / 3) * Math.PI * 0.08 ** 3 - Math.PI * 0.016 ** 2 * 0.4168;
  expect(Math.abs(quality.volume / whole - 1)).toBeLessThan(0.01);
  expect(quality.worst).toBeGreaterThan(0.1);
  expect(quality.mean).toBeGreaterThan(0.7);
  expect(warnings).toEqual([]);
  const corners = new Set<number>();
  for (let tet = 0; tet < tetCount; tet++) {
    for (let k = 0; k < 4; k++) corners.add(mesh.tets[10 * tet + k]);
  }
  for (const node of fixed) {
    const [x, y] = mesh.positions.subarray(3 * node, 3 * node + 3);
    const radius = Math.sqrt(x * x + y * y);
    if (corners.has(node)) expect(radius).toBeCloseTo(0.016, 4);
    else expect(radius).toBeLessThan(0.01601);
  }
});
