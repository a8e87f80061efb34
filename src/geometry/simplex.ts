/** Positions of points in one array [3 · pointCount]. The other arguments are indices of points. */
type Points = ArrayLike<number>;

/** Returns the distance between two points. */
export function distanceBetween(p: Points, a: number, b: number): number {
  const x = p[3 * a] - p[3 * b];
  const y = p[3 * a + 1] - p[3 * b + 1];
  const z = p[3 * a + 2] - p[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Returns the area vector of a triangle. It points to the side from which a, b, c are counter-clockwise. */
export function areaVector(p: Points, a: number, b: number, c: number): [number, number, number] {
  const ux = p[3 * b] - p[3 * a];
  const uy = p[3 * b + 1] - p[3 * a + 1];
  const uz = p[3 * b + 2] - p[3 * a + 2];
  const vx = p[3 * c] - p[3 * a];
  const vy = p[3 * c + 1] - p[3 * a + 1];
  const vz = p[3 * c + 2] - p[3 * a + 2];
  return [(uy * vz - uz * vy) / 2, (uz * vx - ux * vz) / 2, (ux * vy - uy * vx) / 2];
}

/** Returns the area of a triangle. */
export function triangleArea(p: Points, a: number, b: number, c: number): number {
  const [x, y, z] = areaVector(p, a, b, c);
  return Math.sqrt(x * x + y * y + z * z);
}

/** Returns the signed volume of a tetrahedron, positive if (b − a) × (c − a) · (d − a) is positive. */
export function tetVolume(p: Points, a: number, b: number, c: number, d: number): number {
  const [x, y, z] = areaVector(p, a, b, c);
  return (
    (x * (p[3 * d] - p[3 * a]) + y * (p[3 * d + 1] - p[3 * a + 1]) + z * (p[3 * d + 2] - p[3 * a + 2])) / 3
  );
}
