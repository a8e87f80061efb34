import type { GltfBuilder } from './gltf-builder.ts';
import { buildHumanoid } from './humanoid.ts';
import { cube } from './shapes.ts';

type Binds = readonly (readonly [part: 0 | 1, target: number, weight: number])[];

/** The expressions of the face: name in VRM 1, preset of VRM 0, and weights of the morph targets of its two parts. */
const expressions: readonly (readonly [name: string, preset: string, binds: Binds, more?: object])[] = [
  [
    'happy',
    'joy',
    [
      [0, 0, 0.8],
      [1, 1, 0.5],
    ],
    { overrideMouth: 'blend' },
  ],
  [
    'relaxed',
    'fun',
    [[0, 1, 0.25]],
    { materialColorBinds: [{ material: 0, type: 'color', targetValue: [1, 0, 0, 1] }] },
  ],
  [
    'aa',
    'a',
    [
      [0, 0, 0.6],
      [0, 2, 1],
    ],
  ],
  ['blinkLeft', 'blink_l', [[1, 2, 1]], { isBinary: true }],
  ['grin', 'unknown', [[1, 0, 0.7]]],
];

/** Builds a humanoid of the required bones with a face of two meshes, each with three morph targets, and with expressions. */
export function buildFace(kind: 'VRM 0' | 'VRM 1'): GltfBuilder {
  const builder = buildHumanoid({ kind });
  const head = builder.json.nodes.findIndex(({ name }) => name === 'head');
  const parts = [0, 1].map((part) => {
    const targets = [0, 1, 2].map((k) => ({
      POSITION: builder.addAccessor(
        'VEC3',
        cube.positions.map((value, at) => (at % 3 === k ? 0.1 * value + part : 0)),
      ),
    }));
    const mesh = builder.addMesh(cube.positions, cube.indices, { targets, material: 0 });
    const node = builder.addNode({ name: `part ${part}`, mesh });
    (builder.json.nodes[head] as { children?: number[] }).children = [
      ...((builder.json.nodes[head] as { children?: number[] }).children ?? []),
      node,
    ];
    return { node, mesh };
  });
  builder.json.materials = [{ name: 'skin' }];
  const extensions = builder.json.extensions as Record<string, object>;
  if (kind === 'VRM 0') {
    Object.assign(extensions.VRM, {
      blendShapeMaster: {
        blendShapeGroups: expressions.map(([name, presetName, binds, more]) => ({
          name,
          presetName,
          binds: binds.map(([part, index, weight]) => ({
            mesh: parts[part].mesh,
            index,
            weight: 100 * weight,
          })),
          isBinary: (more as { isBinary?: boolean } | undefined)?.isBinary ?? false,
          materialValues: [],
        })),
      },
    });
    return builder;
  }
  const write = (isCustom: boolean) =>
    Object.fromEntries(
      expressions
        .filter(([, preset]) => (preset === 'unknown') === isCustom)
        .map(([name, , binds, more]) => [
          name,
          {
            morphTargetBinds: binds.map(([part, index, weight]) => ({
              node: parts[part].node,
              index,
              weight,
            })),
            ...more,
          },
        ]),
    );
  Object.assign(extensions.VRMC_vrm, { expressions: { preset: write(false), custom: write(true) } });
  return builder;
}

/** Builds a VRM animation of one second with the expressions of `buildFace`, one that it does not have, and a direction of the eyes. */
export function buildFaceAnimation(): GltfBuilder {
  const builder = buildHumanoid({ kind: 'animation' });
  const times = [0, 0.25, 0.5, 0.75, 1];
  const names = ['happy', 'relaxed', 'aa', 'blinkLeft', 'surprised', 'grin'];
  const nodes = names.map((name) => builder.addNode({ name }));
  const eyes = builder.addNode({ name: 'eyes' });
  builder.addAnimation('talk', [
    ...nodes.map((node, k) => ({
      node,
      path: 'translation' as const,
      times,
      values: times.flatMap((t) => [0.5 + 0.5 * Math.sin(9 * t + k), 0, 0]),
    })),
    {
      node: eyes,
      path: 'rotation' as const,
      times,
      values: times.flatMap((t) => [0, Math.sin(t / 4), 0, Math.cos(t / 4)]),
    },
  ]);
  const preset = Object.fromEntries(names.slice(0, 5).map((name, k) => [name, { node: nodes[k] }]));
  Object.assign((builder.json.extensions as Record<string, object>).VRMC_vrm_animation, {
    expressions: { preset, custom: { grin: { node: nodes[5] } } },
    lookAt: { node: eyes, offsetFromHeadBone: [0, 0.06, 0] },
  });
  return builder;
}
