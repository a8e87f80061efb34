/** Returns the minimum and maximum coordinates of points [3 · n]; Infinity and −Infinity without points. */
export function boundsOfPoints(positions: ArrayLike<number>): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    if (positions[k] < min[k % 3]) min[k % 3] = positions[k];
    if (positions[k] > max[k % 3]) max[k % 3] = positions[k];
  }
  return { min, max };
}
