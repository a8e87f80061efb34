import { morphDrawer } from './flesh/draw-morph.ts';
import { shellsDrawer } from './fur/draw-shells.ts';
import { heightfieldDrawer } from './ground/draw-heightfield.ts';
import type { AnyDrawer } from './output-drawer.ts';
import { pointsDrawer } from './points/draw-points.ts';

/** The drawer of each kind of output. To add a new kind, add one line here. */
export const outputDrawers: readonly AnyDrawer[] = [
  heightfieldDrawer,
  morphDrawer,
  pointsDrawer,
  shellsDrawer,
];
