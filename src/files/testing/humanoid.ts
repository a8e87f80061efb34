import {
  conjugateQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  rotateVector,
} from '../../math/quaternion.ts';
import { hashUnit } from '../../math/random.ts';
import { GltfBuilder } from './gltf-builder.ts';
import { cube } from './shapes.ts';

type Triple = readonly [number, number, number];

/** Every bone that VRM requires, its parent, and its position relative to that of its parent in the rest pose, m. The figure faces +Z. */
const bones: readonly (readonly [name: string, parent: string | null, offset: Triple])[] = [
  ['hips', null, [0, 0.9, 0.02]],
  ['spine', 'hips', [0, 0.2, 0]],
  ['head', 'spine', [0, 0.4, 0]],
  ...(['left', 'right'] as const).flatMap((side) => {
    const x = side === 'left' ? 1 : -1;
    return [
      [`${side}UpperArm`, 'spine', [0.2 * x, 0.3, 0]],
      [`${side}LowerArm`, `${side}UpperArm`, [0.25 * x, 0, 0]],
      [`${side}Hand`, `${side}LowerArm`, [0.25 * x, 0, 0]],
      [`${side}UpperLeg`, 'hips', [0.1 * x, -0.05, 0]],
      [`${side}LowerLeg`, `${side}UpperLeg`, [0, -0.4, 0]],
      [`${side}Foot`, `${side}LowerLeg`, [0, -0.4, -0.02]],
    ] as const;
  }),
];

export interface HumanoidOptions {
  readonly kind: 'VRM 0' | 'VRM 1' | 'animation' | 'plain';
  readonly size?: number;
  /** If given, the nodes have random axes in the rest pose; otherwise those of the world. */
  readonly seed?: number;
  /** Prefix of the names of nodes. Default: none. */
  readonly prefix?: string;
  /** Adds a clip of one second in which every bone turns and the hips move. */
  readonly clip?: { readonly name?: string; readonly interpolation?: 'LINEAR' | 'CUBICSPLINE' };
}

/** Builds a humanoid of 15 bones, with a small cube on each, as a VRM character, as an animation for one, or as a plain glTF. */
export function buildHumanoid({ kind, size = 1, seed, prefix = '', clip }: HumanoidOptions): GltfBuilder {
  const builder = new GltfBuilder();
  const mesh =
    kind === 'animation'
      ? {}
      : {
          mesh: builder.addMesh(
            cube.positions.map((value) => 0.05 * value),
            cube.indices,
          ),
        };
  // VRM 0 faces −Z.
  const side = kind === 'VRM 0' ? -size : size;
  const axes: Quaternion[] = bones.map((_, k) =>
    seed === undefined ? [0, 0, 0, 1] : randomRotation(seed, k),
  );
  const indexOf = (name: string) => bones.findIndex(([bone]) => bone === name);
  for (const [k, [name, parent, [x, y, z]]] of bones.entries()) {
    const above: Quaternion = parent === null ? [0, 0, 0, 1] : axes[indexOf(parent)];
    const inverse = conjugateQuaternion(above);
    const translation = [side * x, size * y, side * z];
    rotateVector(translation, inverse, translation);
    const rotation: Quaternion = [0, 0, 0, 1];
    multiplyQuaternions(rotation, inverse, axes[k]);
    const children = bones.flatMap(([, from], child) => (from === name ? [child] : []));
    builder.addNode({
      name: prefix + name,
      translation,
      rotation,
      ...mesh,
      ...(children.length > 0 ? { children } : {}),
    });
  }
  const humanBones = Object.fromEntries(bones.map(([name], node) => [name, { node }]));
  if (kind !== 'plain') {
    const [extension, content] = {
      'VRM 0': ['VRM', { humanoid: { humanBones: bones.map(([bone], node) => ({ bone, node })) } }],
      'VRM 1': ['VRMC_vrm', { specVersion: '1.0', humanoid: { humanBones } }],
      animation: ['VRMC_vrm_animation', { specVersion: '1.0', humanoid: { humanBones } }],
    }[kind] as [string, object];
    builder.json.extensionsUsed = [extension];
    builder.json.extensions = { [extension]: content };
  }
  if (clip) addClip(builder, clip.name, clip.interpolation);
  return builder;
}

function addClip(
  builder: GltfBuilder,
  name?: string,
  interpolation: 'LINEAR' | 'CUBICSPLINE' = 'LINEAR',
): void {
  const times = [0, 0.25, 0.5, 0.75, 1];
  const isCubic = interpolation === 'CUBICSPLINE';
  const keys = (key: (t: number) => readonly number[]) =>
    times.flatMap((t) => {
      const value = key(t);
      const tangent = value.map((_, c) => 0.3 * Math.cos(5 * t + c));
      return isCubic ? [...tangent, ...value, ...tangent] : value;
    });
  builder.addAnimation(name, [
    ...bones.map((_, node) => {
      const rest = builder.json.nodes[node].rotation as Quaternion;
      const values = keys((t) => {
        const turn: Quaternion = [0, 0, 0, 1];
        const swing = [0, 1, 2].map((axis) => 0.4 * Math.sin(4 * t + node + axis));
        normalizeQuaternion(turn, [...swing, 1]);
        multiplyQuaternions(turn, rest, turn);
        return turn;
      });
      return { node, path: 'rotation', times, values, interpolation };
    }),
    {
      node: 0,
      path: 'translation',
      times,
      values: keys((t) => {
        const [x, y, z] = builder.json.nodes[0].translation as number[];
        return [x + 0.3 * t, y + 0.05 * Math.sin(6 * t), z + 0.6 * t];
      }),
      interpolation,
    },
  ]);
}

function randomRotation(seed: number, k: number): Quaternion {
  const rotation: Quaternion = [0, 0, 0, 1];
  normalizeQuaternion(
    rotation,
    [0, 1, 2, 3].map((c) => hashUnit(seed, k, c) - 0.5),
  );
  return rotation;
}
