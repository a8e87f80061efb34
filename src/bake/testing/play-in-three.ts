import { AnimationMixer, type Mesh, type Object3D, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { createDracoForThree } from './draco-for-three.ts';
import { leaveOutPictures } from './leave-out-pictures.ts';

/** A file that is played with three.js. */
export interface ThreePlayer {
  readonly clipNames: readonly string[];
  /** Returns the meshes of a node: one for each primitive with triangles, in the order of the file. */
  meshesOf(node: number): Mesh[];
  /** Returns the index in the file of the node with this name. */
  nodeNamed(name: string): number;
  /** Returns the transform of a node of the file to the world, column-major. */
  worldOf(node: number): readonly number[];
  /** Shows one clip at a time of that clip, seconds. */
  show(clip: number, time: number): void;
  /** Returns the world positions of the vertices of a mesh, after morph targets and skin, [3 · vertexCount]. */
  positions(mesh: Mesh): Float64Array;
  /** Returns the unit normals after the morph targets and before the skin, in mesh space, [3 · vertexCount]. */
  normals(mesh: Mesh): Float64Array;
}

/** Loads a GLB with the loader of three.js, without its pictures, since Node cannot decode them. */
export async function playInThree(bytes: Uint8Array): Promise<ThreePlayer> {
  const plain = leaveOutPictures(bytes);
  const loader = new GLTFLoader();
  const { MeshoptDecoder } = await import('three/addons/libs/meshopt_decoder.module.js');
  loader.setMeshoptDecoder(MeshoptDecoder);
  loader.setDRACOLoader(await createDracoForThree());
  const gltf = await loader.parseAsync(plain.buffer as ArrayBuffer, '');
  const mixer = new AnimationMixer(gltf.scene);
  const { associations } = gltf.parser;
  const found: { mesh: Mesh; node: number; primitive: number }[] = [];
  gltf.scene.traverse((object: Object3D) => {
    if (!(object as Mesh).isMesh) return;
    const own = associations.get(object);
    // In three.js, several primitives of a mesh are children of a group, which represents the node.
    const node = own?.nodes ?? associations.get(object.parent!)?.nodes ?? -1;
    found.push({ mesh: object as Mesh, node, primitive: own?.primitives ?? 0 });
  });
  found.sort((a, b) => a.primitive - b.primitive);
  const position = new Vector3();
  return {
    clipNames: gltf.animations.map(({ name }) => name),
    meshesOf: (node) => found.filter((entry) => entry.node === node).map(({ mesh }) => mesh),
    nodeNamed: (name) =>
      (gltf.parser.json as { nodes: { name?: string }[] }).nodes.findIndex((node) => node.name === name),
    worldOf(node) {
      let world: readonly number[] = [];
      gltf.scene.traverse((object: Object3D) => {
        if (associations.get(object)?.nodes === node) world = object.matrixWorld.elements;
      });
      return world;
    },
    show(clip, time) {
      mixer.stopAllAction();
      mixer.clipAction(gltf.animations[clip]).play();
      mixer.setTime(time);
      gltf.scene.updateMatrixWorld(true);
      gltf.scene.traverse((object) => {
        const { skeleton } = object as { skeleton?: { update(): void } };
        skeleton?.update();
      });
    },
    positions(mesh) {
      const { count } = mesh.geometry.attributes.position;
      const out = new Float64Array(3 * count);
      for (let k = 0; k < count; k++) {
        mesh.getVertexPosition(k, position);
        mesh.localToWorld(position).toArray(out, 3 * k);
      }
      return out;
    },
    normals(mesh) {
      const { normal } = mesh.geometry.attributes;
      const deltas = mesh.geometry.morphAttributes.normal ?? [];
      const out = new Float64Array(3 * normal.count);
      for (let k = 0; k < normal.count; k++) {
        const sum = new Vector3().fromBufferAttribute(normal, k);
        deltas.forEach((delta, target) => {
          sum.addScaledVector(position.fromBufferAttribute(delta, k), mesh.morphTargetInfluences![target]);
        });
        sum.normalize().toArray(out, 3 * k);
      }
      return out;
    },
  };
}
