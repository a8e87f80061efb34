import type { Column } from '../../live/changed-blocks.ts';
import type { PointsOutput } from '../../systems/outputs/points.ts';

/** The arrays of particles that are drawn. */
export type DrawnArrays = Pick<PointsOutput, 'ids' | 'positions' | 'colors' | 'sizes' | 'orientations'>;

/** Returns the arrays that are drawn, in the order in which both threads know them. */
export function listColumns(points: DrawnArrays): Column[] {
  const columns: Column[] = [
    { values: points.ids, width: 1 },
    { values: points.positions, width: 3 },
    { values: points.colors, width: 4 },
    { values: points.sizes, width: 1 },
  ];
  if (points.orientations) columns.push({ values: points.orientations, width: 4 });
  return columns;
}
