import { decodeBase64 } from '../base64.ts';
import { findMeshopt } from './find-meshopt.ts';
import type { JsonValue } from './json-value.ts';

/** The bytes of one buffer view. */
export interface ViewBytes {
  readonly bytes: Uint8Array;
  /** Distance from one element to the next, bytes; 0 if the elements are tightly packed. */
  readonly stride: number;
}

/** Returns the bytes of a file outside of the glTF, by its relative URI; undefined if the file does not exist. */
export type ResolveUri = (uri: string) => Uint8Array | undefined;

/** Buffers and buffer views of a file. Each is read on first use. */
export class BufferViews {
  private readonly buffers: JsonValue[];
  private readonly views: JsonValue[];
  private readonly bufferBytes = new Map<number, Uint8Array>();
  private readonly viewBytes = new Map<number, ViewBytes>();

  private constructor(
    root: JsonValue,
    private readonly binary: Uint8Array | null,
    private readonly resolve: ResolveUri | undefined,
    private readonly meshopt: typeof import('./meshopt.ts') | null,
  ) {
    this.buffers = root.get('buffers').items();
    this.views = root.get('bufferViews').items();
  }

  /** Loads the meshopt decoder only if a view needs it. */
  static async open(root: JsonValue, binary: Uint8Array | null, resolve?: ResolveUri): Promise<BufferViews> {
    const isNeeded = root
      .get('bufferViews')
      .items()
      .some((view) => findMeshopt(view));
    const meshopt = isNeeded ? await import('./meshopt.ts') : null;
    await meshopt?.meshoptReady;
    return new BufferViews(root, binary, resolve, meshopt);
  }

  /** Returns the bytes of a buffer view. reference: JSON value that contains the index of the view. */
  view(reference: JsonValue): ViewBytes {
    const index = reference.index(this.views.length, 'bufferViews');
    let result = this.viewBytes.get(index);
    if (!result) {
      result = this.readView(this.views[index]);
      this.viewBytes.set(index, result);
    }
    return result;
  }

  private readView(view: JsonValue): ViewBytes {
    const source = findMeshopt(view);
    if (source && this.meshopt) return this.meshopt.decodeMeshopt(view, source, this.slice(source));
    return { bytes: this.slice(view), stride: view.get('byteStride').integer(1, 65535, 0) };
  }

  private slice(view: JsonValue): Uint8Array {
    const buffer = this.buffer(view.get('buffer'));
    const offset = view.get('byteOffset').integer(0, buffer.length, 0);
    const length = view.get('byteLength').integer(0, 2 ** 32);
    if (offset + length > buffer.length) {
      throw view.fault(
        `expected bytes ${offset} to ${offset + length} inside the buffer, got a buffer of ${buffer.length} bytes`,
      );
    }
    return buffer.subarray(offset, offset + length);
  }

  private buffer(reference: JsonValue): Uint8Array {
    const index = reference.index(this.buffers.length, 'buffers');
    let bytes = this.bufferBytes.get(index);
    if (!bytes) {
      bytes = this.readBuffer(this.buffers[index], index);
      this.bufferBytes.set(index, bytes);
    }
    return bytes;
  }

  private readBuffer(buffer: JsonValue, index: number): Uint8Array {
    const length = buffer.get('byteLength').integer(0, 2 ** 32);
    const uri = buffer.get('uri');
    let bytes: Uint8Array | null;
    if (!uri.absent) bytes = this.readUri(uri);
    else if (index === 0 && this.binary) bytes = this.binary;
    else
      throw buffer.fault('expected a uri or the binary chunk of a GLB, got neither; export the file again');
    if (bytes.length < length) {
      throw buffer.fault(
        `expected ${length} bytes, got ${bytes.length}: the data is cut short; copy or export it again`,
      );
    }
    return bytes.subarray(0, length);
  }

  /** Returns the bytes of a data URI, or of a file in the folder of this file or below. */
  readUri(uri: JsonValue): Uint8Array {
    const text = uri.text();
    if (/^data:/i.test(text)) {
      const bytes = decodeDataUri(text);
      if (!bytes) throw uri.unexpected('a data URI in base64 or with %-escapes');
      return bytes;
    }
    const bytes = this.resolve?.(decodePercent(text)) ?? this.resolve?.(text);
    if (!bytes)
      throw uri.fault(
        `expected the file ${JSON.stringify(text)} beside this one, got none: copy it there, or export as one .glb`,
      );
    return bytes;
  }
}

/** Returns the bytes of a data URI; null if the URI is of another kind. */
export function decodeDataUri(uri: string): Uint8Array | null {
  const comma = uri.indexOf(',');
  if (comma < 0) return null;
  const payload = uri.slice(comma + 1);
  if (/;\s*base64\s*$/i.test(uri.slice(0, comma))) {
    return decodeBase64(payload.includes('%') ? decodePercent(payload) : payload);
  }
  const out = new Uint8Array(payload.length);
  let length = 0;
  for (let i = 0; i < payload.length; i++) {
    const code = payload[i] === '%' ? /^[0-9a-f]{2}/i.exec(payload.slice(i + 1, i + 3)) : null;
    if (payload[i] === '%' && !code) return null;
    out[length++] = code ? Number.parseInt(code[0], 16) : payload.charCodeAt(i);
    if (code) i += 2;
  }
  return out.slice(0, length);
}

/** Decodes the percent-escapes of a URI. Returns the URI unchanged if they are invalid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
