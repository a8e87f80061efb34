import {
  Color,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  RenderTarget,
  Scene,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { WebGPURenderer } from 'three/webgpu';
import { changeOf } from '../../testing/changes.ts';
import { createClassicShading } from '../classic-shading.ts';
import { DeferredGrounds } from '../deferred-shading.ts';
import type { CoverSource } from '../ground-cover.ts';
import { GroundObject } from '../ground-object.ts';
import { createNodeShading } from '../node-shading.ts';

/** The classic renderer, with direct or deferred shading, and WebGPURenderer on its two back ends. */
export type RendererKind = 'classic' | 'deferred' | 'webgl' | 'webgpu';
export type Covered = 'dry' | 'wet' | 'stony';

/** The functions that tests of grounds call in the browser. */
export interface GroundPage {
  /**
   * Draws a pressed ground from above. Returns mean red, green and blue, 0..255, of the left half, which has cover, and of the right half.
   */
  draw(kind: RendererKind, covered: Covered): Promise<[left: number[], right: number[]]>;
}

const size = 64;

/** Returns a cover where x < 0. */
function coverOf(covered: Covered): CoverSource {
  const fill =
    (value: number) => (out: Uint8Array, rectangle: { i0: number; columns: number; rows: number }) => {
      const { i0, columns, rows } = rectangle;
      for (let k = 0; k < columns * rows; k++) out[k] = i0 + (k % columns) < 0 ? value : 0;
    };
  if (covered === 'wet') return { readWetness: fill(255) };
  return covered === 'stony' ? { readStones: fill(1) } : {};
}

async function draw(kind: RendererKind, covered: Covered): Promise<[number[], number[]]> {
  const isClassic = kind === 'classic' || kind === 'deferred';
  const renderer = isClassic ? new WebGLRenderer() : new WebGPURenderer({ forceWebGL: kind === 'webgl' });
  const deferred = kind === 'deferred' ? new DeferredGrounds() : null;
  if (renderer instanceof WebGPURenderer) await renderer.init();
  const scene = new Scene();
  scene.background = new Color('black');
  const sun = new DirectionalLight('white', 2);
  sun.position.set(0, 4, 2);
  const ground = new GroundObject({
    cell: 0.02,
    ...coverOf(covered),
    shading: deferred?.createShading ?? (isClassic ? createClassicShading : createNodeShading),
  });
  // In each half, one tile is touched. The ground around these tiles is not.
  ground.update([changeOf(-32, 0, 64, 32, () => -2000)]);
  scene.add(new HemisphereLight('white', 'gray', 0.6), sun, ground);
  const camera = new PerspectiveCamera(40, 1, 0.1, 50);
  camera.position.set(0, 3, 0.01);
  camera.lookAt(0, 0, 0);
  const pixels = await read(renderer, scene, camera, deferred);
  ground.dispose();
  deferred?.dispose();
  renderer.dispose();
  return [0, 1].map((half) => meanOf(pixels, half)) as [number[], number[]];
}

async function read(
  renderer: WebGLRenderer | WebGPURenderer,
  scene: Scene,
  camera: PerspectiveCamera,
  deferred: DeferredGrounds | null,
): Promise<Uint8Array> {
  if (renderer instanceof WebGLRenderer) {
    const target = new WebGLRenderTarget(size, size);
    renderer.setRenderTarget(target);
    if (deferred) deferred.render(renderer, scene, camera);
    else renderer.render(scene, camera);
    const pixels = new Uint8Array(4 * size * size);
    renderer.readRenderTargetPixels(target, 0, 0, size, size, pixels);
    return pixels;
  }
  const target = new RenderTarget(size, size);
  renderer.setRenderTarget(target);
  renderer.render(scene, camera);
  return (await renderer.readRenderTargetPixelsAsync(target, 0, 0, size, size)) as Uint8Array;
}

/** Returns the mean colour of a half, away from the line between the halves. */
function meanOf(pixels: Uint8Array, half: number): number[] {
  const sums = [0, 0, 0];
  let count = 0;
  for (let row = 0; row < size; row++) {
    for (let column = 4; column < size / 2 - 4; column++, count++) {
      const k = 4 * (row * size + column + (half * size) / 2);
      for (let c = 0; c < 3; c++) sums[c] += pixels[k + c];
    }
  }
  return sums.map((sum) => sum / count);
}

const groundPage: GroundPage = { draw };
Object.assign(globalThis, { groundPage });
