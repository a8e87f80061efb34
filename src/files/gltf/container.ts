import { InputError } from '../../input-error.ts';
import { describeFileKind, somethingElse } from '../file-kind.ts';
import { refuseForeignFormat } from '../foreign-formats.ts';

/** The parts of a glTF file. Only the container has been checked, not the contents of the JSON. */
export interface GltfContainer {
  readonly json: unknown;
  /** The text from which the JSON was parsed. */
  readonly text: string;
  /** The binary chunk of a GLB; null if there is none. */
  readonly binary: Uint8Array | null;
}

const glbMagic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;

/**
 * Opens a GLB or a .gltf. Its kind is recognised by its content, not by its name.
 *
 * Throws InputError for a truncated or damaged container, another format (with advice on conversion), glTF 1.0, and text that is not JSON.
 */
export function openContainer(bytes: Uint8Array, name: string): GltfContainer {
  if (bytes.length === 0) throw InputError.at(name, 'expected a glTF or GLB file, got an empty file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 4 && view.getUint32(0, true) === glbMagic) return openGlb(bytes, view, name);
  refuseForeignFormat(bytes, name);
  return { ...parseJson(bytes, name), binary: null };
}

function openGlb(bytes: Uint8Array, view: DataView, name: string): GltfContainer {
  if (bytes.length < 20) throw cutShort(name, 20, bytes.length);
  const version = view.getUint32(4, true);
  if (version !== 2) throw refusedVersion(name, String(version));
  const total = view.getUint32(8, true);
  if (total > bytes.length) throw cutShort(name, total, bytes.length);

  let json: Uint8Array | null = null;
  let binary: Uint8Array | null = null;
  // Bytes after the stated length do not belong to the file: some exporters add padding.
  for (let offset = 12; offset + 8 <= total; ) {
    const length = view.getUint32(offset, true);
    const type = view.getUint32(offset + 4, true);
    const end = offset + 8 + length;
    if (end > total) throw cutShort(name, end, total);
    const chunk = bytes.subarray(offset + 8, end);
    if (type === jsonChunk && !json) json = chunk;
    else if (type === binaryChunk && !binary) binary = chunk;
    offset = end + ((4 - (end % 4)) % 4);
  }
  if (!json)
    throw InputError.at(
      name,
      'expected a JSON chunk in the GLB, got none: the file is damaged; export it again',
    );
  return { ...parseJson(json, name), binary };
}

function cutShort(name: string, expected: number, found: number): InputError {
  return InputError.at(
    name,
    `expected ${expected} bytes, got ${found}: the file is cut short or damaged; copy or export it again`,
  );
}

/** Returns the error for a file in another version of glTF. */
export function refusedVersion(name: string, version: string): InputError {
  return InputError.at(
    name,
    `expected glTF 2.0, got version ${version}: open it in a tool that reads it and export it as glTF 2.0 (GLB)`,
  );
}

function parseJson(bytes: Uint8Array, name: string): { json: unknown; text: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const kind = describeFileKind(bytes);
    const found = kind === somethingElse ? 'bytes that are not text: is it another format?' : kind;
    throw InputError.at(name, `expected glTF (JSON text) or GLB, got ${found}`);
  }
  // Some programs pad the JSON chunk with zeros, although the standard requires spaces.
  text = text.replace(/\0+$/, '');
  try {
    return { json: JSON.parse(text), text };
  } catch (error) {
    const kind = describeFileKind(bytes);
    const reason = error instanceof Error ? error.message : String(error);
    const found = kind === somethingElse ? `text that is not JSON: ${reason}` : kind;
    throw InputError.at(name, `expected glTF (JSON text) or GLB, got ${found}`);
  }
}
