import { InputError } from '../../input-error.ts';
import { Hasher } from '../../math/hash.ts';
import type { MorphSurface } from '../system.ts';
import type { FleshPart, FleshQuality } from './part.ts';

const magic = 'AMFP';
/** Raised whenever the bytes, or what preparing makes of the same input, change. */
export const partVersion = 6;
const headBytes = 16;

interface PartHeader {
  readonly name: string;
  readonly key: string;
  readonly node: number;
  readonly scale: number;
  readonly modeCount: number;
  readonly surfaces: readonly { readonly surface: number; readonly vertexCount: number }[];
  readonly quality: FleshQuality;
  /** Of all that follows the header. */
  readonly hash: string;
}

/**
 * A part as the bytes of a `.flesh` file: `AMFP`, version, length of a JSON header (uint32 each, little-endian), 4 bytes of
 * 0, the header padded with spaces to a multiple of 8, then arrays in order: inverse bind, ω², transfer, coriolis, spin,
 * reach (float64), then of each surface vertices (uint32), shapes, normals (float32).
 */
export function encodeFleshPart(part: FleshPart): Uint8Array {
  const arrays: ArrayBufferView[] = [
    part.inverseBind,
    part.omega2,
    part.transfer,
    part.coriolis,
    part.spin,
    part.reach,
    ...part.surfaces.flatMap(({ vertices, shapes, normals }) => [vertices, shapes, normals]),
  ];
  const hasher = new Hasher();
  for (const array of arrays) hasher.array(array);
  const header: PartHeader = {
    name: part.name,
    key: part.key,
    node: part.node,
    scale: part.scale,
    modeCount: part.modeCount,
    surfaces: part.surfaces.map(({ surface, vertices }) => ({ surface, vertexCount: vertices.length })),
    quality: part.quality,
    hash: hasher.digest(),
  };
  const encoder = new TextEncoder();
  let text = encoder.encode(JSON.stringify(header));
  const padding = (8 - (text.length % 8)) % 8;
  if (padding > 0) text = encoder.encode(JSON.stringify(header) + ' '.repeat(padding));
  const size = arrays.reduce((sum, array) => sum + array.byteLength, headBytes + text.length);
  const out = new Uint8Array(size);
  const view = new DataView(out.buffer);
  out.set(encoder.encode(magic));
  view.setUint32(4, partVersion, true);
  view.setUint32(8, text.length, true);
  out.set(text, headBytes);
  let offset = headBytes + text.length;
  for (const array of arrays) {
    out.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    offset += array.byteLength;
  }
  return out;
}

/** The part that `encodeFleshPart` wrote. Throws InputError, `path` in front, on anything else or what is damaged. */
export function decodeFleshPart(bytes: Uint8Array, path = ''): FleshPart {
  const fail = (message: string) => InputError.at(path, message);
  const decoder = new TextDecoder();
  if (bytes.length < headBytes || decoder.decode(bytes.subarray(0, 4)) !== magic) {
    throw fail('expected a prepared part (.flesh), got something else');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4, true);
  if (version !== partVersion) {
    throw fail(`expected a part of version ${partVersion}, got version ${version}: prepare it anew`);
  }
  const headerEnd = headBytes + view.getUint32(8, true);
  if (headerEnd > bytes.length) throw fail('the part is cut short: bake it anew');
  const header = parseHeader(decoder.decode(bytes.subarray(headBytes, headerEnd)));
  if (!header) throw fail('the part is damaged: its header cannot be read');
  const { modeCount } = header;
  const expected = header.surfaces.reduce(
    (sum, { vertexCount }) => sum + 4 * vertexCount * (1 + 6 * modeCount),
    8 * (16 + modeCount * (1 + 12 + 3 * modeCount + 6 * modeCount + 1)),
  );
  const payload = bytes.slice(headerEnd);
  if (payload.length !== expected) {
    throw fail(`expected ${expected} bytes after the header, got ${payload.length}: the part is cut short`);
  }
  if (new Hasher().bytes(payload).digest() !== header.hash) {
    throw fail('the part is damaged: its sum does not match');
  }
  let offset = 0;
  const take = (length: number, size: number) => {
    offset += length * size;
    return [payload.buffer, payload.byteOffset + offset - length * size, length] as const;
  };
  const doubles = (length: number) => new Float64Array(...take(length, 8));
  const arrays = {
    inverseBind: doubles(16),
    omega2: doubles(modeCount),
    transfer: doubles(12 * modeCount),
    coriolis: doubles(3 * modeCount * modeCount),
    spin: doubles(6 * modeCount * modeCount),
    reach: doubles(modeCount),
  };
  const surfaces = header.surfaces.map(
    ({ surface, vertexCount }): MorphSurface => ({
      surface,
      vertices: new Uint32Array(...take(vertexCount, 4)),
      shapes: new Float32Array(...take(3 * vertexCount * modeCount, 4)),
      normals: new Float32Array(...take(3 * vertexCount * modeCount, 4)),
    }),
  );
  const { name, key, node, scale, quality } = header;
  return { name, key, node, scale, modeCount, ...arrays, surfaces, quality };
}

function parseHeader(text: string): PartHeader | null {
  try {
    const header = JSON.parse(text) as PartHeader;
    const counts = [header.modeCount, header.node, ...header.surfaces.map((one) => one.vertexCount)];
    const isWhole = counts.every((count) => Number.isInteger(count) && count >= 0);
    const isNamed = typeof header.key === 'string' && typeof header.name === 'string';
    const isWell = isWhole && isNamed && header.scale > 0 && Array.isArray(header.quality.frequencies);
    return isWell ? header : null;
  } catch {
    return null;
  }
}
