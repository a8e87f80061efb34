import type { Picture } from '../../src/pictures/picture.ts';
import { renderScene } from './render-scene.ts';

/** Draws a runner in fallen leaves: some whirl up behind her shoes, and crumbs of soil fly where one lands. */
export function drawAutumn(samples: number): Promise<Picture> {
  const camera = [2.3, 1.3, -1.9, 0.7, 0.3, 0.15];
  return renderScene('autumn-leaves', { times: [1.56], size: [1500, 820], samples, camera });
}
