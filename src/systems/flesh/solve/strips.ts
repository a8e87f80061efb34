import type { LongWork } from '../../../long-work.ts';
import { stripWidth } from '../records.generated.ts';
import type { SolveMemory } from './solve-memory.ts';

/** Pointers to strips. A strip contains 16 vectors side by side. All strips of one computation have the same number of rows. */
export type StripSet = readonly number[];

/** Dense algebra on sets of strips with `rowCount` rows. Small matrices are row-major Float64Arrays. */
export class StripAlgebra {
  private readonly small: number;

  constructor(
    readonly memory: SolveMemory,
    readonly rowCount: number,
  ) {
    this.small = memory.allocate(8 * stripWidth * stripWidth);
  }

  /** Returns Aᵀ B, [columns of a · columns of b]. */
  *gram(a: StripSet, b: StripSet): LongWork<Float64Array> {
    const width = stripWidth * b.length;
    const out = new Float64Array(stripWidth * a.length * width);
    for (let s = 0; s < a.length; s++) {
      for (let t = 0; t < b.length; t++) {
        yield;
        this.memory.kernel.gramStrips(this.small, a[s], b[t], this.rowCount);
        const values = this.memory.doubles(this.small, stripWidth * stripWidth);
        for (let i = 0; i < stripWidth; i++)
          for (let j = 0; j < stripWidth; j++)
            out[(s * stripWidth + i) * width + t * stripWidth + j] = values[i * stripWidth + j];
      }
    }
    return out;
  }

  /**
   * Computes out = start + A C. C consists of the rows of `coefficients` from `firstRow` on, [… · columns of out]. If `start` is null, it
   * is zero. `out` may be `start`. `out` must not be `a`, unless both are a single strip and `start` is null.
   */
  *combine(
    out: StripSet,
    start: StripSet | null,
    a: StripSet,
    coefficients: Float64Array,
    firstRow = 0,
  ): LongWork<void> {
    const width = stripWidth * out.length;
    for (let t = 0; t < out.length; t++) {
      let from = start ? start[t] : 0;
      for (let s = 0; s < a.length; s++) {
        yield;
        const small = this.memory.doubles(this.small, stripWidth * stripWidth);
        for (let i = 0; i < stripWidth; i++) {
          const row = (firstRow + s * stripWidth + i) * width + t * stripWidth;
          for (let j = 0; j < stripWidth; j++) small[i * stripWidth + j] = coefficients[row + j];
        }
        this.memory.kernel.combineStrips(out[t], from, a[s], this.small, this.rowCount);
        from = out[t];
      }
    }
  }

  /** Computes out = A − B diag(factors). */
  subtractScaled(out: StripSet, a: StripSet, b: StripSet, factors: Float64Array): void {
    for (let s = 0; s < out.length; s++) {
      this.memory.doubles(this.small, stripWidth).set(factors.subarray(s * stripWidth, (s + 1) * stripWidth));
      this.memory.kernel.subtractScaled(out[s], a[s], b[s], this.small, this.rowCount);
    }
  }

  /** Returns the 2-norm of every column. */
  norms(a: StripSet): Float64Array {
    const out = new Float64Array(stripWidth * a.length);
    for (let s = 0; s < a.length; s++) {
      this.memory.kernel.sumSquares(this.small, a[s], this.rowCount);
      out.set(this.memory.doubles(this.small, stripWidth), s * stripWidth);
    }
    return out.map(Math.sqrt);
  }

  /** Returns a view of a strip's entries, indexed [row · 16 + column]. */
  view(strip: number): Float64Array {
    return this.memory.doubles(strip, this.rowCount * stripWidth);
  }
}
