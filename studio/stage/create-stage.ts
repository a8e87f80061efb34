import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import {
  createWebglRenderer,
  createWebgpuRenderer,
  drawsInSoftware,
  type RendererName,
} from './create-renderer.ts';
import { Stage } from './stage.ts';

export interface StageOptions {
  /** The canvas. Without one the stage is never shown, and its pictures are read. */
  readonly canvas?: HTMLCanvasElement;
  /** Default `webgl`, which works everywhere. */
  readonly renderer?: RendererName;
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Picture pixels for each CSS pixel. Default 1. */
  readonly pixelRatio?: number;
  /** Antialiasing, which takes time. Default: with a graphics card, and for pictures that are read. */
  readonly antialias?: boolean;
  /** Draws to a target that can be read instead of the canvas (WebGPU). Default: if there is no canvas. */
  readonly offscreen?: boolean;
  /** Receives messages about what cannot be shown correctly. */
  warn?(message: string): void;
  /** Receives the reason why nothing can be drawn any more (WebGPU. With WebGL the context is restored automatically). */
  lost?(reason: string): void;
}

/** Creates a stage that shows grounds and characters: sky, sun, cameras. Rejects if the browser cannot draw. */
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
