import type { HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import { readColumnGrid } from './column-grid.ts';
import { groundLook } from './ground-look.ts';
import { clipRectangle, rectangleOver } from './ground-view.ts';
import type { PosedMesh } from './posed-mesh.ts';

/** Maximum number of ground samples in one picture. */
const maxSamples = 90_000;

/**
 * Returns the ground around a point, up to `reach` metres along x and z, as a mesh without grain that can be drawn together with other
 * meshes.
 */
export function groundFigure(ground: HeightfieldOutput, x: number, z: number, reach: number): PosedMesh {
  const rectangle = clipRectangle(
    rectangleOver(x - reach, x + reach, z - reach, z + reach, ground.cell),
    ground.extent,
  );
  const grid = readColumnGrid(ground, rectangle, maxSamples);
  const { columns, rows, step, initial, change, pressed } = grid;
  const { albedo, pressedTint } = groundLook(ground.material, ground.look);
  const positions = new Float32Array(3 * columns * rows);
  const colors = new Float32Array(3 * columns * rows);
  for (let k = 0; k < columns * rows; k++) {
    positions[3 * k] = grid.x + (k % columns) * step;
    positions[3 * k + 1] = initial[k] + change[k];
    positions[3 * k + 2] = grid.z + Math.floor(k / columns) * step;
    for (let c = 0; c < 3; c++) colors[3 * k + c] = albedo[c] * (1 + pressed[k] * (pressedTint[c] - 1));
  }
  const indices = new Uint32Array(6 * Math.max(0, columns - 1) * Math.max(0, rows - 1));
  for (let j = 0, o = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const a = j * columns + i;
      const [b, c, d] = [a + 1, a + columns, a + columns + 1];
      for (const corner of [a, c, b, b, c, d]) indices[o++] = corner;
    }
  }
  return { positions, indices, color: albedo, colors };
}
