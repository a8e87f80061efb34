/** Layout of the samples of a block. */
export interface SampleLayout {
  readonly width: number;
  readonly rows: number;
  /** Number of interleaved samples per pixel. */
  readonly samplesPerPixel: number;
  readonly bytesPerSample: 1 | 2 | 4 | 8;
  readonly isLittleEndian: boolean;
}

/**
 * Writes to `raw` the values before differencing. predictor 1: unchanged. 2: integers minus their left neighbour (TIFF 6.0, section 14). 3:
 * the bytes of floats, sorted by significance from the highest, minus their left neighbour (Adobe Photoshop TIFF Technical Note 3).
 */
export function undoPredictor(raw: Uint8Array, layout: SampleLayout, predictor: 1 | 2 | 3): void {
  if (predictor === 2) undoDifferences(raw, layout);
  else if (predictor === 3) undoFloatDifferences(raw, layout);
}

function undoDifferences(raw: Uint8Array, layout: SampleLayout): void {
  const { width, rows, samplesPerPixel, bytesPerSample, isLittleEndian } = layout;
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const step = samplesPerPixel * bytesPerSample;
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * width * step;
    for (let at = row * width * step + step; at < end; at += bytesPerSample) {
      const left = at - step;
      if (bytesPerSample === 1) raw[at] += raw[left];
      else if (bytesPerSample === 2) {
        const sum = view.getUint16(at, isLittleEndian) + view.getUint16(left, isLittleEndian);
        view.setUint16(at, sum, isLittleEndian);
      } else if (bytesPerSample === 4) {
        const sum = view.getUint32(at, isLittleEndian) + view.getUint32(left, isLittleEndian);
        view.setUint32(at, sum, isLittleEndian);
      } else {
        const sum = view.getBigUint64(at, isLittleEndian) + view.getBigUint64(left, isLittleEndian);
        view.setBigUint64(at, sum, isLittleEndian);
      }
    }
  }
}

function undoFloatDifferences(raw: Uint8Array, layout: SampleLayout): void {
  const { width, rows, samplesPerPixel, bytesPerSample, isLittleEndian } = layout;
  const count = width * samplesPerPixel;
  const rowBytes = count * bytesPerSample;
  const row = new Uint8Array(rowBytes);
  for (let start = 0; start < rows * rowBytes; start += rowBytes) {
    row.set(raw.subarray(start, start + rowBytes));
    for (let k = samplesPerPixel; k < rowBytes; k++) row[k] += row[k - samplesPerPixel];
    for (let k = 0; k < count; k++) {
      for (let b = 0; b < bytesPerSample; b++) {
        const to = isLittleEndian ? bytesPerSample - 1 - b : b;
        raw[start + k * bytesPerSample + to] = row[b * count + k];
      }
    }
  }
}
