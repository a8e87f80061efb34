/** Flesh of several parts, as it is kept: the keys of its parts, which are kept each by itself. */
export interface PartList {
  readonly keys: readonly string[];
  /** What was odd about the whole, in words. */
  readonly warnings: readonly string[];
}

const magic = 'AMFL';

/** A list as bytes: `AMFL` and JSON. */
export function encodePartList(list: PartList): Uint8Array {
  return new TextEncoder().encode(magic + JSON.stringify(list));
}

/** The list that `encodePartList` wrote; null for anything else. */
export function decodePartList(bytes: Uint8Array): PartList | null {
  const decoder = new TextDecoder();
  if (decoder.decode(bytes.subarray(0, 4)) !== magic) return null;
  try {
    const list = JSON.parse(decoder.decode(bytes.subarray(4))) as PartList;
    const isWhole = [list.keys, list.warnings].every(
      (words) => Array.isArray(words) && words.every((word) => typeof word === 'string'),
    );
    return isWhole && list.keys.length > 0 ? list : null;
  } catch {
    return null;
  }
}
