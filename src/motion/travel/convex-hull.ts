/** Points of the plane, [2 · count]. */
type Points = ArrayLike<number>;

/** Returns the convex hull of points in the plane, counter-clockwise, as [2 · hullCount] (Andrew's monotone chain). */
export function convexHull(points: Points): number[] {
  const order = Array.from({ length: points.length / 2 }, (_, i) => i).sort(
    (a, b) => points[2 * a] - points[2 * b] || points[2 * a + 1] - points[2 * b + 1],
  );
  const half = (sequence: readonly number[]): number[] => {
    const hull: number[] = [];
    for (const i of sequence) {
      const x = points[2 * i];
      const y = points[2 * i + 1];
      for (let k = hull.length; k >= 4; k -= 2) {
        const ax = hull[k - 4];
        const ay = hull[k - 3];
        if ((hull[k - 2] - ax) * (y - ay) - (hull[k - 1] - ay) * (x - ax) > 0) break;
        hull.length -= 2;
      }
      hull.push(x, y);
    }
    hull.length -= 2;
    return hull;
  };
  if (order.length < 2) return Array.from(points);
  return [...half(order), ...half(order.reverse())];
}

/** Returns whether two convex hulls have a common point (separating axes). A hull of one or two points is a point or a line. */
export function hullsOverlap(a: Points, b: Points): boolean {
  return !(separates(a, b) || separates(b, a));
}

function separates(a: Points, b: Points): boolean {
  const count = a.length / 2;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    const [nx, ny] = [a[2 * j + 1] - a[2 * i + 1], a[2 * i] - a[2 * j]];
    let inside = -Infinity;
    let outside = Infinity;
    for (let k = 0; k < count; k++) inside = Math.max(inside, nx * a[2 * k] + ny * a[2 * k + 1]);
    for (let k = 0; k < b.length / 2; k++) outside = Math.min(outside, nx * b[2 * k] + ny * b[2 * k + 1]);
    if (outside > inside) return true;
  }
  return false;
}
