import type { OutputDrawer } from '../output-drawer.ts';
import { ParticlesObject } from './particles-object.ts';

/** Draws particles. */
export const pointsDrawer: OutputDrawer<'points'> = {
  kind: 'points',
  draw(output, { pointsShading }) {
    const object = new ParticlesObject({ look: output.look, shading: pointsShading });
    return {
      object,
      update(time = 0) {
        object.time = time;
        object.update(output);
      },
      dispose: () => object.dispose(),
    };
  },
};
