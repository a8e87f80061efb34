import { hashUnit } from '../../../math/random.ts';

/** Displacement of a site within its square of the lattice, as a fraction of the square. */
const jitter = 0.75;
/** Squares on each side whose sites may bound a cell. */
export const reach = 2;
/** Segments of the curve that divides a cell. */
const curveSegments = 10;
/** Length of the curve's tangents as a fraction of the distance between its ends. */
const tangentLength = 0.36;

/** Returns the displacement of row b of the lattice along x, in squares: every second row, so that most cells have six sides. */
export function shiftOf(b: number): number {
  return b & 1 ? 0.5 : 0;
}

/** Writes the position of the site of a square of the lattice, in squares. */
export function placeSite(out: Float64Array, at: number, seed: number, a: number, b: number): void {
  out[at] = a + shiftOf(b) + 0.5 + jitter * (hashUnit(seed, a, b, 0) - 0.5);
  out[at + 1] = b + 0.5 + jitter * (hashUnit(seed, a, b, 1) - 0.5);
}

/** A cell between the wide cracks: the Voronoi cell of a site. Lengths in squares of the lattice, relative to the site. */
export interface CrackCell {
  readonly a: number;
  readonly b: number;
  readonly x: number;
  readonly z: number;
  /** Outward unit normal of each side, and its distance. [3 · side count] */
  readonly sides: Float64Array;
  /** Points of the narrower crack that divides the cell. [2 · (curveSegments + 1)] */
  readonly curve: Float64Array;
}

/** A corner of a cell, and the outward normal of the side that begins there. */
interface Corner {
  readonly x: number;
  readonly z: number;
  readonly nx: number;
  readonly nz: number;
}

const site = new Float64Array(2);

export function createCrackCell(seed: number, a: number, b: number): CrackCell {
  placeSite(site, 0, seed, a, b);
  const [x, z] = site;
  const far = reach + 1;
  let corners: Corner[] = [
    { x: -far, z: -far, nx: 0, nz: -1 },
    { x: far, z: -far, nx: 1, nz: 0 },
    { x: far, z: far, nx: 0, nz: 1 },
    { x: -far, z: far, nx: -1, nz: 0 },
  ];
  for (let db = -reach; db <= reach; db++) {
    for (let da = -reach; da <= reach; da++) {
      if (da === 0 && db === 0) continue;
      placeSite(site, 0, seed, a + da, b + db);
      const [dx, dz] = [site[0] - x, site[1] - z];
      const length = Math.sqrt(dx * dx + dz * dz);
      corners = clip(corners, dx / length, dz / length, length / 2);
    }
  }
  const sides = new Float64Array(3 * corners.length);
  corners.forEach((corner, k) => {
    sides.set([corner.nx, corner.nz, corner.nx * corner.x + corner.nz * corner.z], 3 * k);
  });
  return { a, b, x, z, sides, curve: divide(corners, (n) => hashUnit(seed, a, b, 2 + n)) };
}

/** Returns the part of a convex polygon on the inner side of a line. Sutherland and Hodgman 1974. */
function clip(corners: readonly Corner[], nx: number, nz: number, distance: number): Corner[] {
  const kept: Corner[] = [];
  corners.forEach((corner, k) => {
    const next = corners[(k + 1) % corners.length];
    const here = distance - nx * corner.x - nz * corner.z;
    const there = distance - nx * next.x - nz * next.z;
    if (here >= 0) kept.push(corner);
    if (here >= 0 === there >= 0) return;
    const part = here / (here - there);
    const [x, z] = [corner.x + part * (next.x - corner.x), corner.z + part * (next.z - corner.z)];
    // Where the line leaves the polygon, a side along the line begins.
    kept.push(here >= 0 ? { x, z, nx, nz } : { ...corner, x, z });
  });
  return kept;
}

/**
 * Returns the curve that divides a cell. It meets two sides at right angles, as a crack meets an older one, since the stress along
 * the older one is all that is left there (Bohn, Pauchard and Couder 2005). Of all pairs of sides it takes the one that divides the
 * cell most evenly with a short crack. random: a value from 0 to 1 for each number.
 */
function divide(corners: readonly Corner[], random: (n: number) => number): Float64Array {
  const ends = corners.map((corner, k) => {
    const next = corners[(k + 1) % corners.length];
    const part = 0.3 + 0.4 * random(k);
    return {
      x: corner.x + part * (next.x - corner.x),
      z: corner.z + part * (next.z - corner.z),
      nx: corner.nx,
      nz: corner.nz,
    };
  });
  const whole = areaOf(corners);
  let best = Number.POSITIVE_INFINITY;
  let pair = [ends[0], ends[1]];
  for (let k = 0; k < ends.length; k++) {
    for (let n = k + 1; n < ends.length; n++) {
      const [from, to] = [ends[k], ends[n]];
      const length = distanceOf(from, to);
      const part = areaOf([from, ...corners.slice(k + 1, n + 1), to]) / whole;
      const cost = 2 * Math.abs(part - 0.5) + length / Math.sqrt(whole);
      if (cost >= best) continue;
      best = cost;
      pair = [from, to];
    }
  }
  const [from, to] = pair;
  const tangent = tangentLength * distanceOf(from, to);
  const curve = new Float64Array(2 * (curveSegments + 1));
  for (let k = 0; k <= curveSegments; k++) {
    const t = k / curveSegments;
    const s = 1 - t;
    const [w0, w1, w2, w3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    curve[2 * k] = (w0 + w1) * from.x - w1 * tangent * from.nx + (w2 + w3) * to.x - w2 * tangent * to.nx;
    curve[2 * k + 1] = (w0 + w1) * from.z - w1 * tangent * from.nz + (w2 + w3) * to.z - w2 * tangent * to.nz;
  }
  return curve;
}

function distanceOf(from: Corner, to: Corner): number {
  const [dx, dz] = [to.x - from.x, to.z - from.z];
  return Math.sqrt(dx * dx + dz * dz);
}

function areaOf(corners: readonly Pick<Corner, 'x' | 'z'>[]): number {
  let twice = 0;
  corners.forEach((corner, k) => {
    const next = corners[(k + 1) % corners.length];
    twice += corner.x * next.z - next.x * corner.z;
  });
  return Math.abs(twice) / 2;
}

/** Returns the distance of a point in a cell from the cell's boundary. dx, dz: relative to the site. */
export function distanceToSides({ sides }: CrackCell, dx: number, dz: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < sides.length; k += 3) {
    const distance = sides[k + 2] - sides[k] * dx - sides[k + 1] * dz;
    if (distance < nearest) nearest = distance;
  }
  return nearest;
}

/** Returns the distance of a point from the curve that divides a cell. dx, dz: relative to the site. */
export function distanceToCurve({ curve }: CrackCell, dx: number, dz: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let k = 0; k + 3 < curve.length; k += 2) {
    const ex = curve[k + 2] - curve[k];
    const ez = curve[k + 3] - curve[k + 1];
    const px = dx - curve[k];
    const pz = dz - curve[k + 1];
    const part = Math.max(0, Math.min(1, (px * ex + pz * ez) / (ex * ex + ez * ez)));
    const qx = px - part * ex;
    const qz = pz - part * ez;
    const square = qx * qx + qz * qz;
    if (square < nearest) nearest = square;
  }
  return Math.sqrt(nearest);
}
