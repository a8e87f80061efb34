import type { Texture } from 'three';
import type { CardDrawer } from '../../gpu/ground/card-drawer.ts';
import { type CardRenderer, openCardOf } from '../card-renderer.ts';
import { type GroundObject, tileShape } from './ground-object.ts';

/** Returns how a renderer draws a ground from its own graphics card, or the reason as text why it cannot. */
export async function openRendererCard(
  renderer: CardRenderer,
  object: GroundObject,
): Promise<CardDrawer | string> {
  const card = await openCardOf(renderer);
  if (typeof card === 'string') return card;
  return {
    device: card.device,
    border: tileShape.border,
    place: (tiles) => {
      const patches = object.showCardTiles(tiles);
      // New layers start with the initial heights. They are uploaded before the card writes into them, not at the next drawing.
      const textures = new Map<Texture, GPUTexture>();
      for (const { layers } of new Set(patches.map(({ page }) => page)))
        textures.set(layers, card.upload(layers));
      return patches.map(({ page, layer }) => ({ texture: textures.get(page.layers)!, layer }));
    },
  };
}
