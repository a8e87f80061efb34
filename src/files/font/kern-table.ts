import type { Kerning } from './kerning.ts';

/** Kerning from the older table `kern`: pairs of its first subtable. Null where there are none. */
export function readKernTable(kern: DataView): Kerning | null {
  const isApple = kern.getUint16(0) === 1;
  // The subtable's own head: a version, its length and its kind; Apple's has its length first, in four bytes.
  const [format, pairs] = isApple ? [kern.getUint16(12) & 255, 16] : [kern.getUint16(4), 10];
  if (format !== 0) return null;
  const count = kern.getUint16(pairs);
  const values = new Map<number, number>();
  for (let k = 0; k < count; k++) {
    const at = pairs + 8 + 6 * k;
    values.set(kern.getUint32(at), kern.getInt16(at + 4));
  }
  return values.size === 0 ? null : (left, right) => values.get(65536 * left + right) ?? 0;
}
