/** Something that is done to a figure while it stands still: one at a time. Points are pixels of the canvas. */
export interface FleshTool {
  /** With every picture, `seconds` after the last. True while something moves. */
  frame(seconds: number): boolean;
  /** The first pointer goes down: true takes it, so that the camera stays. */
  press?(x: number, y: number): boolean;
  drag?(x: number, y: number): void;
  release?(): void;
  /** The pointer went down and up in one place, and was not taken. */
  click?(x: number, y: number): void;
  /** The pointer is over the picture; null when it has left. */
  hover?(point: readonly [number, number] | null): void;
  /** Gives the figure back as it was. */
  leave(): void;
}
