import type { InterleavedBuffer, Texture } from 'three';

/** What live objects use of a `WebGPURenderer`. */
export interface CardRenderer {
  init(): Promise<unknown>;
  initTexture(texture: Texture): void;
  /** With WebGPU it has a `device`. */
  readonly backend: object;
}

/** The graphics card of a renderer, its textures and buffers. */
export interface RendererCard {
  readonly device: GPUDevice;
  /** Uploads what has changed in a texture, and returns it. The card can write into it after that. */
  upload(texture: Texture): GPUTexture;
  /** Returns the buffer of attributes. The card can write into it. Null before they were drawn for the first time. */
  find(buffer: InterleavedBuffer): GPUBuffer | null;
}

/** Returns the graphics card with which a renderer draws, or the reason as text why there is none. */
export async function openCardOf(renderer: CardRenderer): Promise<RendererCard | string> {
  await renderer.init();
  const { device } = renderer.backend as { device?: GPUDevice };
  if (!device) return 'the renderer draws with WebGL';
  const backend = renderer.backend as {
    get(object: object): { readonly texture: GPUTexture; readonly buffer?: GPUBuffer };
  };
  return {
    device,
    upload: (texture) => {
      renderer.initTexture(texture);
      return backend.get(texture).texture;
    },
    find: (buffer) => backend.get(buffer).buffer ?? null,
  };
}
