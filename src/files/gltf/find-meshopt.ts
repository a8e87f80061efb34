import type { JsonValue } from './json-value.ts';

/** The two names of the extension. The second version has one more filter and a newer codec. */
export const meshoptNames = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

/** Returns the meshopt compression of a buffer view. Null if the view is not compressed. */
export function findMeshopt(view: JsonValue): JsonValue | null {
  for (const name of meshoptNames) {
    const extension = view.extension(name);
    if (!extension.absent) return extension;
  }
  return null;
}
