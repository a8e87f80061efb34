import type { InstancedBufferAttribute } from 'three';
import type { PointsDrawer } from '../../gpu/particles/points-drawer.ts';
import { type CardRenderer, openCardOf } from '../card-renderer.ts';
import type { ParticlesObject } from './particles-object.ts';

/**
 * Returns how a renderer draws particles from its own graphics card, or the reason as text why it cannot. count: the maximum number of
 * particles.
 */
export async function openRendererPoints(
  renderer: CardRenderer,
  object: ParticlesObject,
  count: number,
): Promise<PointsDrawer | string> {
  if (object.isSorted) return 'transparent particles are sorted on the CPU';
  const card = await openCardOf(renderer);
  if (typeof card === 'string') return card;
  const { places, colors } = object.drawFromCard(count);
  // The renderer creates the buffer of an attribute when it draws it for the first time.
  const backend = renderer.backend as {
    get(attribute: InstancedBufferAttribute): { readonly buffer?: GPUBuffer };
  };
  return {
    device: card.device,
    begin: (shown) => {
      object.showFromCard(shown);
      const [placeBuffer, colorBuffer] = [places, colors].map((attribute) => backend.get(attribute).buffer);
      return placeBuffer && colorBuffer ? { places: placeBuffer, colors: colorBuffer } : null;
    },
  };
}
