import { openFrame, packFrame } from '../../framed-bytes.ts';
import { InputError } from '../../input-error.ts';

/** The last letter counts versions of the format. */
const magic = 'AMP1';

/** Key of a tagged value: JSON has no bytes, maps and large integers. */
const tag = '$';

type Tagged =
  | { readonly $: 'bytes'; readonly length: number }
  | { readonly $: 'map'; readonly entries: readonly (readonly [unknown, unknown])[] }
  | { readonly $: 'bigint'; readonly digits: string };

/**
 * Encodes plain values for another machine: numbers, texts, lists, objects, maps, bigints and Uint8Arrays. The header is JSON in which bytes
 * are replaced by their lengths; they follow in their order.
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

/** Returns the values that `encodePart` encoded. Throws InputError if the bytes are damaged. What the values are is not checked. */
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
