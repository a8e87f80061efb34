import {
  type BatchedMesh,
  type Bone,
  type InstancedMesh,
  Matrix4,
  type Mesh,
  type Object3D,
  type Skeleton,
  type SkinnedMesh,
} from 'three';
import { InputError } from '../../input-error.ts';
import { maxOf } from '../../math/lists.ts';
import { createMatrix, multiplyMatrices } from '../../math/matrix.ts';
import type { Rig, RigNode, RigSurface } from '../../motion/rig.ts';
import { pickTriangles } from '../../motion/split-surface.ts';
import { createNode, findParent, orderNodes, readInverseBind, readSurface } from './read-object.ts';

/**
 * Writes the bone matrices of an instance, column-major, [16 · boneCount]: from mesh space to the space of the instance, before its own
 * matrix is applied. These are the matrices that a shader for instanced skinning reads from its texture, and the content of three's
 * `Skeleton.boneMatrices` for a mesh at the origin. mesh: the instanced mesh, if the crowd has several.
 */
export type ReadBones = (instance: number, out: Float64Array, mesh: Mesh) => void;

/** Where a crowd's poses come from if three.js does not define it. */
export interface CrowdSourceOptions {
  /** Bones of each instance, for instanced or batched skinned meshes. three.js has no standard for them. */
  readonly readBones?: ReadBones;
  /** Names and hierarchy of the bones that `readBones` writes. Default: the skeleton of the mesh, if it has one. */
  readonly skeleton?: Skeleton;
}

/** A mesh of a crowd: its surfaces, and the matrices of its instances. */
export interface CrowdMesh {
  /** The joints of the mesh, as the nodes and the only skin of a rig. No nodes if the mesh is rigid. */
  readonly rig: Rig;
  /** The surfaces that instances may have: one, or one for each geometry of a batch. */
  readonly surfaces: readonly RigSurface[];
  /** Number of instances. For a batch, one more than the largest number of an instance. */
  readonly count: number;
  /** Prepares the reading of a frame. toUser: transform from the world to the space of the poses. Null: the world. */
  begin(toUser: Matrix4 | null): void;
  /** Returns the index of the surface of an instance. −1 if the instance is hidden or does not exist. */
  surfaceOf(instance: number): number;
  /** Writes the matrices of some joints of an instance, from mesh space to the user's space, [16 · joints.length]. */
  read(instance: number, joints: ArrayLike<number>, out: Float64Array): void;
}

/** Reads the meshes of a crowd. Throws an `InputError` if there are none, and if clones differ. */
export function readCrowd(objects: Object3D | readonly Object3D[], options: CrowdSourceOptions): CrowdMesh[] {
  if (Array.isArray(objects)) return readClones(objects as readonly Object3D[]);
  const root = objects as Object3D;
  root.updateWorldMatrix(true, true);
  const found: CrowdMesh[] = [];
  root.traverse((object) => {
    const mesh = object as Mesh & { isInstancedMesh?: boolean; isBatchedMesh?: boolean };
    if (mesh.isBatchedMesh) found.push(readBatch(object as BatchedMesh, options));
    else if (mesh.isInstancedMesh) found.push(readInstances(object as InstancedMesh, options));
  });
  if (found.length > 0) return found;
  throw InputError.at(
    root.name || root.type,
    'expected an InstancedMesh, a BatchedMesh, an object that holds some, or a list of clones of one character, got none of them; ' +
      'for a single object call colliderFrom',
  );
}

function readInstances(mesh: InstancedMesh, options: CrowdSourceOptions): CrowdMesh {
  const skinned = mesh as unknown as SkinnedMesh;
  const shared = skinned.isSkinnedMesh ? skinned : null;
  const instance = new Matrix4();
  const source = createSource(mesh, shared, options, (k) =>
    instance.fromArray(mesh.instanceMatrix.array, 16 * k),
  );
  return {
    ...source,
    surfaces: [source.surface],
    get count() {
      return mesh.count;
    },
    surfaceOf: () => (mesh.visible ? 0 : -1),
  };
}

function readBatch(mesh: BatchedMesh, options: CrowdSourceOptions): CrowdMesh {
  const instance = new Matrix4();
  const source = createSource(mesh, null, options, (k) => mesh.getMatrixAt(k, instance));
  const surfaces: RigSurface[] = [];
  /** Index of the surface of each geometry. */
  const surfaceOfGeometry = new Map<number, number>();
  /** Returns the geometry of an instance. −1 if it is hidden or was deleted: three throws an error for numbers without an instance. */
  const geometryOf = (k: number): number => {
    try {
      return mesh.getVisibleAt(k) ? mesh.getGeometryIdAt(k) : -1;
    } catch {
      return -1;
    }
  };
  const addGeometry = (geometry: number): boolean => {
    if (surfaceOfGeometry.has(geometry)) return true;
    try {
      const { start, count } = mesh.getGeometryRangeAt(geometry)!;
      const triangles = Array.from({ length: Math.floor(count / 3) }, (_, k) => start / 3 + k);
      surfaceOfGeometry.set(geometry, surfaces.length);
      surfaces.push({
        ...pickTriangles(source.surface, triangles),
        name: `${source.surface.name}/${geometry}`,
      });
      return true;
    } catch {
      return false;
    }
  };
  for (let geometry = 0; addGeometry(geometry); ) geometry++;
  // A deleted geometry leaves a gap in the numbers.
  for (let k = 0; k < mesh.maxInstanceCount; k++) if (geometryOf(k) >= 0) addGeometry(geometryOf(k));
  return {
    ...source,
    surfaces,
    get count() {
      return mesh.maxInstanceCount;
    },
    surfaceOf: (k) => (mesh.visible ? (surfaceOfGeometry.get(geometryOf(k)) ?? -1) : -1),
  };
}

/** What instanced and batched meshes share. skinned: the mesh itself if all instances have the pose of its skeleton. */
function createSource(
  mesh: Mesh,
  skinned: SkinnedMesh | null,
  { readBones, skeleton = skinned?.skeleton }: CrowdSourceOptions,
  instanceMatrix: (instance: number) => Matrix4,
) {
  const isSkinned = skinned !== null || readBones !== undefined;
  if (isSkinned && !mesh.geometry.getAttribute('skinIndex')) {
    throw InputError.at(
      mesh.name || mesh.type,
      'expected a geometry with skinIndex and skinWeight, since `readBones` gives bones for it',
    );
  }
  const surface = readSurface(mesh, 0, isSkinned ? 0 : -1);
  const boneCount = isSkinned ? (skeleton?.bones.length ?? 1 + maxOf(surface.jointIndices)) : 0;
  const inverseBind = skinned && !readBones ? readInverseBind(skinned) : null;
  const bones = new Float64Array(16 * boneCount);
  const base = new Matrix4();
  const bindInverse = new Matrix4();
  return {
    rig: createJointRig(mesh.name || mesh.type, skeleton?.bones ?? [], boneCount),
    surface: { ...surface, morphTargets: [] },
    begin(toUser: Matrix4 | null) {
      mesh.updateWorldMatrix(true, false);
      base.copy(mesh.matrixWorld);
      if (toUser) base.premultiply(toUser);
      if (!skinned || readBones) return;
      if (skinned.bindMode === 'detached') bindInverse.copy(skinned.bindMatrixInverse);
      else bindInverse.copy(mesh.matrixWorld).invert();
      skinned.skeleton.bones.forEach((bone, joint) => {
        bone.updateWorldMatrix(true, false);
        multiplyMatrices(inMesh, 0, bone.matrixWorld.elements, 0, inverseBind!, 16 * joint);
        multiplyMatrices(bones, 16 * joint, bindInverse.elements, 0, inMesh, 0);
      });
    },
    read(instance: number, joints: ArrayLike<number>, out: Float64Array) {
      multiplyMatrices(place, 0, base.elements, 0, instanceMatrix(instance).elements, 0);
      if (!isSkinned) {
        out.set(place);
        return;
      }
      readBones?.(instance, bones, mesh);
      for (let k = 0; k < joints.length; k++) multiplyMatrices(out, 16 * k, place, 0, bones, 16 * joints[k]);
    },
  };
}

/** Meshes of clones of one character, such as `SkeletonUtils.clone` makes them: each clone is an instance. */
function readClones(clones: readonly Object3D[]): CrowdMesh[] {
  const meshesOf = (root: Object3D) => {
    const meshes: Mesh[] = [];
    root.traverse((object) => {
      if ((object as Mesh).isMesh && (object as Mesh).geometry.getAttribute('position'))
        meshes.push(object as Mesh);
    });
    return meshes;
  };
  const [first] = clones;
  if (!first) throw InputError.at('crowdColliderFrom', 'expected at least one clone, got an empty list');
  const all = clones.map((clone, k) => {
    const meshes = meshesOf(clone);
    const models = k === 0 ? meshes : meshesOf(first);
    if (
      meshes.length > 0 &&
      meshes.every(({ geometry }, m) => geometry === models[m]?.geometry) &&
      meshes.length === models.length
    )
      return meshes;
    throw InputError.at(
      `crowdColliderFrom[${k}]`,
      `expected a clone of "${first.name || first.type}" with the same geometries, as SkeletonUtils.clone makes it, got "${clone.name || clone.type}"`,
    );
  });
  return all[0].map((model, m) => {
    const skinned = (model as SkinnedMesh).isSkinnedMesh ? (model as SkinnedMesh) : null;
    const bones = skinned?.skeleton.bones ?? [];
    const surface = readSurface(model, 0, skinned ? 0 : -1);
    const inverseBind = skinned && readInverseBind(skinned);
    let space: Matrix4 | null = null;
    /** For each clone, the objects that move the joints that are read. They are the same in every frame. */
    const chains: Object3D[][] = [];
    return {
      rig: createJointRig(first.name || first.type, bones, bones.length),
      surfaces: [{ ...surface, morphTargets: [] }],
      count: clones.length,
      begin(toUser: Matrix4 | null) {
        space = toUser;
      },
      surfaceOf: (k: number) => (all[k][m].visible ? 0 : -1),
      read(k: number, joints: ArrayLike<number>, out: Float64Array) {
        const mesh = all[k][m] as SkinnedMesh;
        if (!inverseBind) {
          mesh.updateWorldMatrix(true, false);
          out.set((space ? scratch.multiplyMatrices(space, mesh.matrixWorld) : mesh.matrixWorld).elements);
          return;
        }
        const isDetached = mesh.bindMode === 'detached';
        if (isDetached) mesh.updateWorldMatrix(true, false);
        const { bones } = mesh.skeleton;
        chains[k] ??= findChain(clones[k], bones, joints);
        clones[k].updateWorldMatrix(true, false);
        for (const object of chains[k]) object.updateWorldMatrix(false, false);
        for (let j = 0; j < joints.length; j++) {
          let world = bones[joints[j]].matrixWorld;
          if (isDetached)
            world = scratch.multiplyMatrices(mesh.matrixWorld, mesh.bindMatrixInverse).multiply(world);
          if (space) world = scratch.multiplyMatrices(space, world);
          multiplyMatrices(out, 16 * j, world.elements, 0, inverseBind, 16 * joints[j]);
        }
      },
    };
  });
}

/** Returns the joints and everything between them and the clone, parents first. Bones outside of the clone come with all their ancestors. */
function findChain(clone: Object3D, bones: readonly Bone[], joints: ArrayLike<number>): Object3D[] {
  const chain = new Set<Object3D>();
  const add = (object: Object3D | null) => {
    if (!object || object === clone || chain.has(object)) return;
    add(object.parent);
    chain.add(object);
  };
  for (let j = 0; j < joints.length; j++) add(bones[joints[j]]);
  return [...chain];
}

/** Returns a rig whose nodes are the joints of its only skin. Joints without a bone have no name and no parent. */
function createJointRig(name: string, bones: readonly Bone[], count: number): Rig {
  const nodes = Array.from({ length: count }, (_, joint): RigNode => {
    const bone = bones[joint];
    return createNode(bone?.name ?? '', bone ? findParent(bone, bones, 0) : -1, 0);
  });
  const inverseBind = new Float64Array(16 * count);
  for (let joint = 0; joint < count; joint++) inverseBind.set(createMatrix(), 16 * joint);
  const skins = [{ name, joints: Int32Array.from(nodes.keys()), inverseBind }];
  return { name, nodes, skins, surfaces: [], clips: [], order: orderNodes(nodes), warnings: [] };
}

const place = new Float64Array(16);
const inMesh = new Float64Array(16);
const scratch = new Matrix4();
