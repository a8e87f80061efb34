import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';

export interface FunctionGroundOptions {
  /** Initial height of column (i, j) in units of 2⁻²⁰ m. */
  readonly initial?: (i: number, j: number) => number;
  /** Current height of column (i, j) in the same units. Default: the initial height. */
  readonly current?: (i: number, j: number) => number;
  readonly cell?: number;
  readonly datum?: number;
  readonly extent?: ColumnRectangle | null;
  readonly changed?: ColumnRectangle | null;
  readonly material?: string;
}

/** Creates a ground whose heights are given by functions of the column, for tests of ground files. */
export function makeFunctionGround(options: FunctionGroundOptions = {}): HeightfieldOutput {
  const initial = options.initial ?? (() => 0);
  const current = options.current ?? initial;
  function fill(
    out: Int32Array | Uint8Array,
    { i0, j0, columns, rows }: ColumnRectangle,
    value: (i: number, j: number) => number,
  ): void {
    for (let k = 0; k < columns * rows; k++) out[k] = value(i0 + (k % columns), j0 + Math.floor(k / columns));
  }
  return {
    kind: 'heightfield',
    name: 'beach',
    cell: options.cell ?? 0.01,
    datum: options.datum ?? 0,
    heightUnit: 2 ** -20,
    extent: options.extent === undefined ? { i0: 0, j0: 0, columns: 60, rows: 40 } : options.extent,
    changed: () => options.changed ?? null,
    read: (out, rectangle) => fill(out, rectangle, current),
    readInitial: (out, rectangle) => fill(out, rectangle, initial),
    readPressed: (out, rectangle) => fill(out, rectangle, (i, j) => Number(current(i, j) < initial(i, j))),
    material: options.material ?? 'sand',
  };
}
