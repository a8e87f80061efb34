/** Draws particles from the card. */
export interface PointsDrawer {
  readonly device: GPUDevice;
  /**
   * Returns the buffers that are drawn, with one entry for each particle: middle and diameter as four float32 numbers, and colour in sRGB with opacity as
   * four bytes. Null while nothing is drawn yet. count: particles below this index are drawn.
   */
  begin(count: number): { readonly places: GPUBuffer; readonly colors: GPUBuffer } | null;
}
