import { cos, exp, sin } from '../../math/portable.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';

const unit = 2 ** -20;

export interface PrintGroundOptions {
  readonly material?: string;
  /** Metres. */
  readonly cell?: number;
  /** Length of the ground along its track, metres. */
  readonly length?: number;
  readonly width?: number;
  /** At time t, the ground has the prints whose index is ≤ t · printsPerSecond. */
  readonly stride?: number;
  readonly depth?: number;
  readonly edge?: boolean;
  /** Whether the track runs along z. */
  readonly alongZ?: boolean;
}

/**
 * Creates a synthetic ground with a line of `printCount` shoe-shaped prints along its middle, for tests of pictures. It is not simulated.
 */
export function makePrintGround(printCount: number, options: PrintGroundOptions = {}): HeightfieldOutput {
  const { material = 'sand', cell = 0.01, length = 8, width = 2, stride = 1, depth = 0.025 } = options;
  const along = options.alongZ ?? false;
  const extentColumns = Math.round((along ? width : length) / cell);
  const extentRows = Math.round((along ? length : width) / cell);
  const extent = { i0: 0, j0: 0, columns: extentColumns, rows: extentRows };
  const hollow = material === 'snow' ? 0 : 1;

  /** Returns the height change in metres at a point u along the track and v across it. */
  function change(u: number, v: number): { delta: number; pressed: boolean } {
    let delta = 0;
    let pressed = false;
    for (let k = 0; k < printCount; k++) {
      const du = u - (0.5 + k * stride);
      const dv = v - (width / 2 + (k % 2 === 0 ? -0.11 : 0.11));
      if (Math.abs(du) > 0.35 || Math.abs(dv) > 0.25) continue;
      // A sole is wide at its ball and narrow at its waist.
      const s = du / 0.145;
      const half = 0.047 * (1 - 0.26 * exp(-((s + 0.15) ** 2) * 9)) * Math.sqrt(Math.max(0, 1 - s ** 6));
      const inside = Math.abs(s) < 1 && Math.abs(dv) < half;
      if (inside) {
        delta = -depth * (0.72 + 0.28 * Math.abs(s) ** 2 + 0.1 * s);
        pressed = true;
      } else if (hollow) {
        const out = Math.max(0, Math.sqrt((du / 0.145) ** 2 + (dv / 0.05) ** 2) - 1) * 0.06;
        delta += depth * 0.42 * exp(-((out - 0.014) ** 2) / 0.0006);
      }
    }
    return { delta, pressed };
  }

  // All columns inside the extent are computed once, because a real ground also reads its columns from memory.
  const size = extentColumns * extentRows;
  const before = new Int32Array(size);
  const now = new Int32Array(size);
  const marks = new Uint8Array(size);
  for (let j = 0, k = 0; j < extentRows; j++) {
    for (let i = 0; i < extentColumns; i++, k++) {
      const height =
        0.006 * sin(i * cell * 3.1) * cos(j * cell * 2.3) + 0.002 * sin(i * cell * 17 + j * cell * 9);
      const { delta, pressed } = along ? change(j * cell, i * cell) : change(i * cell, j * cell);
      before[k] = Math.round(height / unit);
      now[k] = Math.round((height + delta) / unit);
      marks[k] = pressed ? 1 : 0;
    }
  }

  function copy(out: Int32Array | Uint8Array, from: ArrayLike<number>, rectangle: ColumnRectangle): void {
    for (let row = 0, k = 0; row < rectangle.rows; row++) {
      for (let column = 0; column < rectangle.columns; column++, k++) {
        const i = rectangle.i0 + column;
        const j = rectangle.j0 + row;
        const inside = i >= 0 && j >= 0 && i < extentColumns && j < extentRows;
        out[k] = inside ? from[j * extentColumns + i] : 0;
      }
    }
  }

  return {
    kind: 'heightfield',
    name: 'beach',
    cell,
    datum: 0,
    heightUnit: unit,
    extent: options.edge === false ? null : extent,
    material,
    changed() {
      if (printCount === 0) return null;
      const from = Math.floor((0.5 - 0.36) / cell);
      const count = Math.ceil(((printCount - 1) * stride + 0.72) / cell);
      const side = Math.floor((width / 2 - 0.36) / cell);
      const sides = Math.ceil(0.72 / cell);
      return along
        ? { i0: side, j0: from, columns: sides, rows: count }
        : { i0: from, j0: side, columns: count, rows: sides };
    },
    read: (out, rectangle) => copy(out, now, rectangle),
    readInitial: (out, rectangle) => copy(out, before, rectangle),
    readPressed: (out, rectangle) => copy(out, marks, rectangle),
  };
}
