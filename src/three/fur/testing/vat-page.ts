import * as THREE from 'three';
import { EXRLoader } from 'three/addons/loaders/EXRLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { vatFragmentShader, vatScript, vatVertexShader } from '../../../bake/shells/vat-shader.ts';
import { FurObject } from '../fur-object.ts';
import { loadFurPlayback } from '../load-fur-playback.ts';
import type { ShellsMotion } from '../shells-data.ts';
import { findFurVats } from '../vat-playback.ts';

/** Address at which the test serves the baked files. */
const folder = '/baked/';

export interface VatView {
  readonly file: string;
  /** Seconds since the first frame. */
  readonly seconds: number;
  /** Position of the camera, m. */
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
  readonly size: number;
}

export interface VatPage {
  /** Draws four pictures, RGBA: the texture played back; the given motion, live; the example of the README; and the empty scene. */
  draw(
    view: VatView,
    live: Pick<ShellsMotion, 'roots' | 'normals' | 'offsets'>,
  ): Promise<Record<'playback' | 'live' | 'example' | 'bare', Uint8Array>>;
}

const renderer = new THREE.WebGLRenderer();

async function draw(view: VatView, live: Parameters<VatPage['draw']>[1]) {
  const gltf = await pose(view);
  const playback = await loadFurPlayback(gltf.scene, folder);
  playback.show(view.seconds);
  const fur = new FurObject(playback.shells, {
    layers: playback.fur.look.layerCount,
    fins: false,
    shadows: false,
  });
  gltf.scene.add(fur);
  fur.update();
  const played = render(gltf.scene, view);
  fur.update(live);
  const wanted = render(gltf.scene, view);
  fur.dispose();
  const bare = render(new THREE.Object3D(), view);
  return { playback: played, live: wanted, example: await drawExample(view), bare };
}

async function pose({ file, seconds }: VatView) {
  const gltf = await new GLTFLoader().loadAsync(folder + file);
  const clip = gltf.animations.at(0);
  if (clip) {
    const mixer = new THREE.AnimationMixer(gltf.scene);
    mixer.clipAction(clip).play();
    mixer.setTime(seconds);
  }
  gltf.scene.updateMatrixWorld(true);
  return gltf;
}

/** Runs the example of the README unchanged. */
async function drawExample(view: VatView): Promise<Uint8Array> {
  const gltf = await pose(view);
  const [{ vat, blades: atlas }] = findFurVats(gltf.scene);
  const motion = await new EXRLoader().loadAsync(folder + vat.file);
  const blades = await new THREE.TextureLoader().loadAsync(folder + atlas.file);
  blades.generateMipmaps = false;
  const run = new Function('THREE', 'gltf', 'motion', 'blades', 'vertexShader', 'fragmentShader', vatScript);
  run(THREE, gltf, motion, blades, vatVertexShader, vatFragmentShader);
  gltf.scene.traverse((object) => {
    const { material } = object as THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
    if (material?.uniforms?.frame)
      material.uniforms.frame.value = Math.min(view.seconds * vat.fps, vat.frames - 1);
  });
  return render(gltf.scene, view);
}

function render(subject: THREE.Object3D, { from, to, size }: VatView): Uint8Array {
  const scene = new THREE.Scene();
  scene.background = new THREE.Color('#d8d4cc');
  const sun = new THREE.DirectionalLight('white', Math.PI * 0.6);
  sun.position.set(-0.55, 0.75, 0.5);
  scene.add(sun, new THREE.AmbientLight('white', Math.PI * 0.4), subject);
  const away = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  const camera = new THREE.PerspectiveCamera((360 / Math.PI) * Math.atan(size / 2 / away), 1, 0.02, 20);
  camera.position.set(...from);
  camera.lookAt(...to);
  const side = 256;
  const target = new THREE.WebGLRenderTarget(side, side);
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  const pixels = new Uint8Array(4 * side * side);
  renderer.readRenderTargetPixels(target, 0, 0, side, side, pixels);
  renderer.setRenderTarget(null);
  target.dispose();
  scene.remove(subject);
  return pixels;
}

(globalThis as { vatPage?: VatPage }).vatPage = { draw };
