import type { BladeCoat } from '../../coats/blades/blade-coat.ts';
import { growBlades } from '../../coats/blades/grow-blades.ts';
import type { ShellTextures } from '../../coats/blades/shell-textures.ts';
import { type SliceOptions, slicingBlades } from '../../coats/blades/slice-blades.ts';
import { workInTurns } from '../../long-work.ts';
import { Hasher } from '../../math/hash.ts';
import type { PrepareContext } from '../prepare-context.ts';

/** Must be increased if a code change changes the texels of a coat. */
const texturesVersion = 1;
const magic = 'AMT1';

/** Returns a coat's slices: those that this scene has already made, otherwise those in the cache, otherwise new ones. */
export async function prepareTextures(
  coat: BladeCoat,
  slices: SliceOptions,
  context: Pick<PrepareContext, 'results' | 'cache' | 'progress' | 'pause' | 'signal'>,
): Promise<ShellTextures> {
  const { results, cache, progress } = context;
  const key = hashCoat(coat, slices);
  const known = results.get(key) as ShellTextures | undefined;
  if (known) return known;
  const bytes = await cache?.get(key);
  let textures = bytes ? decodeTextures(bytes) : null;
  if (!textures) {
    progress?.(0.2, 'growing blades');
    textures = await workInTurns(slicingBlades(growBlades(coat), slices), context);
    await cache?.put(key, encodeTextures(textures));
  }
  results.set(key, textures);
  return textures;
}

/** Returns a hash, 16 hexadecimal digits, of everything that determines the texels. */
function hashCoat(coat: BladeCoat, slices: SliceOptions): string {
  const text = JSON.stringify({ version: texturesVersion, coat, slices });
  return new Hasher().bytes(new TextEncoder().encode(text)).digest();
}

/** Packs magic, width, height, layerCount (uint32, little-endian), opacities (float64) and texels. */
export function encodeTextures({ width, height, layerCount, opacities, texels }: ShellTextures): Uint8Array {
  const out = new Uint8Array(16 + 8 * layerCount + texels.length);
  out.set(new TextEncoder().encode(magic));
  const view = new DataView(out.buffer);
  [width, height, layerCount].forEach((size, k) => {
    view.setUint32(4 + 4 * k, size, true);
  });
  opacities.forEach((opacity, layer) => {
    view.setFloat64(16 + 8 * layer, opacity, true);
  });
  out.set(texels, 16 + 8 * layerCount);
  return out;
}

/** Decodes textures. Returns null if the data are incomplete or not textures; the textures must then be made again. */
export function decodeTextures(bytes: Uint8Array): ShellTextures | null {
  if (bytes.length < 16 || new TextDecoder().decode(bytes.subarray(0, 4)) !== magic) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height, layerCount] = [4, 8, 12].map((at) => view.getUint32(at, true));
  const from = 16 + 8 * layerCount;
  if (bytes.length !== from + 4 * width * height * layerCount) return null;
  const opacities = Float64Array.from({ length: layerCount }, (_, k) => view.getFloat64(16 + 8 * k, true));
  return { width, height, layerCount, texels: bytes.slice(from), opacities };
}
