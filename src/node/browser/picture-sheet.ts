import { drawText } from '../../pictures/font.ts';
import { createPicture, type Picture } from '../../pictures/picture.ts';
import { sheetColors, textStyles } from '../../pictures/sheet-style.ts';

/** gap: pixels between pictures. captionHeight: pixels below each picture for its time. */
const gap = 8;
const captionHeight = 26;

/** Several pictures of one size on one sheet, row by row, each with its time below it. */
export class PictureSheet {
  private readonly sheet: Picture;
  private readonly columns: number;

  constructor(
    private readonly size: { width: number; height: number },
    private readonly times: readonly number[],
  ) {
    this.columns = Math.ceil(Math.sqrt(times.length));
    const rows = Math.ceil(times.length / this.columns);
    const width = this.columns * (size.width + gap) + gap;
    const height = rows * (size.height + captionHeight) + gap;
    this.sheet = createPicture(width, height, sheetColors.paper);
  }

  /** Copies picture number `index` to its position: RGB, top row first. */
  add(index: number, rgb: Uint8Array): void {
    const { width, height } = this.size;
    const left = gap + (index % this.columns) * (width + gap);
    const top = gap + Math.floor(index / this.columns) * (height + captionHeight);
    for (let y = 0; y < height; y++) {
      const row = rgb.subarray(3 * y * width, 3 * (y + 1) * width);
      this.sheet.rgb.set(row, 3 * ((top + y) * this.sheet.width + left));
    }
    const label = `${Number(this.times[index].toFixed(3))} s`;
    drawText(this.sheet, label, left, top + height + 17, textStyles.caption);
  }

  get picture(): Picture {
    return this.sheet;
  }
}
