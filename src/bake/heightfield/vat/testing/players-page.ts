import { Camera as BabylonCamera } from '@babylonjs/core/Cameras/camera.js';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Engine as BabylonEngine } from '@babylonjs/core/Engines/engine.js';
import { DirectionalLight as BabylonLight } from '@babylonjs/core/Lights/directionalLight.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene as BabylonScene } from '@babylonjs/core/scene.js';
import * as pc from 'playcanvas';
import { DirectionalLight, Matrix4, OrthographicCamera, Scene, WebGLRenderer } from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { loadGround as loadInBabylon } from '../../../../../integrations/babylon/ground-vat.js';
import { loadGround as loadInPlayCanvas } from '../../../../../integrations/playcanvas/ground-vat.js';
import { loadGround as loadInThree } from '../../../../../integrations/three/ground-vat.js';
import { loadGround as loadAsNodes } from '../../../../../integrations/three/ground-vat-nodes.js';
import {
  captureFrame,
  captureVertices,
  type DrawnVertices,
  installCapture,
} from '../../../../testing/capture-vertices.ts';
import { runVertexCode, type VertexCode } from './run-vertex-code.ts';

/** Half of the side of the square that the cameras show from above, and their height above the ground, metres. */
const reach = 2;

/** What a program draws, and the matrix from world to clip space, column by column. */
export interface DrawnGround {
  readonly vertices: readonly number[][];
  readonly toClip: readonly number[];
  /** The picture, as an address with its data. */
  readonly picture: string;
}

export type Program = 'three' | 'three-nodes' | 'babylon' | 'playcanvas' | 'godot';

export interface PlayersPage {
  /** Draws a ground from above at some times. */
  draw(program: Program, address: string, seconds: readonly number[]): Promise<DrawnGround[]>;
  /** Runs other code for the vertex shader. picture: address of the texture. */
  run(code: VertexCode, picture: string, addresses: readonly number[]): Promise<number[]>;
}

installCapture();

function makeCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height, canvas.id] = [512, 512, 'canvas'];
  document.body.append(canvas);
  return canvas;
}

function listed(vertices: readonly DrawnVertices[]): number[][] {
  return vertices.map((values) => Array.from(values));
}

async function drawInThree(address: string, seconds: readonly number[]): Promise<DrawnGround[]> {
  const renderer = new WebGLRenderer({ canvas: makeCanvas(), preserveDrawingBuffer: true });
  return drawWithThree(renderer, await loadInThree(address), seconds);
}

/** WebGPURenderer with WebGL 2, since browsers of tests have no WebGPU. */
async function drawAsNodes(address: string, seconds: readonly number[]): Promise<DrawnGround[]> {
  const renderer = new WebGPURenderer({ canvas: makeCanvas(), forceWebGL: true });
  await renderer.init();
  return drawWithThree(renderer, await loadAsNodes(address), seconds);
}

function drawWithThree(
  renderer: WebGLRenderer | WebGPURenderer,
  ground: Awaited<ReturnType<typeof loadInThree>>,
  seconds: readonly number[],
): DrawnGround[] {
  const scene = new Scene();
  const sun = new DirectionalLight('white', 3);
  sun.position.set(-1, 1, 1);
  scene.add(ground.root, sun);
  const camera = new OrthographicCamera(-reach, reach, reach, -reach, 0.1, 2 * reach);
  camera.position.set(0, reach, 0);
  camera.lookAt(0, 0, 0);
  const drawn = seconds.map((time) => {
    ground.show(time);
    const vertices = captureVertices(() => renderer.render(scene, camera));
    const toClip = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    return { vertices: listed(vertices), toClip: toClip.toArray(), picture: renderer.domElement.toDataURL() };
  });
  ground.dispose();
  return drawn;
}

async function drawInBabylon(address: string, seconds: readonly number[]): Promise<DrawnGround[]> {
  const canvas = makeCanvas();
  const engine = new BabylonEngine(canvas, true, { preserveDrawingBuffer: true });
  const scene = new BabylonScene(engine);
  scene.useRightHandedSystem = true;
  new BabylonLight('sun', new Vector3(1, -1, -1), scene).intensity = 1;
  const camera = new FreeCamera('camera', new Vector3(0, reach, 0), scene);
  camera.mode = BabylonCamera.ORTHOGRAPHIC_CAMERA;
  [camera.orthoLeft, camera.orthoRight, camera.orthoBottom, camera.orthoTop] = [-reach, reach, -reach, reach];
  [camera.minZ, camera.maxZ] = [0.1, 2 * reach];
  camera.upVector = new Vector3(0, 0, -1);
  camera.setTarget(Vector3.Zero());
  const ground = await loadInBabylon(scene, address);
  await scene.whenReadyAsync();
  const drawn = seconds.map((time) => {
    ground.show(time);
    const vertices = captureVertices(() => scene.render());
    const toClip = Array.from(scene.getTransformMatrix().asArray());
    return { vertices: listed(vertices), toClip, picture: canvas.toDataURL() };
  });
  ground.dispose();
  engine.dispose();
  return drawn;
}

async function drawInPlayCanvas(address: string, seconds: readonly number[]): Promise<DrawnGround[]> {
  const canvas = makeCanvas();
  const app = new pc.Application(canvas, { graphicsDeviceOptions: { preserveDrawingBuffer: true } });
  app.setCanvasResolution(pc.RESOLUTION_FIXED, 512, 512);
  const camera = new pc.Entity('camera');
  camera.addComponent('camera', {
    projection: pc.PROJECTION_ORTHOGRAPHIC,
    orthoHeight: reach,
    nearClip: 0.1,
    farClip: 2 * reach,
  });
  camera.setPosition(0, reach, 0);
  camera.setEulerAngles(-90, 0, 0);
  const sun = new pc.Entity('sun');
  sun.addComponent('light', { type: 'directional', intensity: 1 });
  sun.setEulerAngles(0, 45, 70);
  const ground = await loadInPlayCanvas(app, address);
  for (const entity of [camera, sun, ground.root]) app.root.addChild(entity);
  app.start();
  const drawn: DrawnGround[] = [];
  for (const time of seconds) {
    ground.show(time);
    // The first frames compile the shaders.
    app.render();
    const vertices = captureVertices(() => app.render());
    const toClip = new pc.Mat4().mul2(camera.camera!.projectionMatrix, camera.camera!.viewMatrix);
    drawn.push({ vertices: listed(vertices), toClip: Array.from(toClip.data), picture: canvas.toDataURL() });
  }
  ground.dispose();
  app.destroy();
  return drawn;
}

/** The class that the script of a web build of Godot defines. */
declare const Engine: new (options: object) => { startGame(options: object): Promise<void> };

/** Runs the project of `src/testing/godot` in a web build of Godot, which lies in the folder `godot`. */
async function drawInGodot(_: string, seconds: readonly number[]): Promise<DrawnGround[]> {
  const canvas = makeCanvas();
  await new Promise((resolve, reject) => {
    const script = document.createElement('script');
    [script.src, script.onload, script.onerror] = ['/godot/index.js', resolve, reject];
    document.head.append(script);
  });
  const engine = new Engine({
    args: ['--audio-driver', 'Dummy'],
    executable: '/godot/index',
    canvasResizePolicy: 0,
    focusCanvas: false,
  });
  await engine.startGame({ canvas });
  const page = globalThis as { showGround?: (seconds: number) => void };
  while (!page.showGround) await new Promise((resolve) => setTimeout(resolve, 50));
  const drawn: DrawnGround[] = [];
  for (const time of seconds) {
    page.showGround(time);
    // Shaders are compiled in the first frames.
    for (let k = 0; k < 5; k++) await captureFrame();
    const vertices = await captureFrame();
    // The camera of main.tscn. Godot's depth is reversed, and it draws upside down.
    const depth = 2 / (2 * reach - 0.1);
    const toClip = new Matrix4().set(
      ...[1 / reach, 0, 0, 0],
      ...[0, 0, 1 / reach, 0],
      ...[0, depth, 0, 0.1 * depth + 1 - reach * depth],
      ...[0, 0, 0, 1],
    );
    drawn.push({ vertices: listed(vertices), toClip: toClip.toArray(), picture: canvas.toDataURL() });
  }
  return drawn;
}

const programs = {
  three: drawInThree,
  'three-nodes': drawAsNodes,
  babylon: drawInBabylon,
  playcanvas: drawInPlayCanvas,
  godot: drawInGodot,
};

(globalThis as { playersPage?: PlayersPage }).playersPage = {
  draw: (program, address, seconds) => programs[program](address, seconds),
  run: runVertexCode,
};
