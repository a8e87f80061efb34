/** A use of the pointer in the picture other than moving the camera: one at a time. Points are in pixels of the canvas. */
export interface PointerTool {
  /** Called for every picture, `seconds` after the last. Returns true while something moves. */
  frame(seconds: number): boolean;
  /** The first pointer goes down. Returns true to take it, so that the camera does not move. */
  press?(x: number, y: number): boolean;
  drag?(x: number, y: number): void;
  release?(): void;
  /** The pointer went down and up at one position, and was not taken. */
  click?(x: number, y: number): void;
  /** The pointer is over the picture. Null when it has left. */
  hover?(point: readonly [number, number] | null): void;
  /** Restores the picture. */
  leave(): void;
}
