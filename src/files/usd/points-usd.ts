import type { PointsFrame } from '../../motion/points-frame.ts';
import { listPointsColumns } from './points-columns.ts';
import { UsdPrimWriter } from './prim-usd.ts';

/** Options of a USD file of points over time. */
export interface PointsUsdOptions {
  /** What the prim is called, as far as USD can: `usdPrimName`. */
  readonly name: string;
  /** Time codes a second. */
  readonly fps: number;
  /** The user's own attributes, by name. */
  readonly attributes: readonly string[];
  /** Whether orientations are written. Frames without them are then not turned. */
  readonly isTurning: boolean;
}

/**
 * Particles over time as a binary USD file (.usdc): one prim of type Points, whose every attribute has a sample a frame. See
 * `UsdPrimWriter` for how it is written.
 *
 *     points, velocities (m/s), widths (diameters), ids, extent
 *     primvars: displayColor (linear), displayOpacity, birth (s), orient (quaternions, where something turns), the user's own
 */
export class PointsUsdWriter extends UsdPrimWriter<PointsFrame> {
  constructor({ name, fps, attributes, isTurning }: PointsUsdOptions) {
    super({ name, fps, typeName: 'Points', columns: listPointsColumns(attributes, isTurning) });
  }
}
