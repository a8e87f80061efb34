/** Something that the pointer does in the picture instead of moving the camera: one at a time. Points are pixels of the canvas. */
export interface PointerTool {
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
  /** Gives the picture back as it was. */
  leave(): void;
}
