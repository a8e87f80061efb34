import { composeMatrix } from '../../../math/matrix.ts';
import { symmetricEigen } from '../../../math/symmetric-eigen.ts';

/** Sums over pairs of points from which the rigid transform between them follows. */
export class RigidFit {
  private weight = 0;
  private readonly from = new Float64Array(3);
  private readonly to = new Float64Array(3);
  /** Σ weight · from · toᵀ, row by row. */
  private readonly product = new Float64Array(9);

  clear(): void {
    this.weight = 0;
    this.from.fill(0);
    this.to.fill(0);
    this.product.fill(0);
  }

  add(weight: number, px: number, py: number, pz: number, qx: number, qy: number, qz: number): void {
    const { from, to, product } = this;
    this.weight += weight;
    const [x, y, z] = [weight * px, weight * py, weight * pz];
    from[0] += x;
    from[1] += y;
    from[2] += z;
    to[0] += weight * qx;
    to[1] += weight * qy;
    to[2] += weight * qz;
    product[0] += x * qx;
    product[1] += x * qy;
    product[2] += x * qz;
    product[3] += y * qx;
    product[4] += y * qy;
    product[5] += y * qz;
    product[6] += z * qx;
    product[7] += z * qy;
    product[8] += z * qz;
  }

  /**
   * Writes the rotation and translation with the smallest weighted sum of squared distances, [16]. Horn 1987: the rotation is the
   * eigenvector of the largest eigenvalue of a symmetric 4 × 4 matrix. Leaves `out` unchanged if all weights are 0.
   */
  solve(out: Float64Array): void {
    const { weight, from, to, product } = this;
    if (!(weight > 0)) return;
    const s = Float64Array.from(
      product,
      (value, k) => value - (from[Math.floor(k / 3)] * to[k % 3]) / weight,
    );
    const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = s;
    const matrix = [
      [xx + yy + zz, yz - zy, zx - xz, xy - yx],
      [yz - zy, xx - yy - zz, xy + yx, zx + xz],
      [zx - xz, xy + yx, yy - xx - zz, yz + zy],
      [xy - yx, zx + xz, yz + zy, zz - xx - yy],
    ].flat();
    const { vectors } = symmetricEigen(matrix, 4);
    const [w, x, y, z] = [0, 1, 2, 3].map((row) => vectors[4 * row + 3]);
    composeMatrix(out, 0, [0, 0, 0], 0, [x, y, z, w], 0, [1, 1, 1], 0);
    for (let axis = 0; axis < 3; axis++) {
      const moved = (out[axis] * from[0] + out[4 + axis] * from[1] + out[8 + axis] * from[2]) / weight;
      out[12 + axis] = to[axis] / weight - moved;
    }
  }
}
