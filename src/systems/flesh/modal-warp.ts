import { sin } from '../../math/portable.ts';
import type { MorphSurface } from '../outputs/morph.ts';
import type { FleshPart } from './part.ts';

/** The shapes with the lowest frequencies that are rotated. The others are small, and n shapes need n (n + 1) / 2 more. */
export const maxWarpedModes = 6;

/** Shapes that are drawn, with their number. */
export type ShownShapes = Pick<FleshPart, 'modeCount' | 'scale' | 'surfaces'>;

/** Returns the number of products of `count` amplitudes, with squares. */
export function countProducts(count: number): number {
  return (count * (count + 1)) / 2;
}

/** Returns the shapes by which a part is drawn: its modes, and with modal warping the shapes that rotate them. */
export function shownShapes(part: FleshPart): ShownShapes {
  const { warp, modeCount, scale } = part;
  if (!warp) return part;
  return { modeCount: modeCount + countProducts(warp.modes), scale, surfaces: warp.surfaces };
}

/** Divides surfaces into those of a part and those of its warp. warpedModes: absent without modal warping. */
export function splitShapes(
  surfaces: readonly MorphSurface[],
  modeCount: number,
  warpedModes: number | undefined,
): Pick<FleshPart, 'surfaces' | 'warp'> {
  if (warpedModes === undefined) return { surfaces };
  const warp = { modes: warpedModes, surfaces };
  return { surfaces: surfaces.map((surface) => takeShapes(surface, modeCount)), warp };
}

/** Returns a surface with its first `count` shapes only. */
function takeShapes(surface: MorphSurface, count: number): MorphSurface {
  const length = 3 * surface.vertices.length;
  const normalModes = surface.normalModes?.filter((mode) => mode < count);
  return {
    ...surface,
    shapes: surface.shapes.subarray(0, count * length),
    normals: surface.normals.subarray(0, (normalModes?.length ?? count) * length),
    ...(normalModes && { normalModes }),
  };
}

/**
 * Converts the amplitudes q of a part to the weights by which it is drawn, so that large bends rotate the flesh instead of stretching it (after Choi
 * and Ko, *Modal Warping*, 2005). A rotation by the angle a around w, integrated along the path, turns a displacement u at right angles to w into
 *
 *     sin(a)/a · u + (1 − cos a)/a² · w × u
 *
 * w × u is the sum of fixed shapes with the products of two amplitudes as weights. In the paper, a = |w| differs between vertices. Here it is one
 * angle for the part, the mean of |w × u| / |u| in the sense of least squares over its vertices, so that a file and a vertex shader need only sums of shapes.
 */
export class ModalWarp {
  /** Number of weights. */
  readonly count: number;
  private readonly modes: number;
  private readonly modeCount: number;
  /** Σ over vertices of the products of two shapes, for the modes [modes²] and for the shapes that rotate them [products²]. */
  private readonly modeSums: Float64Array;
  private readonly turnSums: Float64Array;

  constructor(part: FleshPart & Pick<Required<FleshPart>, 'warp'>) {
    const { modes, surfaces } = part.warp;
    this.modes = modes;
    this.modeCount = part.modeCount;
    this.count = part.modeCount + countProducts(modes);
    this.modeSums = sumProducts(surfaces, 0, modes);
    this.turnSums = sumProducts(surfaces, part.modeCount, countProducts(modes));
  }

  /** Writes the weights [count] for the amplitudes q [modeCount]. */
  write(q: ArrayLike<number>, weights: Float64Array): void {
    const { modes, modeCount, count, modeSums, turnSums } = this;
    for (let mode = 0; mode < modeCount; mode++) weights[mode] = q[mode];
    let k = modeCount;
    for (let j = 0; j < modes; j++) for (let i = 0; i <= j; i++) weights[k++] = q[i] * q[j];
    const moved = square(modeSums, weights, 0, modes);
    if (!(moved > 0)) return;
    // The shapes contain ½ w × u.
    const angle = Math.sqrt(
      (4 * Math.max(square(turnSums, weights, modeCount, count - modeCount), 0)) / moved,
    );
    const half = angle / 2;
    const along = angle > 1e-4 ? sin(angle) / angle : 1;
    const across = angle > 1e-4 ? (sin(half) / half) ** 2 : 1;
    for (let mode = 0; mode < modes; mode++) weights[mode] *= along;
    for (let p = modeCount; p < count; p++) weights[p] *= across;
  }
}

/** Returns Σ over vertices of the products of each two of `count` shapes from `first`, [count²]. */
function sumProducts(surfaces: readonly MorphSurface[], first: number, count: number): Float64Array {
  const sums = new Float64Array(count * count);
  for (const { vertices, shapes } of surfaces) {
    const length = 3 * vertices.length;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j <= i; j++) {
        const [a, b] = [(first + i) * length, (first + j) * length];
        let sum = 0;
        for (let k = 0; k < length; k++) sum += shapes[a + k] * shapes[b + k];
        sums[i * count + j] += sum;
        if (j < i) sums[j * count + i] += sum;
      }
    }
  }
  return sums;
}

/** Returns xᵀ S x for the `count` weights from `first`. */
function square(sums: Float64Array, weights: Float64Array, first: number, count: number): number {
  let total = 0;
  for (let i = 0; i < count; i++) {
    let row = 0;
    for (let j = 0; j < count; j++) row += sums[i * count + j] * weights[first + j];
    total += row * weights[first + i];
  }
  return total;
}
