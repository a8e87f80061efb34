import { GltfBuilder } from './gltf-builder.ts';

/** A cube of edge 1 about the origin: 8 corners, 12 triangles that face outward. */
export const cube = {
  positions: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => [
    (corner & 1) - 0.5,
    ((corner >> 1) & 1) - 0.5,
    ((corner >> 2) & 1) - 0.5,
  ]),
  indices: [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7,
    5,
  ],
};

/** Returns the volume of a closed surface. It is positive if the triangles face outward. */
export function signedVolume(positions: ArrayLike<number>, indices: ArrayLike<number>): number {
  let volume = 0;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [3 * indices[k], 3 * indices[k + 1], 3 * indices[k + 2]];
    volume +=
      (positions[a] * (positions[b + 1] * positions[c + 2] - positions[b + 2] * positions[c + 1]) +
        positions[a + 1] * (positions[b + 2] * positions[c] - positions[b] * positions[c + 2]) +
        positions[a + 2] * (positions[b] * positions[c + 1] - positions[b + 1] * positions[c])) /
      6;
  }
  return volume;
}

export interface SkinnedBarOptions {
  /** Scale of a node above the joints. Absent: there is no such node. */
  readonly armatureScale?: number;
  /** Additional members of the node that holds the mesh. */
  readonly meshNode?: Record<string, unknown>;
  /** Names of the two joints. Absent: the joints have no names. */
  readonly jointNames?: readonly [string, string];
}

/**
 * Creates a bar of 0.2 × 2 × 0.2 m on the ground, with a lower joint at y = 0 and an upper joint at y = 1. Each half of the bar is bound to
 * one of the joints. Nodes: 0 armature, 1 lower joint, 2 upper joint, 3 the mesh. The clip `Bend` rotates the upper joint by 90° about +Z
 * in 1 s. With an armature scale s, vertices and joints are stored in units of s metres.
 */
export function buildSkinnedBar(options: SkinnedBarOptions = {}): GltfBuilder {
  const s = options.armatureScale ?? 1;
  const builder = new GltfBuilder();
  const names = options.jointNames?.map((name) => ({ name })) ?? [{}, {}];
  builder.addNode({ name: 'Armature', children: [1], ...(s === 1 ? {} : { scale: [s, s, s] }) });
  builder.addNode({ ...names[0], children: [2] });
  builder.addNode({ ...names[1], translation: [0, 1 / s, 0] });
  const positions: number[] = [];
  const joints: number[] = [];
  for (const y of [0, 1, 2]) {
    for (const [x, z] of [
      [-1, -1],
      [-1, 1],
      [1, 1],
      [1, -1],
    ]) {
      positions.push((0.1 * x) / s, y / s, (0.1 * z) / s);
      joints.push(y > 0 ? 1 : 0, 0, 0, 0);
    }
  }
  const indices: number[] = [0, 2, 1, 0, 3, 2, 8, 9, 10, 8, 10, 11];
  for (const low of [0, 4]) {
    for (let side = 0; side < 4; side++) {
      const next = (side + 1) % 4;
      indices.push(low + side, low + next, low + 4 + next, low + side, low + 4 + next, low + 4 + side);
    }
  }
  const mesh = builder.addMesh(positions, indices, {
    attributes: {
      JOINTS_0: builder.addAccessor('VEC4', Uint8Array.from(joints)),
      WEIGHTS_0: builder.addAccessor(
        'VEC4',
        joints.map((_, k) => (k % 4 === 0 ? 1 : 0)),
      ),
    },
  });
  const skin = builder.addSkin(
    [1, 2],
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1 / s, 0, 1],
  );
  builder.addNode({ name: 'Bar', mesh, skin, ...options.meshNode });
  builder.addAnimation('Bend', [
    { node: 2, path: 'rotation', times: [0, 1], values: [0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2] },
  ]);
  return builder;
}
