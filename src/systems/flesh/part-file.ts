import { InputError } from '../../input-error.ts';
import { openRecord, type RecordKind, sealRecord } from '../../sealed-record.ts';
import type { MorphSurface } from '../outputs/morph.ts';
import { countProducts, splitShapes } from './modal-warp.ts';
import type { FleshPart, FleshQuality } from './part.ts';

/** Version of the preparation. It must be increased whenever preparation gives another result for the same input. */
export const partVersion = 6;
/** `version` must be increased whenever the file format changes. */
const partRecord: RecordKind = {
  kind: 'FLSH',
  version: 7,
  description: 'a prepared part (.flesh)',
  remedy: 'prepare it anew',
};
/** The first four bytes of files of earlier versions. */
const earlierMagic = 'AMFP';

interface PartHeader {
  readonly name: string;
  readonly key: string;
  readonly node: number;
  readonly scale: number;
  readonly modeCount: number;
  /** Number of modes that are rotated, with `modalWarping`. The surfaces then have the shapes of `FleshPart.warp`. */
  readonly warpedModes?: number;
  readonly surfaces: readonly {
    readonly surface: number;
    readonly vertexCount: number;
    readonly normalModes?: readonly number[];
  }[];
  readonly quality: FleshQuality;
}

/**
 * Encodes a part as a `.flesh` file: a sealed record whose name is a JSON header and whose body is a sequence of arrays:
 * inverse bind, ω², transfer, coriolis, spin, reach (float64), then for each surface its vertices (uint32), shapes and
 * normals (float32).
 */
export function encodeFleshPart(part: FleshPart): Uint8Array {
  const arrays: ArrayBufferView[] = [
    part.inverseBind,
    part.omega2,
    part.transfer,
    part.coriolis,
    part.spin,
    part.reach,
    ...(part.warp ?? part).surfaces.flatMap(({ vertices, shapes, normals }) => [vertices, shapes, normals]),
  ];
  const header: PartHeader = {
    name: part.name,
    key: part.key,
    node: part.node,
    scale: part.scale,
    modeCount: part.modeCount,
    warpedModes: part.warp?.modes,
    surfaces: (part.warp ?? part).surfaces.map(({ surface, vertices, normalModes }) => ({
      surface,
      vertexCount: vertices.length,
      normalModes,
    })),
    quality: part.quality,
  };
  const body = arrays.map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  );
  return sealRecord(partRecord, JSON.stringify(header), ...body);
}

/** Decodes the bytes of `encodeFleshPart`. Throws InputError, whose path begins with `path`, for damaged or other data. */
export function decodeFleshPart(bytes: Uint8Array, path = ''): FleshPart {
  const fail = (message: string) => InputError.at(path, message);
  if (new TextDecoder().decode(bytes.subarray(0, 4)) === earlierMagic) {
    throw fail('expected a prepared part (.flesh) of this version, got an earlier one: prepare it anew');
  }
  const { name: text, body } = openRecord(bytes, partRecord, path);
  const header = parseHeader(text);
  if (!header) throw fail('the part is damaged: its header cannot be read');
  const { modeCount, warpedModes } = header;
  const shapeCount = modeCount + countProducts(warpedModes ?? 0);
  const expected = header.surfaces.reduce(
    (sum, { vertexCount, normalModes }) =>
      sum + 4 * vertexCount * (1 + 3 * shapeCount + 3 * (normalModes?.length ?? shapeCount)),
    8 * (16 + modeCount * (1 + 12 + 3 * modeCount + 6 * modeCount + 1)),
  );
  // The copy is aligned, because array offsets are multiples of 8. (Slicing a Node Buffer would not copy it.)
  const payload = new Uint8Array(body);
  if (payload.length !== expected) {
    throw fail(`expected ${expected} bytes after the header, got ${payload.length}: the part is cut short`);
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
  const stored = header.surfaces.map(
    ({ surface, vertexCount, normalModes }): MorphSurface => ({
      surface,
      vertices: new Uint32Array(...take(vertexCount, 4)),
      shapes: new Float32Array(...take(3 * vertexCount * shapeCount, 4)),
      normals: new Float32Array(...take(3 * vertexCount * (normalModes?.length ?? shapeCount), 4)),
      ...(normalModes && { normalModes }),
    }),
  );
  const { name, key, node, scale, quality } = header;
  const shown = { ...arrays, ...splitShapes(stored, modeCount, warpedModes) };
  return { name, key, node, scale, modeCount, ...shown, quality };
}

function parseHeader(text: string): PartHeader | null {
  try {
    const header = JSON.parse(text) as PartHeader;
    const { modeCount, warpedModes = 0 } = header;
    const shapeCount = modeCount + countProducts(warpedModes);
    const counts = [
      modeCount,
      warpedModes,
      modeCount - warpedModes,
      header.node,
      ...header.surfaces.map((one) => one.vertexCount),
    ];
    const isWhole = counts.every((count) => Number.isInteger(count) && count >= 0);
    const isOrdered = header.surfaces.every(
      ({ normalModes = [] }) =>
        Array.isArray(normalModes) &&
        normalModes.every(
          (mode, k) => Number.isInteger(mode) && mode > (normalModes[k - 1] ?? -1) && mode < shapeCount,
        ),
    );
    const isNamed = typeof header.key === 'string' && typeof header.name === 'string';
    const isWell =
      isWhole &&
      isOrdered &&
      isNamed &&
      Number.isFinite(header.scale) &&
      header.scale > 0 &&
      Array.isArray(header.quality.frequencies);
    return isWell ? header : null;
  } catch {
    return null;
  }
}
