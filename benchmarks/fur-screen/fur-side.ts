/** One of the two sides. It draws one case to its own canvas. */
export interface FurSide {
  readonly context: WebGL2RenderingContext;
  /** Submits one frame. */
  render(): void;
  /** Marks all of the fur as moved. Absent: the CPU is not involved in its motion. */
  move?(): void;
  resize(width: number, height: number): void;
  dispose(): void;
}
