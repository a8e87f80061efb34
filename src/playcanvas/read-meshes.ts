import {
  type GraphNode,
  type Mesh,
  type MeshInstance,
  type RenderComponent,
  SEMANTIC_BLENDINDICES,
  SEMANTIC_BLENDWEIGHT,
} from 'playcanvas';
import { InputError } from '../input-error.ts';
import { normalizeWeights } from '../live/normalize-weights.ts';
import type { RigSource } from '../live/rig-collider.ts';
import type { Pose } from '../motion/pose.ts';
import type { Rig, RigNode, RigSkin, RigSurface } from '../motion/rig.ts';

/**
 * Reads the meshes of all render components at and below an entity: plain and skinned. Morph targets are not read. Throws an `InputError` if
 * there are none.
 */
export function readMeshes(root: GraphNode): RigSource {
  const nodes: RigNode[] = [];
  const sources: GraphNode[] = [];
  const skins: RigSkin[] = [];
  const surfaces: RigSurface[] = [];
  const addNode = (source: GraphNode) => {
    sources.push(source);
    const { name } = source;
    return (
      nodes.push({
        name,
        parent: -1,
        translation: [0, 0, 0],
        rotation: [0, 0, 0, 1],
        scale: [1, 1, 1],
        weights: [],
      }) - 1
    );
  };
  const found = root.find((node: GraphNode) => (node as { render?: RenderComponent }).render !== undefined);
  for (const entity of found) {
    for (const instance of (entity as unknown as { render: RenderComponent }).render.meshInstances ?? []) {
      if (!instance.mesh) continue;
      const node = addNode(instance.node);
      const skin = instance.skinInstance ? addSkin(instance) : -1;
      surfaces.push(readSurface(instance.mesh, instance.node.name, node, skin));
    }
  }

  function addSkin({ skinInstance, node }: MeshInstance): number {
    const { bones, skin } = skinInstance as unknown as {
      readonly bones: readonly GraphNode[];
      readonly skin: { readonly inverseBindPose: readonly { readonly data: Float32Array }[] };
    };
    const first = nodes.length;
    const inverseBind = new Float64Array(16 * bones.length);
    bones.forEach((bone, k) => {
      addNode(bone);
      inverseBind.set(skin.inverseBindPose[k].data, 16 * k);
    });
    return (
      skins.push({ name: node.name, joints: Int32Array.from(bones, (_, k) => first + k), inverseBind }) - 1
    );
  }

  if (surfaces.length === 0)
    throw InputError.at(root.name, 'expected an entity with meshes, got one without');
  const order = Int32Array.from(nodes.keys());
  const rig: Rig = { name: root.name, nodes, skins, surfaces, clips: [], order, warnings: [] };
  return {
    rig,
    readPose(pose: Pose) {
      // Marks the skins' matrices as outdated. The world matrices that this call computes are overwritten afterwards.
      pose.updateWorld();
      // Matrices of entities are computed when they are read.
      for (const [node, source] of sources.entries())
        pose.world.set(source.getWorldTransform().data, 16 * node);
    },
  };
}

/** Returns a mesh as a surface. skin: index of its skin, −1 if it is not skinned. */
function readSurface(mesh: Mesh, name: string, node: number, skin: number): RigSurface {
  const positions: number[] = [];
  mesh.getPositions(positions);
  const vertexCount = positions.length / 3;
  const indices: number[] = [];
  mesh.getIndices(indices);
  const joints: number[] = [];
  const weights: number[] = [];
  if (skin >= 0) {
    mesh.getVertexStream(SEMANTIC_BLENDINDICES, joints);
    mesh.getVertexStream(SEMANTIC_BLENDWEIGHT, weights);
  }
  // Weights that a file stores as integers are not divided by their maximum here.
  const jointWeights = Float32Array.from(weights);
  normalizeWeights(jointWeights, 4);
  const triangles = indices.length > 0 ? indices : Array.from({ length: vertexCount }, (_, v) => v);
  return {
    name,
    node,
    skin,
    positions: Float32Array.from(positions),
    normals: null,
    indices: Uint32Array.from(triangles.slice(0, triangles.length - (triangles.length % 3))),
    influenceCount: skin >= 0 ? 4 : 0,
    jointIndices: Uint16Array.from(joints),
    jointWeights,
    morphTargets: [],
    color: [1, 1, 1],
  };
}
