import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { ImportMeshAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import '@babylonjs/core/Morph/morphTargetManager.js';
import '@babylonjs/core/Animations/animatable.js';
import '@babylonjs/loaders/glTF/2.0/glTFLoader.js';

/** A file that is played with Babylon.js. */
export interface BabylonPlayer {
  readonly clipNames: readonly string[];
  /** Meshes that have vertices, in the file's order. */
  readonly meshes: readonly AbstractMesh[];
  show(clip: number, time: number): void;
  /** Returns the world positions of all vertices, after morph targets and skin, [3 · vertexCount]. */
  positions(mesh: AbstractMesh): Float64Array;
  /** Returns the unit normals after the morph targets and before the skin, in mesh space, [3 · vertexCount]. */
  normals(mesh: AbstractMesh): Float64Array;
  dispose(): void;
}

/** Loads a GLB with Babylon's own loader, without a screen. Remove its pictures first, since Node cannot decode them. */
export async function playInBabylon(bytes: Uint8Array): Promise<BabylonPlayer> {
  Logger.LogLevels = Logger.NoneLogLevel;
  const engine = new NullEngine();
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  new FreeCamera('camera', new Vector3(0, 0, 5), scene);
  const { meshes, animationGroups } = await ImportMeshAsync(bytes, scene, { pluginExtension: '.glb' });
  const world = (mesh: AbstractMesh, data: ArrayLike<number>) => {
    const matrix = mesh.computeWorldMatrix(true);
    const out = new Float64Array(data.length);
    for (let k = 0; k < data.length; k += 3) {
      const point = new Vector3(data[k], data[k + 1], data[k + 2]);
      Vector3.TransformCoordinates(point, matrix).toArray(out as unknown as number[], k);
    }
    return out;
  };
  return {
    clipNames: animationGroups.map(({ name }) => name),
    meshes: meshes.filter((mesh) => mesh.getTotalVertices() > 0),
    show(clip, time) {
      for (const group of animationGroups) group.stop();
      const group = animationGroups[clip];
      group.start(false);
      // A frame of a glTF clip is 1/60 s.
      group.goToFrame(60 * time);
      group.pause();
      for (const skeleton of scene.skeletons) skeleton.prepare(true);
    },
    positions: (mesh) => world(mesh, mesh.getPositionData(true, true)!),
    normals(mesh) {
      const out = Float64Array.from(mesh.getNormalsData(false, true)!);
      for (let k = 0; k < out.length; k += 3) {
        const length = Math.hypot(out[k], out[k + 1], out[k + 2]);
        for (let axis = 0; axis < 3; axis++) out[k + axis] /= length;
      }
      return out;
    },
    dispose: () => engine.dispose(),
  };
}
