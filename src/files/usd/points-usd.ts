import type { PointsFrame } from '../../motion/points-frame.ts';
import { listPointsColumns } from './points-columns.ts';
import { UsdPrimWriter } from './prim-usd.ts';

/** Options of a USD file of points over time. */
export interface PointsUsdOptions {
  /** Name of the prim, made valid by `usdPrimName`. */
  readonly name: string;
  /** Time codes per second. */
  readonly fps: number;
  /** Names of the user's attributes. */
  readonly attributes: readonly string[];
  /** Whether orientations are written. If so, frames without orientations get the identity rotation. */
  readonly isTurning: boolean;
}

/**
 * Writes animated particles as a binary USD file (.usdc): one prim of type Points, whose attributes have one sample per frame. See
 * `UsdPrimWriter` for the two passes.
 *
 *     points, velocities (m/s), widths (diameters), ids, extent
 *     primvars: displayColor (linear), displayOpacity, birth (s), orient (quaternions, if particles rotate), the user's attributes
 */
export class PointsUsdWriter extends UsdPrimWriter<PointsFrame> {
  constructor({ name, fps, attributes, isTurning }: PointsUsdOptions) {
    super({ name, fps, typeName: 'Points', columns: listPointsColumns(attributes, isTurning) });
  }
}
