import { DataTexture, FloatType, RedFormat } from 'three';

/**
 * The amplitudes of flesh in a texture: one row for each character, one texel for each amplitude. Apart from it, nothing is uploaded per
 * frame.
 */
export class AmplitudeTexture {
  readonly texture: DataTexture;
  /** Total bytes passed to the renderer. */
  uploadedBytes = 0;
  private readonly texels: Float32Array<ArrayBuffer>;

  constructor(
    readonly columnCount: number,
    readonly rowCount = 1,
  ) {
    const width = Math.max(1, columnCount);
    this.texels = new Float32Array(width * rowCount);
    this.texture = new DataTexture(this.texels, width, rowCount, RedFormat, FloatType);
    this.flush();
  }

  /** Writes `count` amplitudes, starting at `from`, into a row, starting at a column. Returns whether any of them changed. */
  write(
    amplitudes: ArrayLike<number>,
    column: number,
    row = 0,
    from = 0,
    count = amplitudes.length,
  ): boolean {
    const { texels } = this;
    const first = row * Math.max(1, this.columnCount) + column;
    let isNew = false;
    for (let k = 0; k < count; k++) {
      const value = Math.fround(amplitudes[from + k]);
      // NaN and infinity are written as 0, because they would tear the surface apart.
      const safe = Number.isFinite(value) ? value : 0;
      if (texels[first + k] === safe) continue;
      texels[first + k] = safe;
      isNew = true;
    }
    return isNew;
  }

  /** Marks the texels for upload. */
  flush(): void {
    this.texture.needsUpdate = true;
    this.uploadedBytes += this.texels.byteLength;
  }

  dispose(): void {
    this.texture.dispose();
  }
}
