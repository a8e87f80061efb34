/** Number of lines into which each row of texels is divided. A few lines are enough, because the result is scaled to the exact area. */
const linesPerRow = 4;

/**
 * Draws the outline of a segment of a blade, seen from above, into a small patch of texels: the discs at both ends and the area
 * between them. For an upright segment this is one disc.
 */
export class BladeStamp {
  /**
   * Covered fraction of each texel, 0..1, [rowCount · columnCount]. The first texel is at (column, row), which may be outside of the tile.
   */
  patch = new Float64Array(64);
  column = 0;
  row = 0;
  columnCount = 0;
  rowCount = 0;
  private readonly width: number;
  private readonly height: number;

  /** width, height: number of texels of a tile. */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  /**
   * Draws a segment from (ax, ay) to (bx, by) with a constant radius. All lengths are fractions of the tile's side. The covered part of
   * each line is exact. The sum over the patch is the exact area π r² + 2 r |b − a|, unless texels are full.
   */
  draw(ax: number, ay: number, bx: number, by: number, radius: number): void {
    const { width, height } = this;
    const low = Math.min(ay, by) - radius;
    const high = Math.max(ay, by) + radius;
    this.row = Math.floor(low * height);
    this.rowCount = Math.floor(high * height) - this.row + 1;
    this.column = Math.floor((Math.min(ax, bx) - radius) * width);
    this.columnCount = Math.floor((Math.max(ax, bx) + radius) * width) - this.column + 1;
    const size = this.rowCount * this.columnCount;
    if (this.patch.length < size) this.patch = new Float64Array(2 * size);
    const { patch, column, row, columnCount, rowCount } = this;
    patch.fill(0, 0, size);
    const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
    // Offset of the two sides from the centre line.
    const sideX = length > 0 ? (-(by - ay) / length) * radius : 0;
    const sideY = length > 0 ? ((bx - ax) / length) * radius : 0;
    let sum = 0;
    for (let j = 0; j < rowCount; j++) {
      const from = Math.max(low, (row + j) / height);
      const to = Math.min(high, (row + j + 1) / height);
      const step = (to - from) / linesPerRow;
      if (!(step > 0)) continue;
      const weight = step * height;
      for (let k = 0; k < linesPerRow; k++) {
        const y = from + (k + 0.5) * step;
        let left = Infinity;
        let right = -Infinity;
        const overA = radius * radius - (y - ay) * (y - ay);
        if (overA > 0) {
          const half = Math.sqrt(overA);
          left = ax - half;
          right = ax + half;
        }
        const overB = radius * radius - (y - by) * (y - by);
        if (overB > 0) {
          const half = Math.sqrt(overB);
          left = Math.min(left, bx - half);
          right = Math.max(right, bx + half);
        }
        if (by !== ay) {
          for (let side = -1; side <= 1; side += 2) {
            const t = (y - ay - side * sideY) / (by - ay);
            if (t < 0 || t > 1) continue;
            const x = ax + side * sideX + t * (bx - ax);
            left = Math.min(left, x);
            right = Math.max(right, x);
          }
        }
        if (left >= right) continue;
        left = left * width - column;
        right = right * width - column;
        sum += (right - left) * weight;
        const last = Math.min(columnCount - 1, Math.floor(right));
        for (let i = Math.max(0, Math.floor(left)); i <= last; i++) {
          patch[j * columnCount + i] += (Math.min(right, i + 1) - Math.max(left, i)) * weight;
        }
      }
    }
    if (sum === 0) return;
    const scale = ((Math.PI * radius * radius + 2 * radius * length) * width * height) / sum;
    for (let k = 0; k < size; k++) patch[k] = Math.min(1, patch[k] * scale);
  }
}
