/** Writes a skinned character and its clips as a GLB. */
import { Accessor, Document, type Material, type Node, type Primitive, WebIO } from '@gltf-transform/core';
import type { Vector } from './level-set.ts';

export interface Bone {
  readonly name: string;
  /** Index of the parent among the bones; −1 for a root. Parents come before their children. */
  readonly parent: number;
  /** World position of the joint in the rest pose. All rest rotations are the identity. */
  readonly position: Vector;
}

export interface Look {
  /** Linear. */
  readonly color: readonly [number, number, number];
  readonly roughness: number;
  /** Default 0. */
  readonly metalness?: number;
  readonly doubleSided?: boolean;
}

export interface SkinWeights {
  /** Bone indices, [4 · vertexCount]. The index is 0 where the weight is 0. */
  readonly joints: Uint8Array;
  /** Weights, [4 · vertexCount]. The sum for each vertex is 255. */
  readonly weights: Uint8Array;
}

export interface CharacterPart {
  readonly name: string;
  /** Positions of the vertices, m, [3 · vertexCount]. */
  readonly positions: Float32Array;
  /** Unit normals, [3 · vertexCount]. */
  readonly normals: Float32Array;
  /** Vertex indices of the triangles, counter-clockwise seen from outside, [3 · triangleCount]. */
  readonly indices: Uint32Array;
  readonly skin: SkinWeights;
  readonly look: Look;
  /** Linear red, green and blue, and 255. [4 · vertexCount] They multiply the colour of the look. Absent: all white. */
  readonly colors?: Uint8Array;
  /** Texture coordinates, v downward, [2 · vertexCount]. The integers 0 to 65535 stand for 0 to 1. Absent: none. */
  readonly texcoords?: Uint16Array;
}

export interface SampledClip {
  readonly name: string;
  /** Times of the keys, seconds from 0, [keyCount]. */
  readonly times: Float32Array;
  /** Translations of each bone that moves, relative to its parent, m, [3 · keyCount]. */
  readonly translations: ReadonlyMap<number, Float32Array>;
  /** Unit quaternions of each bone that rotates, [4 · keyCount]. Each is in the hemisphere of the previous one. */
  readonly rotations: ReadonlyMap<number, Float32Array>;
  /** Bones whose rotations are written at every n-th key, for small files. n divides the number of intervals. Absent: at every key. */
  readonly sparse?: { readonly bones: ReadonlySet<number>; readonly step: number };
}

export interface Character {
  readonly name: string;
  readonly generator: string;
  readonly bones: readonly Bone[];
  readonly parts: readonly CharacterPart[];
  readonly clips: readonly SampledClip[];
}

/** Returns the bytes of a GLB: one skinned mesh with one primitive per part, the skeleton, the clips. The same input gives the same bytes. */
export async function writeCharacter(character: Character): Promise<Uint8Array> {
  const { name, generator, bones, parts, clips } = character;
  const document = new Document();
  document.getRoot().getAsset().generator = generator;
  const buffer = document.createBuffer();
  const accessor = (
    name: string,
    type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4',
    array: Float32Array | Uint8Array | Uint16Array,
  ) => document.createAccessor(name).setType(Accessor.Type[type]).setArray(array).setBuffer(buffer);
  const mesh = document.createMesh(name);
  for (const part of parts) mesh.addPrimitive(createPrimitive(document, part, accessor));

  const nodes = bones.map(({ name, parent, position }) => {
    const origin = parent < 0 ? [0, 0, 0] : bones[parent].position;
    return document
      .createNode(name)
      .setTranslation([position[0] - origin[0], position[1] - origin[1], position[2] - origin[2]]);
  });
  const roots: Node[] = [];
  bones.forEach(({ parent }, index) => {
    if (parent < 0) roots.push(nodes[index]);
    else nodes[parent].addChild(nodes[index]);
  });
  const inverseBind = new Float32Array(16 * bones.length);
  bones.forEach(({ position: [x, y, z] }, i) => {
    inverseBind.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1], 16 * i);
  });
  const skin = document
    .createSkin(name)
    .setInverseBindMatrices(accessor('inverse bind', 'MAT4', inverseBind));
  for (const node of nodes) skin.addJoint(node);
  const figure = document.createNode(name).setMesh(mesh).setSkin(skin);
  const scene = document.createScene(name).addChild(figure);
  for (const root of roots) scene.addChild(root);
  document.getRoot().setDefaultScene(scene);

  for (const clip of clips) {
    const animation = document.createAnimation(clip.name);
    const times = accessor(`${clip.name} times`, 'SCALAR', clip.times);
    const sparseTimes =
      clip.sparse && accessor(`${clip.name} times`, 'SCALAR', everyKey(clip.times, 1, clip.sparse.step));
    const addChannel = (
      node: Node,
      path: 'translation' | 'rotation',
      values: Float32Array,
      input: Accessor = times,
    ) => {
      const output = accessor(
        `${clip.name} ${node.getName()}`,
        path === 'rotation' ? 'VEC4' : 'VEC3',
        values,
      );
      const sampler = document
        .createAnimationSampler()
        .setInput(input)
        .setOutput(output)
        .setInterpolation('LINEAR');
      animation
        .addSampler(sampler)
        .addChannel(
          document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler),
        );
    };
    for (const [bone, values] of clip.translations) addChannel(nodes[bone], 'translation', values);
    for (const [bone, values] of clip.rotations) {
      if (clip.sparse?.bones.has(bone))
        addChannel(nodes[bone], 'rotation', everyKey(values, 4, clip.sparse.step), sparseTimes);
      else addChannel(nodes[bone], 'rotation', values);
    }
  }
  return new WebIO().writeBinary(document);
}

/** Returns every `step`-th of the keys, each of `width` numbers. */
function everyKey(values: Float32Array, width: number, step: number): Float32Array {
  if ((values.length / width - 1) % step !== 0) throw new Error(`the last key is not one of every ${step}`);
  return values.filter((_, k) => Math.floor(k / width) % step === 0);
}

function createPrimitive(
  document: Document,
  part: CharacterPart,
  accessor: (
    name: string,
    type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4',
    array: Float32Array | Uint8Array | Uint16Array,
  ) => Accessor,
): Primitive {
  const { color, roughness, metalness = 0, doubleSided = false } = part.look;
  const material: Material = document
    .createMaterial(part.name)
    .setBaseColorFactor([...color, 1])
    .setRoughnessFactor(roughness)
    .setMetallicFactor(metalness)
    .setDoubleSided(doubleSided);
  const primitive = document
    .createPrimitive()
    .setMaterial(material)
    .setIndices(accessor(`${part.name} indices`, 'SCALAR', Uint16Array.from(part.indices)))
    .setAttribute('POSITION', accessor(`${part.name} positions`, 'VEC3', part.positions))
    .setAttribute('NORMAL', accessor(`${part.name} normals`, 'VEC3', part.normals))
    .setAttribute('JOINTS_0', accessor(`${part.name} joints`, 'VEC4', part.skin.joints))
    .setAttribute(
      'WEIGHTS_0',
      accessor(`${part.name} weights`, 'VEC4', part.skin.weights).setNormalized(true),
    );
  if (part.colors) {
    primitive.setAttribute(
      'COLOR_0',
      accessor(`${part.name} colors`, 'VEC4', part.colors).setNormalized(true),
    );
  }
  if (part.texcoords) {
    primitive.setAttribute(
      'TEXCOORD_0',
      accessor(`${part.name} texcoords`, 'VEC2', part.texcoords).setNormalized(true),
    );
  }
  return primitive;
}
