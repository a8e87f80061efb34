/**
 * The shape of a leaf of length 1: stem and blade along Y, its upper side towards +Z, folded along the midrib and bent along its length.
 * Each station has a point on the left edge, on the midrib and on the right edge.
 */
const stations = [
  // y, half of the width, height of the midrib, height of the edges
  [-0.5, 0.007, 0.03, 0.03],
  [-0.33, 0.009, 0, 0],
  [-0.27, 0.11, -0.005, 0.02],
  [-0.14, 0.225, -0.012, 0.045],
  [0.02, 0.255, -0.012, 0.06],
  [0.18, 0.205, -0.005, 0.05],
  [0.33, 0.115, 0.01, 0.04],
  [0.44, 0.04, 0.028, 0.04],
  [0.5, 0, 0.04, 0.04],
] as const;

/** Vertices of a leaf, [3 · count]. Their distance from the middle is at most 0.51. */
export const leafPositions: Float32Array = Float32Array.from(
  stations.flatMap(([y, width, midrib, edge]) => [-width, y, edge, 0, y, midrib, width, y, edge]),
);

/** Triangles of the upper side of a leaf: counter-clockwise seen from +Z. */
export const leafTriangles: Uint16Array = Uint16Array.from(
  stations.slice(1).flatMap((_, k) => {
    const [left, middle, right] = [3 * k, 3 * k + 1, 3 * k + 2];
    return [
      [left, middle, middle + 3],
      [left, middle + 3, left + 3],
      [middle, right, right + 3],
      [middle, right + 3, middle + 3],
    ].flat();
  }),
);

/** Returns half of the width of a leaf at y, −0.5 to 0.5; negative beyond its ends. */
export function leafHalfWidth(y: number): number {
  for (let k = 1; k < stations.length; k++) {
    const [low, lowWidth] = stations[k - 1];
    const [high, highWidth] = stations[k];
    if (y < low) break;
    if (y <= high) return lowWidth + ((highWidth - lowWidth) * (y - low)) / (high - low);
  }
  return -1;
}
