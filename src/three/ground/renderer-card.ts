import type { Texture } from 'three';
import type { CardDrawer } from '../../gpu/ground/card-drawer.ts';
import { type GroundObject, tileShape } from './ground-object.ts';

/** What a live ground uses of a `WebGPURenderer`. */
export interface CardRenderer {
  init(): Promise<unknown>;
  initTexture(texture: Texture): void;
  /** With WebGPU it has a `device`. */
  readonly backend: object;
}

/** Returns how a renderer draws a ground from its own graphics card, or the reason as text why it cannot. */
export async function openRendererCard(
  renderer: CardRenderer,
  object: GroundObject,
): Promise<CardDrawer | string> {
  await renderer.init();
  const { device } = renderer.backend as { device?: GPUDevice };
  if (!device) return 'the renderer draws with WebGL';
  const backend = renderer.backend as { get(texture: Texture): { readonly texture: GPUTexture } };
  return {
    device,
    border: tileShape.border,
    place: (tiles) => {
      const patches = object.showCardTiles(tiles);
      // New layers start with the initial heights. They are uploaded before the card writes into them, not at the next drawing.
      for (const texture of new Set(patches.map(({ page }) => page.layers))) renderer.initTexture(texture);
      return patches.map(({ page, layer }) => ({ texture: backend.get(page.layers).texture, layer }));
    },
  };
}
