import { AnimationMixer, type Mesh, Vector3 } from 'three';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { readGltf } from '../../files/gltf/read-gltf.ts';

/** The functions that a test calls on the page. */
export interface DracoPage {
  /** Returns the world positions of all vertices of the first mesh at a time of the clip, read with the loaders of three.js. */
  play(bytes: readonly number[], clip: number, time: number): Promise<number[]>;
  /** Returns the positions and indices of the first surface, read with Aftermotion. */
  read(bytes: readonly number[]): Promise<{ positions: number[]; indices: number[] }>;
}

const draco = new DRACOLoader().setDecoderPath('/draco/');

const dracoPage: DracoPage = {
  async play(bytes, clip, time) {
    const loader = new GLTFLoader().setDRACOLoader(draco);
    const gltf = await loader.parseAsync(Uint8Array.from(bytes).buffer, '');
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[clip]).play();
    mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
    const positions: number[] = [];
    const position = new Vector3();
    gltf.scene.traverse((object) => {
      const mesh = object as Mesh & { skeleton?: { update(): void } };
      if (!mesh.isMesh || positions.length > 0) return;
      mesh.skeleton?.update();
      for (let k = 0; k < mesh.geometry.attributes.position.count; k++) {
        mesh.getVertexPosition(k, position);
        positions.push(...mesh.localToWorld(position).toArray());
      }
    });
    return positions;
  },
  async read(bytes) {
    const { surfaces } = await readGltf(Uint8Array.from(bytes), { name: 'page.glb' });
    return { positions: [...surfaces[0].positions], indices: [...surfaces[0].indices] };
  },
};
Object.assign(globalThis, { dracoPage });
