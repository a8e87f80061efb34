import type { SnowBody } from './snow-body.ts';

/** Spacing of the map, m, and max number of cells along a side. */
const minPitch = 0.02;
const maxCells = 1024;

/** The highest points of a body over a horizontal grid: what is below them has no open sky. */
export class SkyMap {
  private readonly pitch: number;
  private readonly lowX: number;
  private readonly lowZ: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly tops: Float64Array;

  constructor({ positions, indices }: Pick<SnowBody, 'positions' | 'indices'>) {
    let [lowX, highX, lowZ, highZ] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let k = 0; k < positions.length; k += 3) {
      lowX = Math.min(lowX, positions[k]);
      highX = Math.max(highX, positions[k]);
      lowZ = Math.min(lowZ, positions[k + 2]);
      highZ = Math.max(highZ, positions[k + 2]);
    }
    const size = Math.max(highX - lowX, highZ - lowZ);
    // A body that is nowhere covers nothing.
    const isThere = Number.isFinite(size);
    this.pitch = Math.max(minPitch, size / (maxCells - 2));
    this.lowX = lowX;
    this.lowZ = lowZ;
    this.columns = isThere ? Math.floor((highX - lowX) / this.pitch) + 2 : 0;
    this.rows = isThere ? Math.floor((highZ - lowZ) / this.pitch) + 2 : 0;
    this.tops = new Float64Array(this.columns * this.rows).fill(Number.NEGATIVE_INFINITY);
    if (isThere) this.draw(positions, indices);
  }

  /** Returns whether the body is above a point. */
  covers(x: number, y: number, z: number): boolean {
    const [i, j] = [Math.round((x - this.lowX) / this.pitch), Math.round((z - this.lowZ) / this.pitch)];
    if (!(i >= 0 && j >= 0 && i < this.columns && j < this.rows)) return false;
    // Surfaces on which snow stays may rise by this much within a cell.
    return this.tops[j * this.columns + i] > y + 2 * this.pitch;
  }

  private draw(p: Float64Array, indices: Uint32Array): void {
    const { pitch, lowX, lowZ } = this;
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
      const [ax, az] = [(p[a] - lowX) / pitch, (p[a + 2] - lowZ) / pitch];
      const [bx, bz] = [(p[b] - lowX) / pitch, (p[b + 2] - lowZ) / pitch];
      const [cx, cz] = [(p[c] - lowX) / pitch, (p[c + 2] - lowZ) / pitch];
      for (const corner of [a, b, c])
        this.raise(
          Math.round((p[corner] - lowX) / pitch),
          Math.round((p[corner + 2] - lowZ) / pitch),
          p[corner + 1],
        );
      const area = (bx - ax) * (cz - az) - (bz - az) * (cx - ax);
      if (area === 0) continue;
      const lastJ = Math.floor(Math.max(az, bz, cz));
      const lastI = Math.floor(Math.max(ax, bx, cx));
      for (let j = Math.ceil(Math.min(az, bz, cz)); j <= lastJ; j++) {
        for (let i = Math.ceil(Math.min(ax, bx, cx)); i <= lastI; i++) {
          const wb = ((i - ax) * (cz - az) - (j - az) * (cx - ax)) / area;
          const wc = ((bx - ax) * (j - az) - (bz - az) * (i - ax)) / area;
          if (wb < 0 || wc < 0 || wb + wc > 1) continue;
          this.raise(i, j, (1 - wb - wc) * p[a + 1] + wb * p[b + 1] + wc * p[c + 1]);
        }
      }
    }
  }

  private raise(i: number, j: number, y: number): void {
    const k = j * this.columns + i;
    if (y > this.tops[k]) this.tops[k] = y;
  }
}
