import type { PrepareContext } from '../prepare-context.ts';

const none = (): never => {
  throw new Error('this test has no files');
};

/** Readers of a context whose scene has no files, and ten seconds of it. */
export const noFiles = {
  run: { seed: 1, startTime: 0, endTime: 10 },
  readTetMesh: none,
  readTriangles: none,
  readPoints: none,
  readDrawing: none,
  readText: none,
  readPicture: none,
  decodePicture: none,
  readSurface: none,
  readMask: none,
  readTerrain: none,
  readFile: none,
} satisfies Partial<PrepareContext>;
