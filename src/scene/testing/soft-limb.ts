import { GltfBuilder } from '../../files/testing/gltf-builder.ts';
import { quaternionFromAxisAngle } from '../../math/slerp.ts';
import { createBoxMesh } from '../../systems/flesh/testing/box-mesh.ts';
import { createBox, createCapsule, createSphere } from '../../systems/flesh/testing/closed-surfaces.ts';

type Closed = ReturnType<typeof createBox>;

/** Positions of the joints along z, metres. */
const low = -0.15;
const high = 0.05;
const tip = 0.42;

const limb = createCapsule(0.08, 0.5, 6);
const knob = createSphere(0.05, 6, [0, 0, 0.45]);

/**
 * Creates a character with everything that parameters of flesh and fur refer to: a capsule, `limb`, that two joints move with a blend, and a sphere,
 * `knob`, on the second joint, with colours and texture coordinates. It swings on a ship that rolls on the sea, and jumps to another position and back. Both
 * clips repeat every second; in `roll` the ship rolls more.
 */
function buildSoftLimb(): Uint8Array {
  const builder = new GltfBuilder();
  const inverse = (z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -z, 1];
  const skin = builder.addSkin([1, 2, 3], [...inverse(low), ...inverse(high), ...inverse(tip)]);
  const addPart = (name: string, { positions, triangles }: Closed, weigh: (z: number) => number) => {
    const weights = Array.from({ length: positions.length / 3 }, (_, k) => weigh(positions[3 * k + 2]));
    const attributes = {
      JOINTS_0: builder.addAccessor('VEC4', Uint8Array.from(weights.flatMap(() => [0, 1, 0, 0]))),
      WEIGHTS_0: builder.addAccessor(
        'VEC4',
        weights.flatMap((weight) => [1 - weight, weight, 0, 0]),
      ),
      COLOR_0: builder.addAccessor(
        'VEC3',
        weights.flatMap((weight) => [0.5, weight, 0.2]),
      ),
      TEXCOORD_0: builder.addAccessor(
        'VEC2',
        weights.flatMap((_, k) => [0.5 + positions[3 * k], 0.5 + positions[3 * k + 2]]),
      ),
    };
    return builder.addMesh([...positions], [...triangles], { attributes }, { name });
  };
  const meshes = [
    addPart('limb', limb, (z) => Math.min(1, Math.max(0, (z - high + 0.05) / 0.1))),
    addPart('knob', knob, () => 1),
  ];
  builder.addNode({ name: 'ship', children: [1] });
  builder.addNode({ name: 'low', translation: [0, 0, low], children: [2] });
  builder.addNode({ name: 'high', translation: [0, 0, high - low], children: [3] });
  builder.addNode({ name: 'tip', translation: [0, 0, tip - high] });
  for (const mesh of meshes) builder.addNode({ mesh, skin });
  const sea = builder.addNode({ name: 'sea', children: [0] });
  const times = Array.from({ length: 41 }, (_, k) => k / 40);
  const wave = (t: number, beats: number) => Math.sin(2 * Math.PI * beats * t);
  const rotations = (axis: number[], size: number, beats: number) =>
    times.flatMap((t) => [...quaternionFromAxisAngle(axis, size * wave(t, beats))]);
  for (const [name, size] of [
    ['swing', 0.3],
    ['roll', 0.5],
  ] as const) {
    builder.addAnimation(name, [
      {
        node: 1,
        path: 'translation',
        times: [0, 0.15, 0.3, 1],
        values: [0, 0, low, 5, 0, low, 0, 0, low, 0, 0, low],
        interpolation: 'STEP',
      },
      { node: sea, path: 'rotation', times, values: rotations([1, 0, 0], 0.4, 2) },
      { node: 0, path: 'rotation', times, values: rotations([0, 0, 1], size, 1) },
      { node: 1, path: 'rotation', times, values: rotations([0.6, 0.8, 0], 0.8, 2) },
      { node: 2, path: 'rotation', times, values: rotations([1, 0, 0], 0.5, 2) },
    ]);
  }
  return builder.toGlb();
}

/** Returns a mask of the limb that falls from 1 to 0.3 along it. */
function paintMask(slope: number): Uint8Array {
  const count = limb.positions.length / 3;
  const weights = Array.from({ length: count }, (_, k) =>
    Math.min(1, Math.max(0, 0.7 - slope * limb.positions[3 * k + 2])),
  );
  return encode(JSON.stringify({ version: 1, surfaces: [{ surface: 'limb', weights }] }));
}

function writeCore(): string {
  const { positions, triangles } = createBox([-0.03, -0.02, -0.18], [0.02, 0.02, 0.15]);
  const vertices = Array.from({ length: 8 }, (_, k) => `v ${positions.subarray(3 * k, 3 * k + 3).join(' ')}`);
  const faces = Array.from(
    { length: triangles.length / 3 },
    (_, k) => `f ${[...triangles.subarray(3 * k, 3 * k + 3)].map((vertex) => vertex + 1).join(' ')}`,
  );
  return [...vertices, ...faces, ''].join('\n');
}

/** Returns elements about as large as the limb, in the text format of Medit. */
function writeElements(): string {
  const { positions, tets } = createBoxMesh([2, 2, 5], [0.15, 0.15, 0.48], 4);
  const vertices = Array.from({ length: positions.length / 3 }, (_, k) =>
    [positions[3 * k] - 0.075, positions[3 * k + 1] - 0.075, positions[3 * k + 2] - 0.24, 0].join(' '),
  );
  const cells = Array.from({ length: tets.length / 4 }, (_, k) =>
    [...Array.from(tets.subarray(4 * k, 4 * k + 4), (node) => node + 1), 0].join(' '),
  );
  return [
    'MeshVersionFormatted 1\nDimension 3',
    `Vertices\n${vertices.length}`,
    ...vertices,
    `Tetrahedra\n${cells.length}`,
    ...cells,
    'End\n',
  ].join('\n');
}

const encode = (text: string) => new TextEncoder().encode(text);

/** The character, two masks, a core and elements for it. */
export const softLimbFiles: ReadonlyMap<string, Uint8Array> = new Map([
  ['limb.glb', buildSoftLimb()],
  ['flat.json', paintMask(0.5)],
  ['steep.json', paintMask(1.6)],
  ['core.obj', encode(writeCore())],
  ['limb.mesh', encode(writeElements())],
]);
