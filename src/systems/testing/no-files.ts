import type { PrepareContext } from '../system.ts';

const none = (): never => {
  throw new Error('this test has no files');
};

/** Readers of a context whose scene has no files. */
export const noFiles = {
  readTetMesh: none,
  readTriangles: none,
  readPoints: none,
  readDrawing: none,
  readText: none,
  readPicture: none,
  readSurface: none,
  readMask: none,
} satisfies Partial<PrepareContext>;
