import type { LiveGroundOptions } from '../three/index.ts';

type CardRenderer = NonNullable<LiveGroundOptions['renderer']>;

/**
 * Returns the renderer from whose graphics card a ground is drawn. Null if there is none.
 *
 * canvas: the renderer of the canvas. own: that of the properties; null if none is wanted.
 */
export function chooseRenderer(
  canvas: object,
  own: CardRenderer | null | undefined,
  backend: LiveGroundOptions['backend'] = 'cpu',
): CardRenderer | null {
  if (own !== undefined) return own;
  return backend !== 'cpu' && isWebGPU(canvas) ? canvas : null;
}

function isWebGPU(renderer: object): renderer is CardRenderer {
  return 'isWebGPURenderer' in renderer && renderer.isWebGPURenderer === true;
}
