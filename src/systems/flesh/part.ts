import type { JoinCounts } from '../../motion/join-surface.ts';
import type { MorphSurface } from '../outputs/morph.ts';
import type { FleshSelection } from './measure-selection.ts';

/**
 * A region of a character prepared as flesh: the result of preparation, with all data that a simulation needs. Immutable.
 *
 * The part's frame is mesh space, moved rigidly by one bone: boneWorld · inverseBind without its scale. A displacement in this frame is
 * therefore exactly what glTF adds before skinning. Lengths are in metres. Amplitudes are those of mass-normalised shapes (ΦᵀMΦ = I),
 * m·√kg.
 */
export interface FleshPart {
  readonly name: string;
  /** Hash of all data on which the part depends, 16 hexadecimal digits. Parts with equal keys are equal. */
  readonly key: string;
  /** Node of the bone that carries the part. */
  readonly node: number;
  /** Transform from mesh space to the bone's space, column-major, of the skin that moves the part. [16] */
  readonly inverseBind: Float64Array;
  /** Metres per unit of mesh space. */
  readonly scale: number;
  readonly modeCount: number;
  /** Squared angular frequencies, (rad/s)², ascending, [modeCount]. */
  readonly omega2: Float64Array;
  /**
   * Mode by mode: ΦᵀM times the acceleration field about the frame's origin that one unit of each input causes. [12 · modeCount] Inputs:
   * linear acceleration x y z (3), angular acceleration x y z (3), products ωxωx ωyωy ωzωz ωxωy ωyωz ωzωx (6). The modal force is −transfer
   * · inputs.
   */
  readonly transfer: Float64Array;
  /** Φᵀ M (e_axis × Φ) for each axis, row-major, [3 · modeCount²]. Used for Coriolis forces 2 ω × u̇. */
  readonly coriolis: Float64Array;
  /** Φᵀ M S Φ for the operator S of each product, in the order of `transfer`, row-major, [6 · modeCount²]. Used for ω × (ω × u). */
  readonly spin: Float64Array;
  /** Maximum displacement of any render vertex at amplitude 1, metres, [modeCount]. */
  readonly reach: Float64Array;
  /** Shapes on the character's render vertices, mesh units at amplitude 1. */
  readonly surfaces: readonly MorphSurface[];
  /**
   * With `modalWarping`: the first `modes` shapes are rotated. The surfaces have all shapes of `surfaces`, followed by those that rotate them, see
   * `findingWarpShapes`. Absent: displacements are the sum of the shapes only.
   */
  readonly warp?: { readonly modes: number; readonly surfaces: readonly MorphSurface[] };
  readonly quality: FleshQuality;
}

/** Results of preparation for the report and the page. */
export interface FleshQuality {
  readonly nodeCount: number;
  readonly tetCount: number;
  readonly fixedNodeCount: number;
  /** Mass in kg, volume in m³. */
  readonly mass: number;
  readonly volume: number;
  /**
   * worstElement: minimum radius ratio of the elements, 3 · inradius / circumradius; it is 1 for a regular element and 0 for a flat one.
   * meanElement: the mean.
   */
  readonly worstElement: number;
  readonly meanElement: number;
  /** Frequencies, Hz, [modeCount]. */
  readonly frequencies: readonly number[];
  /** Fraction of the mass that the modes represent along x, y, z. 0..1. */
  readonly effectiveMass: readonly [number, number, number];
  /** Maximum relative error of the static response to gravity along an axis: modes compared with the full model. */
  readonly expectedError: number;
  /** residual: maximum relative residual of the modes. iterations: number of iterations of the solver. */
  readonly residual: number;
  readonly iterations: number;
  /** The surfaces that move, and the moving fraction of each. Absent if the part was prepared without a character. */
  readonly selection?: FleshSelection;
  /**
   * Number of repeated vertices of the file that were joined, and number of those that were not. Absent if the part was prepared without a
   * character.
   */
  readonly copies?: JoinCounts;
  /** Messages about irregularities and how they were handled. */
  readonly warnings: readonly string[];
}
