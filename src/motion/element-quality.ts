import { distanceBetween, tetVolume, triangleArea } from '../geometry/simplex.ts';

/** Quality of the elements of a mesh. */
export interface ElementQuality {
  /**
   * Minimum and mean radius ratio, 3 · inradius / circumradius: 1 for a regular element, 0 for a flat one, negative for an inverted one.
   */
  readonly worst: number;
  readonly mean: number;
  /** Element with the minimum ratio. */
  readonly worstTet: number;
  /** Total volume, m³, from the corners. */
  readonly volume: number;
}

/** Radius ratios of tetrahedra by their corners. positions [3 · nodeCount], tets [nodesPerTet · tetCount]. */
export function measureElements(
  positions: Float64Array,
  tets: Uint32Array,
  nodesPerTet: number,
): ElementQuality {
  let worst = Infinity;
  let worstTet = 0;
  let sum = 0;
  let volume = 0;
  const tetCount = tets.length / nodesPerTet;
  for (let tet = 0; tet < tetCount; tet++) {
    const k = tet * nodesPerTet;
    const ratio = radiusRatio(positions, tets[k], tets[k + 1], tets[k + 2], tets[k + 3]);
    volume += tetVolume(positions, tets[k], tets[k + 1], tets[k + 2], tets[k + 3]);
    sum += ratio;
    if (ratio >= worst) continue;
    worst = ratio;
    worstTet = tet;
  }
  return { worst: tetCount > 0 ? worst : 0, mean: tetCount > 0 ? sum / tetCount : 0, worstTet, volume };
}

/**
 * 3 · inradius / circumradius of a tetrahedron, with the sign of its volume. With V its volume, S the sum of its face
 * areas and P = √(s(s − p)(s − q)(s − r)), where p, q, r are the products of opposite edges and s half their sum:
 * inradius 3 V / S, circumradius P / (6 V).
 */
export function radiusRatio(p: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const ab = distanceBetween(p, a, b);
  const ac = distanceBetween(p, a, c);
  const ad = distanceBetween(p, a, d);
  const bc = distanceBetween(p, b, c);
  const bd = distanceBetween(p, b, d);
  const cd = distanceBetween(p, c, d);
  const volume = tetVolume(p, a, b, c, d);
  const x = ab * cd;
  const y = ac * bd;
  const z = ad * bc;
  const product = (x + y + z) * (y + z - x) * (x + z - y) * (x + y - z);
  if (!(product > 0)) return 0;
  const areas =
    triangleArea(p, a, b, c) + triangleArea(p, a, b, d) + triangleArea(p, a, c, d) + triangleArea(p, b, c, d);
  // P = √product / 4.
  return (216 * volume * Math.abs(volume)) / (areas * Math.sqrt(product));
}
