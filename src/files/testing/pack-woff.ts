import { zlibSync } from 'fflate';

/** Converts an OpenType font to WOFF 1. A table is compressed if this makes it smaller. */
export function packWoff(font: Uint8Array): Uint8Array {
  const view = new DataView(font.buffer, font.byteOffset);
  const count = view.getUint16(4);
  const head = new DataView(new ArrayBuffer(44 + 20 * count));
  head.setUint32(0, 0x774f4646);
  head.setUint32(4, view.getUint32(0));
  head.setUint16(12, count);
  const body: number[] = [];
  for (let k = 0; k < count; k++) {
    const from = 12 + 16 * k;
    const [offset, length] = [view.getUint32(from + 8), view.getUint32(from + 12)];
    const table = font.subarray(offset, offset + length);
    const packed = zlibSync(table);
    const kept = packed.length < length ? packed : table;
    const to = 44 + 20 * k;
    head.setUint32(to, view.getUint32(from));
    head.setUint32(to + 4, head.byteLength + body.length);
    head.setUint32(to + 8, kept.length);
    head.setUint32(to + 12, length);
    body.push(...kept);
    while (body.length % 4 !== 0) body.push(0);
  }
  return Uint8Array.from([...new Uint8Array(head.buffer), ...body]);
}
