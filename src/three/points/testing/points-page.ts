import {
  BoxGeometry,
  type BufferGeometry,
  type Camera,
  CircleGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  PointLight,
  Quaternion,
  RenderTarget,
  Scene,
  SphereGeometry,
  TorusGeometry,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { hashUnit } from '../../../math/random.ts';
import { type PointsLook, pointsLooks } from '../../../systems/outputs/points.ts';
import { nextFrame } from '../../testing/next-frame.ts';
import { classicPoints } from '../classic-points.ts';
import { nodePoints } from '../node-points.ts';
import { ParticlesObject } from '../particles-object.ts';

/** The classic renderer, and WebGPURenderer on its two back ends. */
export type RendererKind = 'classic' | 'webgl' | 'webgpu';
/** A look, or the user's own mesh. */
export type Drawn = PointsLook | 'torus';

/** The functions that tests of particles call in the browser. */
export interface PointsPage {
  start(kind: RendererKind): Promise<void>;
  /** Draws a picture of some particles: RGBA [4 · size²]. The order of rows may be any, but is the same for all renderers. */
  draw(look: Drawn, isLevel: boolean): Promise<Uint8Array>;
  /** Draws the same picture with meshes of three.js: `sphere`, `cube`, `disc`, `torus`. */
  drawMeshes(look: Drawn, isLevel: boolean): Promise<Uint8Array>;
  /** Returns the number of objects in the renderer before, with and after each of several objects that are created and disposed. */
  comeAndGo(): Promise<{ geometries: number; textures: number; programs: number }[]>;
  /** Draws the same particles in two orders. Returns the mean difference, 0..255. */
  shuffle(look: PointsLook): Promise<number>;
}

export const size = 128;
const count = 60;
let kind: RendererKind = 'classic';
let renderer: WebGLRenderer | WebGPURenderer;
const scene = new Scene();
const perspective = new PerspectiveCamera(40, 1, 0.1, 50);
const level = new OrthographicCamera(-1.7, 1.7, 1.7, -1.7, 0.1, 50);
for (const camera of [perspective, level]) {
  camera.position.set(1.6, 1.8, 4);
  camera.lookAt(0, 0.1, 0);
}

async function start(wanted: RendererKind): Promise<void> {
  kind = wanted;
  if (kind === 'classic') renderer = new WebGLRenderer();
  else renderer = new WebGPURenderer({ forceWebGL: kind === 'webgl' });
  if (renderer instanceof WebGPURenderer) await renderer.init();
  renderer.setSize(size, size);
  renderer.shadowMap.enabled = true;
  scene.clear();
  scene.background = new Color('black');
  const sun = new DirectionalLight('white', 2);
  sun.position.set(3, 4, 1);
  const lamp = new PointLight('orange', 12);
  lamp.position.set(-2.5, 2.5, 2);
  for (const light of [sun, lamp]) {
    light.castShadow = true;
    light.shadow.mapSize.set(512, 512);
    light.shadow.bias = -0.002;
  }
  Object.assign(sun.shadow.camera, { left: -2, right: 2, top: 2, bottom: -2 });
  const floor = new Mesh(new PlaneGeometry(8, 8), new MeshLambertMaterial({ color: 'gray' }));
  floor.rotation.x = -Math.PI / 2;
  floor.position.y = -0.8;
  floor.receiveShadow = true;
  scene.add(new HemisphereLight('white', 'gray', 0.6), sun, lamp, floor);
}

/** Creates a loose ball of particles in random order. `order` permutes the list. */
function createPoints(order = Array.from({ length: count }, (_, k) => k)) {
  const ids = Uint32Array.from(order);
  const positions = new Float32Array(3 * count);
  const sizes = new Float32Array(count);
  const colors = new Float32Array(4 * count);
  const orientations = new Float32Array(4 * count);
  order.forEach((id, k) => {
    const chance = (what: number) => hashUnit(7, id, what);
    positions.set(
      [0, 1, 2].map((axis) => 2 * chance(axis) - 1),
      3 * k,
    );
    sizes[k] = 0.15 + 0.3 * chance(3);
    colors.set([0.1 + 0.8 * chance(4), 0.1 + 0.8 * chance(5), 0.1 + 0.8 * chance(6), 1], 4 * k);
    const turn = new Quaternion(chance(7) - 0.5, chance(8) - 0.5, chance(9) - 0.5, chance(10) - 0.5);
    orientations.set(turn.normalize().toArray(), 4 * k);
  });
  return { count, ids, positions, sizes, colors, orientations };
}

const shading = () => (kind === 'classic' ? classicPoints : nodePoints);
const torus = () => new TorusGeometry(0.4, 0.12, 8, 20);

function createObject(look: Drawn): ParticlesObject {
  const options = { shading: shading(), surface: { roughness: 1 } };
  return new ParticlesObject(look === 'torus' ? { ...options, geometry: torus() } : { ...options, look });
}

async function draw(look: Drawn, isLevel: boolean): Promise<Uint8Array> {
  const object = createObject(look);
  // The position, rotation and scale of the object have an effect too.
  object.position.y = 0.1;
  object.rotation.y = 0.4;
  object.scale.setScalar(0.9);
  object.time = 1.3;
  object.update(createPoints());
  scene.add(object);
  const picture = await read(isLevel);
  object.dispose();
  return picture;
}

async function drawMeshes(look: Drawn, isLevel: boolean): Promise<Uint8Array> {
  const shapes: Partial<Record<Drawn, () => BufferGeometry>> = {
    sphere: () => new SphereGeometry(0.5, 48, 24),
    cube: () => new BoxGeometry(),
    disc: () => new CircleGeometry(0.5, 48),
    torus,
  };
  const { positions, sizes, colors, orientations } = createPoints();
  const material = new MeshStandardMaterial({ roughness: 1, side: look === 'disc' ? DoubleSide : 0 });
  const mesh = new InstancedMesh(shapes[look]!(), material, count);
  for (let k = 0; k < count; k++) {
    const position = new Matrix4().compose(
      new Vector3().fromArray(positions, 3 * k),
      new Quaternion().fromArray(orientations, 4 * k),
      new Vector3(1, 1, 1).multiplyScalar(sizes[k]),
    );
    mesh.setMatrixAt(k, position);
    mesh.setColorAt(k, new Color().fromArray(colors, 4 * k));
  }
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.position.y = 0.1;
  mesh.rotation.y = 0.4;
  mesh.scale.setScalar(0.9);
  scene.add(mesh);
  const picture = await read(isLevel);
  scene.remove(mesh);
  mesh.dispose();
  mesh.geometry.dispose();
  material.dispose();
  return picture;
}

async function shuffle(look: PointsLook): Promise<number> {
  const pictures: Uint8Array[] = [];
  const order = Array.from({ length: count }, (_, k) => k);
  for (const ids of [order, order.toReversed()]) {
    const object = createObject(look);
    object.update(createPoints(ids));
    scene.add(object);
    pictures.push(await read(false));
    object.dispose();
  }
  return (
    pictures[0].reduce((sum, value, k) => sum + Math.abs(value - pictures[1][k]), 0) / pictures[0].length
  );
}

async function comeAndGo() {
  const counts: { geometries: number; textures: number; programs: number }[] = [];
  const note = async () => {
    await read(false);
    const { memory } = renderer.info;
    const programs = 'programs' in renderer.info ? renderer.info.programs : [];
    counts.push({
      geometries: memory.geometries,
      textures: memory.textures,
      programs: programs?.filter(({ usedTimes }) => usedTimes > 0).length ?? 0,
    });
  };
  for (const look of pointsLooks) await draw(look, false);
  await note();
  for (const look of [...pointsLooks, 'torus'] as const) {
    const object = createObject(look);
    object.update(createPoints());
    scene.add(object);
    await note();
    object.dispose();
    await note();
  }
  return counts;
}

async function read(isLevel: boolean): Promise<Uint8Array> {
  const camera: Camera = isLevel ? level : perspective;
  if (renderer instanceof WebGLRenderer) {
    const target = new WebGLRenderTarget(size, size);
    renderer.setRenderTarget(target);
    renderer.render(scene, camera);
    const pixels = new Uint8Array(4 * size * size);
    renderer.readRenderTargetPixels(target, 0, 0, size, size, pixels);
    renderer.setRenderTarget(null);
    target.dispose();
    return pixels;
  }
  await nextFrame();
  const target = new RenderTarget(size, size);
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  const pixels = (await renderer.readRenderTargetPixelsAsync(target, 0, 0, size, size)) as Uint8Array;
  renderer.setRenderTarget(null);
  target.dispose();
  if (kind === 'webgl') return pixels;
  // In WebGPU, rows are counted from the top.
  const turned = new Uint8Array(4 * size * size);
  const stride = 4 * size;
  for (let row = 0; row < size; row++)
    turned.set(pixels.subarray(stride * row, stride * (row + 1)), stride * (size - 1 - row));
  return turned;
}

const pointsPage: PointsPage = { start, draw, drawMeshes, comeAndGo, shuffle };
Object.assign(globalThis, { pointsPage });
