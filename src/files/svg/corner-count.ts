/** Maximum number of corners of a drawing after curves are flattened and strokes are converted to areas. */
const maxCorners = 1_000_000;

/** Counts corners while they are created, so that a file whose corners do not fit into memory is refused in time. */
export class CornerCount {
  private count = 0;

  /** Throws Error if the total exceeds `maxCorners`. */
  add(count: number): void {
    this.count += count;
    if (this.count <= maxCorners) return;
    throw new Error(`at most ${maxCorners} corners after its curves are flattened, got more`);
  }
}
