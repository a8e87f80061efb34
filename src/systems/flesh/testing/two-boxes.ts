import { createMatrix } from '../../../math/matrix.ts';
import type { Rig } from '../../../motion/rig.ts';
import { createRig, createSurface } from '../../../motion/testing/create-rig.ts';
import { createBox } from './closed-surfaces.ts';

/**
 * Creates two boxes of edge length 0.2 m, each with its own joint at its centre (nodes 1 and 2). The second box is `gap` metres from the
 * first along x. No two triangles have a vertex in common. isOpen: whether the two sides that face each other are left out.
 */
export function createTwoBoxes(gap: number, { isOpen = false } = {}): Rig {
  const boxes = [createBox([-0.2, 0, 0], [0, 0.2, 0.2]), createBox([gap, 0, 0], [gap + 0.2, 0.2, 0.2])];
  const points: number[] = [];
  const joints: number[] = [];
  boxes.forEach(({ positions, triangles }, joint) => {
    for (let k = 0; k < triangles.length; k += 3) {
      const corners = [...triangles.subarray(k, k + 3)];
      const meets = corners.every((vertex) => positions[3 * vertex] === (joint === 0 ? 0 : gap));
      if (isOpen && meets) continue;
      for (const vertex of corners) points.push(...positions.subarray(3 * vertex, 3 * vertex + 3));
      joints.push(joint, joint, joint);
    }
  });
  const middles = [
    [-0.1, 0.1, 0.1],
    [gap + 0.1, 0.1, 0.1],
  ] as const;
  const inverseBind = Float64Array.from(
    middles.flatMap((middle) => {
      const matrix = createMatrix();
      middle.forEach((value, axis) => {
        matrix[12 + axis] = -value;
      });
      return [...matrix];
    }),
  );
  return createRig({
    nodes: [
      { name: 'root' },
      { name: 'a', parent: 0, translation: middles[0] },
      { name: 'b', parent: 0, translation: middles[1] },
    ],
    skins: [{ name: 'skin', joints: Int32Array.of(1, 2), inverseBind }],
    surfaces: [
      {
        ...createSurface(points, [...joints.keys()]),
        skin: 0,
        influenceCount: 1,
        jointIndices: Uint16Array.from(joints),
        jointWeights: new Float32Array(joints.length).fill(1),
      },
    ],
  });
}
