/** Platform ids in order of preference: Windows, Macintosh, Unicode. */
const platforms = [3, 1, 0];
const fullName = 4;
const family = 1;

/**
 * Returns the full name of a font (family and style, such as `Fira Mono Medium`) from its `name` table, or the family name if there is no
 * full name. English names are preferred. Returns '' if the table is missing or has neither name.
 */
export function readFullName(name: DataView | null): string {
  if (!name) return '';
  const count = name.getUint16(2);
  const texts = name.getUint16(4);
  for (const platform of platforms) {
    for (const wanted of [fullName, family]) {
      let found = '';
      for (let k = 0; k < count; k++) {
        const at = 6 + 12 * k;
        if (name.getUint16(at) !== platform || name.getUint16(at + 6) !== wanted) continue;
        const isEnglish = name.getUint16(at + 4) === (platform === 3 ? 0x409 : 0);
        if (found !== '' && !isEnglish) continue;
        const [length, offset] = [name.getUint16(at + 8), name.getUint16(at + 10)];
        const start = name.byteOffset + texts + offset;
        if (texts + offset + length > name.byteLength) continue;
        const bytes = new Uint8Array(name.buffer, start, length);
        found = new TextDecoder(platform === 1 ? 'macintosh' : 'utf-16be').decode(bytes);
        if (isEnglish) break;
      }
      if (found !== '') return found;
    }
  }
  return '';
}
