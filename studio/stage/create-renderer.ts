import {
  type Camera,
  NeutralToneMapping,
  PCFShadowMap,
  RenderTarget,
  type Scene,
  WebGLRenderer,
} from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import {
  type AttachFleshOptions,
  DeferredGrounds,
  type GroundObjectOptions,
  type PointsShading,
} from '../../src/three/index.ts';
import type { FurKit } from '../outputs/shells/stage-shells.ts';
import type { LightStorage } from './sky.ts';

export type RendererName = 'webgl' | 'webgpu';

/** One of the renderers of three.js, with the differences between them. */
export interface StageRenderer {
  readonly three: WebGLRenderer | WebGPURenderer;
  readonly canvas: HTMLCanvasElement;
  /** The shading of grounds. Undefined: the default. */
  readonly shading: GroundObjectOptions['shading'];
  /** The shading of flesh. Undefined: the default. */
  readonly fleshShading: AttachFleshOptions['shading'];
  /** The shading of particles. Undefined: the default. */
  readonly pointsShading: PointsShading | undefined;
  /** The format of the light of the sky. */
  readonly lightStorage: LightStorage;
  /** Loads the shading of fur. */
  loadFur(): Promise<FurKit>;
  /** Starts to compile the shaders of a scene. Does not wait for them. */
  prepare(scene: Scene, camera: Camera): void;
  /** Sets the size in CSS pixels, and the number of picture pixels for each CSS pixel. */
  resize(width: number, height: number, pixelRatio: number): void;
  /** The last requested picture is drawn. Requesting more before that would only create a queue. */
  readonly isReady: boolean;
  render(scene: Scene, camera: Camera): void;
  /** Returns the last picture as RGBA, top row first. */
  readPixels(): Promise<Uint8Array>;
  dispose(): void;
}

/**
 * Creates the classic renderer. It draws to its canvas, which is read in the same task. isRead: pictures are only read, not shown. Without
 * a graphics card, grounds then use deferred shading, which takes less than half of the time.
 */
export function createWebglRenderer(
  canvas: HTMLCanvasElement,
  antialias: boolean,
  isRead = false,
): StageRenderer {
  const three = new WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' });
  three.shadowMap.enabled = true;
  three.shadowMap.type = PCFShadowMap;
  three.toneMapping = NeutralToneMapping;
  const isDeferred = isRead && drawsInSoftware() && three.extensions.has('EXT_color_buffer_float');
  const grounds = isDeferred ? new DeferredGrounds() : null;
  return {
    three,
    canvas,
    shading: grounds?.createShading,
    fleshShading: undefined,
    pointsShading: undefined,
    lightStorage: drawsInSoftware() && three.extensions.has('OES_texture_float_linear') ? 'float' : 'half',
    async loadFur() {
      const { FurObject } = await import('./classic-fur-kit.ts');
      return { FurObject, shading: undefined };
    },
    // The browser itself limits the frame rate.
    isReady: true,
    render: (scene, camera) => (grounds ? grounds.render(three, scene, camera) : three.render(scene, camera)),
    prepare: (scene, camera) => void three.compile(scene, camera),
    resize(width, height, pixelRatio) {
      three.setPixelRatio(pixelRatio);
      three.setSize(width, height, false);
    },
    async readPixels() {
      const gl = three.getContext();
      const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
      return flipRows(await readBack(gl as WebGL2RenderingContext, width, height), width, height);
    },
    dispose() {
      grounds?.dispose();
      three.dispose();
    },
  };
}

export interface WebgpuOptions {
  /**
   * Draws into a render target and never to the canvas, which some headless browsers cannot show. Pictures can only be read in
   * this mode.
   */
  readonly offscreen: boolean;
  readonly antialias: boolean;
  /** Receives a message if the graphics card is lost permanently. */
  lost(reason: string): void;
}

/** Creates the new renderer. Rejects, and does not touch the canvas, if the browser or the machine has no WebGPU. */
export async function createWebgpuRenderer(
  canvas: HTMLCanvasElement,
  { offscreen, antialias, lost }: WebgpuOptions,
): Promise<StageRenderer> {
  const gpu = (navigator as Navigator & { gpu?: { requestAdapter(): Promise<unknown> } }).gpu;
  if (!gpu) throw new Error('this browser does not have it');
  if (!(await gpu.requestAdapter())) throw new Error('this machine has no graphics card for it');
  const { WebGPURenderer } = await import('three/webgpu');
  const { createNodeShading, nodeFlesh, nodePoints } = await import('../../src/three/webgpu.ts');
  const three = new WebGPURenderer({ canvas, antialias });
  const stopDrawing = three.onDeviceLost;
  three.onDeviceLost = (info) => {
    stopDrawing.call(three, info);
    lost(info.message);
  };
  await three.init();
  three.shadowMap.enabled = true;
  three.shadowMap.type = PCFShadowMap;
  three.toneMapping = NeutralToneMapping;
  const { device } = three.backend as unknown as {
    device: { queue: { onSubmittedWorkDone(): Promise<void> } };
  };
  let isDrawing = false;
  const target = offscreen ? new RenderTarget(1, 1, { samples: antialias ? 4 : 0 }) : null;
  if (target) three.setOutputRenderTarget(target);
  return {
    three,
    canvas,
    shading: createNodeShading,
    fleshShading: nodeFlesh,
    pointsShading: nodePoints,
    lightStorage: 'half',
    async loadFur() {
      const { FurObject, nodeFur } = await import('./node-fur-kit.ts');
      return { FurObject, shading: nodeFur };
    },
    get isReady() {
      return !isDrawing;
    },
    render(scene, camera) {
      three.render(scene, camera);
      isDrawing = true;
      const done = () => {
        isDrawing = false;
      };
      // A lost device is reported elsewhere.
      device.queue.onSubmittedWorkDone().then(done, done);
    },
    // This renderer compiles shaders while it continues to draw.
    prepare() {},
    resize(width, height, pixelRatio) {
      three.setPixelRatio(pixelRatio);
      three.setSize(width, height, false);
      target?.setSize(Math.round(width * pixelRatio), Math.round(height * pixelRatio));
    },
    async readPixels() {
      if (!target)
        throw new Error('a WebGPU stage that is shown on a canvas cannot be read: make it offscreen');
      const { width, height } = target;
      const read = await three.readRenderTargetPixelsAsync(target, 0, 0, width, height);
      return withoutPadding(new Uint8Array(read.buffer, read.byteOffset, read.byteLength), width, height);
    },
    dispose() {
      target?.dispose();
      three.dispose();
    },
  };
}

/** WebGPU pads rows to 256 bytes. The last row may have no padding. */
function withoutPadding(bytes: Uint8Array, width: number, height: number): Uint8Array {
  const row = 4 * width;
  const stride = Math.ceil(row / 256) * 256;
  if (bytes.length < stride * (height - 1) + row) return bytes.slice(0, row * height);
  const out = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) out.set(bytes.subarray(y * stride, y * stride + row), y * row);
  return out;
}

/** The answer of `drawsInSoftware`, which takes a new WebGL context to find out. */
let isSoftware: boolean | null = null;

/** Returns whether no graphics card is used: antialiasing then takes half of the time. */
export function drawsInSoftware(): boolean {
  isSoftware ??= detectSoftware();
  return isSoftware;
}

function detectSoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  const names = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = gl && names ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/** Delay between checks whether a picture is finished: checking costs time that drawing needs. */
const pollMilliseconds = 15;

/**
 * Returns the picture that was drawn in this task as RGBA, bottom row first. The page is not blocked while the picture is being drawn: the
 * pixels are copied into a buffer on the GPU, and read when they are ready.
 */
async function readBack(gl: WebGL2RenderingContext, width: number, height: number): Promise<Uint8Array> {
  const pixels = new Uint8Array(4 * width * height);
  const buffer = gl.createBuffer();
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
  gl.bufferData(gl.PIXEL_PACK_BUFFER, pixels.byteLength, gl.STREAM_READ);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, 0);
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
  const drawn = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  while (drawn && gl.clientWaitSync(drawn, 0, 0) === gl.TIMEOUT_EXPIRED) {
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
  }
  gl.deleteSync(drawn);
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
  gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, pixels);
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
  gl.deleteBuffer(buffer);
  return pixels;
}

function flipRows(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(pixels.length);
  const row = 4 * width;
  for (let y = 0; y < height; y++) out.set(pixels.subarray(y * row, (y + 1) * row), (height - 1 - y) * row);
  return out;
}
