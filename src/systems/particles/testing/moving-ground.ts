import type { HeightfieldOutput } from '../../outputs/heightfield.ts';

/** A ground whose heights are a function of position that a test may change between ticks. */
export class MovingGround implements HeightfieldOutput {
  readonly kind = 'heightfield';
  readonly name = 'ground';

  readonly datum = 0;
  readonly heightUnit: number = 2 ** -20;
  readonly extent = null;
  readonly material = 'sand';

  /** Returns the height at (x, z), m. */
  constructor(
    public height: (x: number, z: number) => number,
    readonly cell = 0.04,
  ) {}

  changed() {
    return { i0: -40, j0: -40, columns: 81, rows: 81 };
  }

  read(
    out: Int32Array,
    { i0, j0, columns, rows }: { i0: number; j0: number; columns: number; rows: number },
  ): void {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const y = this.height(this.cell * (i0 + column), this.cell * (j0 + row));
        out[row * columns + column] = Math.round(y * 2 ** 20);
      }
    }
  }

  readInitial(): void {}
  readPressed(): void {}
}
