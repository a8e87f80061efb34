type Vector = readonly [number, number, number];

/** A surface in its current pose in the world, metres. */
export interface PickSurface {
  /** Positions, [3 · vertexCount]. */
  readonly positions: ArrayLike<number>;
  /** Vertices of triangles, [3 · triangleCount]. */
  readonly indices: ArrayLike<number>;
}

/** The first intersection of a ray with a character. */
export interface CharacterHit {
  readonly surface: number;
  /** The vertices of the triangle that was hit, and the barycentric coordinates of the point. */
  readonly corners: readonly [number, number, number];
  readonly fractions: Vector;
  /** World metres. */
  readonly point: Vector;
  readonly distance: number;
}

/** If the angle between ray and triangle is flatter than this, the triangle is missed. */
const flat = 1e-12;

/**
 * Returns the first triangle of some surfaces that a ray hits, from either side. Null if there is none. `direction` is a unit vector.
 * Möller & Trumbore 1997.
 */
export function pickCharacter(
  surfaces: readonly PickSurface[],
  origin: Vector,
  direction: Vector,
): CharacterHit | null {
  const [ox, oy, oz] = origin;
  const [dx, dy, dz] = direction;
  let nearest = Number.POSITIVE_INFINITY;
  let hit: { surface: number; first: number; u: number; v: number } | null = null;
  for (let surface = 0; surface < surfaces.length; surface++) {
    const { positions, indices } = surfaces[surface];
    for (let first = 0; first + 2 < indices.length; first += 3) {
      const a = 3 * indices[first];
      const b = 3 * indices[first + 1];
      const c = 3 * indices[first + 2];
      const e1x = positions[b] - positions[a];
      const e1y = positions[b + 1] - positions[a + 1];
      const e1z = positions[b + 2] - positions[a + 2];
      const e2x = positions[c] - positions[a];
      const e2y = positions[c + 1] - positions[a + 1];
      const e2z = positions[c + 2] - positions[a + 2];
      const px = dy * e2z - dz * e2y;
      const py = dz * e2x - dx * e2z;
      const pz = dx * e2y - dy * e2x;
      const determinant = e1x * px + e1y * py + e1z * pz;
      if (Math.abs(determinant) < flat) continue;
      const tx = ox - positions[a];
      const ty = oy - positions[a + 1];
      const tz = oz - positions[a + 2];
      const u = (tx * px + ty * py + tz * pz) / determinant;
      if (u < 0 || u > 1) continue;
      const qx = ty * e1z - tz * e1y;
      const qy = tz * e1x - tx * e1z;
      const qz = tx * e1y - ty * e1x;
      const v = (dx * qx + dy * qy + dz * qz) / determinant;
      if (v < 0 || u + v > 1) continue;
      const distance = (e2x * qx + e2y * qy + e2z * qz) / determinant;
      if (distance <= 0 || distance >= nearest) continue;
      nearest = distance;
      hit = { surface, first, u, v };
    }
  }
  if (!hit) return null;
  const { surface, first, u, v } = hit;
  const { indices } = surfaces[surface];
  return {
    surface,
    corners: [indices[first], indices[first + 1], indices[first + 2]],
    fractions: [1 - u - v, u, v],
    point: [ox + nearest * dx, oy + nearest * dy, oz + nearest * dz],
    distance: nearest,
  };
}
