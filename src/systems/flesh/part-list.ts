import { InputError } from '../../input-error.ts';
import { openRecord, type RecordKind, sealRecord } from '../../sealed-record.ts';

/** Flesh of several parts, as it is kept: the keys of its parts, which are kept each by itself. */
export interface PartList {
  readonly keys: readonly string[];
  /** What was odd about the whole, in words. */
  readonly warnings: readonly string[];
}

const listRecord: RecordKind = {
  kind: 'FLST',
  version: 1,
  words: 'a list of prepared parts',
  remedy: 'prepare them anew',
};

export function encodePartList(list: PartList): Uint8Array {
  return sealRecord(listRecord, JSON.stringify(list));
}

/** The list that `encodePartList` wrote; null for anything else. */
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
