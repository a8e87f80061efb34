import type { JoinCounts } from '../../motion/join-surface.ts';
import type { MorphSurface } from '../outputs/morph.ts';
import type { FleshSelection } from './measure-selection.ts';

/**
 * A part of a character made ready to follow through: the result of preparing, all that a run needs. Made once, kept in
 * a file, never changed.
 *
 * The part's frame is the mesh's own space, carried rigidly by one bone: boneWorld · inverseBind, scale taken out. So a
 * displacement in it is exactly what glTF adds before skinning. Lengths are metres; amplitudes are those of
 * mass-normalised shapes (ΦᵀMΦ = I), m·√kg.
 */
export interface FleshPart {
  readonly name: string;
  /** 16 hex digits over all that it was made from: equal keys, equal parts. */
  readonly key: string;
  /** Node of the bone that carries it. */
  readonly node: number;
  /** Mesh space to the bone's, column-major [16]: of the skin that moves the part. */
  readonly inverseBind: Float64Array;
  /** Metres to a unit of mesh space. */
  readonly scale: number;
  readonly modeCount: number;
  /** [modeCount] squared angular frequency, (rad/s)², rising. */
  readonly omega2: Float64Array;
  /**
   * [12 · modeCount], mode by mode: ΦᵀM times the acceleration field of one unit of each input, about the frame's origin:
   * linear acceleration x y z (3), angular acceleration x y z (3), products ωxωx ωyωy ωzωz ωxωy ωyωz ωzωx (6).
   * The modal force is minus this times the inputs.
   */
  readonly transfer: Float64Array;
  /** [3 · modeCount²]: Φᵀ M (e_axis × Φ) of each axis, row-major, for Coriolis forces 2 ω × u̇. */
  readonly coriolis: Float64Array;
  /** [6 · modeCount²]: Φᵀ M S Φ of each product's operator, order as in `transfer`, row-major, for ω × (ω × u) + … */
  readonly spin: Float64Array;
  /** [modeCount] largest displacement of a render vertex at amplitude 1, metres. */
  readonly reach: Float64Array;
  /** Shapes on the character's render vertices, mesh units to amplitude 1. */
  readonly surfaces: readonly MorphSurface[];
  readonly quality: FleshQuality;
}

/** What preparing found, for the report and the page. */
export interface FleshQuality {
  readonly nodeCount: number;
  readonly tetCount: number;
  readonly fixedNodeCount: number;
  /** kg, m³. */
  readonly mass: number;
  readonly volume: number;
  /** Worst and mean of each element's radius ratio, 3 · inradius / circumradius: 1 is regular, 0 flat. */
  readonly worstElement: number;
  readonly meanElement: number;
  /** [modeCount] Hz. */
  readonly frequencies: readonly number[];
  /** Share of the mass that the kept modes catch along x, y, z. 0..1. */
  readonly effectiveMass: readonly [number, number, number];
  /** Static answer to gravity along each axis, modes against the full model: largest relative error. */
  readonly expectedError: number;
  /** Relative residual of the worst kept mode, iterations taken. */
  readonly residual: number;
  readonly iterations: number;
  /** Which surfaces move, and how much of each; absent in parts that no character was at hand for. */
  readonly selection?: FleshSelection;
  /** What became of the vertices that the character's file repeats; absent as above. */
  readonly copies?: JoinCounts;
  /** What was odd and what was done about it, in words. */
  readonly warnings: readonly string[];
}
