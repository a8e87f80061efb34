import type { SceneEntry } from '../document/studio-document.ts';

const kinds: readonly { readonly endings: string; readonly shape: string; readonly key: 'file' | 'font' }[] =
  [
    { endings: '.svg', shape: 'drawing', key: 'file' },
    { endings: '.png,.jpg,.jpeg', shape: 'picture', key: 'file' },
    { endings: '.ttf,.otf,.woff', shape: 'text', key: 'font' },
    { endings: '.obj,.stl,.ply,.glb', shape: 'mesh', key: 'file' },
    { endings: '.png', shape: 'heightMap', key: 'file' },
    { endings: '.ply', shape: 'points', key: 'file' },
  ];

/** File extensions for shapes in the page's file dialog. */
export const shapeFileEndings = kinds
  .slice(0, 4)
  .map(({ endings }) => endings)
  .join();

/** Returns the name of the parameter that contains the file of a kind of shape. Null if it has no file. */
export function fileKeyOf(shape: unknown): 'file' | 'font' | null {
  return kinds.find((kind) => kind.shape === shape)?.key ?? null;
}

/** Returns the extensions of the files for a kind of shape. '' if it needs no file. */
export function endingsFor(shape: unknown): string {
  return kinds.find((kind) => kind.shape === shape)?.endings ?? '';
}

function suits({ endings }: { readonly endings: string }, path: string): boolean {
  return endings.split(',').some((ending) => path.toLowerCase().endsWith(ending));
}

/**
 * Returns a shape with another file, at the same position. If the file does not fit the kind of the shape, the kind is changed. Null if the
 * file does not fit any shape.
 */
export function withShapeFile(shape: SceneEntry, path: string): SceneEntry | null {
  const own = kinds.find((kind) => kind.shape === shape.shape);
  if (own && suits(own, path)) {
    const { coordinates: _, ...rest } = shape;
    return { ...rest, [own.key]: path };
  }
  const kind = kinds.find((candidate) => suits(candidate, path));
  if (!kind) return null;
  const kept = ['name', 'position', 'rotation', 'height', ...(kind.shape === 'mesh' ? [] : ['depth'])];
  const values = Object.fromEntries(kept.flatMap((name) => (name in shape ? [[name, shape[name]]] : [])));
  const ownText = kind.shape === 'text' ? { text: 'Hello' } : {};
  return { shape: kind.shape, height: 1, ...values, ...ownText, [kind.key]: path };
}
