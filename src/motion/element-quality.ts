/** How well shaped the elements of a mesh are. */
export interface ElementQuality {
  /** Smallest and mean radius ratio, 3 · inradius / circumradius: 1 regular, 0 flat, below 0 inside out. */
  readonly worst: number;
  readonly mean: number;
  /** Element with the smallest. */
  readonly worstTet: number;
  /** m³, from the corners. */
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

/** Signed volume of a tetrahedron, positive where (b − a) × (c − a) · (d − a) is. */
export function tetVolume(p: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const ax = p[3 * a];
  const ay = p[3 * a + 1];
  const az = p[3 * a + 2];
  const bx = p[3 * b] - ax;
  const by = p[3 * b + 1] - ay;
  const bz = p[3 * b + 2] - az;
  const cx = p[3 * c] - ax;
  const cy = p[3 * c + 1] - ay;
  const cz = p[3 * c + 2] - az;
  const dx = p[3 * d] - ax;
  const dy = p[3 * d + 1] - ay;
  const dz = p[3 * d + 2] - az;
  return (bx * (cy * dz - cz * dy) + by * (cz * dx - cx * dz) + bz * (cx * dy - cy * dx)) / 6;
}

/**
 * 3 · inradius / circumradius of a tetrahedron, with the sign of its volume. With V its volume, S the sum of its face
 * areas and P = √(s(s − p)(s − q)(s − r)), where p, q, r are the products of opposite edges and s half their sum:
 * inradius 3 V / S, circumradius P / (6 V).
 */
export function radiusRatio(p: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const ab = edge(p, a, b);
  const ac = edge(p, a, c);
  const ad = edge(p, a, d);
  const bc = edge(p, b, c);
  const bd = edge(p, b, d);
  const cd = edge(p, c, d);
  const volume = tetVolume(p, a, b, c, d);
  const x = ab * cd;
  const y = ac * bd;
  const z = ad * bc;
  const product = (x + y + z) * (y + z - x) * (x + z - y) * (x + y - z);
  if (!(product > 0)) return 0;
  const areas = area(p, a, b, c) + area(p, a, b, d) + area(p, a, c, d) + area(p, b, c, d);
  // P = √product / 4.
  return (216 * volume * Math.abs(volume)) / (areas * Math.sqrt(product));
}

function edge(p: ArrayLike<number>, a: number, b: number): number {
  const x = p[3 * a] - p[3 * b];
  const y = p[3 * a + 1] - p[3 * b + 1];
  const z = p[3 * a + 2] - p[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

function area(p: ArrayLike<number>, a: number, b: number, c: number): number {
  const ux = p[3 * b] - p[3 * a];
  const uy = p[3 * b + 1] - p[3 * a + 1];
  const uz = p[3 * b + 2] - p[3 * a + 2];
  const vx = p[3 * c] - p[3 * a];
  const vy = p[3 * c + 1] - p[3 * a + 1];
  const vz = p[3 * c + 2] - p[3 * a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  return Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
}
