import type { KernelMemory } from '../../kernel-memory.ts';
import type { GroundKernel } from '../kernel.ts';
import { agePressed, keepLowest, markWalls, measureTops, press } from './contact.ts';
import { contour, displace } from './displace.ts';
import { castTriangles, clearEnvelope, keepEndPose, placeBlend, placeRigid } from './envelope.ts';
import { erode, isSteeper } from './erode.ts';

/** Creates the reference implementation of the kernel in plain TypeScript. It is also used if WASM is unavailable. */
export function createReferenceKernel(memory: KernelMemory): GroundKernel {
  return {
    implementation: 'reference',
    memory,
    clearEnvelope: (sheet) => clearEnvelope(memory, sheet),
    placeBlend: (out, start, end, count, s, sheet) => placeBlend(memory, out, start, end, count, s, sheet),
    placeRigid: (out, rest, count, matrix, sheet) => placeRigid(memory, out, rest, count, matrix, sheet),
    castTriangles: (sheet, placed, indices, triangleCount, reach) =>
      castTriangles(memory, sheet, placed, indices, triangleCount, reach),
    castMovingTriangles: (sheet, placed, from, to, indices, triangleCount, reach, lean256) =>
      castTriangles(memory, sheet, placed, indices, triangleCount, reach, { from, to, lean256 }),
    keepEndPose: (sheet) => keepEndPose(memory, sheet),
    press: (sheet, tolerance) => press(memory, sheet, tolerance),
    markWalls: (sheet, tolerance) => markWalls(memory, sheet, tolerance),
    contour: (sheet, rule) => contour(memory, sheet, rule),
    displace: (sheet, alpha16, rule) => displace(memory, sheet, alpha16, rule),
    erode: (sheet, passes, axis, diagonal) => erode(memory, sheet, passes, axis, diagonal),
    isSteeper: (sheet, axis, diagonal) => isSteeper(memory, sheet, axis, diagonal),
    agePressed: (sheet) => agePressed(memory, sheet),
    keepLowest: (sheet) => keepLowest(memory, sheet),
    measureTops: (sheet) => measureTops(memory, sheet),
  };
}
