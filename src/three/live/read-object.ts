import {
  type Bone,
  type BufferAttribute,
  type InterleavedBufferAttribute,
  Matrix4,
  type Mesh,
  type Object3D,
  type SkinnedMesh,
} from 'three';
import { InputError } from '../../input-error.ts';
import { normalizeWeights } from '../../live/normalize-weights.ts';
import type { Pose } from '../../motion/pose.ts';
import type { Rig, RigNode, RigSkin, RigSurface } from '../../motion/rig.ts';

type Attribute = BufferAttribute | InterleavedBufferAttribute;

/** An object's meshes as a rig. Every mesh and every joint of a skin is a node, whose world matrix is read from three.js. */
export interface ObjectRig {
  readonly rig: Rig;
  /** The mesh that each surface is. */
  readonly meshes: readonly Mesh[];
  /** The object that each node is. Several skins have nodes of their own for the same bone. */
  readonly objects: readonly Object3D[];
  /** Writes the object's current pose. Its world matrices must be current. */
  readPose(pose: Pose): void;
}

/** The source of a node's world matrix. */
interface NodeSource {
  readonly object: Object3D;
  /** The skinned mesh that a joint moves, if its skin is detached from the mesh. */
  readonly detached: SkinnedMesh | null;
}

/**
 * Reads all meshes at and below an object: plain, skinned and morphed. Throws an `InputError` if there are none, or if a mesh is instanced.
 */
export function readObject(root: Object3D): ObjectRig {
  const sources: NodeSource[] = [];
  const nodes: RigNode[] = [];
  const skins: RigSkin[] = [];
  const surfaces: RigSurface[] = [];
  const meshes: { mesh: Mesh; node: number }[] = [];
  const path = root.name || root.type;
  const addNode = (object: Object3D, parent: number, weightCount: number, detached: SkinnedMesh | null) => {
    sources.push({ object, detached });
    return nodes.push(createNode(object.name, parent, weightCount)) - 1;
  };

  root.traverse((object) => {
    const mesh = object as Mesh &
      Partial<SkinnedMesh> & { isInstancedMesh?: boolean; isBatchedMesh?: boolean };
    if (!mesh.isMesh || !mesh.geometry.getAttribute('position')) return;
    if (mesh.isInstancedMesh || mesh.isBatchedMesh) {
      throw InputError.at(
        path,
        `"${mesh.name || mesh.type}" is instanced: make its collider with crowdColliderFrom`,
      );
    }
    const node = addNode(mesh, -1, mesh.morphTargetInfluences?.length ?? 0, null);
    meshes.push({ mesh, node });
    const skin = mesh.isSkinnedMesh ? addSkin(mesh as SkinnedMesh) : -1;
    surfaces.push(readSurface(mesh, node, skin));
  });

  function addSkin(mesh: SkinnedMesh): number {
    const { bones } = mesh.skeleton;
    const detached = mesh.bindMode === 'detached' ? mesh : null;
    const first = nodes.length;
    for (const bone of bones) addNode(bone, findParent(bone, bones, first), 0, detached);
    const inverseBind = readInverseBind(mesh);
    const joints = Int32Array.from(bones.keys(), (joint) => first + joint);
    return skins.push({ name: mesh.name, joints, inverseBind }) - 1;
  }

  if (surfaces.length === 0) throw InputError.at(path, 'expected an object with meshes, got one without');
  return {
    rig: { name: path, nodes, skins, surfaces, clips: [], order: orderNodes(nodes), warnings: [] },
    meshes: meshes.map(({ mesh }) => mesh),
    objects: sources.map(({ object }) => object),
    readPose(pose) {
      // Marks the skins' matrices as outdated. The world matrices that this call computes are overwritten afterwards.
      pose.updateWorld();
      sources.forEach(({ object, detached }, node) => {
        let matrix = object.matrixWorld;
        if (detached) {
          scratch.multiplyMatrices(detached.matrixWorld, detached.bindMatrixInverse);
          matrix = scratch.multiply(object.matrixWorld);
        }
        pose.world.set(matrix.elements, 16 * node);
      });
      for (const { mesh, node } of meshes) {
        if (mesh.morphTargetInfluences) pose.weights[node].set(mesh.morphTargetInfluences);
      }
    },
  };
}

const scratch = new Matrix4();

/** Returns the inverse bind matrices of a skinned mesh, from mesh space, [16 · boneCount]. */
export function readInverseBind({ skeleton, bindMatrix }: SkinnedMesh): Float64Array {
  const inverseBind = new Float64Array(16 * skeleton.bones.length);
  skeleton.boneInverses.forEach((inverse, joint) => {
    inverseBind.set(scratch.multiplyMatrices(inverse, bindMatrix).elements, 16 * joint);
  });
  return inverseBind;
}

/** Returns a node of a rig that has no rest transform. */
export function createNode(name: string, parent: number, weightCount: number): RigNode {
  return {
    name,
    parent,
    translation: [0, 0, 0],
    rotation: [0, 0, 0, 1],
    scale: [1, 1, 1],
    weights: new Array<number>(weightCount).fill(0),
  };
}

/** Returns the node of the nearest bone of the skeleton above a bone. −1 if there is none. */
export function findParent(bone: Bone, bones: readonly Bone[], first: number): number {
  for (let above = bone.parent; above; above = above.parent) {
    const joint = bones.indexOf(above as Bone);
    if (joint >= 0) return first + joint;
  }
  return -1;
}

/** Returns the nodes in an order in which every parent comes before its children. */
export function orderNodes(nodes: readonly RigNode[]): Int32Array {
  const depth = nodes.map((node) => {
    let steps = 0;
    for (let above = node.parent; above >= 0; above = nodes[above].parent) steps++;
    return steps;
  });
  return Int32Array.from([...nodes.keys()].sort((a, b) => depth[a] - depth[b] || a - b));
}

/** Returns a mesh as a surface. skin: index of its skin, −1 if it is not skinned. */
export function readSurface(mesh: Mesh, node: number, skin: number): RigSurface {
  const { geometry } = mesh;
  const positions = readAttribute(geometry.getAttribute('position'), 3);
  const vertexCount = positions.length / 3;
  const indices = geometry.index
    ? Uint32Array.from(geometry.index.array)
    : Uint32Array.from({ length: vertexCount }, (_, vertex) => vertex);
  const morphTargets = (geometry.morphAttributes.position ?? []).map((attribute) => {
    const deltas = readAttribute(attribute, 3);
    if (!geometry.morphTargetsRelative) for (let k = 0; k < deltas.length; k++) deltas[k] -= positions[k];
    return deltas;
  });
  const normal = geometry.getAttribute('normal');
  const isSkinned = skin >= 0;
  const weights = isSkinned ? readAttribute(geometry.getAttribute('skinWeight'), 4) : new Float32Array(0);
  normalizeWeights(weights, 4);
  return {
    name: mesh.name || mesh.type,
    node,
    skin,
    positions,
    normals: normal ? readAttribute(normal, 3) : null,
    indices: indices.subarray(0, indices.length - (indices.length % 3)),
    influenceCount: isSkinned ? 4 : 0,
    jointIndices: Uint16Array.from(isSkinned ? readAttribute(geometry.getAttribute('skinIndex'), 4) : []),
    jointWeights: weights,
    morphTargets,
    color: [1, 1, 1],
  };
}

/** Returns the numbers of any attribute (also interleaved or quantised), `width` for each vertex. */
function readAttribute(attribute: Attribute, width: number): Float32Array {
  const out = new Float32Array(attribute.count * width);
  for (let vertex = 0; vertex < attribute.count; vertex++) {
    for (let c = 0; c < width; c++) out[vertex * width + c] = attribute.getComponent(vertex, c);
  }
  return out;
}
