import { type Font, readFont } from '../files/font/read-font.ts';
import { readPicture } from '../files/picture.ts';
import { readPlyPoints } from '../files/ply-points.ts';
import { decodeSvg } from '../files/svg/decode-svg.ts';
import { readSvg } from '../files/svg/read-svg.ts';
import type { PrepareContext } from '../systems/prepare-context.ts';
import { readMesh } from './read-mesh.ts';
import { requireFile, type SceneFiles } from './scene-files.ts';

export type ShapeReaders = Pick<
  PrepareContext,
  'readTriangles' | 'readPoints' | 'readDrawing' | 'readText' | 'readPicture' | 'decodePicture'
>;

/**
 * Creates readers of drawings, pictures, fonts and meshes for shapes. Each file is read once, and `onRead` receives its bytes. A fault
 * inside a file is reported with the name of the file. A missing file is reported with the path in the scene.
 */
export function createShapeReaders(files: SceneFiles, onRead: (bytes: Uint8Array) => void): ShapeReaders {
  const read = (file: string, path: string): Uint8Array => {
    const bytes = requireFile(files, file, path);
    onRead(bytes);
    return bytes;
  };
  const once = <Result>(make: (file: string, path: string) => Result) => {
    const known = new Map<string, Result>();
    return (file: string, path: string): Result => {
      let result = known.get(file);
      if (result === undefined) {
        result = make(file, path);
        known.set(file, result);
      }
      return result;
    };
  };
  const fontOf = once((file, path): Font => readFont(read(file, path), file));
  return {
    readTriangles: once(async (file, path) => readMesh(read(file, path), file, files, onRead)),
    readPoints: once((file, path) => readPlyPoints(read(file, path), file)),
    readDrawing: once((file, path) => readSvg(decodeSvg(read(file, path), file), file)),
    readText: (text, font, layout, path) => fontOf(font, path).outlineText(text, layout),
    readPicture: once((file, path) => readPicture(read(file, path), file)),
    decodePicture: ({ name, bytes }) => readPicture(bytes, name),
  };
}
