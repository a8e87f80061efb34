import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { HeightfieldFrame } from './heightfield-frame.ts';

/** Returns the state of a ground at an earlier output frame: the columns of that frame over the initial surface. */
export function heightfieldOfFrame(
  output: HeightfieldOutput,
  frame: HeightfieldFrame | null,
): HeightfieldOutput {
  return {
    kind: 'heightfield',
    name: output.name,
    cell: output.cell,
    datum: output.datum,
    heightUnit: output.heightUnit,
    extent: output.extent,
    material: output.material,
    ...(output.look && { look: output.look }),
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
      frame?.overlayHeights(out, rectangle);
    },
    ...(frame?.readDifferences && {
      readDifferences: (out: Int32Array, rectangle: ColumnRectangle) =>
        frame.readDifferences!(out, rectangle),
    }),
    readInitial: (out, rectangle) => output.readInitial(out, rectangle),
    readPressed(out, rectangle) {
      out.fill(0, 0, rectangle.columns * rectangle.rows);
      frame?.overlayPressed(out, rectangle);
    },
  };
}
