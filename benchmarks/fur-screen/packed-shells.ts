import type { ShellsData } from '../../src/three/fur/shells-data.ts';

const kinds = { Float32Array, Float64Array, Uint8Array, Uint32Array };
type Kind = keyof typeof kinds;

interface PackedArray {
  readonly kind: Kind;
  readonly base64: string;
}

/** Returns shells as text, so that a page in a browser can receive them. */
export function packShells(shells: ShellsData): string {
  return JSON.stringify(shells, (_, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return { kind: value.constructor.name, base64: bytes.toString('base64') };
  });
}

/** Returns the inverse of `packShells`. Runs in the browser. */
export function unpackShells(text: string): ShellsData {
  return JSON.parse(text, (_, value: Partial<PackedArray> | null) => {
    if (typeof value?.base64 !== 'string' || !value.kind) return value;
    const bytes = Uint8Array.from(atob(value.base64), (character) => character.charCodeAt(0));
    return new kinds[value.kind](bytes.buffer);
  });
}
