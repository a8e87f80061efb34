import type { JsonValue } from './json-value.ts';

/** The extension's two names: the second has one more filter and a newer codec. */
export const meshoptNames = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

/** What a buffer view says of its compression, or null. */
export function findMeshopt(view: JsonValue): JsonValue | null {
  for (const name of meshoptNames) {
    const extension = view.extension(name);
    if (!extension.absent) return extension;
  }
  return null;
}
