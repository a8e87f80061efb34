import { type Group, type Material, type Mesh, type Object3D, Texture } from 'three';
import type { GLTF, GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js';
import type { Pose } from '../../src/motion/index.ts';

/** A node of the file with the objects that three created from it. */
interface PosedNode {
  readonly index: number;
  readonly object: Object3D;
  /** Meshes that the node's morph weights deform. */
  readonly bent: readonly Mesh[];
}

/** Returns the nodes of a loaded file with their indices in the file. Names are not used: they may be missing or repeated. */
export function findNodes(gltf: GLTF): PosedNode[] {
  const nodes: PosedNode[] = [];
  const associations = gltf.parser.associations as GLTFParser['associations'];
  gltf.scene.traverse((object) => {
    const index = associations.get(object)?.nodes;
    if (index === undefined) return;
    // The loader puts several primitives of one mesh into a group below the node.
    const parts = [
      object,
      ...object.children.filter((child) => associations.get(child)?.nodes === undefined),
    ];
    const bent = parts.filter((part): part is Mesh => (part as Mesh).morphTargetInfluences !== undefined);
    nodes.push({ index, object, bent });
  });
  return nodes;
}

/**
 * Moves the loaded file to the actor's pose, so that the visible shape is the colliding shape: local transforms and morph weights
 * by node index, with carry and placement above them.
 */
export function applyPose(root: Group, nodes: readonly PosedNode[], pose: Pose): void {
  root.matrix.fromArray(pose.root as ArrayLike<number> as number[]);
  const { elements } = root.matrix;
  const [x, y, z] = pose.carry;
  for (let row = 0; row < 3; row++) {
    elements[12 + row] += elements[row] * x + elements[4 + row] * y + elements[8 + row] * z;
  }
  root.matrixWorldNeedsUpdate = true;
  for (const { index, object, bent } of nodes) {
    object.position.fromArray(pose.translation as ArrayLike<number> as number[], 3 * index);
    object.quaternion.fromArray(pose.rotation as ArrayLike<number> as number[], 4 * index);
    object.scale.fromArray(pose.scale as ArrayLike<number> as number[], 3 * index);
    const weights = pose.weights[index];
    for (const mesh of bent) {
      for (let k = 0; k < weights.length; k++) mesh.morphTargetInfluences![k] = weights[k];
    }
  }
}

/** Frees the GPU objects of a loaded file. */
export function disposeObject(root: Object3D): void {
  root.traverse((object) => {
    const { geometry, material, skeleton } = object as Mesh & { skeleton?: { dispose(): void } };
    geometry?.dispose();
    skeleton?.dispose();
    for (const one of ([] as Material[]).concat(material ?? [])) {
      for (const value of Object.values(one)) {
        if (!(value instanceof Texture)) continue;
        value.dispose();
        if (typeof ImageBitmap !== 'undefined' && value.image instanceof ImageBitmap) value.image.close();
      }
      one.dispose();
    }
  });
}
