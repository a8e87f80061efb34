import { type UsdColumn, UsdPrimWriter } from './prim-usd.ts';

/** Options of a USD file of curves over time. */
export interface CurvesUsdOptions {
  /** Name of the prim, made valid by `usdPrimName`. */
  readonly name: string;
  /** Time codes per second. */
  readonly fps: number;
  /** Number of points of each curve, at least 2. */
  readonly pointCount: number;
  /** Width at each point, metres, [curves · pointCount]. */
  readonly widths: Float32Array;
  /** Linear RGB colour at each point, [3 · curves · pointCount]. */
  readonly colors: Float32Array;
}

/** Positions in metres, curve by curve, [3 · curves · pointCount]. */
export type CurvesFrame = Float32Array;

/**
 * Writes animated curves as a binary USD file (.usdc): one prim of type BasisCurves, linear. points and extent have one sample per frame;
 * curveVertexCounts, widths and primvars:displayColor are constant. See `UsdPrimWriter` for the two passes. Points are read only in the
 * second pass, so that `add` takes no time. For this reason, call `repeat` for a frame that equals the previous one.
 *
 * The curves are linear, because readers interpret the ends of cubic curves differently.
 */
export class CurvesUsdWriter extends UsdPrimWriter<CurvesFrame> {
  constructor(options: CurvesUsdOptions) {
    const { name, fps } = options;
    const words = { type: 'linear', wrap: 'nonperiodic' };
    super({ name, fps, typeName: 'BasisCurves', columns: listCurvesColumns(options), words });
  }
}

function listCurvesColumns({ pointCount, widths, colors }: CurvesUsdOptions): UsdColumn<CurvesFrame>[] {
  const counts = new Uint32Array(widths.length / pointCount).fill(pointCount);
  return [
    {
      name: 'points',
      typeName: 'point3f[]',
      freshLength: colors.length,
      read: (points) => points,
    },
    {
      name: 'extent',
      typeName: 'float3[]',
      freshLength: 6,
      read: (points) => measureExtent(points, widths),
    },
    {
      name: 'curveVertexCounts',
      typeName: 'int[]',
      isConstant: true,
      read: () => counts,
    },
    {
      name: 'widths',
      typeName: 'float[]',
      isVertex: true,
      isConstant: true,
      read: () => widths,
    },
    {
      name: 'primvars:displayColor',
      typeName: 'color3f[]',
      isVertex: true,
      isConstant: true,
      read: () => colors,
    },
  ];
}

/** Returns the minimum and maximum corner of all points including their widths. Without points, returns the empty box of the format. */
function measureExtent(points: CurvesFrame, widths: Float32Array): Float32Array {
  const largest = 3.4028234663852886e38;
  const out = Float32Array.of(largest, largest, largest, -largest, -largest, -largest);
  for (let k = 0; k < points.length; k++) {
    const axis = k % 3;
    const radius = widths[Math.floor(k / 3)] / 2;
    if (points[k] - radius < out[axis]) out[axis] = points[k] - radius;
    if (points[k] + radius > out[3 + axis]) out[3 + axis] = points[k] + radius;
  }
  return out;
}
