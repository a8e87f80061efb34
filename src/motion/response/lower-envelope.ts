/** Triangles in world metres. */
export interface PosedTriangles {
  readonly positions: Float64Array;
  readonly indices: ArrayLike<number>;
}

/** The lowest point of a body over the middle of a column. World metres. */
export interface EnvelopeColumn {
  /** The same number for the same column at all times. */
  readonly key: number;
  readonly x: number;
  readonly z: number;
  readonly y: number;
  /** Slope of the surface there: the derivative of y along x and along z. */
  readonly slopeX: number;
  readonly slopeZ: number;
}

type OpenColumn = { -readonly [Key in keyof EnvelopeColumn]: EnvelopeColumn[Key] };

/** Columns are counted from −maxColumn along each axis. */
const maxColumn = 2 ** 24;

/** Returns the key of column (i, j): the one whose middle is at ((i + 1/2) cell, (j + 1/2) cell). */
export function keyOfColumn(i: number, j: number): number {
  return (j + maxColumn) * 2 * maxColumn + i + maxColumn;
}

/** Returns the difference of the keys of two columns, of which one is (i, j) columns further along x and z. */
export function keyOffset(i: number, j: number): number {
  return j * 2 * maxColumn + i;
}

/** The lower side of a body, seen from below: the lowest point over the middle of each column of a grid. */
export class LowerEnvelope {
  constructor(
    /** Distance of the columns, m. */
    readonly cell: number,
  ) {}

  /** Returns the columns under surfaces by their keys, up to a height above their lowest point, m. */
  of(surfaces: readonly PosedTriangles[], height: number): ReadonlyMap<number, EnvelopeColumn> {
    let lowest = Number.POSITIVE_INFINITY;
    for (const { positions } of surfaces) {
      for (let k = 1; k < positions.length; k += 3) lowest = Math.min(lowest, positions[k]);
    }
    const top = lowest + height;
    const columns = new Map<number, OpenColumn>();
    for (const { positions, indices } of surfaces) {
      for (let k = 0; k < indices.length; k += 3) {
        this.addTriangle(columns, positions, 3 * indices[k], 3 * indices[k + 1], 3 * indices[k + 2], top);
      }
    }
    return columns;
  }

  private addTriangle(
    columns: Map<number, OpenColumn>,
    p: Float64Array,
    a: number,
    b: number,
    c: number,
    top: number,
  ): void {
    if (Math.min(p[a + 1], p[b + 1], p[c + 1]) > top) return;
    const { cell } = this;
    const abX = p[b] - p[a];
    const abZ = p[b + 2] - p[a + 2];
    const acX = p[c] - p[a];
    const acZ = p[c + 2] - p[a + 2];
    const area = abX * acZ - abZ * acX;
    if (area === 0) return;
    const abY = p[b + 1] - p[a + 1];
    const acY = p[c + 1] - p[a + 1];
    const slopeX = (abY * acZ - acY * abZ) / area;
    const slopeZ = (acY * abX - abY * acX) / area;
    const i0 = Math.ceil(Math.min(p[a], p[b], p[c]) / cell - 0.5);
    const i1 = Math.floor(Math.max(p[a], p[b], p[c]) / cell - 0.5);
    const j0 = Math.ceil(Math.min(p[a + 2], p[b + 2], p[c + 2]) / cell - 0.5);
    const j1 = Math.floor(Math.max(p[a + 2], p[b + 2], p[c + 2]) / cell - 0.5);
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        const x = (i + 0.5) * cell - p[a];
        const z = (j + 0.5) * cell - p[a + 2];
        const v = (x * acZ - z * acX) / area;
        const w = (abX * z - abZ * x) / area;
        if (v < 0 || w < 0 || v + w > 1) continue;
        const y = p[a + 1] + v * abY + w * acY;
        if (y > top) continue;
        const key = keyOfColumn(i, j);
        const known = columns.get(key);
        if (!known) {
          columns.set(key, { key, x: (i + 0.5) * cell, z: (j + 0.5) * cell, y, slopeX, slopeZ });
        } else if (y < known.y) {
          known.y = y;
          known.slopeX = slopeX;
          known.slopeZ = slopeZ;
        }
      }
    }
  }
}
