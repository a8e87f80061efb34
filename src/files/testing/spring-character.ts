import { GltfBuilder } from './gltf-builder.ts';
import { cube } from './shapes.ts';

/** Nodes of the character by their names. */
export const springNodes = {
  hips: 0,
  head: 1,
  hairTop: 2,
  hairMiddle: 3,
  hairEnd: 4,
  ribbonTop: 5,
  ribbonEnd: 6,
  arm: 7,
} as const;

/**
 * Builds a head on hips, with a chain of hair and a ribbon that swing, and an arm with a collider. The clip moves and turns the hips and
 * nods the head for two seconds. version: of VRM, which defines the chains.
 */
export function buildSpringCharacter(version: '0' | '1'): GltfBuilder {
  const builder = new GltfBuilder();
  const mesh = builder.addMesh(
    cube.positions.map((value) => 0.1 * value),
    cube.indices,
  );
  const { hips, head, hairTop, hairMiddle, hairEnd, ribbonTop, ribbonEnd, arm } = springNodes;
  builder.addNode({ name: 'hips', translation: [0, 1, 0], children: [head, ribbonTop, arm], mesh });
  builder.addNode({ name: 'head', translation: [0, 0.6, 0], children: [hairTop] });
  // VRM 0 has no rotations in its rest pose.
  const rotation = version === '1' ? { rotation: [0, Math.sin(0.4), 0, Math.cos(0.4)] } : {};
  builder.addNode({ name: 'hairTop', translation: [0, 0.1, -0.1], children: [hairMiddle], ...rotation });
  builder.addNode({ name: 'hairMiddle', translation: [0.02, -0.15, -0.03], children: [hairEnd] });
  builder.addNode({ name: 'hairEnd', translation: [0, -0.12, 0.01] });
  builder.addNode({ name: 'ribbonTop', translation: [0.1, 0.1, 0.1], children: [ribbonEnd] });
  builder.addNode({ name: 'ribbonEnd', translation: [0.05, -0.2, 0.05] });
  builder.addNode({ name: 'arm', translation: [0, 0.45, -0.2] });
  const times = Array.from({ length: 41 }, (_, k) => k / 20);
  const wave = (t: number, rate: number) => Math.sin(rate * t);
  builder.addAnimation('sway', [
    {
      node: hips,
      path: 'translation',
      times,
      values: times.flatMap((t) => [0.4 * wave(t, 5), 1 + 0.1 * wave(t, 9), 0.3 * wave(t, 3)]),
    },
    {
      node: hips,
      path: 'rotation',
      times,
      values: times.flatMap((t) => [0, Math.sin(0.5 * wave(t, 4)), 0, Math.cos(0.5 * wave(t, 4))]),
    },
    {
      node: head,
      path: 'rotation',
      times,
      values: times.flatMap((t) => [Math.sin(0.3 * wave(t, 7)), 0, 0, Math.cos(0.3 * wave(t, 7))]),
    },
  ]);
  if (version === '1') {
    builder.json.extensionsUsed = ['VRMC_springBone', 'VRMC_springBone_extended_collider'];
    const joint = {
      stiffness: 1.2,
      gravityPower: 0.6,
      gravityDir: [0, -1, 0],
      dragForce: 0.3,
      hitRadius: 0.02,
    };
    const shapes = {
      arm: { capsule: { offset: [-0.1, 0, 0], tail: [0.1, 0.05, 0], radius: 0.06 } },
      head: { sphere: { offset: [0, 0.05, 0], radius: 0.09 } },
      plane: { plane: { offset: [0, 0, 0.02], normal: [0, 0, 1] } },
    };
    builder.json.extensions = {
      VRMC_springBone: {
        specVersion: '1.0',
        colliders: [
          { node: arm, shape: shapes.arm },
          { node: head, shape: shapes.head },
          {
            node: hips,
            shape: { sphere: { offset: [0, 0, 0], radius: 0 } },
            extensions: { VRMC_springBone_extended_collider: { specVersion: '1.0', shape: shapes.plane } },
          },
        ],
        colliderGroups: [{ colliders: [0, 1] }, { colliders: [2] }],
        springs: [
          {
            name: 'hair',
            joints: [hairTop, hairMiddle, hairEnd].map((node) => ({ node, ...joint })),
            colliderGroups: [0],
          },
          {
            name: 'ribbon',
            joints: [ribbonTop, ribbonEnd].map((node) => ({ node, ...joint, stiffness: 0.4 })),
            colliderGroups: [1],
            center: hips,
          },
        ],
      },
    };
  } else {
    builder.json.extensionsUsed = ['VRM'];
    const common = {
      stiffiness: 0.8,
      gravityPower: 0.5,
      gravityDir: { x: 0.2, y: -1, z: 0 },
      dragForce: 0.4,
      hitRadius: 0.02,
    };
    builder.json.extensions = {
      VRM: {
        secondaryAnimation: {
          colliderGroups: [{ node: arm, colliders: [{ offset: { x: 0, y: 0, z: 0.01 }, radius: 0.08 }] }],
          boneGroups: [
            { ...common, center: -1, bones: [hairTop], colliderGroups: [0] },
            { ...common, center: hips, bones: [ribbonTop], colliderGroups: [] },
          ],
        },
      },
    };
  }
  return builder;
}
