import { crateTypes } from './crate-structure.ts';
import { type UsdColumn, UsdPrimWriter } from './prim-usd.ts';

/** Options of a USD file of curves over time. */
export interface CurvesUsdOptions {
  /** What the prim is called, as far as USD can: `usdPrimName`. */
  readonly name: string;
  /** Time codes a second. */
  readonly fps: number;
  /** Points of every curve, at least 2. */
  readonly pointCount: number;
  /** [curves · pointCount] metres across. */
  readonly widths: Float32Array;
  /** [3 · curves · pointCount] linear. */
  readonly colors: Float32Array;
}

/** [3 · curves · pointCount] metres: one curve after the other. */
export type CurvesFrame = Float32Array;

/**
 * Curves over time as a binary USD file (.usdc): one prim of type BasisCurves, linear, whose points and extent have a sample a
 * frame; curveVertexCounts, widths and primvars:displayColor stay. See `UsdPrimWriter` for how it is written; points are read
 * only then, so that `add` takes no work: say with `repeat` which frames are as the one before.
 *
 * Linear, not cubic: readers do not agree on what a cubic one does at its ends.
 */
export class CurvesUsdWriter extends UsdPrimWriter<CurvesFrame> {
  constructor(options: CurvesUsdOptions) {
    const { name, fps } = options;
    const words = { type: 'linear', wrap: 'nonperiodic' };
    super({ name, fps, typeName: 'BasisCurves', columns: listCurvesColumns(options), words });
  }
}

function listCurvesColumns({ pointCount, widths, colors }: CurvesUsdOptions): UsdColumn<CurvesFrame>[] {
  const { float, int, vec3f } = crateTypes;
  const counts = new Uint32Array(widths.length / pointCount).fill(pointCount);
  return [
    {
      name: 'points',
      typeName: 'point3f[]',
      type: vec3f,
      words: 3,
      freshLength: colors.length,
      read: (points) => points,
    },
    {
      name: 'extent',
      typeName: 'float3[]',
      type: vec3f,
      words: 3,
      freshLength: 6,
      read: (points) => measureExtent(points, widths),
    },
    {
      name: 'curveVertexCounts',
      typeName: 'int[]',
      type: int,
      words: 1,
      isConstant: true,
      read: () => counts,
    },
    {
      name: 'widths',
      typeName: 'float[]',
      type: float,
      words: 1,
      isVertex: true,
      isConstant: true,
      read: () => widths,
    },
    {
      name: 'primvars:displayColor',
      typeName: 'color3f[]',
      type: vec3f,
      words: 3,
      isVertex: true,
      isConstant: true,
      read: () => colors,
    },
  ];
}

/** Least and largest corner of all points with their widths; the format's own empty box where there is none. */
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
