import { tileSize } from '../flow/sheet.ts';
import { createOriginSurface } from '../terrain/ground-origin.ts';
import { type EarlierGround, TileScratch } from './earlier-ground.ts';
import type { InitialSurface } from './initial-surface.ts';

/**
 * The surface after an earlier run. Its tiles have the heights of that run; everywhere else is `base`, the surface below it, with
 * stones if there are any.
 */
export function createEarlierSurface(earlier: EarlierGround, base: InitialSurface): InitialSurface {
  const { tiles, origin } = earlier;
  const scratch = new TileScratch(createOriginSurface(origin), earlier);
  let shown: readonly [tileI: number, tileJ: number] | null = null;

  /** Writes the columns of its tiles into a rectangle of `out`. */
  function overlay<Columns extends Int32Array | Uint16Array>(
    out: Columns,
    from: Columns,
    i0: number,
    j0: number,
    columns: number,
    rows: number,
  ): void {
    for (let tileJ = Math.floor(j0 / tileSize); tileJ * tileSize < j0 + rows; tileJ++) {
      for (let tileI = Math.floor(i0 / tileSize); tileI * tileSize < i0 + columns; tileI++) {
        if (shown?.[0] !== tileI || shown[1] !== tileJ) {
          const packed = tiles.get(tileI, tileJ);
          if (!packed) continue;
          scratch.unpack(packed, tileI, tileJ);
          shown = [tileI, tileJ];
        }
        const left = tileI * tileSize;
        const far = tileJ * tileSize;
        const end = Math.min(left + tileSize, i0 + columns);
        for (let j = Math.max(far, j0); j < Math.min(far + tileSize, j0 + rows); j++) {
          const source = (j - far) * tileSize - left;
          const target = (j - j0) * columns - i0;
          for (let i = Math.max(left, i0); i < end; i++) out[target + i] = from[source + i];
        }
      }
    }
  }

  return {
    ...base,
    top: Math.max(base.top, earlier.top),
    topOf:
      base.topOf &&
      ((i0, j0, columns, rows) =>
        Math.min(Math.max(base.top, earlier.top), base.topOf!(i0, j0, columns, rows) + earlier.rise)),
    bottom: Math.min(base.bottom, earlier.bottom),
    identity: { ...base.identity, earlier: earlier.identity },
    fill(out, i0, j0, columns, rows) {
      base.fill(out, i0, j0, columns, rows);
      overlay(out, scratch.heights, i0, j0, columns, rows);
    },
    fillPressed(out, i0, j0, columns, rows) {
      out.fill(0, 0, columns * rows);
      overlay(out, scratch.pressed, i0, j0, columns, rows);
    },
    fillPressedOut:
      scratch.pressedOut &&
      ((out, i0, j0, columns, rows) => {
        out.fill(0, 0, columns * rows);
        overlay(out, scratch.pressedOut!, i0, j0, columns, rows);
      }),
    fillDisplaced(out, i0, j0, columns, rows) {
      out.fill(0, 0, columns * rows);
      overlay(out, scratch.displaced, i0, j0, columns, rows);
    },
  };
}
