import { decodePng } from '../../../../files/png-read.ts';
import type { GroundVat } from '../ground-vat.ts';

/** Reads the texture of a ground as `GroundVat` describes it, independently of the code that writes it and of all players. */
export class VatTexture {
  private readonly numbers: Float64Array;

  constructor(
    readonly vat: GroundVat,
    png: Uint8Array,
  ) {
    const { data, channels, width, height } = decodePng(png);
    if (channels !== 3 || width !== vat.width || height !== vat.height)
      throw new RangeError(`the texture has ${width} × ${height} pixels with ${channels} channels`);
    this.numbers = Float64Array.from(
      { length: width * height },
      (_, k) => 65536 * data[3 * k] + 256 * data[3 * k + 1] + data[3 * k + 2],
    );
  }

  /** Returns the height of a vertex above the node at a frame, which may be between two frames. u, v: TEXCOORD_1. */
  heightAt(u: number, v: number, frame: number): number {
    const { frames, slotsPerRow, slotRow, slotSize, width, minMetres, unitMetres } = this.vat;
    const index = Math.abs(v - 0.5) + 0.5 - 1;
    const read = (k: number) => {
      const slot = this.numbers[u * frames + Math.min(k, frames - 1)];
      const x = (slot % slotsPerRow) * slotSize + (index % slotSize);
      const y = slotRow + Math.floor(slot / slotsPerRow) * slotSize + Math.floor(index / slotSize);
      return minMetres + unitMetres * this.numbers[y * width + x];
    };
    const first = Math.floor(frame);
    return read(first) + (frame - first) * (read(first + 1) - read(first));
  }
}
