import { ByteReader } from './byte-stream.ts';

/**
 * Returns a saved state as bytes, the same for all systems: magic (four letters, the last of which counts versions), length of a JSON
 * header (uint32, little-endian), header, body.
 */
export function packFrame(magic: string, header: unknown, body: readonly ArrayBufferView[] = []): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const out = new Uint8Array(body.reduce((sum, { byteLength }) => sum + byteLength, 8 + text.length));
  out.set(new TextEncoder().encode(magic));
  new DataView(out.buffer).setUint32(4, text.length, true);
  out.set(text, 8);
  let offset = 8 + text.length;
  for (const { buffer, byteOffset, byteLength } of body) {
    out.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
    offset += byteLength;
  }
  return out;
}

/**
 * Returns the header that `packFrame` wrote, with unchecked fields, and a reader of its body. `what` names the state in messages, such as
 * "saved fur". Throws InputError for bytes with another magic, and if the header is cut short or not a JSON object.
 */
export function openFrame<Header>(
  bytes: Uint8Array,
  magic: string,
  what: string,
): { header: Partial<Header>; body: ByteReader } {
  const body = new ByteReader(bytes, what);
  if (bytes.length < 8 || new TextDecoder().decode(body.bytes(4)) !== magic)
    throw body.refuse('something else');
  const text = new TextDecoder().decode(body.bytes(body.word()));
  try {
    const header: unknown = JSON.parse(text);
    if (typeof header === 'object' && header !== null) return { header, body };
  } catch {
    // Invalid JSON is reported below.
  }
  throw body.damaged();
}
