import { uniteRectangles } from '../../systems/column-rectangle.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { BakePlan } from '../bake-plan.ts';
import { heightMapLimit } from './height-sequence.ts';
import { listPackedRectangles } from './heightfield-frame.ts';
import { groundMeshLimit } from './mesh/build-ground-mesh.ts';
import { listHeightExtensions } from './write-heights.ts';

/** Number of columns along the side of a square. The touched area is counted in whole squares. */
const squareSize = 64;

/**
 * Measures the touched area of a ground during the simulation, so that the user is warned early if an output will be too large.
 * `writeOutputs` decides at the end which outputs are actually omitted.
 */
export class TouchedArea {
  private readonly squares = new Set<string>();
  private hull: ColumnRectangle | null = null;
  /** Whether a warning about the mesh is still possible: the mesh is selected, depends on the touched area, and was not reported before. */
  private watchesMesh: boolean;
  private watchesMaps: boolean;

  constructor(
    plan: BakePlan,
    private readonly output: HeightfieldOutput,
  ) {
    const isTouchedOnly = plan.meshPart !== 'whole';
    this.watchesMesh = isTouchedOnly && plan.outputs.includes('groundMesh');
    // If height maps are divided into tiles, only the tiles of one frame are in memory.
    this.watchesMaps = isTouchedOnly && plan.heightTiles === 'never' && listHeightExtensions(plan).length > 0;
  }

  /** Adds one frame of `packChanges`. Returns a message if an output will be omitted (once for each output), otherwise null. */
  add(packed: Uint8Array): string | null {
    if (!this.watchesMesh && !this.watchesMaps) return null;
    for (const rectangle of listPackedRectangles(packed)) {
      const { i0, j0, columns, rows } = rectangle;
      this.hull = uniteRectangles(this.hull, rectangle);
      for (let b = Math.floor(j0 / squareSize); b * squareSize < j0 + rows; b++) {
        for (let a = Math.floor(i0 / squareSize); a * squareSize < i0 + columns; a++)
          this.squares.add(`${a} ${b}`);
      }
    }
    if (!this.hull) return null;
    const { name } = this.output;
    const { columns, rows } = this.hull;
    if (this.watchesMaps && columns * rows > heightMapLimit) {
      this.watchesMaps = false;
      return (
        `${name}: its height maps will be left out, since ${columns} × ${rows} columns now hold all that is touched, and ` +
        `a map has at most ${heightMapLimit}; allow tiles ("heightTiles": "auto") or larger cells`
      );
    }
    const touched = this.squares.size * squareSize ** 2;
    if (this.watchesMesh && touched > groundMeshLimit) {
      this.watchesMesh = false;
      return (
        `${name}: its mesh will be left out, since up to ${touched} columns are touched by now and ` +
        `at most ${groundMeshLimit} can be written; use larger cells, or bake parts separately`
      );
    }
    return null;
  }
}
