import { openFrame, packFrame } from '../../framed-bytes.ts';
import { InputError } from '../../input-error.ts';

/** First bytes of an encoded value. The digit is the version of the format. */
const magic = 'AMP1';

/** The key that marks a value for which JSON has no form: bytes, a map, or a large integer. */
const tag = '$';

type Tagged =
  | { readonly $: 'bytes'; readonly length: number }
  | { readonly $: 'map'; readonly entries: readonly (readonly [unknown, unknown])[] }
  | { readonly $: 'bigint'; readonly digits: string };

/**
 * Encodes a plain value for another machine: numbers, texts, lists, objects, maps, bigints and Uint8Arrays. The result consists of a JSON header
 * and of the bytes of all arrays, one after the other. In the header, each array is replaced by its length.
 */
export function encodePart(value: unknown): Uint8Array {
  const bytes: Uint8Array[] = [];
  const encode = (item: unknown): unknown => {
    if (item instanceof Uint8Array) {
      bytes.push(item);
      return { [tag]: 'bytes', length: item.length };
    }
    if (item instanceof Map)
      return { [tag]: 'map', entries: [...item].map(([key, entry]) => [encode(key), encode(entry)]) };
    if (typeof item === 'bigint') return { [tag]: 'bigint', digits: `${item}` };
    if (Array.isArray(item)) return item.map(encode);
    if (typeof item === 'object' && item !== null)
      return Object.fromEntries(Object.entries(item).map(([key, entry]) => [key, encode(entry)]));
    return item;
  };
  return packFrame(magic, { value: encode(value) }, bytes);
}

/** Returns the value that `encodePart` encoded. Its form is not checked. Throws InputError if the bytes are damaged. */
export function decodePart(bytes: Uint8Array): unknown {
  const { header, body } = openFrame<{ value: unknown }>(bytes, magic, 'a part of a simulation');
  const decode = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(decode);
    if (typeof item !== 'object' || item === null) return item;
    if (!(tag in item))
      return Object.fromEntries(Object.entries(item).map(([key, entry]) => [key, decode(entry)]));
    const tagged = item as Tagged;
    if (tagged.$ === 'bytes' && Number.isSafeInteger(tagged.length) && tagged.length >= 0)
      return body.bytes(tagged.length);
    if (tagged.$ === 'bigint' && typeof tagged.digits === 'string' && /^-?\d{1,40}$/.test(tagged.digits))
      return BigInt(tagged.digits);
    if (
      tagged.$ === 'map' &&
      Array.isArray(tagged.entries) &&
      tagged.entries.every((entry) => entry?.length === 2)
    )
      return new Map(tagged.entries.map(([key, entry]) => [decode(key), decode(entry)]));
    throw InputError.at('', 'expected a part of a simulation, got damaged bytes');
  };
  const value = decode(header.value);
  body.end();
  return value;
}
