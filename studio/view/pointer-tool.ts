/** A use of the pointer in the picture other than moving the camera: one at a time. Points are in pixels of the canvas. */
export interface PointerTool {
  /** Called for every picture, `seconds` after the last. Returns true while something moves. */
  frame(seconds: number): boolean;
  /** Called when the first pointer goes down. Returns true to use it for the tool, so that the camera does not move. */
  press?(x: number, y: number): boolean;
  drag?(x: number, y: number): void;
  release?(): void;
  /** Called when the pointer went down and up at one position, and `press` did not use it. */
  click?(x: number, y: number): void;
  /** Called with the position of the pointer over the picture. Null when the pointer has left. */
  hover?(point: readonly [number, number] | null): void;
  /** Restores the picture. */
  leave(): void;
}
