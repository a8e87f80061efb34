/** Meshes a level set by surface nets: one vertex in every cell that the surface crosses, one quad for every crossed edge. */
import type { LevelSet, Vector } from './level-set.ts';

export interface Mesh {
  /** Positions of the vertices, m, [3 · vertexCount]. */
  readonly positions: Float64Array;
  /** Vertex indices of the triangles, counter-clockwise seen from outside, [3 · triangleCount]. */
  readonly indices: Uint32Array;
}

const blockSize = 8;

/**
 * Returns a closed mesh of {set ≤ 0} inside the box [low, high], which must contain the whole shape. `cell` in metres. Blocks of cells are
 * not sampled if the value of the level set shows that they are far from the surface. For this, the slope of the level set must not exceed
 * 1.5. Vertices are then moved onto the surface along the gradient.
 */
export function meshLevelSet(set: LevelSet, low: Vector, high: Vector, cell: number): Mesh {
  const size = [0, 1, 2].map(
    (axis) => Math.ceil((high[axis] - low[axis]) / cell / blockSize) * blockSize + 1,
  );
  const values = sampleNearSurface(set, low, cell, size);
  const [nx, ny, nz] = size;
  const vertexOf = new Int32Array(nx * ny * nz).fill(-1);
  const positions: number[] = [];
  const indices: number[] = [];
  const corner = new Float64Array(8);
  for (let k = 0; k < nz - 1; k++) {
    for (let j = 0; j < ny - 1; j++) {
      for (let i = 0; i < nx - 1; i++) {
        const at = i + nx * (j + ny * k);
        let inside = 0;
        for (let c = 0; c < 8; c++) {
          corner[c] = values[at + (c & 1) + nx * (((c >> 1) & 1) + ny * (c >> 2))];
          if (corner[c] <= 0) inside++;
        }
        if (inside === 0 || inside === 8) continue;
        vertexOf[at] = positions.length / 3;
        pushCrossingCentre(
          positions,
          corner,
          [low[0] + i * cell, low[1] + j * cell, low[2] + k * cell],
          cell,
        );
      }
    }
  }
  const stride = [1, nx, nx * ny];
  for (let k = 1; k < nz - 1; k++) {
    for (let j = 1; j < ny - 1; j++) {
      for (let i = 1; i < nx - 1; i++) {
        const at = i + nx * (j + ny * k);
        for (let axis = 0; axis < 3; axis++) {
          const isInside = values[at] <= 0;
          if (isInside === values[at + stride[axis]] <= 0) continue;
          const u = stride[(axis + 1) % 3];
          const v = stride[(axis + 2) % 3];
          const quad = [vertexOf[at - u - v], vertexOf[at - v], vertexOf[at], vertexOf[at - u]];
          if (!isInside) quad.reverse();
          pushQuad(indices, positions, quad);
        }
      }
    }
  }
  const mesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  drawOntoSurface(mesh.positions, set, cell);
  return mesh;
}

function sampleNearSurface(set: LevelSet, low: Vector, cell: number, size: number[]): Float32Array {
  const [nx, ny, nz] = size;
  const values = new Float32Array(nx * ny * nz);
  const reach = 1.5 * cell * (blockSize / 2 + 1) * Math.sqrt(3);
  for (let k0 = 0; k0 < nz; k0 += blockSize) {
    for (let j0 = 0; j0 < ny; j0 += blockSize) {
      for (let i0 = 0; i0 < nx; i0 += blockSize) {
        const half = blockSize / 2;
        const centre = set(
          low[0] + (i0 + half) * cell,
          low[1] + (j0 + half) * cell,
          low[2] + (k0 + half) * cell,
        );
        const isFar = Math.abs(centre) > reach;
        for (let k = k0; k < Math.min(nz, k0 + blockSize); k++) {
          for (let j = j0; j < Math.min(ny, j0 + blockSize); j++) {
            for (let i = i0; i < Math.min(nx, i0 + blockSize); i++) {
              values[i + nx * (j + ny * k)] = isFar
                ? centre
                : set(low[0] + i * cell, low[1] + j * cell, low[2] + k * cell);
            }
          }
        }
      }
    }
  }
  return values;
}

/** Appends the mean of the points where the cell's edges cross the surface. */
function pushCrossingCentre(positions: number[], corner: Float64Array, origin: number[], cell: number): void {
  const sum = [0, 0, 0];
  let count = 0;
  for (let axis = 0; axis < 3; axis++) {
    const bit = 1 << axis;
    for (let c = 0; c < 8; c++) {
      if (c & bit || corner[c] <= 0 === corner[c | bit] <= 0) continue;
      const t = corner[c] / (corner[c] - corner[c | bit]);
      for (let a = 0; a < 3; a++) sum[a] += a === axis ? t : (c >> a) & 1;
      count++;
    }
  }
  for (let a = 0; a < 3; a++) positions.push(origin[a] + (sum[a] / count) * cell);
}

/** Appends a quad as two triangles, divided along its shorter diagonal. */
function pushQuad(indices: number[], positions: number[], [a, b, c, d]: number[]): void {
  const diagonal = (p: number, q: number) =>
    (positions[3 * p] - positions[3 * q]) ** 2 +
    (positions[3 * p + 1] - positions[3 * q + 1]) ** 2 +
    (positions[3 * p + 2] - positions[3 * q + 2]) ** 2;
  if (diagonal(a, c) <= diagonal(b, d)) indices.push(a, b, c, a, c, d);
  else indices.push(a, b, d, b, c, d);
}

/** Moves vertices onto the surface by Newton steps along the gradient, each at most a quarter of a cell, so that no two cross. */
function drawOntoSurface(positions: Float64Array, set: LevelSet, cell: number): void {
  const step = cell / 8;
  for (let v = 0; v < positions.length; v += 3) {
    for (let pass = 0; pass < 2; pass++) {
      const [x, y, z] = [positions[v], positions[v + 1], positions[v + 2]];
      const gx = (set(x + step, y, z) - set(x - step, y, z)) / (2 * step);
      const gy = (set(x, y + step, z) - set(x, y - step, z)) / (2 * step);
      const gz = (set(x, y, z + step) - set(x, y, z - step)) / (2 * step);
      const slope = gx * gx + gy * gy + gz * gz;
      if (slope < 1e-6) break;
      const length = set(x, y, z) / slope;
      const limit = Math.min(1, cell / 4 / (Math.abs(length) * Math.sqrt(slope) || 1));
      positions[v] = x - gx * length * limit;
      positions[v + 1] = y - gy * length * limit;
      positions[v + 2] = z - gz * length * limit;
    }
  }
}
