import { DataTexture, FloatType, RedFormat } from 'three';

/** Amplitudes on the graphics card: one row a character, one texel an amplitude. All that is uploaded while it moves. */
export class AmplitudeTexture {
  readonly texture: DataTexture;
  /** Bytes handed to the renderer so far. */
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

  /** Writes `count` amplitudes, those from `from` on, into a row from a column on; returns whether any of them is new. */
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
      // What is not a number moves nothing, rather than tear the surface apart.
      const safe = Number.isFinite(value) ? value : 0;
      if (texels[first + k] === safe) continue;
      texels[first + k] = safe;
      isNew = true;
    }
    return isNew;
  }

  /** Hands the texels to the renderer. */
  flush(): void {
    this.texture.needsUpdate = true;
    this.uploadedBytes += this.texels.byteLength;
  }

  dispose(): void {
    this.texture.dispose();
  }
}
