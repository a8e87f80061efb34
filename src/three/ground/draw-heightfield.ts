import { takeHeightfieldChanges } from '../../systems/heightfield-change.ts';
import type { OutputDrawer } from '../output-drawer.ts';
import { GroundObject } from './ground-object.ts';

/** Draws a ground that is simulated on the same thread. */
export const heightfieldDrawer: OutputDrawer<'heightfield'> = {
  kind: 'heightfield',
  draw(output, { shading, surroundings }) {
    const object = new GroundObject({ ...output, shading, surroundings });
    return {
      object,
      update: () => object.update(takeHeightfieldChanges(output)),
      dispose: () => object.dispose(),
    };
  },
};
