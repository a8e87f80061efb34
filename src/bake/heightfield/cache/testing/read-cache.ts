/** A mesh cache as a test reads it. */
export interface ReadCache {
  readonly vertexCount: number;
  readonly frameCount: number;
  /** MDD only. */
  readonly times?: readonly number[];
  /** PC2 only. */
  readonly firstFrame?: number;
  /** Returns the positions of a frame that is counted from 0, [3 · vertexCount]. */
  positionsOf(frame: number): Float32Array;
}

/** Reads an MDD or a PC2, independently of the code that writes them. Throws if the file is longer or shorter than its header says. */
export function readCache(bytes: Uint8Array): ReadCache {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isPc2 = new TextDecoder().decode(bytes.subarray(0, 12)) === 'POINTCACHE2\0';
  const frameCount = isPc2 ? view.getInt32(28, true) : view.getInt32(0);
  const vertexCount = isPc2 ? view.getInt32(16, true) : view.getInt32(4);
  const start = isPc2 ? 32 : 8 + 4 * frameCount;
  if (bytes.length !== start + 12 * frameCount * vertexCount)
    throw new RangeError(`the cache has ${bytes.length} bytes`);
  return {
    vertexCount,
    frameCount,
    ...(isPc2
      ? { firstFrame: view.getFloat32(20, true) }
      : { times: Array.from({ length: frameCount }, (_, k) => view.getFloat32(8 + 4 * k)) }),
    positionsOf: (frame) =>
      Float32Array.from({ length: 3 * vertexCount }, (_, k) =>
        view.getFloat32(start + 4 * (3 * vertexCount * frame + k), isPc2),
      ),
  };
}
