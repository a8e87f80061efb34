import type { OutputDrawer } from '../output-drawer.ts';
import { FurObject } from './fur-object.ts';

/** Draws a coat of fur or grass. */
export const shellsDrawer: OutputDrawer<'shells'> = {
  kind: 'shells',
  draw(output, { furShading }) {
    const object = new FurObject(output, { shading: furShading });
    return { object, update: () => object.update(), dispose: () => object.dispose() };
  },
};
