import type { FleshQuality } from '../systems/flesh/part.ts';
import { decodeFleshPart } from '../systems/flesh/part-file.ts';

/** Contents of a prepared part. */
export interface FleshPartInspection extends FleshQuality {
  readonly file: string;
  readonly name: string;
  readonly key: string;
  readonly modes: number;
  /** Number of moving render vertices of each surface of the character. */
  readonly vertices: readonly { readonly surface: number; readonly count: number }[];
  /** Metres per unit of the character's mesh. */
  readonly scale: number;
  /**
   * Maximum static displacement of a vertex under its own weight, along each axis of the mesh, metres. The value is valid for the material
   * for which the part was prepared.
   */
  readonly sag: readonly [number, number, number];
}

/** Inspects a `.flesh` file. Throws InputError if the file is damaged. */
export function inspectFleshPart(bytes: Uint8Array, file: string): FleshPartInspection {
  const part = decodeFleshPart(bytes, file);
  const sagAlong = (axis: number): number => {
    let largest = 0;
    for (const { vertices, shapes } of part.surfaces) {
      const stride = 3 * vertices.length;
      for (let k = 0; k < stride; k += 3) {
        let square = 0;
        for (let side = 0; side < 3; side++) {
          let sum = 0;
          for (let mode = 0; mode < part.modeCount; mode++) {
            const push = 9.81 * part.transfer[12 * mode + axis];
            if (part.omega2[mode] > 0) sum += (push / part.omega2[mode]) * shapes[mode * stride + k + side];
          }
          square += sum * sum;
        }
        largest = Math.max(largest, square);
      }
    }
    return Math.sqrt(largest) * part.scale;
  };
  return {
    file,
    name: part.name,
    key: part.key,
    modes: part.modeCount,
    vertices: part.surfaces.map(({ surface, vertices }) => ({ surface, count: vertices.length })),
    scale: part.scale,
    sag: [sagAlong(0), sagAlong(1), sagAlong(2)],
    ...part.quality,
  };
}
