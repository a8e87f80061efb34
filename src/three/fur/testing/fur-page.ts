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
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { WebGPURenderer } from 'three/webgpu';
import type { BendForm } from '../../../coats/bend.ts';
import { nextFrame } from '../../testing/next-frame.ts';
import { classicFur } from '../classic-fur.ts';
import { bendGlsl } from '../fur-glsl.ts';
import { FurObject, type FurObjectOptions } from '../fur-object.ts';
import { nodeFur } from '../node-fur.ts';
import type { ShellsData } from '../shells-data.ts';
import { coverMesh, type StillShells } from './still-shells.ts';

export type RendererKind = 'classic' | 'webgl' | 'webgpu';

export interface FurPicture extends Omit<StillShells, 'positions' | 'indices' | 'texcoords'> {
  /** The shape of the skin. `seamless` is the ball without the repeated vertices of its seam. */
  readonly body: 'ball' | 'seamless' | 'patch';
  /** Bends the body and its strands by a rotation about z that grows along x, rad/m. */
  readonly twist?: number;
  readonly options?: Omit<FurObjectOptions, 'shading'>;
  /** Position and target of the camera, m, and height of the picture at the target, m. */
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
  /** Returns pixels as RGBA, with rows from the bottom, and the time. */
  draw(picture: FurPicture): Promise<{ pixels: Uint8Array; milliseconds: number; calls: number }>;
  /** Returns the same picture before the graphics context is lost and after it is restored. */
  loseContext(picture: FurPicture): Promise<readonly Uint8Array[]>;
  /** Returns the number of objects in the renderer before, with and after each of several furs that are created and disposed. */
  comeAndGo(
    pictures: readonly FurPicture[],
  ): Promise<{ geometries: number; textures: number; programs: number }[]>;
  /** Returns the result of bendStrand in the classic shader for each [u, length, k, s, n]: positions one after the other. */
  bend(form: BendForm, strands: readonly (readonly number[])[]): number[];
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
  if (body === 'ball') return meshOf(createBall());
  if (body === 'seamless') {
    const ball = createBall();
    return meshOf(mergeVertices(ball.deleteAttribute('uv').deleteAttribute('normal')));
  }
  return meshOf(new PlaneGeometry(1.2, 1.2, 12, 12).rotateX(-Math.PI / 2));
}

/** Creates a ball. The two copies of a vertex at the ball's seam have bit-identical positions. */
function createBall(): BufferGeometry {
  const ball = new SphereGeometry(0.06, 32, 20);
  const place = ball.getAttribute('position');
  for (let k = 0; k < 3 * place.count; k++) place.array[k] = Math.round(place.array[k] * 2 ** 20) / 2 ** 20;
  return ball;
}

/** Rotates positions, normals and offsets about z, by an angle that grows along x, as on a skin that bends. */
function twist(shells: ShellsData, turn: number): void {
  const position = new Vector3();
  const axis = new Vector3(0, 0, 1);
  for (let v = 0; v < shells.vertexCount; v++) {
    const angle = turn * shells.restPositions[3 * v];
    for (const vectors of [shells.roots, shells.normals, shells.offsets]) {
      position
        .fromArray(vectors, 3 * v)
        .applyAxisAngle(axis, angle)
        .toArray(vectors, 3 * v);
    }
  }
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
  if (picture.twist) {
    twist(shells, picture.twist);
    fur.update();
  }
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
  const begun = performance.now();
  const pixels = await read(scene, camera, width, height, samples);
  const milliseconds = performance.now() - begun;
  const { drawCalls, calls } = renderer.info.render as { calls: number; drawCalls?: number };
  fur.dispose();
  return { pixels, milliseconds, calls: drawCalls ?? calls };
}

async function loseContext(picture: FurPicture) {
  const { scene, fur, camera } = createScene(picture);
  const { width, height } = picture;
  const canvas = renderer.domElement as HTMLCanvasElement;
  const extension = (renderer as WebGLRenderer).getContext().getExtension('WEBGL_lose_context')!;
  const happens = (what: string) =>
    new Promise((resolve) => canvas.addEventListener(what, () => resolve(what), { once: true }));
  const before = await read(scene, camera, width, height, 0);
  const lost = happens('webglcontextlost');
  extension.loseContext();
  await lost;
  // Waits until all listeners have received the loss.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const restored = happens('webglcontextrestored');
  extension.restoreContext();
  await restored;
  const after = await read(scene, camera, width, height, 0);
  fur.dispose();
  return [before, after];
}

async function comeAndGo(pictures: readonly FurPicture[]) {
  const counts: { geometries: number; textures: number; programs: number }[] = [];
  const { scene, fur, camera } = createScene({ ...pictures[0], floor: true });
  fur.dispose();
  const note = async () => {
    await read(scene, camera, 32, 32, 0);
    const { memory } = renderer.info;
    const programs = 'programs' in renderer.info ? renderer.info.programs : [];
    counts.push({
      geometries: memory.geometries,
      textures: memory.textures,
      programs: programs?.filter(({ usedTimes }) => usedTimes > 0).length ?? 0,
    });
  };
  await note();
  for (const picture of pictures) {
    const { fur: other } = createScene(picture);
    scene.add(other);
    await note();
    other.dispose();
    await note();
  }
  return counts;
}

function bend(form: BendForm, strands: readonly (readonly number[])[]): number[] {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')!;
  const program = gl.createProgram();
  const inputs = ['u', 'size', 'k', 's', 'n'] as const;
  const sources = [
    `#version 300 es
in float u; in float size; in float k; in vec3 s; in vec3 n; out vec3 place;
${bendGlsl(form)}
void main() { place = bendStrand(u, size, k, s, n); }`,
    '#version 300 es\nprecision highp float; out vec4 color; void main() { color = vec4(1.0); }',
  ];
  for (const [index, source] of sources.entries()) {
    const shader = gl.createShader(index === 0 ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.transformFeedbackVaryings(program, ['place'], gl.INTERLEAVED_ATTRIBS);
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, Float32Array.from(strands.flat()), gl.STATIC_DRAW);
  let offset = 0;
  for (const name of inputs) {
    const width = name === 's' || name === 'n' ? 3 : 1;
    const place = gl.getAttribLocation(program, name);
    // The compiler removes attributes that the form does not use.
    if (place >= 0) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, width, gl.FLOAT, false, 36, offset);
    }
    offset += 4 * width;
  }
  const out = gl.createBuffer();
  gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, out);
  gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 12 * strands.length, gl.STREAM_READ);
  gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, null);
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, out);
  gl.enable(gl.RASTERIZER_DISCARD);
  gl.beginTransformFeedback(gl.POINTS);
  gl.drawArrays(gl.POINTS, 0, strands.length);
  gl.endTransformFeedback();
  gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
  gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, out);
  const positions = new Float32Array(3 * strands.length);
  gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, positions);
  return [...positions];
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
  await nextFrame();
  const target = new RenderTarget(width, height, { samples });
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  const pixels = (await renderer.readRenderTargetPixelsAsync(target, 0, 0, width, height)) as Uint8Array;
  renderer.setRenderTarget(null);
  target.dispose();
  if (kind === 'webgl') return pixels;
  // In WebGPU, rows are counted from the top.
  const rows = Array.from({ length: height }, (_, row) => [
    ...pixels.subarray(4 * width * row, 4 * width * (row + 1)),
  ]);
  return Uint8Array.from(rows.reverse().flat());
}

const furPage: FurPage = { start, draw, loseContext, comeAndGo, bend };
Object.assign(globalThis, { furPage });
