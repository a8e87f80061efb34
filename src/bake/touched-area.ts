import type { HeightfieldOutput } from '../systems/system.ts';
import type { BakePlan } from './bake-plan.ts';
import { groundMeshLimit } from './ground-mesh/build-ground-mesh.ts';
import { heightMapLimit } from './height-sequence.ts';
import { listPackedRectangles } from './heightfield-frame.ts';
import { listHeightExtensions } from './write-heights.ts';

/** Columns along a side of the squares that are counted. */
const squareSize = 64;

/**
 * How much of a ground has been touched so far, to say at once, not after the simulation, that it becomes too large for an output.
 * What is left out in the end is decided when all is known.
 */
export class TouchedArea {
  private readonly squares = new Set<string>();
  private isToldMesh: boolean;
  private isToldMaps: boolean;
  private left = Number.POSITIVE_INFINITY;
  private right = Number.NEGATIVE_INFINITY;
  private far = Number.POSITIVE_INFINITY;
  private near = Number.NEGATIVE_INFINITY;

  constructor(
    plan: BakePlan,
    private readonly output: HeightfieldOutput,
  ) {
    const isTouchedOnly = plan.meshPart !== 'whole';
    this.isToldMesh = !isTouchedOnly || !plan.outputs.includes('groundMesh');
    // With tiles, maps take memory only for what changes at a time.
    this.isToldMaps =
      !isTouchedOnly || plan.heightTiles !== 'never' || listHeightExtensions(plan).length === 0;
  }

  /** Takes what `packChanges` packed. Returns words on what will be left out, once for each output; else null. */
  add(packed: Uint8Array): string | null {
    if (this.isToldMesh && this.isToldMaps) return null;
    for (const { i0, j0, columns, rows } of listPackedRectangles(packed)) {
      this.left = Math.min(this.left, i0);
      this.right = Math.max(this.right, i0 + columns);
      this.far = Math.min(this.far, j0);
      this.near = Math.max(this.near, j0 + rows);
      for (let b = Math.floor(j0 / squareSize); b * squareSize < j0 + rows; b++) {
        for (let a = Math.floor(i0 / squareSize); a * squareSize < i0 + columns; a++)
          this.squares.add(`${a} ${b}`);
      }
    }
    if (this.squares.size === 0) return null;
    const { name } = this.output;
    const [columns, rows] = [this.right - this.left, this.near - this.far];
    if (!this.isToldMaps && columns * rows > heightMapLimit) {
      this.isToldMaps = true;
      return (
        `${name}: its height maps will be left out, since ${columns} × ${rows} columns now hold all that is touched, and ` +
        `a map has at most ${heightMapLimit}; allow tiles ("heightTiles": "auto") or larger cells`
      );
    }
    const touched = this.squares.size * squareSize ** 2;
    if (!this.isToldMesh && touched > groundMeshLimit) {
      this.isToldMesh = true;
      return (
        `${name}: its mesh will be left out, since up to ${touched} columns are touched by now and ` +
        `at most ${groundMeshLimit} can be written; larger cells, or parts baked apart, are a way`
      );
    }
    return null;
  }
}
