import type { ColumnRectangle, HeightfieldOutput } from '../../systems/system.ts';
import type { HeightfieldFrame } from '../heightfield-frame.ts';

/** A ground as it was at an earlier output frame: the frame's columns over the ground as nothing had touched it. */
export function heightfieldOfFrame(
  output: HeightfieldOutput,
  frame: HeightfieldFrame | null,
): HeightfieldOutput {
  const overlay = (out: Int32Array | Uint8Array, from: ArrayLike<number>, rectangle: ColumnRectangle) => {
    if (!frame) return;
    const { i0, j0, columns, rows } = frame.rectangle;
    const left = Math.max(rectangle.i0, i0);
    const right = Math.min(rectangle.i0 + rectangle.columns, i0 + columns);
    const bottom = Math.min(rectangle.j0 + rectangle.rows, j0 + rows);
    for (let j = Math.max(rectangle.j0, j0); j < bottom; j++) {
      const target = (j - rectangle.j0) * rectangle.columns - rectangle.i0;
      const source = (j - j0) * columns - i0;
      for (let i = left; i < right; i++) out[target + i] = from[source + i];
    }
  };
  return {
    kind: 'heightfield',
    name: output.name,
    cell: output.cell,
    datum: output.datum,
    heightUnit: output.heightUnit,
    extent: output.extent,
    material: output.material,
    ...(output.readMissing && {
      readMissing: (out: Uint8Array, rectangle: ColumnRectangle) => output.readMissing!(out, rectangle),
    }),
    ...(output.readWetness && {
      readWetness: (out: Uint8Array, rectangle: ColumnRectangle) => output.readWetness!(out, rectangle),
    }),
    ...(output.readStones && {
      readStones: (out: Uint8Array, rectangle: ColumnRectangle) => output.readStones!(out, rectangle),
    }),
    changed: () => frame?.rectangle ?? null,
    read(out, rectangle) {
      output.readInitial(out, rectangle);
      if (frame) overlay(out, frame.heights, rectangle);
    },
    readInitial: (out, rectangle) => output.readInitial(out, rectangle),
    readPressed(out, rectangle) {
      out.fill(0, 0, rectangle.columns * rectangle.rows);
      if (frame) overlay(out, frame.pressed, rectangle);
    },
  };
}
