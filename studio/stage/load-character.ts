import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LoadingManager,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
} from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import type { BakeActor, BakeBody, BakeCharacter, StickingGround } from '../../src/index.ts';
import { creaseMesh, createRigidPose } from '../../src/motion/index.ts';
import { matchSurfaces } from '../../src/three/index.ts';
import { createCoverPainter } from './paint-covers.ts';
import { applyPose, disposeObject, findNodes } from './pose-character.ts';

/** A moving object in the picture. */
export interface StageActor {
  readonly name: string;
  readonly object: Group;
  /** Moves it to the pose of its actor at t, seconds. */
  pose(t: number): void;
  /** Returns the mesh that draws each surface of the rig. Null if no mesh draws it. Absent for plain surfaces. */
  meshes?(): (Mesh | null)[];
  /** Shows what grounds left on it, instead of what was shown before. Absent for plain surfaces and rigid bodies. */
  cover?(grounds: readonly StickingGround[]): void;
  /** Returns the object of a node of the character's file. Absent for plain surfaces. */
  nodeObject?(node: number): Object3D | null;
  dispose(): void;
}

/** One of the surfaces from `BakeActor.posedMeshesAt`. */
export type PosedMesh = ReturnType<BakeActor['posedMeshesAt']>[number];

/**
 * Returns an actor with the look of its file: materials, textures, skins. A rigid body has its colours. If three cannot load a file, its
 * surfaces are drawn in plain colours, and `warn` receives the reason.
 */
export async function loadStageActor(actor: BakeActor, warn: (message: string) => void): Promise<StageActor> {
  if (actor.body) return createBodyActor(actor.name, actor.body);
  if (!actor.character) return createMeshActor(actor.name, actor.posedMeshesAt);
  try {
    return await loadCharacter(actor, actor.character);
  } catch (error) {
    warn(
      `${actor.file} is shown in plain colours: ${error instanceof Error ? error.message : String(error)}`,
    );
    return createMeshActor(actor.name, actor.posedMeshesAt);
  }
}

async function loadCharacter(
  owner: BakeActor,
  { actor, bytes, resolve }: BakeCharacter,
): Promise<StageActor> {
  const { name } = owner;
  const manager = new LoadingManager();
  const addresses: string[] = [];
  // Files that a .gltf refers to have the same source as the scene's files, never the network.
  manager.setURLModifier((address) => {
    if (/^(blob|data):/.test(address)) return address;
    const part = resolve(decodeURIComponent(address));
    const made = URL.createObjectURL(new Blob(part ? [part.slice()] : []));
    addresses.push(made);
    return made;
  });
  const loader = new GLTFLoader(manager);
  const { MeshoptDecoder } = await import('meshoptimizer/decoder');
  await MeshoptDecoder.ready;
  loader.setMeshoptDecoder(MeshoptDecoder);
  if (usesDraco(bytes)) {
    const { createDracoForThree } = await import('./draco-for-three.ts');
    loader.setDRACOLoader(createDracoForThree());
  }
  const gltf = await loader.parseAsync(bytes.slice().buffer as ArrayBuffer, '');
  for (const address of addresses) URL.revokeObjectURL(address);
  const object = new Group();
  object.name = name;
  object.matrixAutoUpdate = false;
  object.add(gltf.scene);
  object.traverse((part) => {
    part.castShadow = true;
    part.receiveShadow = true;
    // Bounds are those of the file's rest pose, which is not the current pose.
    part.frustumCulled = false;
  });
  const nodes = findNodes(gltf);
  const meshes = () => matchSurfaces(gltf.scene, actor.rig, gltf.parser.associations);
  return {
    name,
    object,
    pose: (t) => applyPose(object, nodes, actor.poseAt(t)),
    meshes,
    cover: createCoverPainter(owner, actor.rig.surfaces, meshes),
    nodeObject: (node) => nodes.find(({ index }) => index === node)?.object ?? null,
    dispose: () => disposeObject(object),
  };
}

/** Returns whether the file uses Draco: the decoder is large. */
function usesDraco(bytes: Uint8Array): boolean {
  const isGlb = bytes[0] === 0x67;
  const length = isGlb ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true) : bytes.length;
  const json = new TextDecoder().decode(bytes.subarray(isGlb ? 20 : 0, (isGlb ? 20 : 0) + length));
  return json.includes('KHR_draco_mesh_compression');
}

/** Creates a rigid body: created once, then moved. */
function createBodyActor(name: string, { mesh, motion, scale, color }: BakeBody): StageActor {
  const { positions, indices, normals, colors } = creaseMesh(mesh);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  if (colors) geometry.setAttribute('color', new BufferAttribute(colors, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  const look = colors ? { vertexColors: true } : { color: new Color(...color) };
  const surface = new Mesh(geometry, new MeshStandardMaterial({ ...look, roughness: 0.85 }));
  surface.castShadow = true;
  surface.receiveShadow = true;
  const object = new Group().add(surface);
  object.name = name;
  object.scale.setScalar(scale);
  const at = createRigidPose();
  return {
    name,
    object,
    pose(t) {
      motion.sample(at, t);
      object.position.fromArray(at.position);
      object.quaternion.fromArray(at.rotation);
      object.updateMatrixWorld();
    },
    dispose: () => disposeObject(object),
  };
}

/** Creates plain surfaces that are created again at every pose: for props, brushes, and files that cannot be loaded. */
export function createMeshActor(
  name: string,
  posedMeshesAt: (t: number) => readonly PosedMesh[],
): StageActor {
  const object = new Group();
  object.name = name;
  const meshes = posedMeshesAt(0).map(({ positions, indices, color }) => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions.length), 3));
    geometry.setIndex(new BufferAttribute(Uint32Array.from(indices), 1));
    const material = new MeshStandardMaterial({ color: new Color(...color), roughness: 0.85 });
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false;
    object.add(mesh);
    return mesh;
  });
  return {
    name,
    object,
    pose(t) {
      posedMeshesAt(t).forEach(({ positions }, k) => {
        const { geometry } = meshes[k];
        const attribute = geometry.getAttribute('position') as BufferAttribute;
        attribute.array.set(positions);
        attribute.needsUpdate = true;
        geometry.computeVertexNormals();
      });
    },
    dispose: () => disposeObject(object),
  };
}
