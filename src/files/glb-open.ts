import { InputError } from '../input-error.ts';
import { parseExactJson } from './exact-json.ts';
import { describeFileKind } from './file-kind.ts';
import type { GltfBufferView, GltfDocument } from './glb.ts';
import { padded } from './glb.ts';
import { GlbPatch } from './glb-patch.ts';
import { decodeDataUri, type ResolveUri } from './gltf/buffers.ts';
import { openContainer } from './gltf/container.ts';

export interface OpenGlbOptions {
  /** Name of the file, for faults and warnings. */
  readonly name: string;
  /** Bytes of a file beside this one by its relative URI, undefined when there is none. */
  readonly resolve?: ResolveUri;
}

/**
 * Opens a .glb or .gltf for additions that end in one GLB. Everything the file holds keeps its index; extensions and
 * extras stay, known or not.
 *
 * Buffers and pictures that lie in other files or in data URIs move into the GLB. A picture that `resolve` does not
 * give stays a URI, with a warning.
 * Errors: InputError for a file that is damaged or not glTF, and for a buffer that is missing.
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

/** Makes all buffers that have bytes into the first one. A GLB whose only bytes are its chunk comes through as it is. */
function joinBuffers(json: GltfDocument, binary: Uint8Array | null, options: OpenGlbOptions): Uint8Array {
  const buffers = json.buffers ?? [];
  if (buffers.length === 0) return new Uint8Array(0);
  const parts: Uint8Array[] = [];
  let length = 0;
  const kept: typeof buffers = [];
  const moves = buffers.map((buffer, index) => {
    const found = bufferBytes(json, index, binary, options);
    // A buffer with neither URI nor chunk is a stand-in, as compression extensions use it. It keeps its own place.
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
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
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
      // A picture that may not be read stays a reference; `readGltf` leaves it out, too.
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
  let decoded = uri;
  try {
    decoded = decodeURIComponent(uri);
  } catch {
    // Not an escape: the name holds a bare percent sign.
  }
  return resolve?.(decoded) ?? resolve?.(uri);
}

const mimeTypes: Readonly<Record<string, string>> = {
  'a PNG picture': 'image/png',
  'a JPEG picture': 'image/jpeg',
  'a WebP picture': 'image/webp',
  'an AVIF picture': 'image/avif',
  'a KTX2 picture': 'image/ktx2',
  'a DDS picture': 'image/vnd-ms.dds',
};

/** MIME type by the first bytes; null for kinds that neither glTF nor its extensions know. */
function pictureType(bytes: Uint8Array): string | null {
  return mimeTypes[describeFileKind(bytes)] ?? null;
}

function shorten(uri: string): string {
  return JSON.stringify(uri.length > 60 ? `${uri.slice(0, 60)}…` : uri);
}
