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
}

/** Columns are counted from −maxColumn along each axis. */
const maxColumn = 2 ** 24;

/** The lower side of a body, seen from below: the lowest point over the middle of each column of a grid. */
export class LowerEnvelope {
  constructor(
    /** Distance of the columns, m. */
    readonly cell: number,
  ) {}

  /** Returns the columns under surfaces, up to a height above their lowest point, m. */
  of(surfaces: readonly PosedTriangles[], height: number): EnvelopeColumn[] {
    let lowest = Number.POSITIVE_INFINITY;
    for (const { positions } of surfaces) {
      for (let k = 1; k < positions.length; k += 3) lowest = Math.min(lowest, positions[k]);
    }
    const top = lowest + height;
    const columns = new Map<number, number>();
    for (const { positions, indices } of surfaces) {
      for (let k = 0; k < indices.length; k += 3) {
        this.addTriangle(columns, positions, 3 * indices[k], 3 * indices[k + 1], 3 * indices[k + 2], top);
      }
    }
    const width = 2 * maxColumn;
    return [...columns].map(([key, y]) => {
      const j = Math.floor(key / width);
      const x = (key - j * width - maxColumn + 0.5) * this.cell;
      return { key, x, z: (j - maxColumn + 0.5) * this.cell, y };
    });
  }

  private addTriangle(
    columns: Map<number, number>,
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
        const y = p[a + 1] + v * (p[b + 1] - p[a + 1]) + w * (p[c + 1] - p[a + 1]);
        if (y > top) continue;
        const key = (j + maxColumn) * 2 * maxColumn + i + maxColumn;
        const known = columns.get(key);
        if (known === undefined || y < known) columns.set(key, y);
      }
    }
  }
}
