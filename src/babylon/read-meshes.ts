import type { Bone } from '@babylonjs/core/Bones/bone.js';
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import { Matrix } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { InputError } from '../input-error.ts';
import { normalizeWeights } from '../live/normalize-weights.ts';
import type { RigSource } from '../live/rig-collider.ts';
import type { Pose } from '../motion/pose.ts';
import type { Rig, RigNode, RigSkin, RigSurface } from '../motion/rig.ts';

/** Writes the current world matrix of a node of the rig into out [16], as the engine's scene has it. */
type ReadMatrix = (out: Float64Array, at: number) => void;

/**
 * Reads all meshes at and below a node: plain, skinned and morphed. Babylon's scenes are left-handed unless they say otherwise: their z is
 * mirrored here. Throws an `InputError` if there are none.
 */
export function readMeshes(root: TransformNode): RigSource {
  const nodes: RigNode[] = [];
  const readers: ReadMatrix[] = [];
  const skins: RigSkin[] = [];
  const surfaces: RigSurface[] = [];
  const meshes: { readonly mesh: AbstractMesh; readonly node: number }[] = [];
  const name = root.name || root.getClassName();
  const isMirrored = !root.getScene().useRightHandedSystem;
  const addNode = (own: string, parent: number, weightCount: number, read: ReadMatrix) => {
    readers.push(read);
    const weights = new Array<number>(weightCount).fill(0);
    return (
      nodes.push({
        name: own,
        parent,
        translation: [0, 0, 0],
        rotation: [0, 0, 0, 1],
        scale: [1, 1, 1],
        weights,
      }) - 1
    );
  };

  const isMesh = (node: unknown): node is AbstractMesh =>
    typeof (node as Partial<AbstractMesh>).getTotalVertices === 'function';
  for (const mesh of [...(isMesh(root) ? [root] : []), ...root.getChildMeshes(false)]) {
    const positions = mesh.getVerticesData(VertexBuffer.PositionKind);
    if (!positions || positions.length === 0) continue;
    const targets = mesh.morphTargetManager?.numTargets ?? 0;
    const node = addNode(mesh.name, -1, targets, (out, at) => out.set(mesh.getWorldMatrix().m, at));
    meshes.push({ mesh, node });
    const skin = mesh.skeleton ? addSkin(mesh) : -1;
    surfaces.push(readSurface(mesh, Float32Array.from(positions), node, skin));
  }

  function addSkin(mesh: AbstractMesh): number {
    const skeleton = mesh.skeleton!;
    const first = nodes.length;
    const inverseBind = new Float64Array(16 * skeleton.bones.length);
    const scratch = new Matrix();
    skeleton.bones.forEach((bone: Bone, k) => {
      const parent = bone.getParent();
      const inverse = bone.getAbsoluteInverseBindMatrix();
      const bind = inverse.clone().invert();
      inverseBind.set(inverse.m, 16 * k);
      // A matrix of the skin moves a vertex from its rest position; after the bind matrix it is the place of the joint.
      addNode(bone.name, parent ? first + skeleton.bones.indexOf(parent) : -1, 0, (out, at) => {
        Matrix.FromArrayToRef(skeleton.getTransformMatrices(mesh), 16 * k, scratch);
        out.set(bind.multiply(scratch).multiply(mesh.getWorldMatrix()).m, at);
      });
    });
    const joints = Int32Array.from(skeleton.bones.keys(), (k) => first + k);
    return skins.push({ name: mesh.name, joints, inverseBind }) - 1;
  }

  if (surfaces.length === 0) throw InputError.at(name, 'expected a node with meshes, got one without');
  const order = Int32Array.from(nodes.keys()).sort((a, b) => depthOf(nodes, a) - depthOf(nodes, b));
  const rig: Rig = { name, nodes, skins, surfaces, clips: [], order, warnings: [] };
  return {
    rig,
    readPose(pose: Pose) {
      // Marks the skins' matrices as outdated. The world matrices that this call computes are overwritten afterwards.
      pose.updateWorld();
      root.computeWorldMatrix(true);
      for (const { mesh, node } of meshes) {
        mesh.computeWorldMatrix(true);
        mesh.skeleton?.prepare(true);
        const manager = mesh.morphTargetManager;
        for (let k = 0; k < pose.weights[node].length; k++) {
          pose.weights[node][k] = manager?.getTarget(k).influence ?? 0;
        }
      }
      for (const [node, read] of readers.entries()) read(pose.world, 16 * node);
      if (!isMirrored) return;
      for (let k = 2; k < pose.world.length; k += 4) pose.world[k] = -pose.world[k];
    },
  };
}

function depthOf(nodes: readonly RigNode[], node: number): number {
  let depth = 0;
  for (let above = nodes[node].parent; above >= 0; above = nodes[above].parent) depth++;
  return depth;
}

/** Returns a mesh as a surface. skin: index of its skin, −1 if it is not skinned. */
function readSurface(mesh: AbstractMesh, positions: Float32Array, node: number, skin: number): RigSurface {
  const vertexCount = positions.length / 3;
  const read = (kind: string) => mesh.getVerticesData(kind);
  const influences = skin >= 0 ? [[VertexBuffer.MatricesIndicesKind, VertexBuffer.MatricesWeightsKind]] : [];
  // Meshes with more than four joints for a vertex have the others in a second pair of attributes.
  if (skin >= 0 && read(VertexBuffer.MatricesWeightsExtraKind))
    influences.push([VertexBuffer.MatricesIndicesExtraKind, VertexBuffer.MatricesWeightsExtraKind]);
  const influenceCount = 4 * influences.length;
  const jointIndices = new Uint16Array(influenceCount * vertexCount);
  const jointWeights = new Float32Array(influenceCount * vertexCount);
  influences.forEach(([indicesKind, weightsKind], pair) => {
    const [indices, weights] = [read(indicesKind)!, read(weightsKind)!];
    for (let v = 0; v < vertexCount; v++) {
      for (let c = 0; c < 4; c++) {
        jointIndices[v * influenceCount + 4 * pair + c] = indices[4 * v + c];
        jointWeights[v * influenceCount + 4 * pair + c] = weights[4 * v + c];
      }
    }
  });
  if (skin >= 0) normalizeWeights(jointWeights, influenceCount);
  const manager = mesh.morphTargetManager;
  const morphTargets = Array.from({ length: manager?.numTargets ?? 0 }, (_, k) => {
    const target = manager!.getTarget(k).getPositions() ?? positions;
    return Float32Array.from(positions, (value, at) => target[at] - value);
  });
  const indices = Uint32Array.from(mesh.getIndices() ?? Array.from({ length: vertexCount }, (_, v) => v));
  return {
    name: mesh.name,
    node,
    skin,
    positions,
    normals: null,
    indices: indices.subarray(0, indices.length - (indices.length % 3)),
    influenceCount,
    jointIndices,
    jointWeights,
    morphTargets,
    color: [1, 1, 1],
  };
}
