import {
  AmbientLight,
  type BufferGeometry,
  Color,
  DirectionalLight,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  RenderTarget,
  Scene,
  SphereGeometry,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { classicFur } from '../classic-fur.ts';
import { FurObject, type FurObjectOptions } from '../fur-object.ts';
import { nodeFur } from '../node-fur.ts';
import { coverMesh, type StillShells } from './still-shells.ts';

export type RendererKind = 'classic' | 'webgl' | 'webgpu';

export interface FurPicture {
  readonly body: 'ball' | 'patch';
  readonly coat: StillShells['coat'];
  readonly layerCount?: number;
  readonly texels?: number;
  readonly droop?: number;
  readonly look?: StillShells['look'];
  readonly options?: FurObjectOptions;
  /** Of the camera: where it stands and what it looks at, m; height of the picture there, m. */
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
  readonly view: number;
  readonly width: number;
  readonly height: number;
  readonly samples?: number;
  readonly floor?: boolean;
  readonly ambient?: number;
}

export interface FurPage {
  start(kind: RendererKind): Promise<void>;
  /** RGBA, rows from the bottom. */
  draw(picture: FurPicture): Promise<{ pixels: number[]; milliseconds: number; calls: number }>;
}

let kind: RendererKind = 'classic';
let renderer: WebGLRenderer | WebGPURenderer;

async function start(wanted: RendererKind): Promise<void> {
  kind = wanted;
  if (kind === 'classic') renderer = new WebGLRenderer();
  else renderer = new WebGPURenderer({ forceWebGL: kind === 'webgl' });
  if (renderer instanceof WebGPURenderer) await renderer.init();
  renderer.shadowMap.enabled = true;
}

function meshOf(geometry: BufferGeometry): { positions: Float32Array; indices: Uint32Array } {
  return {
    positions: Float32Array.from(geometry.getAttribute('position').array),
    indices: Uint32Array.from(geometry.index!.array),
  };
}

function bodyOf(body: FurPicture['body']): { positions: Float32Array; indices: Uint32Array } {
  if (body === 'ball') return meshOf(new SphereGeometry(0.06, 32, 20));
  return meshOf(new PlaneGeometry(1.2, 1.2, 12, 12).rotateX(-Math.PI / 2));
}

function createScene(picture: FurPicture): { scene: Scene; fur: FurObject; camera: PerspectiveCamera } {
  const scene = new Scene();
  scene.background = new Color('#d8d4cc');
  const { from, to, view, width, height, ambient = 0.42 } = picture;
  const sun = new DirectionalLight('white', Math.PI * (1 - ambient));
  sun.position.set(-0.55, 0.75, 0.5);
  sun.castShadow = true;
  const reach = 0.35;
  Object.assign(sun.shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    near: -1,
    far: 2,
  });
  sun.shadow.mapSize.set(512, 512);
  sun.shadow.bias = -0.002;
  scene.add(sun, new AmbientLight('white', Math.PI * ambient));
  if (picture.floor) {
    const floor = new Mesh(new PlaneGeometry(2, 2), new MeshLambertMaterial({ color: '#b9b4a6' }));
    floor.rotation.x = -Math.PI / 2;
    floor.position.y = -0.1;
    floor.receiveShadow = true;
    scene.add(floor);
  }
  const shells = coverMesh({ ...bodyOf(picture.body), ...picture });
  const fur = new FurObject(shells, {
    shading: kind === 'classic' ? classicFur : nodeFur,
    ...picture.options,
  });
  scene.add(fur);
  const away = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  const camera = new PerspectiveCamera(
    (360 / Math.PI) * Math.atan(view / 2 / away),
    width / height,
    0.02,
    20,
  );
  camera.position.set(...from);
  camera.lookAt(...to);
  camera.updateMatrixWorld();
  return { scene, fur, camera };
}

async function draw(picture: FurPicture) {
  const { scene, fur, camera } = createScene(picture);
  const { width, height, samples = 0 } = picture;
  const pixels = await read(scene, camera, width, height, samples);
  const begun = performance.now();
  await read(scene, camera, width, height, samples);
  const milliseconds = performance.now() - begun;
  const { calls } = renderer.info.render as { calls: number };
  fur.dispose();
  return { pixels: [...pixels], milliseconds, calls };
}

async function read(scene: Scene, camera: PerspectiveCamera, width: number, height: number, samples: number) {
  if (renderer instanceof WebGLRenderer) {
    const target = new WebGLRenderTarget(width, height, { samples });
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    const pixels = new Uint8Array(4 * width * height);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    renderer.setRenderTarget(null);
    target.dispose();
    return pixels;
  }
  const target = new RenderTarget(width, height, { samples });
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  const pixels = (await renderer.readRenderTargetPixelsAsync(target, 0, 0, width, height)) as Uint8Array;
  renderer.setRenderTarget(null);
  target.dispose();
  if (kind === 'webgl') return pixels;
  // WebGPU counts rows from the top.
  const rows = Array.from({ length: height }, (_, row) => [
    ...pixels.subarray(4 * width * row, 4 * width * (row + 1)),
  ]);
  return Uint8Array.from(rows.reverse().flat());
}

const furPage: FurPage = { start, draw };
Object.assign(globalThis, { furPage });
