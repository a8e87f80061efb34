/** Corners of a drawing at most, once its curves are straight pieces and its strokes are areas. */
const mostCorners = 1_000_000;

/** Counts corners as they are made, against files whose curves or strokes become more than fits into memory. */
export class CornerCount {
  private count = 0;

  /** Throws an Error of words where there are too many. */
  add(count: number): void {
    this.count += count;
    if (this.count <= mostCorners) return;
    throw new Error(`at most ${mostCorners} corners once its curves are straight pieces, got more`);
  }
}
