import type { PointsFrame } from '../../motion/points-frame.ts';

/**
 * Packs the current state of the particles: their count, then 1 if they rotate (else 0), then `count` entries of each array, one array
 * after the other. All values have 32 bits, so that a reader needs no copy.
 */
export function packPoints(frame: PointsFrame): Uint8Array<ArrayBuffer> {
  const { count, orientations } = frame;
  const parts = partsOf(frame);
  const wordCount = parts.reduce((sum, { width }) => sum + width * count, headerWordCount);
  const bytes = new Uint8Array(4 * wordCount);
  new Uint32Array(bytes.buffer, 0, headerWordCount).set([count, orientations ? 1 : 0]);
  let offset = 4 * headerWordCount;
  for (const { array, width } of parts) {
    const part = array.subarray(0, width * count);
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), offset);
    offset += part.byteLength;
  }
  return bytes;
}

const headerWordCount = 2;

function partsOf(frame: PointsFrame): { array: Float32Array | Uint32Array; width: number }[] {
  const { ids, positions, velocities, orientations, colors, sizes, birthTimes, attributes } = frame;
  return [
    { array: ids, width: 1 },
    { array: positions, width: 3 },
    { array: velocities, width: 3 },
    { array: colors, width: 4 },
    { array: sizes, width: 1 },
    { array: birthTimes, width: 1 },
    ...(orientations ? [{ array: orientations, width: 4 }] : []),
    ...Array.from(attributes.values(), (array) => ({ array, width: 1 })),
  ];
}

/** Returns the maximum number of bytes of a packed particle. */
export function packedPointBytes(attributeCount: number): number {
  return 4 * (17 + attributeCount);
}

/** Reads the bytes of `packPoints`. `attributeNames`: in the order of the output. */
export function unpackPoints(bytes: Uint8Array, attributeNames: Iterable<string>): PointsFrame {
  // A copy is needed only if the bytes are not aligned to four bytes.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const word = (offset: number, length: number) =>
    new Uint32Array(aligned.buffer, aligned.byteOffset + offset, length);
  const [count, isTurning] = word(0, headerWordCount);
  let offset = 4 * headerWordCount;
  const floats = (width: number) => {
    const part = new Float32Array(aligned.buffer, aligned.byteOffset + offset, width * count);
    offset += part.byteLength;
    return part;
  };
  const ids = word(offset, count);
  offset += ids.byteLength;
  return {
    count,
    ids,
    positions: floats(3),
    velocities: floats(3),
    colors: floats(4),
    sizes: floats(1),
    birthTimes: floats(1),
    orientations: isTurning ? floats(4) : null,
    attributes: new Map(Array.from(attributeNames, (name) => [name, floats(1)] as const)),
  };
}

/** Returns the number of particles in a packed frame. */
export function countPackedPoints(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
}
