import { rotateVector } from '../../math/quaternion.ts';
import type { RigidPose } from '../../motion/collider.ts';
import type { Pose } from '../../motion/pose.ts';
import type { Rig } from '../../motion/rig.ts';
import { matrixOffsets } from './pack-fur.ts';

/** Numbers of a matrix: three rows of four. */
const rowNumbers = 12;

/** The matrices that skin the surfaces of an actor, as rows, from mesh space to metres. */
export class SkinPalette {
  /** [12 · count] */
  readonly rows: Float64Array;

  /** centers: the point of each surface's mesh to which its positions are relative. */
  constructor(
    private readonly rig: Rig,
    private readonly surfaces: readonly number[],
    private readonly centers: readonly Float64Array[],
  ) {
    this.rows = new Float64Array(rowNumbers * matrixOffsets(rig, surfaces).count);
  }

  /** Reads a pose whose world matrices are current. Positions become relative to `origin` [3]. */
  read(pose: Pose, origin: ArrayLike<number>): void {
    const { rows, rig } = this;
    let o = 0;
    this.surfaces.forEach((index, k) => {
      const [x, y, z] = this.centers[k];
      const { skin, node } = rig.surfaces[index];
      const matrices = skin < 0 ? pose.world.subarray(16 * node, 16 * node + 16) : pose.jointMatrices(skin);
      for (let m = 0; m < matrices.length; m += 16) {
        for (let row = 0; row < 3; row++) {
          for (let column = 0; column < 4; column++) rows[o++] = matrices[m + 4 * column + row];
          rows[o - 1] += rows[o - 4] * x + rows[o - 3] * y + rows[o - 2] * z - origin[row];
        }
      }
    });
  }
}

/** Writes rows whose positions are relative to `base` [3] to `out`. */
export function rebase(out: Float64Array, rows: Float64Array, base: ArrayLike<number>): void {
  out.set(rows);
  for (let k = 0; k < out.length; k += rowNumbers) {
    for (let row = 0; row < 3; row++) out[k + 4 * row + 3] -= base[row];
  }
}

/** Moves rows as one rigid body. */
export function moveRows(rows: Float64Array, { position, rotation }: RigidPose): void {
  for (let k = 0; k < rows.length; k += rowNumbers) {
    for (let column = 0; column < 4; column++) {
      for (let row = 0; row < 3; row++) vector[row] = rows[k + 4 * row + column];
      rotateVector(vector, rotation, vector);
      for (let row = 0; row < 3; row++) {
        rows[k + 4 * row + column] = vector[row] + (column === 3 ? position[row] : 0);
      }
    }
  }
}

const vector = new Float64Array(3);
