/** Maximum number of corners of a drawing after curves are flattened and strokes are converted to areas. */
const mostCorners = 1_000_000;

/** Counts corners while they are created, so that a file whose corners do not fit into memory is refused in time. */
export class CornerCount {
  private count = 0;

  /** Throws Error if the total exceeds `mostCorners`. */
  add(count: number): void {
    this.count += count;
    if (this.count <= mostCorners) return;
    throw new Error(`at most ${mostCorners} corners once its curves are straight pieces, got more`);
  }
}
