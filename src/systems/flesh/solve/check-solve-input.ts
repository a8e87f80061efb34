import { InputError, type InputFault } from '../../../input-error.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import type { FleshMaterial } from './elements.ts';

/** Throws an InputError that lists all faults of the input, with paths that begin with `path`. */
export function checkSolveInput(
  mesh: TetMesh,
  fixed: Uint32Array,
  material: FleshMaterial,
  options: { readonly modeCount: number; readonly tolerance?: number },
  path: string,
): void {
  const faults: InputFault[] = [];
  const expect = (holds: boolean, name: string, message: string) => {
    if (!holds) faults.push({ path: path ? `${path}.${name}` : name, message });
  };
  const { youngsModulus, poissonRatio, density } = material;
  const isPositive = (value: number) => value > 0 && value < Infinity;
  expect(isPositive(youngsModulus), 'youngsModulus', `expected a stiffness > 0 Pa, got ${youngsModulus}`);
  expect(
    poissonRatio >= 0 && poissonRatio < 0.5,
    'poissonRatio',
    `expected 0 … below 0.5 (flesh has 0.45; 0.5 cannot be solved), got ${poissonRatio}`,
  );
  expect(isPositive(density), 'density', `expected a density > 0 kg/m³, got ${density}`);
  const { modeCount, tolerance } = options;
  expect(
    Number.isInteger(modeCount) && modeCount >= 1,
    'modeCount',
    `expected a whole number of modes ≥ 1, got ${modeCount}`,
  );
  expect(
    tolerance === undefined || (tolerance > 0 && tolerance < 1),
    'tolerance',
    `expected a tolerance between 0 and 1, got ${tolerance}`,
  );
  const nodeCount = mesh.positions.length / 3;
  expect(
    mesh.tets.length > 0 && mesh.tets.length % mesh.nodesPerTet === 0,
    'mesh',
    `expected tetrahedra of ${mesh.nodesPerTet} nodes each, got ${mesh.tets.length} nodes in total`,
  );
  const outside = mesh.tets.find((node) => node >= nodeCount) ?? fixed.find((node) => node >= nodeCount);
  expect(outside === undefined, 'mesh', `expected nodes below ${nodeCount}, got ${outside}`);
  const lost = mesh.positions.findIndex((value) => !Number.isFinite(value));
  expect(
    lost < 0,
    'mesh',
    `expected finite positions, got ${mesh.positions[lost]} at node ${(lost / 3) | 0}`,
  );
  if (faults.length === 0) {
    const isHeld = new Uint8Array(nodeCount);
    for (let k = 0; k < fixed.length; k++) isHeld[fixed[k]] = 1;
    const moves = mesh.tets.some((node) => isHeld[node] === 0);
    expect(moves, 'mesh', 'expected a node that can move, but every node is held');
  }
  if (faults.length > 0) throw new InputError(faults);
}
