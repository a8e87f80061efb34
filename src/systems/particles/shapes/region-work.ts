/** Maximum number of crossings of edges. */
const maxCrossings = 500_000;
/**
 * Maximum number of steps. One step is an active edge in a band, an area that is blended into a colour, or 16 covering areas
 * above the one whose edge is crossed.
 */
const maxSteps = 100_000_000;
/** Maximum number of different colours. */
const maxColors = 500_000;

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
    if (this.crossings > maxCrossings)
      throw new RegionTooLarge(`lines that cross each other at most ${maxCrossings} times, got more`);
  }

  step(count: number): void {
    this.steps += count;
    if (this.steps > maxSteps)
      throw new RegionTooLarge(
        `fewer corners, or fewer lines side by side (dividing it into pieces takes more than ${maxSteps} steps)`,
      );
  }

  color(count: number): void {
    if (count > maxColors)
      throw new RegionTooLarge(
        `at most ${maxColors} different colours where transparent areas overlap, got more`,
      );
  }
}
