/** Puts the figure and its clips into a GLB. */
import { Accessor, Document, type Material, type Node, type Primitive, WebIO } from '@gltf-transform/core';
import type { FigurePart } from './build-figure.ts';
import type { SampledClip } from './clips.ts';
import { bones } from './skeleton.ts';

/** Linear base colours and roughness. */
const looks: Record<FigurePart['name'], { color: [number, number, number, number]; roughness: number }> = {
  body: { color: [0.62, 0.36, 0.22, 1], roughness: 0.85 },
  shorts: { color: [0.035, 0.04, 0.05, 1], roughness: 0.9 },
  upper: { color: [0.045, 0.17, 0.32, 1], roughness: 0.7 },
  sole: { color: [0.72, 0.7, 0.64, 1], roughness: 0.9 },
};

/** The bytes of a GLB: one skinned mesh with a primitive a part, the skeleton, the clips. The same input gives the same bytes. */
export async function writeFigure(
  name: string,
  parts: readonly FigurePart[],
  clips: readonly SampledClip[],
): Promise<Uint8Array> {
  const document = new Document();
  document.getRoot().getAsset().generator = 'aftermotion scenes/mannequin';
  const buffer = document.createBuffer();
  const accessor = (
    name: string,
    type: 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4',
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
    const addChannel = (node: Node, path: 'translation' | 'rotation', values: Float32Array) => {
      const output = accessor(
        `${clip.name} ${node.getName()}`,
        path === 'rotation' ? 'VEC4' : 'VEC3',
        values,
      );
      const sampler = document
        .createAnimationSampler()
        .setInput(times)
        .setOutput(output)
        .setInterpolation('LINEAR');
      animation
        .addSampler(sampler)
        .addChannel(
          document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler),
        );
    };
    for (const root of roots) addChannel(root, 'translation', clip.hips);
    for (const [bone, values] of clip.rotations) addChannel(nodes[bone], 'rotation', values);
  }
  return new WebIO().writeBinary(document);
}

function createPrimitive(
  document: Document,
  part: FigurePart,
  accessor: (
    name: string,
    type: 'SCALAR' | 'VEC3' | 'VEC4',
    array: Float32Array | Uint8Array | Uint16Array,
  ) => Accessor,
): Primitive {
  const { color, roughness } = looks[part.name];
  const material: Material = document
    .createMaterial(part.name)
    .setBaseColorFactor(color)
    .setRoughnessFactor(roughness)
    .setMetallicFactor(0)
    // Cloth folds between the thighs.
    .setDoubleSided(part.name === 'shorts');
  return document
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
}
