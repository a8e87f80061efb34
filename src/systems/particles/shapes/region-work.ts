/** Crossings of edges at most. */
const mostCrossings = 500_000;
/** Steps at most: over an edge in a band between two heights, over areas below an edge, over areas that a colour is mixed of. */
const mostSteps = 100_000_000;
/** Different colours at most. */
const mostColors = 500_000;

/** What a drawing should have had at most, in words that follow `expected a drawing with`. */
export class RegionTooLarge extends Error {}

/** Counts what it takes to cut a drawing, and throws RegionTooLarge where that is more than can be done in seconds. */
export class RegionWork {
  private crossings = 0;
  private steps = 0;

  cross(count: number): void {
    this.crossings += count;
    if (this.crossings > mostCrossings)
      throw new RegionTooLarge(`lines that cross each other at most ${mostCrossings} times, got more`);
  }

  step(count: number): void {
    this.steps += count;
    if (this.steps > mostSteps)
      throw new RegionTooLarge(
        `fewer corners, or fewer lines side by side (dividing it into pieces takes more than ${mostSteps} steps)`,
      );
  }

  color(count: number): void {
    if (count > mostColors)
      throw new RegionTooLarge(
        `at most ${mostColors} different colours where transparent areas overlap, got more`,
      );
  }
}
