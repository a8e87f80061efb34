import { InputError } from '../../input-error.ts';
import { maxOf, minOf } from '../../math/lists.ts';
import type { TriangleMesh } from '../../motion/keyed-collider.ts';
import type { Terrain, TerrainHints } from '../../motion/terrain.ts';
import { finishTerrain, type TerrainDraft } from './finish-terrain.ts';
import { checkRasterSize } from './terrain-raster.ts';

/** Returns the same terrain as `sampleMesh`, but samples outside the mesh are filled in. */
export function sampleMeshTerrain(
  mesh: TriangleMesh,
  file: string,
  hints: Pick<TerrainHints, 'scale' | 'spacing' | 'up'>,
): Terrain {
  return finishTerrain(sampleMesh(mesh, file, hints), file);
}

/**
 * Samples a mesh from above on a grid that begins at its minimum x and z. Each sample is the height of the highest surface; samples without
 * a surface are masked. Heights are exact at vertices on the grid. spacing: distance between samples, metres. up 'z': the file's z is
 * upward and its y points to −Z.
 *
 * Throws InputError without a spacing (naming `terrainSpacing`), without triangles, for more samples than `terrainSampleLimit`.
 */
export function sampleMesh(
  mesh: TriangleMesh,
  file: string,
  { scale = 1, spacing, up = 'y' }: Pick<TerrainHints, 'scale' | 'spacing' | 'up'>,
): TerrainDraft {
  const { positions, indices } = mesh;
  if (indices.length === 0) throw InputError.at(file, 'expected a mesh with triangles, got none');
  const bounds = measureBounds(positions, indices, up, scale);
  const { left, far, width, depth, reach } = bounds;
  if (!Number.isFinite(width + depth + reach))
    throw InputError.at(file, 'expected a mesh of finite size, got corners that are not numbers');
  if (!spacing) {
    const apart = Math.sqrt((width * depth) / Math.max(1, indices.length / 6));
    throw InputError.at(
      file,
      `expected the spacing of samples for a mesh, got none: set terrainSpacing, metres between samples ` +
        `(its triangles would make it about ${Number(apart.toPrecision(2))})`,
    );
  }
  const [stepX, stepZ] = spacing;
  // Because a file stores single precision, a vertex may be off the grid by this many samples. Such a vertex is moved back.
  const slackX = slackOf(reach, stepX);
  const slackZ = slackOf(reach, stepZ);
  const columns = Math.floor(width / stepX + slackX) + 1;
  const rows = Math.floor(depth / stepZ + slackZ) + 1;
  checkRasterSize(columns, rows, file);
  const heights = new Float64Array(columns * rows).fill(Number.NEGATIVE_INFINITY);
  const sampler = new TriangleSampler(heights, columns, rows);
  const corner = new Float64Array(9);
  for (let k = 0; k < indices.length; k += 3) {
    for (let c = 0; c < 3; c++) {
      const at = 3 * indices[k + c];
      const x = scale * positions[at];
      const z = scale * (up === 'y' ? positions[at + 2] : -positions[at + 1]);
      corner[3 * c] = snap((x - left) / stepX, slackX);
      corner[3 * c + 1] = snap((z - far) / stepZ, slackZ);
      corner[3 * c + 2] = scale * positions[at + (up === 'y' ? 1 : 2)];
    }
    sampler.add(corner);
  }
  const mask = new Uint8Array(heights.length);
  for (let k = 0; k < heights.length; k++) if (heights[k] === Number.NEGATIVE_INFINITY) mask[k] = 1;
  return {
    columns,
    rows,
    heights,
    mask: mask.includes(1) ? mask : null,
    datum: null,
    range: null,
    spacing,
    origin: [left, far],
    position: [left / stepX, far / stepZ],
    warnings: [],
  };
}

function slackOf(reach: number, step: number): number {
  return Math.min(0.01, Math.max(1e-6, (reach / step) * 2 ** -22));
}

function snap(value: number, slack: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) <= slack ? whole : value;
}

/**
 * Returns the bounds of the corners of triangles, metres, Y up: minimum x and z, extents along both, and the largest |x| or |z| (`reach`;
 * NaN if a height is not finite).
 */
function measureBounds(
  positions: Float64Array,
  indices: Uint32Array,
  up: 'y' | 'z',
  scale: number,
): { left: number; far: number; width: number; depth: number; reach: number } {
  let [left, far, right, near] = [Infinity, Infinity, -Infinity, -Infinity];
  let reach = 0;
  for (const index of indices) {
    const x = scale * positions[3 * index];
    const z = scale * (up === 'y' ? positions[3 * index + 2] : -positions[3 * index + 1]);
    const y = scale * positions[3 * index + (up === 'y' ? 1 : 2)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    far = Math.min(far, z);
    near = Math.max(near, z);
    reach = Math.max(reach, Math.abs(x), Math.abs(z), Math.abs(y) < Infinity ? 0 : Number.NaN);
  }
  return { left, far, width: right - left, depth: near - far, reach };
}

/** Tolerance in barycentric coordinates: a sample this close to a triangle counts as inside, so that no gaps appear between triangles. */
const crack = 1e-9;

/** Raises the heights of a grid to the surfaces of triangles. */
class TriangleSampler {
  constructor(
    private readonly heights: Float64Array,
    private readonly columns: number,
    private readonly rows: number,
  ) {}

  /** Adds a triangle. corner [9]: column, row (in samples) and height of its three corners. */
  add(corner: Float64Array): void {
    const [ax, az, ay, bx, bz, by, cx, cz, cy] = corner;
    const area = (bx - ax) * (cz - az) - (bz - az) * (cx - ax);
    if (area === 0) {
      for (let c = 0; c < 9; c += 3) this.raise(corner[c], corner[c + 1], corner[c + 2]);
      return;
    }
    const top = Math.max(0, Math.ceil(Math.min(az, bz, cz) - crack));
    const bottom = Math.min(this.rows - 1, Math.floor(Math.max(az, bz, cz) + crack));
    for (let row = top; row <= bottom; row++) {
      const [from, to] = this.findSpan(corner, row);
      for (let column = from; column <= to; column++) {
        // Barycentric coordinates of the sample. At a corner they are exactly 0 or 1, so that the height of the corner is exact.
        const a = ((cx - bx) * (row - bz) - (cz - bz) * (column - bx)) / area;
        const b = ((ax - cx) * (row - cz) - (az - cz) * (column - cx)) / area;
        const c = ((bx - ax) * (row - az) - (bz - az) * (column - ax)) / area;
        if (a < -crack || b < -crack || c < -crack) continue;
        const height = a * ay + b * by + c * cy;
        const k = row * this.columns + column;
        if (height > this.heights[k]) this.heights[k] = height;
      }
    }
  }

  /** Returns the first and the last column of a row that may be in a triangle. */
  private findSpan(corner: Float64Array, row: number): [number, number] {
    let from = Number.POSITIVE_INFINITY;
    let to = Number.NEGATIVE_INFINITY;
    for (let c = 0; c < 9; c += 3) {
      const next = (c + 3) % 9;
      const [x, z, nextX, nextZ] = [corner[c], corner[c + 1], corner[next], corner[next + 1]];
      if (Math.min(z, nextZ) > row + crack || Math.max(z, nextZ) < row - crack) continue;
      const along =
        z === nextZ ? [x, nextX] : [x + (nextX - x) * Math.max(0, Math.min(1, (row - z) / (nextZ - z)))];
      from = minOf(along, from);
      to = maxOf(along, to);
    }
    return [Math.max(0, Math.ceil(from - 1e-6)), Math.min(this.columns - 1, Math.floor(to + 1e-6))];
  }

  /** Raises the sample at a corner of a vertical triangle to the height of the corner, if the corner is on the grid. */
  private raise(column: number, row: number, height: number): void {
    if (!Number.isInteger(column) || !Number.isInteger(row)) return;
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return;
    const k = row * this.columns + column;
    if (height > this.heights[k]) this.heights[k] = height;
  }
}
