import { InputError } from '../input-error.ts';
import { joinBytes } from '../join-bytes.ts';
import { parseExactJson } from './exact-json.ts';
import { describeFileKind } from './file-kind.ts';
import { type GltfBufferView, type GltfDocument, padded } from './glb.ts';
import { GlbPatch } from './glb-patch.ts';
import { decodeDataUri, decodePercent, type ResolveUri } from './gltf/buffers.ts';
import { openContainer } from './gltf/container.ts';

/** Options for opening a GLB or glTF file that is to be patched. */
export interface OpenGlbOptions {
  /** Name of the file, for errors and warnings. */
  readonly name: string;
  /** Returns the bytes of another file by its URI relative to this file; undefined if the other file does not exist. */
  readonly resolve?: ResolveUri;
}

/**
 * Opens a .glb or .gltf for additions; the result is one GLB. All objects of the file keep their indices. All extensions and extras are
 * kept.
 *
 * Buffers and pictures from other files or data URIs are moved into the GLB. If `resolve` does not return a picture, its URI is kept, with
 * a warning. Throws InputError for a file that is damaged or not glTF, and for a missing buffer.
 */
export function openGlbPatch(
  bytes: Uint8Array,
  options: OpenGlbOptions,
): { patch: GlbPatch; warnings: string[] } {
  const container = openContainer(bytes, options.name);
  const json = parseExactJson(container.text) as GltfDocument;
  if (typeof json !== 'object' || json === null || typeof json.asset !== 'object') {
    throw InputError.at(options.name, 'expected glTF 2.0 (an object with asset.version), got other JSON');
  }
  const patch = new GlbPatch(json, joinBuffers(json, container.binary, options));
  return { patch, warnings: embedImages(patch, options) };
}

/** Joins all buffers that have bytes into the first one. The bytes of a GLB with only its binary chunk are not copied. */
function joinBuffers(json: GltfDocument, binary: Uint8Array | null, options: OpenGlbOptions): Uint8Array {
  const buffers = json.buffers ?? [];
  if (buffers.length === 0) return new Uint8Array(0);
  const parts: Uint8Array[] = [];
  let length = 0;
  const kept: typeof buffers = [];
  const moves = buffers.map((buffer, index) => {
    const found = bufferBytes(json, index, binary, options);
    // A buffer that has neither a URI nor a chunk is a fallback buffer of a compression extension. It stays a separate buffer.
    if (!found) return { buffer: kept.push(buffer), offset: 0 };
    const offset = padded(length);
    parts.push(new Uint8Array(offset - length), found);
    length = offset + found.length;
    return { buffer: 0, offset };
  });
  if (length === 0) return new Uint8Array(0);
  const first = { ...buffers.find((_, index) => moves[index].buffer === 0)!, byteLength: length };
  delete first.uri;
  json.buffers = [first, ...kept];
  for (const view of json.bufferViews ?? []) {
    moveView(view, moves);
    for (const extension of Object.values(view.extensions ?? {})) {
      if (typeof (extension as GltfBufferView).buffer === 'number')
        moveView(extension as GltfBufferView, moves);
    }
  }
  if (parts.length === 2) return parts[1];
  return joinBytes(parts);
}

function moveView(view: GltfBufferView, moves: { buffer: number; offset: number }[]): void {
  const move = moves[view.buffer];
  if (!move) return;
  view.buffer = move.buffer;
  if (move.offset > 0) view.byteOffset = (view.byteOffset ?? 0) + move.offset;
}

function bufferBytes(
  json: GltfDocument,
  index: number,
  binary: Uint8Array | null,
  options: OpenGlbOptions,
): Uint8Array | null {
  const { uri, byteLength } = json.buffers![index];
  if (uri === undefined) return index === 0 && binary ? binary.subarray(0, byteLength) : null;
  const bytes = uriBytes(uri, options);
  if (bytes && bytes.length >= byteLength) return bytes.subarray(0, byteLength);
  const found = bytes ? `${bytes.length}` : 'none';
  throw InputError.at(
    `${options.name} buffers[${index}]`,
    `expected ${byteLength} bytes from ${shorten(uri)}, got ${found}; copy the file there, or export as one .glb`,
  );
}

function embedImages(patch: GlbPatch, options: OpenGlbOptions): string[] {
  const warnings: string[] = [];
  (patch.json.images ?? []).forEach((image, index) => {
    if (image.uri === undefined) return;
    let bytes: Uint8Array | undefined;
    try {
      bytes = uriBytes(image.uri, options);
    } catch (error) {
      // If `resolve` refuses to read a picture, its URI is kept. `readGltf` also leaves out such a picture.
      if (!(error instanceof InputError)) throw error;
      warnings.push(`${error.message} (images[${index}] stays a reference)`);
      return;
    }
    const mimeType = bytes && pictureType(bytes);
    if (!bytes || !mimeType) {
      const reason = bytes ? 'is of a kind that cannot be embedded' : 'was not found';
      warnings.push(
        `${options.name} images[${index}]: ${shorten(image.uri)} ${reason}; it stays a reference: put it beside the GLB`,
      );
      return;
    }
    delete image.uri;
    image.mimeType = mimeType;
    image.bufferView = patch.addBufferView(bytes);
  });
  return warnings;
}

function uriBytes(uri: string, { resolve }: OpenGlbOptions): Uint8Array | undefined {
  if (/^data:/i.test(uri)) return decodeDataUri(uri) ?? undefined;
  return resolve?.(decodePercent(uri)) ?? resolve?.(uri);
}

const mimeTypes: Readonly<Record<string, string>> = {
  'a PNG picture': 'image/png',
  'a JPEG picture': 'image/jpeg',
  'a WebP picture': 'image/webp',
  'an AVIF picture': 'image/avif',
  'a KTX2 picture': 'image/ktx2',
  'a DDS picture': 'image/vnd-ms.dds',
};

/** Returns the MIME type of a picture by its first bytes; null for kinds that neither glTF nor its extensions support. */
function pictureType(bytes: Uint8Array): string | null {
  return mimeTypes[describeFileKind(bytes)] ?? null;
}

function shorten(uri: string): string {
  return JSON.stringify(uri.length > 60 ? `${uri.slice(0, 60)}…` : uri);
}
