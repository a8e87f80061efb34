import {
  BoxGeometry,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  PerspectiveCamera,
  RenderTarget,
  Scene,
} from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { colliderFrom } from '../../live/collider-from.ts';
import { LiveGround } from '../../live/live-ground.ts';
import { createNodeShading } from '../node-shading.ts';

/** What a test receives of a drawn ground. */
export interface DrawnGround {
  /** [4 · 128 · 128] */
  readonly pixels: number[];
  readonly backend: string;
  readonly failure: string | null;
  readonly notes: readonly string[];
  /** Bytes that were copied to the renderer in the last frames, in which a box presses the same tiles as before. */
  readonly uploadedBytes: number;
  /** Heights along a line through the print, before and after `readHeights`. */
  readonly heightsBefore: number[];
  readonly heights: number[];
}

/** The functions that the test calls in the browser. */
export interface CardPage {
  draw(backend: 'cpu' | 'webgpu'): Promise<DrawnGround>;
}

/** What the page reads of private fields. */
interface Inside {
  readonly session: {
    readonly thread: { isReady: boolean } | null;
    readonly unanswered: { pending: number };
  };
}

const size = 128;
const frames = 8;

async function draw(backend: 'cpu' | 'webgpu'): Promise<DrawnGround> {
  const renderer = new WebGPURenderer();
  await renderer.init();
  const notes: string[] = [];
  const ground = new LiveGround({
    material: 'sand',
    cell: 0.02,
    noiseAmplitude: 0.004,
    shading: createNodeShading,
    backend,
    renderer: backend === 'webgpu' ? renderer : undefined,
    createWorker: null,
    // One step a frame, so that none is left out on a busy machine.
    rate: 60,
    onNote: (note) => notes.push(note),
  });
  const box = new Mesh(new BoxGeometry(0.3, 0.1, 0.2));
  ground.add(colliderFrom(box));
  const { session } = ground as unknown as Inside;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
  while ((ground.backend !== backend || !session.thread?.isReady) && ground.failure === null) await pause();
  let before = 0;
  for (let frame = 0; frame < frames && ground.failure === null; frame++) {
    if (frame === frames - 2) before = ground.object.uploadedBytes;
    box.position.set(0.05 * Math.min(frame, 4), 0.1 - 0.008 * frame, 0);
    box.updateMatrixWorld();
    ground.update(1 / 60);
    while (session.unanswered.pending > 0 && ground.failure === null) await pause();
  }
  const uploadedBytes = ground.object.uploadedBytes - before;
  const readLine = () => Array.from({ length: 60 }, (_, k) => ground.object.heightAt(-0.4 + 0.02 * k, 0.01));
  const heightsBefore = readLine();
  await ground.readHeights();

  const scene = new Scene();
  scene.background = new Color('black');
  const sun = new DirectionalLight('white', 2);
  sun.position.set(-3, 2, 1);
  scene.add(new HemisphereLight('white', 'gray', 0.6), sun, ground.object);
  const camera = new PerspectiveCamera(40, 1, 0.1, 50);
  camera.position.set(0.1, 1.2, 0.6);
  camera.lookAt(0.1, 0, 0);
  const target = new RenderTarget(size, size);
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  const pixels = await renderer.readRenderTargetPixelsAsync(target, 0, 0, size, size);
  const drawn = {
    pixels: Array.from(pixels as Uint8Array),
    backend: ground.backend,
    failure: ground.failure,
    notes,
    uploadedBytes,
    heightsBefore,
    heights: readLine(),
  };
  ground.dispose();
  renderer.dispose();
  return drawn;
}

const cardPage: CardPage = { draw };
Object.assign(globalThis, { cardPage });
