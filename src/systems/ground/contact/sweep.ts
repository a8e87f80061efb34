/** More poses than this between the start and the end of a step are not made; the report says when that happened. */
export const maxPoses = 1024;

/**
 * Poses that a step of a surface is swept by, the end pose included: none of the points that matter travels more than
 * `spacing` along the ground between two of them.
 */
export function countPoses(travel: number, spacing: number): number {
  return Math.max(1, Math.min(maxPoses, Math.ceil(travel / spacing - 1e-9)));
}

/**
 * Returns the distance that a rounded body may move between two poses: s = √(8Rδ) with δ = cell / 4. The ridges between two poses
 * are then a quarter cell high.
 */
export function roundedSpacing(radius: number, cell: number): number {
  return Math.max(cell, Math.sqrt(2 * radius * cell));
}
