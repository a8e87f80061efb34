/** The tones of blades are extended by this number of texels, which is what a linear filter and one mipmap level read. */
const reach = 2;

/**
 * Gives texels without a blade the tone and the position along the blade of a neighbour with a blade, so that a filter that reads both
 * finds similar values at the edge of a blade. Texels far from all blades get the middle value of tone and position. coverage [width ·
 * height]: > 0 where there is a blade.
 */
export function fillEmptyTexels(
  texels: Uint8Array,
  start: number,
  coverage: Float32Array,
  width: number,
  height: number,
): void {
  const size = width * height;
  /** Ring of each texel: 0 if it has a blade, k if it is next to a texel of ring k − 1, 255 if it is not reached. */
  const rings = new Uint8Array(size);
  for (let k = 0; k < size; k++) rings[k] = coverage[k] > 0 ? 0 : 255;
  for (let ring = 1; ring <= reach; ring++) {
    for (let k = 0; k < size; k++) {
      if (rings[k] !== 255) continue;
      const column = k & (width - 1);
      const row = k - column;
      const neighbours = [
        row + ((column + 1) & (width - 1)),
        row + ((column - 1) & (width - 1)),
        ((k + width) & (size - 1)) | 0,
        ((k - width) & (size - 1)) | 0,
      ];
      const from = neighbours.find((other) => rings[other] === ring - 1);
      if (from === undefined) continue;
      rings[k] = ring;
      texels[start + 4 * k + 1] = texels[start + 4 * from + 1];
      texels[start + 4 * k + 2] = texels[start + 4 * from + 2];
    }
  }
  for (let k = 0; k < size; k++) {
    if (rings[k] !== 255) continue;
    texels[start + 4 * k + 1] = 128;
    texels[start + 4 * k + 2] = 128;
  }
}
