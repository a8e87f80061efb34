import { InputError } from '../../input-error.ts';
import type { Rig, RigSkin, RigSurface } from '../../motion/rig.ts';
import { uniqueName } from '../../motion/unique-name.ts';
import { Accessors } from './accessors.ts';
import { BaseTextures } from './base-texture.ts';
import { BufferViews, type ResolveUri } from './buffers.ts';
import { readClips } from './clips.ts';
import { openContainer, refusedVersion } from './container.ts';
import { DracoPrimitives } from './draco/draco-primitives.ts';
import { readAnimatedExpressions, readExpressions } from './expressions.ts';
import { checkExtensions } from './extensions.ts';
import { readHumanBones } from './human-bones.ts';
import { instancingName, readInstances, repeatShape } from './instances.ts';
import { JsonValue } from './json-value.ts';
import { type NodeTree, readNodes } from './nodes.ts';
import { warnOfScaledArmatures } from './scaled-armature.ts';
import { readSpringBones } from './spring-bones.ts';
import { type Mesh, readMesh } from './surfaces.ts';

/** Options of `readGltf`. */
export interface ReadGltfOptions {
  /** Name of the file, for error messages and as the rig's name. */
  readonly name: string;
  /** Returns the bytes of another file by its relative URI. Undefined if the file does not exist. */
  readonly resolve?: ResolveUri;
}

/**
 * Reads a character or prop from glTF 2.0 or GLB: nodes with the indices of the file, skins, surfaces of the default scene, morph targets
 * and clips. Units and axes are those of the file. Only the base colour of materials and its picture are read.
 *
 * Throws InputError for every file that cannot be used, with the location in the file and a remedy.
 */
export async function readGltf(bytes: Uint8Array, options: ReadGltfOptions): Promise<Rig> {
  const { name } = options;
  const { json, binary } = openContainer(bytes, name);
  const root = new JsonValue(name, '', json);
  const version = root.get('asset').absent ? '' : root.get('asset').get('version').text();
  if (!version) {
    throw InputError.at(
      name,
      'expected glTF 2.0 (an object with asset.version), got other JSON; give a .glb or .gltf',
    );
  }
  if (!/^2(\.|$)/.test(version)) throw refusedVersion(name, version);

  const warnings: string[] = [];
  checkExtensions(root);
  const views = await BufferViews.open(root, binary, options.resolve);
  const accessors = new Accessors(root, views, await DracoPrimitives.open(root, views, warnings));
  const textures = new BaseTextures(root, views, warnings);
  const meshes = root
    .get('meshes')
    .items()
    .map((mesh) => readMesh(mesh, { root, accessors, textures, warnings }));
  const tree = readNodes(root, (node) => morphWeightsOf(node, meshes), warnings);
  const skins = readSkins(root, tree, accessors);
  const surfaces = placeSurfaces(root, accessors, tree, meshes, skins, warnings);
  const clips = readClips(root, tree.nodes, accessors, warnings);
  const springs = readSpringBones(root, tree.nodes, warnings) ?? undefined;
  const humanBones = readHumanBones(root, tree.nodes.length) ?? undefined;
  const { nodes, order } = tree;
  const expressions = readExpressions(root, nodes);
  const rig: Rig = {
    ...{ name, nodes, order, skins, surfaces, clips, warnings, springs, humanBones },
    ...(expressions.length > 0 && { expressions }),
    animatedExpressions: readAnimatedExpressions(root, nodes.length) ?? undefined,
  };
  warnOfScaledArmatures(rig, warnings);
  return rig;
}

/**
 * Returns one weight for each morph target: the weights of the node. If the node has none, those of its mesh; if the mesh has none either,
 * zeros.
 */
function morphWeightsOf(node: JsonValue, meshes: readonly Mesh[]): readonly number[] {
  if (node.get('mesh').absent) return [];
  const mesh = meshes[node.get('mesh').index(meshes.length, 'meshes')];
  if (mesh.targetCount === 0) return [];
  if (!node.get('weights').absent) return node.get('weights').numbers(mesh.targetCount);
  return mesh.weights.length > 0 ? mesh.weights : new Array(mesh.targetCount).fill(0);
}

function readSkins(root: JsonValue, tree: NodeTree, accessors: Accessors): RigSkin[] {
  return root
    .get('skins')
    .items()
    .map((skin) => {
      const joints = Int32Array.from(skin.get('joints').items(), (joint) =>
        joint.index(tree.nodes.length, 'nodes'),
      );
      if (joints.length === 0) throw skin.get('joints').unexpected('at least one joint');
      const reference = skin.get('inverseBindMatrices');
      const inverseBind = new Float64Array(16 * joints.length);
      if (reference.absent) {
        for (let joint = 0; joint < joints.length; joint++) inverseBind.set(identity, 16 * joint);
      } else {
        const count = accessors.count(reference);
        if (count < joints.length) {
          throw accessors
            .find(reference)
            .fault(`expected ${joints.length} matrices, one for each joint, got ${count}`);
        }
        inverseBind.set(accessors.readFloats(reference, 'MAT4').subarray(0, inverseBind.length));
      }
      return { name: skin.get('name').text(), joints, inverseBind };
    });
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Returns one surface for each primitive of each node in the shown scene, in the order of the nodes. */
function placeSurfaces(
  root: JsonValue,
  accessors: Accessors,
  tree: NodeTree,
  meshes: readonly Mesh[],
  skins: readonly RigSkin[],
  warnings: string[],
): RigSurface[] {
  const nodes = root.get('nodes').items();
  const surfaces: RigSurface[] = [];
  const names = new Set<string>();
  for (const node of [...tree.shown].sort((a, b) => a - b)) {
    const source = nodes[node];
    if (source.get('mesh').absent) continue;
    const mesh = meshes[source.get('mesh').index(meshes.length, 'meshes')];
    const skinReference = source.get('skin');
    const skin = skinReference.absent ? -1 : skinReference.index(skins.length, 'skins');
    const vertexCount = mesh.primitives.reduce((sum, { positions }) => sum + positions.length / 3, 0);
    const instances = skin < 0 ? readInstances(source, accessors, vertexCount) : null;
    if (skin >= 0 && !source.extension(instancingName).absent)
      warnings.push(`${source.path}: ${instancingName} on a mesh with a skin; it is shown once`);
    mesh.primitives.forEach((primitive, part) => {
      const base = tree.nodes[node].name || mesh.name || `node ${node}`;
      const name = uniqueName(mesh.primitives.length > 1 ? `${base} ${part}` : base, names);
      if (skin < 0) {
        const shape = { ...primitive, ...unskinned };
        surfaces.push({ ...(instances ? repeatShape(shape, instances) : shape), name, node, skin });
        return;
      }
      if (primitive.influenceCount === 0) {
        warnings.push(
          `${source.path} "${name}": it has a skin but no joints and weights; it follows its node`,
        );
        surfaces.push({ ...primitive, name, node, skin: -1 });
        return;
      }
      checkJoints(source, primitive, skins[skin].joints.length);
      surfaces.push({ ...primitive, name, node, skin });
    });
  }
  return surfaces;
}

const unskinned = { influenceCount: 0, jointIndices: new Uint16Array(0), jointWeights: new Float32Array(0) };

function checkJoints(
  node: JsonValue,
  primitive: Pick<RigSurface, 'jointIndices' | 'influenceCount'>,
  jointCount: number,
): void {
  const { jointIndices, influenceCount } = primitive;
  for (let k = 0; k < jointIndices.length; k++) {
    if (jointIndices[k] < jointCount) continue;
    const vertex = Math.floor(k / influenceCount);
    throw node.fault(
      `expected joints below ${jointCount}, the size of its skin, got joint ${jointIndices[k]} at vertex ${vertex}; export it again`,
    );
  }
}
