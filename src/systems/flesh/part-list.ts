import { InputError } from '../../input-error.ts';
import { openRecord, type RecordKind, sealRecord } from '../../sealed-record.ts';

/** The cache entry of flesh with several parts: the keys of the parts, each of which has its own cache entry. */
export interface PartList {
  readonly keys: readonly string[];
  /** Warnings about the system as a whole. */
  readonly warnings: readonly string[];
}

const listRecord: RecordKind = {
  kind: 'FLST',
  version: 1,
  description: 'a list of prepared parts',
  remedy: 'prepare them anew',
};

export function encodePartList(list: PartList): Uint8Array {
  return sealRecord(listRecord, JSON.stringify(list));
}

/** Decodes the bytes of `encodePartList`. Returns null for other data. */
export function decodePartList(bytes: Uint8Array): PartList | null {
  try {
    const list = JSON.parse(openRecord(bytes, listRecord).name) as PartList;
    const isWhole = [list.keys, list.warnings].every(
      (words) => Array.isArray(words) && words.every((word) => typeof word === 'string'),
    );
    return isWhole && list.keys.length > 0 ? list : null;
  } catch (error) {
    if (error instanceof InputError || error instanceof SyntaxError) return null;
    throw error;
  }
}
