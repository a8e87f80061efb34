import { createMatrix, invertMatrix } from '../../../math/matrix.ts';
import type { Rig, RigSurface } from '../../../motion/rig.ts';
import { createRig, createSurface } from '../../../motion/testing/create-rig.ts';
import { createCapsule } from './closed-surfaces.ts';

/** Positions of the joints of the limb along z, metres. */
export const limbJoints = [-0.4, -0.1, 0.2];

/**
 * Creates a limb: a capsule of radius 0.1 m and length 0.9 m along z, with three joints in a chain (nodes 1, 2, 3 under the armature 0).
 * Each vertex is bound to the joints below and above it, with a blend of 6 cm.
 *
 * unit: metres per unit of mesh space; the scale of the armature compensates for it. isSplit: whether no two triangles have a vertex in
 * common.
 */
export function createLimbRig({ unit = 1, isSplit = false, sides = 24 } = {}): Rig {
  const { positions, triangles } = createCapsule(0.1, 0.9, sides);
  const order = isSplit ? triangles : Uint32Array.from({ length: positions.length / 3 }, (_, k) => k);
  const indices = isSplit ? Uint32Array.from(triangles, (_, k) => k) : triangles;
  const points = Array.from(order).flatMap((vertex) =>
    [0, 1, 2].map((axis) => positions[3 * vertex + axis] / unit),
  );
  const jointIndices = new Uint16Array(4 * order.length);
  const jointWeights = new Float32Array(4 * order.length);
  order.forEach((vertex, k) => {
    const z = positions[3 * vertex + 2];
    let below = 0;
    while (below < 2 && z > limbJoints[below + 1] + 0.03) below++;
    const upperWeight = below < 2 ? Math.min(1, Math.max(0, (z - limbJoints[below + 1] + 0.03) / 0.06)) : 0;
    jointIndices.set([below, Math.min(2, below + 1)], 4 * k);
    jointWeights.set([1 - upperWeight, upperWeight], 4 * k);
  });
  const surface: RigSurface = {
    ...createSurface(points, Array.from(indices)),
    name: 'limb',
    skin: 0,
    influenceCount: 4,
    jointIndices,
    jointWeights,
  };
  return createRig({
    nodes: [
      { name: 'armature', scale: [unit, unit, unit] },
      { name: 'low', parent: 0, translation: [0, 0, limbJoints[0] / unit] },
      { name: 'middle', parent: 1, translation: [0, 0, (limbJoints[1] - limbJoints[0]) / unit] },
      { name: 'high', parent: 2, translation: [0, 0, (limbJoints[2] - limbJoints[1]) / unit] },
    ],
    skins: [
      {
        name: 'skin',
        joints: Int32Array.of(1, 2, 3),
        inverseBind: Float64Array.from(limbJoints.flatMap((z) => [...inverseOf(z / unit)])),
      },
    ],
    surfaces: [surface],
  });
}

function inverseOf(z: number): Float64Array {
  const matrix = createMatrix();
  matrix[14] = z;
  const out = createMatrix();
  invertMatrix(out, matrix);
  return out;
}
