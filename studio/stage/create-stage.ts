import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import {
  createWebglRenderer,
  createWebgpuRenderer,
  drawsInSoftware,
  type RendererName,
} from './create-renderer.ts';
import { Stage } from './stage.ts';

export interface StageOptions {
  /** Where to draw. Without one the stage is never shown, and its pictures are read. */
  readonly canvas?: HTMLCanvasElement;
  /** `webgl` by default: it works everywhere. */
  readonly renderer?: RendererName;
  /** In pixels of the page. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture across one of the page; 1 by default. */
  readonly pixelRatio?: number;
  /** Smooth edges, at a cost. By default where a graphics card draws, and for pictures that are read. */
  readonly antialias?: boolean;
  /** Draws where its pictures can be read and not onto the canvas (WebGPU). By default where there is no canvas. */
  readonly offscreen?: boolean;
  /** Told, in words, what cannot be shown as it is. */
  warn?(words: string): void;
  /** Told why nothing can be drawn any more (WebGPU; with WebGL what was lost comes back by itself). */
  lost?(reason: string): void;
}

/** A place to show grounds and characters on: sky, sun, cameras. Rejects where the browser cannot draw. */
export async function createStage(options: StageOptions): Promise<Stage> {
  const { width, height, pixelRatio = 1, warn = () => {} } = options;
  const canvas = options.canvas ?? document.createElement('canvas');
  const isSlow = options.canvas !== undefined && drawsInSoftware();
  const antialias = options.antialias ?? !isSlow;
  const renderer =
    options.renderer === 'webgpu'
      ? await createWebgpuRenderer(canvas, {
          offscreen: options.offscreen ?? !options.canvas,
          antialias,
          lost: options.lost ?? warn,
        })
      : createWebglRenderer(canvas, antialias, !options.canvas);
  const stage = new Stage(renderer, warn, (camera) =>
    options.canvas ? new OrbitControls(camera, canvas) : null,
  );
  stage.isSlow = isSlow;
  if (options.canvas) stage.adaptResolution(isSlow ? 0.5 : 1);
  stage.resize(width, height, pixelRatio);
  return stage;
}
