import { unitsPerMetre } from '../rules/units.ts';
import type { SprayGround } from './spray-ground.ts';

/** Maximum distance of a touched column from a triangle, height units: 0.5 mm, the same as for contact of the ground. */
const touchReach = 512;

/** Projections with a smaller area, in square cells, contain no column. */
const edgeOn = 1e-9;

/**
 * Finds the columns that a triangle touches: those whose center is below it within 0.5 mm. If no center is below it, because it is
 * small or upright, it touches the highest of the four columns around its lowest corner, if the corner is not higher and the column
 * is not a wall beside it.
 */
export class TouchFinder {
  /** Number of columns below the triangle, and how many of them it touches. */
  under = 0;
  touched = 0;
  /** [2 · touched] columns and rows. */
  columns = new Int32Array(64);

  constructor(
    private readonly ground: SprayGround,
    private readonly cell: number,
    private readonly datum: number,
  ) {}

  /**
   * Tests the corners [9], in m. With `anyOne`, it stops at the first touched column. Returns whether any is touched.
   */
  find(corners: Float64Array, anyOne: boolean): boolean {
    const { ground, cell, datum } = this;
    this.under = 0;
    this.touched = 0;
    const ax = corners[0] / cell;
    const az = corners[2] / cell;
    const bx = corners[3] / cell;
    const bz = corners[5] / cell;
    const cx = corners[6] / cell;
    const cz = corners[8] / cell;
    const ay = corners[1] * unitsPerMetre - datum;
    const by = corners[4] * unitsPerMetre - datum;
    const cy = corners[7] * unitsPerMetre - datum;
    const lowest = Math.min(ay, by, cy);
    if (lowest > ground.top + touchReach) return false;
    const lowX = Math.min(ax, bx, cx);
    const highX = Math.max(ax, bx, cx);
    const lowZ = Math.min(az, bz, cz);
    const highZ = Math.max(az, bz, cz);
    const area = (bx - ax) * (cz - az) - (bz - az) * (cx - ax);
    if (Math.abs(area) > edgeOn) {
      const sign = area > 0 ? 1 : -1;
      const slopeX = ((by - ay) * (cz - az) - (cy - ay) * (bz - az)) / area;
      const slopeZ = ((cy - ay) * (bx - ax) - (by - ay) * (cx - ax)) / area;
      for (let j = Math.ceil(lowZ); j <= highZ; j++) {
        for (let i = Math.ceil(lowX); i <= highX; i++) {
          if (sign * ((bx - ax) * (j - az) - (bz - az) * (i - ax)) < 0) continue;
          if (sign * ((cx - bx) * (j - bz) - (cz - bz) * (i - bx)) < 0) continue;
          if (sign * ((ax - cx) * (j - cz) - (az - cz) * (i - cx)) < 0) continue;
          this.under++;
          const height = Math.max(lowest, ay + slopeX * (i - ax) + slopeZ * (j - az));
          if (!ground.has(i, j) || height > ground.touchHeight(i, j) + touchReach) continue;
          this.keep(i, j);
          if (anyOne) return true;
        }
      }
    }
    if (this.under > 0) return this.touched > 0;
    this.under = 1;
    const [x, z] = ay === lowest ? [ax, az] : by === lowest ? [bx, bz] : [cx, cz];
    this.findBeside(Math.floor(x), Math.floor(z), lowest);
    return this.touched > 0;
  }

  private findBeside(i: number, j: number, lowest: number): void {
    const { ground } = this;
    // A column that is higher by more than a cell is a wall beside the triangle.
    const highest = lowest + this.cell * unitsPerMetre;
    let best = lowest - touchReach;
    let bestI = 0;
    let bestJ = 0;
    let found = false;
    for (let dj = 0; dj < 2; dj++) {
      for (let di = 0; di < 2; di++) {
        if (!ground.has(i + di, j + dj)) continue;
        const height = ground.touchHeight(i + di, j + dj);
        if (height < best || height > highest || (found && height === best)) continue;
        best = height;
        bestI = i + di;
        bestJ = j + dj;
        found = true;
      }
    }
    if (found) this.keep(bestI, bestJ);
  }

  private keep(i: number, j: number): void {
    if (2 * this.touched === this.columns.length) {
      const longer = new Int32Array(2 * this.columns.length);
      longer.set(this.columns);
      this.columns = longer;
    }
    this.columns[2 * this.touched] = i;
    this.columns[2 * this.touched + 1] = j;
    this.touched++;
  }
}
