import type { Kerning } from './kerning.ts';

/** Returns the kerning pairs of the first subtable of the older `kern` table. Null if the subtable has another format or no pairs. */
export function readKernTable(kern: DataView): Kerning | null {
  const isApple = kern.getUint16(0) === 1;
  // A subtable begins with its version, length and coverage (16 bits each). In Apple's variant, it begins with its length (32 bits),
  // coverage (its low byte is the format) and tuple index.
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
