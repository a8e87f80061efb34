/** The frames of a mesh cache: positions of the same vertices at several times. */
export interface MeshCache {
  readonly vertexCount: number;
  /** Times of the frames in seconds, ascending. */
  readonly times: readonly number[];
  /** Number of the first frame. */
  readonly firstFrame: number;
}

/** A file format of mesh caches. A file is the header, followed by the positions of each frame, [3 · vertexCount]. */
export interface MeshCacheFormat {
  /** File extension. */
  readonly extension: 'mdd' | 'pc2';
  /** Size of the header in bytes. */
  headerBytes(frameCount: number): number;
  encodeHeader(cache: MeshCache): Uint8Array;
  encodeFrame(positions: Float32Array): Uint8Array;
}

/**
 * MDD of LightWave: big-endian; number of frames, number of vertices, the time of each frame in seconds, then positions. Blender, Houdini,
 * Maya, Modo and LightWave read it.
 */
export const mddFormat: MeshCacheFormat = {
  extension: 'mdd',
  headerBytes: (frameCount) => 8 + 4 * frameCount,
  encodeHeader({ vertexCount, times }) {
    const bytes = new Uint8Array(8 + 4 * times.length);
    const view = new DataView(bytes.buffer);
    view.setInt32(0, times.length);
    view.setInt32(4, vertexCount);
    times.forEach((seconds, k) => {
      view.setFloat32(8 + 4 * k, seconds);
    });
    return bytes;
  },
  encodeFrame: (positions) => writeFloats(positions, 'big'),
};

/**
 * PC2 of 3ds Max: little-endian; "POINTCACHE2\0", the version 1, number of vertices, first frame, frames between two samples, number of
 * samples, then positions. 3ds Max and Blender read it.
 */
export const pc2Format: MeshCacheFormat = {
  extension: 'pc2',
  headerBytes: () => 32,
  encodeHeader({ vertexCount, times, firstFrame }) {
    const bytes = new Uint8Array(32);
    bytes.set(new TextEncoder().encode('POINTCACHE2\0'));
    const view = new DataView(bytes.buffer);
    view.setInt32(12, 1, true);
    view.setInt32(16, vertexCount, true);
    view.setFloat32(20, firstFrame, true);
    view.setFloat32(24, 1, true);
    view.setInt32(28, times.length, true);
    return bytes;
  },
  encodeFrame: (positions) => writeFloats(positions, 'little'),
};

function writeFloats(values: Float32Array, order: 'big' | 'little'): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  const isLittle = order === 'little';
  for (let k = 0; k < values.length; k++) view.setFloat32(4 * k, values[k], isLittle);
  return bytes;
}
