/** One of the two sides that are compared. It draws one case to its own canvas. */
export interface FurSide {
  readonly context: WebGL2RenderingContext;
  /** Submits one frame. */
  render(): void;
  /** Marks all of the fur as moved. Absent: the fur moves without work of the CPU. */
  move?(): void;
  resize(width: number, height: number): void;
  dispose(): void;
}
