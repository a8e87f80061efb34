import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Engine as BabylonEngine } from '@babylonjs/core/Engines/engine.js';
import { DirectionalLight as BabylonSun } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight as BabylonSky } from '@babylonjs/core/Lights/hemisphericLight.js';
import { ShadowGenerator } from '@babylonjs/core/Lights/Shadows/shadowGenerator.js';
import '@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js';
import { ImportMeshAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene as BabylonScene } from '@babylonjs/core/scene.js';
import * as pc from 'playcanvas';
import {
  AnimationMixer,
  Color,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { loadGround as loadInBabylon } from '../../../integrations/babylon/ground-vat.js';
import { loadGround as loadInPlayCanvas } from '../../../integrations/playcanvas/ground-vat.js';
import { loadGround as loadInThree } from '../../../integrations/three/ground-vat.js';

/** What all engines show in the same way. */
export interface EngineView {
  /** Addresses of the description of the ground, and of the character. */
  readonly ground: string;
  readonly character: string;
  readonly seconds: number;
  readonly size: readonly [width: number, height: number];
  readonly camera: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  /** Vertical angle of view, degrees. */
  readonly angle: number;
  /** Direction in which sunlight travels. */
  readonly sunlight: readonly [number, number, number];
  /** sRGB, 0 to 1. */
  readonly sky: readonly [number, number, number];
}

export type EngineName = 'three' | 'babylon' | 'playcanvas' | 'godot';

/** Half of the side of the square in which there are shadows, metres. */
const shadowReach = 3;

function makeCanvas([width, height]: EngineView['size']): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height, canvas.id] = [width, height, 'canvas'];
  document.body.append(canvas);
  return canvas;
}

async function drawInThree(view: EngineView): Promise<string> {
  const renderer = new WebGLRenderer({
    canvas: makeCanvas(view.size),
    antialias: true,
    preserveDrawingBuffer: true,
  });
  renderer.shadowMap.enabled = true;
  const scene = new Scene();
  scene.background = new Color().setRGB(...view.sky, 'srgb');
  const camera = new PerspectiveCamera(view.angle, view.size[0] / view.size[1], 0.05, 100);
  camera.position.set(...view.camera);
  camera.lookAt(...view.target);
  const sun = new DirectionalLight('white', 2.6);
  const [x, y, z] = view.target;
  sun.target.position.set(x, y, z);
  sun.position.set(x - 6 * view.sunlight[0], y - 6 * view.sunlight[1], z - 6 * view.sunlight[2]);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.normalBias = 0.01;
  Object.assign(sun.shadow.camera, {
    left: -shadowReach,
    right: shadowReach,
    top: shadowReach,
    bottom: -shadowReach,
  });
  const ground = await loadInThree(view.ground);
  const gltf = await new GLTFLoader().loadAsync(view.character);
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]).play();
  mixer.setTime(view.seconds);
  ground.root.traverse((object) => {
    object.receiveShadow = true;
  });
  gltf.scene.traverse((object) => {
    object.castShadow = true;
    object.frustumCulled = false;
  });
  scene.add(sun, sun.target, new HemisphereLight('#bcd2f0', '#8a7a62', 1.2), ground.root, gltf.scene);
  ground.show(view.seconds);
  renderer.render(scene, camera);
  return renderer.domElement.toDataURL();
}

async function drawInBabylon(view: EngineView): Promise<string> {
  const canvas = makeCanvas(view.size);
  const engine = new BabylonEngine(canvas, true, { preserveDrawingBuffer: true });
  const scene = new BabylonScene(engine);
  scene.useRightHandedSystem = true;
  scene.clearColor = new Color4(...view.sky, 1);
  const camera = new FreeCamera('camera', new Vector3(...view.camera), scene);
  camera.fov = (view.angle * Math.PI) / 180;
  camera.minZ = 0.05;
  camera.setTarget(new Vector3(...view.target));
  const sun = new BabylonSun('sun', new Vector3(...view.sunlight), scene);
  sun.position = new Vector3(...view.target.map((value, axis) => value - 6 * view.sunlight[axis]));
  sun.intensity = 2.6;
  sun.autoUpdateExtends = false;
  [sun.orthoLeft, sun.orthoRight] = [-shadowReach, shadowReach];
  [sun.orthoBottom, sun.orthoTop] = [-shadowReach, shadowReach];
  [sun.shadowMinZ, sun.shadowMaxZ] = [0.1, 14];
  const sky = new BabylonSky('sky', new Vector3(0, 1, 0), scene);
  sky.intensity = 0.45;
  sky.diffuse = new Color3(0.74, 0.82, 0.94);
  sky.groundColor = new Color3(0.54, 0.48, 0.38);
  const shadows = new ShadowGenerator(2048, sun);
  shadows.usePercentageCloserFiltering = true;
  shadows.bias = 0.002;
  const ground = await loadInBabylon(scene, view.ground);
  const before = new Set(scene.meshes);
  const { animationGroups } = await ImportMeshAsync(view.character, scene);
  for (const mesh of scene.meshes) {
    if (before.has(mesh)) mesh.receiveShadows = true;
    else {
      mesh.alwaysSelectAsActiveMesh = true;
      shadows.addShadowCaster(mesh);
    }
  }
  for (const group of animationGroups) group.stop();
  const [clip] = animationGroups;
  clip.start(false);
  // The loader of Babylon.js makes 60 frames of a second.
  clip.goToFrame(60 * view.seconds);
  clip.pause();
  await scene.whenReadyAsync();
  ground.show(view.seconds);
  for (let k = 0; k < 3; k++) scene.render();
  return canvas.toDataURL();
}

async function drawInPlayCanvas(view: EngineView): Promise<string> {
  const canvas = makeCanvas(view.size);
  const app = new pc.Application(canvas, {
    graphicsDeviceOptions: { preserveDrawingBuffer: true, antialias: true },
  });
  app.setCanvasResolution(pc.RESOLUTION_FIXED, ...view.size);
  app.scene.ambientLight = new pc.Color(0.42, 0.45, 0.5);
  const camera = new pc.Entity('camera');
  camera.addComponent('camera', {
    fov: view.angle,
    nearClip: 0.05,
    farClip: 100,
    clearColor: new pc.Color(...view.sky, 1),
  });
  camera.setPosition(...view.camera);
  camera.lookAt(new pc.Vec3(...view.target));
  const sun = new pc.Entity('sun');
  sun.addComponent('light', {
    type: 'directional',
    intensity: 1,
    castShadows: true,
    shadowDistance: 12,
    shadowResolution: 2048,
    normalOffsetBias: 0.02,
    shadowBias: 0.1,
  });
  // A light shines along its own negative y axis.
  const [x, y, z] = view.sunlight;
  sun.setRotation(new pc.Quat().setFromDirections(new pc.Vec3(0, -1, 0), new pc.Vec3(x, y, z).normalize()));
  const ground = await loadInPlayCanvas(app, view.ground);
  const container = await new Promise<pc.Asset>((resolve, reject) => {
    app.assets.loadFromUrl(view.character, 'container', (error, asset) =>
      asset ? resolve(asset) : reject(new Error(String(error))),
    );
  });
  const resource = container.resource as pc.ContainerResource & { animations: pc.Asset[] };
  const figure = resource.instantiateRenderEntity({ castShadows: true });
  figure.addComponent('anim', { activate: true });
  figure.anim!.assignAnimation('show', resource.animations[0].resource as pc.AnimTrack);
  for (const entity of [camera, sun, ground.root, figure]) app.root.addChild(entity);
  app.start();
  app.autoRender = false;
  ground.show(view.seconds);
  app.update(view.seconds);
  for (let k = 0; k < 3; k++) app.render();
  return canvas.toDataURL();
}

/** The class that the script of a web build of Godot defines. */
declare const Engine: new (options: object) => { startGame(options: object): Promise<void> };

/** Runs the project in `godot/` with a web build of Godot, which lies in the folder `godot` of the server. */
async function drawInGodot(view: EngineView): Promise<string> {
  const canvas = makeCanvas(view.size);
  // The picture is read after it is drawn.
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    kind: string,
    options?: object,
  ) {
    return getContext.call(this, kind, { ...options, preserveDrawingBuffer: true });
  } as typeof getContext;
  await new Promise((resolve, reject) => {
    const script = document.createElement('script');
    [script.src, script.onload, script.onerror] = ['/godot/index.js', resolve, reject];
    document.head.append(script);
  });
  const page = globalThis as { engineView?: string; shownFrames?: number };
  page.engineView = JSON.stringify(view);
  page.shownFrames = 0;
  const engine = new Engine({
    args: ['--audio-driver', 'Dummy'],
    executable: '/godot/index',
    canvasResizePolicy: 0,
    focusCanvas: false,
  });
  await engine.startGame({ canvas });
  while (page.shownFrames < 10) await new Promise((resolve) => setTimeout(resolve, 100));
  return canvas.toDataURL();
}

const engines = {
  three: drawInThree,
  babylon: drawInBabylon,
  playcanvas: drawInPlayCanvas,
  godot: drawInGodot,
};

export interface EnginesPage {
  /** Draws the view in an engine. Returns the picture as an address with its data. */
  draw(engine: EngineName, view: EngineView): Promise<string>;
}

(globalThis as { enginesPage?: EnginesPage }).enginesPage = { draw: (engine, view) => engines[engine](view) };
