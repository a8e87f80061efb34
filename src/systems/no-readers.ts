import { InputError } from '../input-error.ts';
import type { PrepareContext } from './prepare-context.ts';

/** Returns the readers of a context for programs that provide none: each throws an InputError that ends with `remedy`. */
export function refuseFiles(remedy: string) {
  const refuse = (file: string): never => {
    throw InputError.at('', `"${file}" cannot be read: ${remedy}`);
  };
  return {
    readTetMesh: refuse,
    readTriangles: refuse,
    readPoints: refuse,
    readDrawing: refuse,
    readText: (_text: string, font: string) => refuse(font),
    readPicture: refuse,
    decodePicture: ({ name }: { readonly name: string }) => refuse(name),
    readSurface: refuse,
    readMask: refuse,
    readTerrain: refuse,
    readFile: refuse,
  } satisfies Partial<PrepareContext>;
}
