import type { PointsOutput } from './outputs/points.ts';

/** The current state of particles that a display shows, in arrays without spare capacity. This is sent instead of the output. */
export interface PointsSnapshot extends Pick<PointsOutput, 'count'> {
  readonly ids: Uint32Array<ArrayBuffer>;
  readonly positions: Float32Array<ArrayBuffer>;
  readonly orientations: Float32Array<ArrayBuffer> | null;
  readonly colors: Float32Array<ArrayBuffer>;
  readonly sizes: Float32Array<ArrayBuffer>;
}

/** Returns all particles as they are now. The arrays are copies that may be transferred to another thread. */
export function copyPoints(output: PointsOutput): PointsSnapshot {
  const { count, ids, positions, orientations, colors, sizes } = output;
  return {
    count,
    ids: ids.slice(0, count),
    positions: positions.slice(0, 3 * count),
    orientations: orientations?.slice(0, 4 * count) ?? null,
    colors: colors.slice(0, 4 * count),
    sizes: sizes.slice(0, count),
  };
}
