import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DirectionalLight,
  FloatType,
  type Group,
  HemisphereLight,
  type Material,
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
  type SkinnedMesh,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { attribute, mix, normalLocal, positionLocal, tangentLocal, uniform, varying, vec4 } from 'three/tsl';
import { MeshBasicNodeMaterial, WebGPURenderer } from 'three/webgpu';
import { nextFrame } from '../../testing/next-frame.ts';
import { attachFlesh, type FleshBinding } from '../attach-flesh.ts';
import { classicFlesh } from '../classic-flesh.ts';
import { FleshCrowd } from '../flesh-crowd.ts';
import type { FleshSource } from '../flesh-source.ts';
import { nodeFlesh } from '../node-flesh.ts';
import { amplitudes, bakeTargets, ballGeometry, displacePlainly, softBall, softParts } from './soft-ball.ts';

/** The classic renderer, and WebGPURenderer on its two back ends. */
export type RendererKind = 'classic' | 'webgl' | 'webgpu';

/** The functions that tests of flesh call in the browser. */
export interface FleshPage {
  start(kind: RendererKind): Promise<void>;
  /**
   * Compares pictures of three.js morph targets and of flesh. Returns the mean and the maximum difference, 0..255, and the mean difference
   * between the picture of flesh and that of the ball in its rest shape.
   */
  compare(): Promise<{ mean: number; max: number; moved: number }>;
  /**
   * Returns the maximum difference, over all vertices, between the result of the shader and plain sums: of positions, unit normals and
   * tangents. isRelative: whether the mesh's own morph target is relative or absolute.
   */
  probe(isRelative: boolean): Promise<{ position: number; normal: number; tangent: number; moved: number }>;
  /** Compares a crowd with the same number of single characters, and returns the bytes that a frame with only new amplitudes uploads. */
  crowd(): Promise<{ mean: number; max: number; moved: number; bytes: number; culled: number }>;
  /**
   * Returns mean differences, 0..255: between the pictures before the context is lost and after it is restored, and after a further change
   * of the amplitudes.
   */
  loseContext(): Promise<{ lost: number; moved: number }>;
  /** Returns the number of objects in the renderer before, with and after each of several bindings that are created and disposed. */
  comeAndGo(): Promise<{ geometries: number; textures: number; programs: number }[]>;
}

const size = 80;
let kind: RendererKind = 'classic';
let renderer: WebGLRenderer | WebGPURenderer;
const scene = new Scene();
const lamp = new PointLight('orange', 20);
const camera = new PerspectiveCamera(40, 1, 0.1, 50);
camera.position.set(2.5, 2.2, 4);
camera.lookAt(0, 0.2, 0);

async function start(wanted: RendererKind): Promise<void> {
  kind = wanted;
  if (kind === 'classic') renderer = new WebGLRenderer();
  else renderer = new WebGPURenderer({ forceWebGL: kind === 'webgl' });
  if (renderer instanceof WebGPURenderer) await renderer.init();
  renderer.setSize(size, size);
  renderer.shadowMap.enabled = true;
  scene.clear();
  const sun = new DirectionalLight('white', 1.5);
  sun.position.set(3, 4, 1);
  lamp.position.set(-3, 3, 2);
  for (const light of [sun, lamp]) {
    light.castShadow = light === sun;
    light.shadow.mapSize.set(128, 128);
    light.shadow.normalBias = 0.02;
  }
  const floor = new Mesh(new PlaneGeometry(8, 8), new MeshLambertMaterial({ color: 'gray' }));
  floor.rotation.x = -Math.PI / 2;
  floor.position.y = -1.5;
  floor.receiveShadow = true;
  scene.add(new HemisphereLight('white', 'gray', 0.6), sun, lamp, floor);
}

const shading = () => (kind === 'classic' ? classicFlesh : nodeFlesh);

/** Creates two materials for one mesh: the second is used for its lower triangles. */
function twoMaterials(geometry: BufferGeometry): Material[] {
  const half = 3 * Math.floor(geometry.index!.count / 6);
  geometry.clearGroups();
  geometry.addGroup(0, half, 0);
  geometry.addGroup(half, Number.POSITIVE_INFINITY, 1);
  return [
    new MeshStandardMaterial({ color: 'salmon', roughness: 0.4 }),
    new MeshLambertMaterial({ color: 'teal' }),
  ];
}

function bind(root: Group, sources: readonly FleshSource[]): FleshBinding {
  const binding = attachFlesh(root, sources, { shading: shading() });
  amplitudes.forEach((values, source) => {
    binding.amplitudes[source].set(values);
  });
  binding.update();
  return binding;
}

async function draw(): Promise<ArrayLike<number>> {
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
  const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, size, size);
  renderer.setRenderTarget(null);
  target.dispose();
  return pixels as Uint8Array;
}

function difference(a: ArrayLike<number>, b: ArrayLike<number>): { mean: number; max: number } {
  let [sum, max] = [0, 0];
  for (let k = 0; k < a.length; k++) {
    sum += Math.abs(a[k] - b[k]);
    max = Math.max(max, Math.abs(a[k] - b[k]));
  }
  return { mean: sum / a.length, max };
}

async function compare() {
  // The test includes shadows of both kinds of lights.
  lamp.castShadow = true;
  const geometry = ballGeometry(24);
  const materials = twoMaterials(geometry);
  const sources = softParts(geometry);
  const ball = softBall(geometry, materials);
  scene.add(ball);
  const rest = await draw();
  const binding = bind(ball, sources);
  const flesh = await draw();
  binding.dispose();
  const after = await draw();
  if (difference(after, rest).max > 0) throw new Error('the ball does not come back to what it was');
  scene.remove(ball);
  const baked = softBall(bakeTargets(geometry, sources), materials);
  const mesh = baked.children[1] as SkinnedMesh;
  mesh.morphTargetInfluences!.splice(1, Number.POSITIVE_INFINITY, ...amplitudes.flat());
  scene.add(baked);
  const wanted = await draw();
  scene.remove(baked);
  lamp.castShadow = false;
  Object.assign(globalThis, { pictures: { rest, flesh, wanted } });
  return { ...difference(wanted, flesh), moved: difference(rest, flesh).mean };
}

/** Creates a ball with a hat that is attached to its upper bone, in one of three poses. */
function hattedBall(geometry: BufferGeometry, materials: Material[], pose: number): Group {
  const ball = softBall(geometry, materials);
  const hat = new Mesh(new BoxGeometry(0.7, 0.4, 0.7), materials[0]);
  hat.position.y = 1;
  hat.castShadow = true;
  ball.children[0].children[0].add(hat);
  poseBall(ball, pose);
  return ball;
}

function poseBall(ball: Group, pose: number): void {
  ball.children[0].children[0].rotation.set(0.3 * pose, 0.5 * pose, -0.4 + 0.2 * pose);
  ball.updateMatrixWorld(true);
}

async function crowd() {
  const geometry = ballGeometry(24);
  const materials = twoMaterials(geometry);
  const sources = softParts(geometry);
  const model = hattedBall(geometry, materials, 0);
  const [count, poseCount] = [4, 3];
  const crowd = new FleshCrowd(model, sources, {
    count,
    poseCount,
    shading: shading(),
    meshes: [model.children[1] as Mesh],
  });
  for (let pose = 0; pose < poseCount; pose++) {
    poseBall(model, pose);
    crowd.readPose(pose);
  }
  const places = Array.from({ length: count }, (_, k) =>
    new Matrix4().compose(
      new Vector3(1.3 * (k % 2) - 0.6, -0.4, 1.4 * Math.floor(k / 2) - 0.7),
      new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), k),
      new Vector3(0.5, 0.5, 0.5),
    ),
  );
  const weights = (k: number) => amplitudes.map((values) => values.map((value) => value * (1 - 0.5 * k)));
  for (let k = 0; k < count; k++) {
    crowd.setPlace(k, places[k]);
    crowd.poses[k] = k % poseCount;
  }
  crowd.update();
  scene.add(crowd.object);
  const rest = await draw();
  const { uploadedBytes } = crowd;
  for (let k = 0; k < count; k++) {
    weights(k).forEach((values, source) => {
      crowd.amplitudes[source].set(values, k * values.length);
    });
  }
  crowd.update();
  const bytes = crowd.uploadedBytes - uploadedBytes;
  const flesh = await draw();
  const culled = crowd.meshes.filter((mesh) => mesh.boundingSphere!.isEmpty()).length;
  crowd.dispose();
  const balls = places.map((place, k) => {
    const ball = hattedBall(geometry, materials, k % poseCount);
    ball.applyMatrix4(place);
    const binding = attachFlesh(ball, sources, {
      shading: shading(),
      meshes: [ball.children[1] as Mesh],
    });
    weights(k).forEach((values, source) => {
      binding.amplitudes[source].set(values);
    });
    binding.update();
    scene.add(ball);
    return binding;
  });
  const wanted = await draw();
  for (const binding of balls) {
    binding.dispose();
    scene.remove(binding.root);
  }
  Object.assign(globalThis, { pictures: { rest, flesh, wanted } });
  return { ...difference(wanted, flesh), moved: difference(rest, flesh).mean, bytes, culled };
}

/**
 * Returns a geometry in which every vertex occurs three times, as a triangle that covers one pixel. So a picture contains the result of the
 * shader for each vertex.
 */
function spreadVertices(geometry: BufferGeometry, width: number) {
  const spread = new BufferGeometry();
  const { count } = geometry.getAttribute('position');
  const copy = (from: BufferGeometry['attributes'][string]) => {
    const array = new (from.array.constructor as Float32ArrayConstructor)(3 * from.array.length);
    for (let vertex = 0; vertex < 3 * count; vertex++) {
      for (let c = 0; c < from.itemSize; c++) {
        array[vertex * from.itemSize + c] = from.array[Math.floor(vertex / 3) * from.itemSize + c];
      }
    }
    return new BufferAttribute(array, from.itemSize);
  };
  for (const name of ['position', 'normal', 'tangent', 'skinIndex', 'skinWeight']) {
    spread.setAttribute(name, copy(geometry.getAttribute(name) as BufferAttribute));
  }
  for (const name of ['position', 'normal'] as const) {
    spread.morphAttributes[name] = geometry.morphAttributes[name]!.map((one) => copy(one as BufferAttribute));
  }
  spread.morphTargetsRelative = geometry.morphTargetsRelative;
  const pixel = new Float32Array(6 * count);
  for (let vertex = 0; vertex < count; vertex++) {
    const x = (2 * ((vertex % width) + 0.5)) / width - 1;
    const y = (2 * (Math.floor(vertex / width) + 0.5)) / width - 1;
    const reach = 0.9 / width;
    pixel.set([x - reach, y - reach, x + reach, y - reach, x, y + reach], 6 * vertex);
  }
  spread.setAttribute('pixel', new BufferAttribute(pixel, 2));
  return spread;
}

/**
 * Creates a material with a shader change as a user might write it: it writes the result of the vertex stage to the picture. `wanted` (0,
 * 1, 2) selects the result and may be changed later.
 */
function probeMaterial(wanted: { value: number }): Material {
  if (kind !== 'classic') {
    const material = new MeshBasicNodeMaterial();
    const flag = uniform(0).onRenderUpdate(() => wanted.value);
    material.vertexNode = vec4(attribute<'vec2'>('pixel', 'vec2'), 0.5, 1);
    const turned = mix(normalLocal.normalize(), tangentLocal.normalize(), flag.sub(1).clamp());
    material.fragmentNode = vec4(varying(mix(positionLocal, turned, flag.clamp())), 1);
    return material;
  }
  const normalMap = new DataTexture(new Uint8Array([128, 128, 255, 255]), 1, 1);
  normalMap.needsUpdate = true;
  const material = new MeshStandardMaterial({ normalMap });
  material.onBeforeCompile = (shader) => {
    shader.uniforms.wanted = wanted;
    shader.vertexShader = shader.vertexShader
      .replace(
        'void main() {',
        'uniform float wanted;\nattribute vec2 pixel;\nvarying vec3 seen;\nvoid main() {',
      )
      .replace(
        '#include <project_vertex>',
        `#include <project_vertex>
        gl_Position = vec4(pixel, 0.5, 1.0);
        seen = wanted < 0.5 ? transformed : normalize(wanted < 1.5 ? objectNormal : objectTangent);`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', 'varying vec3 seen;\nvoid main() {')
      .replace('#include <dithering_fragment>', 'gl_FragColor = vec4(seen, 1.0);');
  };
  return material;
}

async function readSpread(seen: Scene, width: number): Promise<ArrayLike<number>> {
  const flat = new OrthographicCamera();
  const options = { type: FloatType, depthBuffer: false };
  if (renderer instanceof WebGLRenderer) {
    const target = new WebGLRenderTarget(width, width, options);
    renderer.setRenderTarget(target);
    renderer.render(seen, flat);
    const values = new Float32Array(4 * width * width);
    renderer.readRenderTargetPixels(target, 0, 0, width, width, values);
    renderer.setRenderTarget(null);
    target.dispose();
    return values;
  }
  const target = new RenderTarget(width, width, options);
  renderer.setRenderTarget(target);
  renderer.render(seen, flat);
  const values = (await renderer.readRenderTargetPixelsAsync(target, 0, 0, width, width)) as Float32Array;
  renderer.setRenderTarget(null);
  target.dispose();
  return values;
}

/** Adds tangents along the circles of latitude, slightly tilted. */
function addTangents(geometry: BufferGeometry): void {
  const { array, count } = geometry.getAttribute('position');
  const tangents = new Float32Array(4 * count);
  const tangent = new Vector3();
  for (let vertex = 0; vertex < count; vertex++) {
    tangent.set(-array[3 * vertex + 2], 0.2, array[3 * vertex] + 0.01).normalize();
    tangents.set([...tangent.toArray(), 1], 4 * vertex);
  }
  geometry.setAttribute('tangent', new BufferAttribute(tangents, 4));
}

/** Converts morph targets from differences to absolute positions and normals. */
function makeAbsolute(geometry: BufferGeometry): void {
  geometry.morphTargetsRelative = false;
  for (const name of ['position', 'normal'] as const) {
    const { array: base } = geometry.getAttribute(name);
    const [{ array }] = geometry.morphAttributes[name]!;
    for (let k = 0; k < array.length; k++) array[k] += base[k];
  }
}

async function probe(isRelative: boolean) {
  const width = 24;
  const geometry = ballGeometry(22);
  addTangents(geometry);
  const { count } = geometry.getAttribute('position');
  const target = geometry.morphAttributes.normal![0].clone();
  // The expected result: plain sums, then the morph targets and the skinning of three.js on the CPU.
  const { positions, normals } = displacePlainly(geometry, softParts(geometry), amplitudes);
  const plain = geometry.clone();
  plain.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  const twin = softBall(plain, new MeshStandardMaterial()).children[1] as SkinnedMesh;

  if (!isRelative) makeAbsolute(geometry);
  const spread = spreadVertices(geometry, width);
  const wanted = { value: 0 };
  const ball = softBall(spread, probeMaterial(wanted));
  const seen = new Scene();
  seen.add(ball);
  const binding = bind(ball, softParts(spread));
  const drawn: ArrayLike<number>[] = [];
  for (wanted.value = 0; wanted.value < 3; wanted.value++) drawn.push(await readSpread(seen, width));
  binding.dispose();

  const result = { position: 0, normal: 0, tangent: 0, moved: 0 };
  const [point, normal, tangent, other] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  const rest = new Vector3();
  for (let vertex = 0; vertex < count; vertex++) {
    // The rows of a picture begin at the bottom in WebGL, and at the top in WebGPU.
    const row = Math.floor(vertex / width);
    const at = 4 * ((kind === 'webgpu' ? width - 1 - row : row) * width + (vertex % width));
    const differs = (what: Vector3, picture: number) =>
      what.distanceTo(other.fromArray(drawn[picture] as number[], at));
    twin.getVertexPosition(vertex, point);
    result.position = Math.max(result.position, differs(point, 0));
    normal.fromArray(normals, 3 * vertex);
    rest.fromBufferAttribute(geometry.getAttribute('normal'), vertex);
    tangent.fromBufferAttribute(geometry.getAttribute('tangent'), vertex);
    const along = rest.sub(normal).negate().dot(tangent) / normal.lengthSq();
    turnByBones(twin, vertex, tangent.addScaledVector(normal, -along)).normalize();
    result.tangent = Math.max(result.tangent, differs(tangent, 2));
    normal.addScaledVector(other.fromBufferAttribute(target, vertex), 0.5);
    turnByBones(twin, vertex, normal).normalize();
    result.normal = Math.max(result.normal, differs(normal, 1));
    rest.fromBufferAttribute(geometry.getAttribute('position'), vertex);
    result.moved = Math.max(result.moved, rest.distanceTo(point.fromArray(positions, 3 * vertex)));
  }
  return result;
}

/** three.js can skin points on the CPU, but not normals. So a normal is computed as the difference of two points. */
function turnByBones(mesh: SkinnedMesh, vertex: number, normal: Vector3): Vector3 {
  const origin = mesh.applyBoneTransform(vertex, new Vector3());
  return mesh.applyBoneTransform(vertex, normal).sub(origin);
}

async function comeAndGo() {
  const geometry = ballGeometry(16);
  const material = new MeshStandardMaterial({ color: 'salmon' });
  const balls = [softBall(geometry, material), softBall(geometry, material)];
  scene.add(...balls);
  const counts: { geometries: number; textures: number; programs: number }[] = [];
  const count = async () => {
    await draw();
    // The classic renderer counts programs, while the other renderer also counts bytes.
    const { memory, programs } = renderer.info as WebGLRenderer['info'];
    counts.push({ ...memory, programs: programs?.length ?? (memory as { programs?: number }).programs ?? 0 });
  };
  await count();
  for (let time = 0; time < 2; time++) {
    const sources = softParts(geometry);
    const bindings = balls.map((ball) => bind(ball, sources));
    await count();
    const crowd = new FleshCrowd(balls[0], sources, { count: 3, shading: shading() });
    scene.add(crowd.object);
    crowd.update();
    await draw();
    crowd.dispose();
    for (const binding of bindings) binding.dispose();
    await count();
  }
  scene.remove(...balls);
  return counts;
}

async function loseContext() {
  const geometry = ballGeometry(16);
  const ball = softBall(geometry, new MeshStandardMaterial({ color: 'salmon' }));
  const binding = bind(ball, softParts(geometry));
  scene.add(ball);
  const before = await draw();
  const { domElement } = renderer;
  const extension = (renderer as WebGLRenderer).getContext().getExtension('WEBGL_lose_context')!;
  const happens = (type: string) =>
    new Promise((resolve) => domElement.addEventListener(type, resolve, { once: true }));
  const lost = happens('webglcontextlost');
  extension.loseContext();
  await lost;
  binding.amplitudes[0].fill(0);
  binding.update();
  // Waits until all listeners have received the loss.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const restored = happens('webglcontextrestored');
  extension.restoreContext();
  await restored;
  const still = await draw();
  binding.amplitudes[0].set(amplitudes[0]);
  binding.update();
  const after = await draw();
  binding.dispose();
  scene.remove(ball);
  return { lost: difference(before, after).mean, moved: difference(before, still).mean };
}

const page: FleshPage = { start, compare, probe, crowd, loseContext, comeAndGo };
Object.assign(globalThis, { fleshPage: page });
