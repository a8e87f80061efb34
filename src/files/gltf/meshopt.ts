import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { InputError } from '../../input-error.ts';
import type { ViewBytes } from './buffers.ts';
import { explainBlockedDecoder } from './explain-blocked-decoder.ts';
import type { JsonValue } from './json-value.ts';

/** The strides that are valid in each mode and with each filter. The decoder itself does not check them. */
const modes = {
  ATTRIBUTES: { expected: 'a multiple of 4 up to 256', allows: (stride: number) => stride % 4 === 0 },
  TRIANGLES: { expected: '2 or 4', allows: (stride: number) => stride === 2 || stride === 4 },
  INDICES: { expected: '2 or 4', allows: (stride: number) => stride === 2 || stride === 4 },
};
const filters = {
  NONE: { expected: 'any', allows: () => true },
  OCTAHEDRAL: { expected: '4 or 8', allows: (stride: number) => stride === 4 || stride === 8 },
  QUATERNION: { expected: '8', allows: (stride: number) => stride === 8 },
  EXPONENTIAL: { expected: 'a multiple of 4', allows: (stride: number) => stride % 4 === 0 },
  COLOR: { expected: '4 or 8', allows: (stride: number) => stride === 4 || stride === 8 },
};

/** Maximum number of decoded bytes of one view, so that a damaged count cannot exhaust the memory. */
const decodedLimit = 2 ** 28;
/** Maximum number of decoded bytes for one encoded byte. It is reached with 256 equal vertices of 4 bytes. */
const maxRatio = 1024;

/** A promise that must be awaited before anything is decoded. It rejects with an InputError if the page does not allow WebAssembly. */
export const meshoptReady: Promise<void> = MeshoptDecoder.ready.catch((error: unknown) => {
  throw InputError.at('EXT_meshopt_compression', explainBlockedDecoder('meshopt', error));
});
// The error is ignored here, because only a user who reads such a file needs to see it.
meshoptReady.catch(() => {});

/**
 * Decodes a buffer view of EXT_meshopt_compression or KHR_meshopt_compression. meshopt: the compression data of the view. source: the
 * compressed bytes.
 *
 * Throws InputError for counts, strides, modes and filters that do not match, and for damaged data.
 */
export function decodeMeshopt(view: JsonValue, meshopt: JsonValue, source: Uint8Array): ViewBytes {
  const stride = meshopt.get('byteStride').integer(1, 256);
  const count = meshopt.get('count').integer(0, decodedLimit);
  const mode = pick(meshopt.get('mode'), modes, meshopt.get('mode').text());
  const filter = pick(meshopt.get('filter'), filters, meshopt.get('filter').text() || 'NONE');
  if (!modes[mode].allows(stride))
    throw meshopt.get('byteStride').unexpected(`${modes[mode].expected} with ${mode}`);
  if (filter !== 'NONE' && mode !== 'ATTRIBUTES')
    throw meshopt.get('filter').unexpected(`no filter with ${mode}`);
  if (!filters[filter].allows(stride))
    throw meshopt.get('byteStride').unexpected(`${filters[filter].expected} with ${filter}`);
  if (mode === 'TRIANGLES' && count % 3 !== 0) throw meshopt.get('count').unexpected('a multiple of 3');
  const max = Math.min(decodedLimit, maxRatio * source.length);
  if (count * stride > max) {
    throw meshopt
      .get('count')
      .unexpected(`at most ${Math.floor(max / stride)} elements from ${source.length} bytes`);
  }
  const bytes = new Uint8Array(count * stride);
  try {
    MeshoptDecoder.decodeGltfBuffer(bytes, count, stride, source, mode, filter);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw view.fault(`expected meshopt-compressed data, got ${reason}; export the file again`);
  }
  return { bytes, stride };
}

function pick<Table extends object>(source: JsonValue, table: Table, name: string): keyof Table {
  if (!Object.hasOwn(table, name)) throw source.unexpected(Object.keys(table).join(', '));
  return name as keyof Table;
}
