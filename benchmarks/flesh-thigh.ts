import type { TetMesh } from '../src/motion/tet-mesh.ts';
import { capsuleCore } from '../src/systems/flesh/mesh/bone-core.ts';
import { meshRegion } from '../src/systems/flesh/mesh/mesh-region.ts';
import { type ModalModel, solveModes } from '../src/systems/flesh/solve/solve-modes.ts';
import { createCapsule } from '../src/systems/flesh/testing/closed-surfaces.ts';

const results = new Map<number, { mesh: TetMesh; fixed: Uint32Array }>();

/** Creates a capsule of flesh around a bone, 42 cm long, made by the project's mesher. Every call returns the same object. */
export function makeThigh(elementCount: number): { mesh: TetMesh; fixed: Uint32Array } {
  let thigh = results.get(elementCount);
  if (!thigh) {
    const core = capsuleCore([0, 0, -0.3], [0, 0, 0.3], 0.016);
    const { mesh, fixed } = meshRegion(createCapsule(0.08, 0.42, 96), { core, elementCount });
    thigh = { mesh, fixed };
    results.set(elementCount, thigh);
  }
  return thigh;
}

export function solveThigh(mesh: TetMesh, fixed: Uint32Array): ModalModel {
  const material = { youngsModulus: 20_000, poissonRatio: 0.45, density: 1000 };
  return solveModes(mesh, fixed, material, { modeCount: 10 });
}
