/** Maximum number of crossings of edges. */
const mostCrossings = 500_000;
/**
 * Maximum number of steps. One step is an active edge in a band, an area that is blended into a colour, or 16 covering areas
 * above the one whose edge is crossed.
 */
const mostSteps = 100_000_000;
/** Maximum number of different colours. */
const mostColors = 500_000;

/** A drawing is too complex. The message is a limit that completes the sentence `expected a drawing with …`. */
export class RegionTooLarge extends Error {}

/**
 * Counts the operations of a trapezoid decomposition. Throws RegionTooLarge when they exceed what can be done within
 * seconds.
 */
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
