import { Material } from 'three';

const originals = new WeakMap<Material, Material>();

/** Returns the original material of a stand-in. Any other material is returned unchanged. */
export function originalOf<Kind extends Material>(material: Kind): Kind {
  return (originals.get(material) as Kind | undefined) ?? material;
}

/**
 * Creates a material that equals another one except for the properties in `own`. Reads and writes are passed on to the original, so its
 * owner can continue to change it. A clone would miss later changes, callbacks and live uniforms. Renderers keep the program and uniforms
 * of the stand-in separate from those of the original. The stand-in is disposed together with the original.
 */
export function createStandIn<Kind extends Material>(
  original: Kind,
  own: Readonly<Record<string, unknown>>,
): { readonly material: Kind; release(): void } {
  const material = Object.create(Object.getPrototypeOf(original)) as Kind;
  const forward = (key: string) =>
    Object.defineProperty(material, key, {
      enumerable: true,
      configurable: true,
      get: () => original[key as keyof Kind],
      set: (value) => {
        original[key as keyof Kind] = value;
      },
    });
  for (const key of Object.keys(original)) forward(key);
  const fresh = new Material();
  Object.defineProperty(material, 'id', { value: fresh.id });
  const define = (key: string, value: unknown) =>
    Object.defineProperty(material, key, { value, enumerable: true, configurable: true, writable: true });
  define('uuid', fresh.uuid);
  // The stand-in has separate listeners, because the renderer uses them to free the objects that it created for this material.
  Object.defineProperty(material, '_listeners', { value: undefined, writable: true });
  for (const [key, value] of Object.entries(own)) define(key, value);
  define('dispose', () => original.dispose());
  const free = () => material.dispatchEvent({ type: 'dispose' } as never);
  original.addEventListener('dispose', free);
  originals.set(material, original);
  return {
    material,
    release() {
      original.removeEventListener('dispose', free);
      free();
    },
  };
}
