import { joinBytes } from '../../join-bytes.ts';

/** Returns files as a package of Godot 4 (.pck, version 2), by their paths in `res://`. Godot runs the project in it without an export. */
export function packProject(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const entries = Object.entries(files);
  const encoder = new TextEncoder();
  const padded = (bytes: Uint8Array) => {
    const out = new Uint8Array(Math.ceil((bytes.length + 1) / 4) * 4);
    out.set(bytes);
    return out;
  };
  const paths = entries.map(([path]) => padded(encoder.encode(`res://${path}`)));
  const headBytes = 4 * 6 + 8 + 16 * 4 + 4;
  const directoryBytes = paths.reduce((sum, path) => sum + 4 + path.length + 8 + 8 + 16 + 4, 0);
  const head = new Uint8Array(headBytes + directoryBytes);
  const view = new DataView(head.buffer);
  head.set(encoder.encode('GDPC'));
  // Version of the format and of Godot. All offsets count from the start of the file.
  [2, 4, 0, 0, 0].forEach((value, k) => {
    view.setUint32(4 + 4 * k, value, true);
  });
  view.setUint32(headBytes - 4, entries.length, true);
  let at = headBytes;
  let offset = head.length;
  entries.forEach(([, bytes], k) => {
    view.setUint32(at, paths[k].length, true);
    head.set(paths[k], at + 4);
    at += 4 + paths[k].length;
    view.setBigUint64(at, BigInt(offset), true);
    view.setBigUint64(at + 8, BigInt(bytes.length), true);
    // The 16 bytes of the MD5 are only checked by tools.
    at += 8 + 8 + 16 + 4;
    offset += bytes.length;
  });
  return joinBytes([head, ...entries.map(([, bytes]) => bytes)]);
}
