/** One of the two that are compared, drawing one case to a canvas of its own. */
export interface FurSide {
  readonly context: WebGL2RenderingContext;
  /** Hands one frame to the graphics card. */
  render(): void;
  /** Shows the same fur anew, all of it as if it had moved; absent: its motion is not the processor's. */
  move?(): void;
  resize(width: number, height: number): void;
  dispose(): void;
}
