import type { Collider } from '../../motion/collider.ts';
import type { ReferencePath } from '../../motion/motion-reference.ts';
import type { ShellsOutput } from '../outputs/shells.ts';
import type { TimedParams } from '../timed-params.ts';
import type { GroundHeights } from './carrier/ground-heights.ts';
import { SkinSizes } from './carrier/skin-sizes.ts';
import { FurContact } from './collide/fur-contact.ts';
import type { FurKernel } from './kernel.ts';
import { createFurKernel } from './load-kernel.ts';
import { createShells } from './outputs.ts';
import type { FurParams } from './params.ts';
import type { FurPrepared } from './prepare.ts';
import { chooseSubsteps, resolveForces, resolveMotion } from './settings.ts';
import { FurSolver } from './solve/fur-solver.ts';
import { FurSticking } from './sticking/fur-sticking.ts';
import { Neighborhoods } from './tread/neighborhoods.ts';
import { createFurForces, type FurForceField } from './wind/fur-forces.ts';

/** Totals since the start. They are part of the state and of the report. */
export interface FurTotals {
  steps: number;
  /** Number of steps that are cuts (the actor jumps). */
  cuts: number;
  /** Maximum angle between a strand and the normal of its skin, rad. */
  peakLean: number;
  /**
   * For a loop: the maximum difference between the start and the end of a period, as a fraction of a strand's length; null if there is no
   * loop.
   */
  loopGap: number | null;
}

export interface FurOptions {
  readonly kernel?: FurKernel;
}

/** A skin at one time, with welded vertices, [3 · vertexCount]. */
export interface SkinPose {
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  /** Rest directions of strands, unit: combed and trodden. */
  readonly directions: Float64Array;
  /** Normals for rendering, unit: directions of trodden strands. */
  readonly leaning: Float64Array;
}

/**
 * The state of a fur. It consists of the solver's tips and velocities, the positions of the skin, the tread, and the totals. All
 * other fields are parameters or scratch.
 */
export class FurState {
  readonly solver: FurSolver;
  readonly field: FurForceField;
  /** Handles contacts, and keeps strands above the skin; null for the printed method. Its tread is part of the state. */
  readonly contact: FurContact | null;
  /** What grounds leave on the skin; null without `stickingMass`. Its amounts are part of the state. */
  readonly sticking: FurSticking | null;
  readonly totals: FurTotals = { steps: 0, cuts: 0, peakLean: 0, loopGap: null };
  /** Current time, s. */
  time = 0;
  readonly skin: SkinPose;
  readonly output: ShellsOutput;
  /** Measures how large the skin is; null for a patch. */
  readonly sizes: SkinSizes | null;
  /** Size of the posed skin around each vertex, relative to the rest pose; 1 for a patch. [vertexCount] Scratch. */
  readonly fractions: Float64Array;

  /** Tips minus roots, as shown, [3 · strandCount]. Scratch. */
  readonly offsets: Float64Array;

  /** The list of colliders from which the field `colliders` was made. Scratch. */
  seenColliders: readonly Collider[] | null = null;
  /** The colliders that may press the fur. Scratch. */
  colliders: readonly Collider[] = [];
  /** The motion of the inputs' reference. Scratch. */
  carrier: ReferencePath | null = null;
  /** For a patch: the ground below it, if there is one. Scratch. */
  ground: GroundHeights | null = null;

  constructor(
    /** The parameters in the current step. */
    public params: FurParams,
    readonly prepared: FurPrepared,
    options: FurOptions = {},
    /** The parameters over time, if any has keys. */
    readonly timed: TimedParams<FurParams> | null = null,
  ) {
    const { topology, simulatedLengths, carrier, seed, mass, forces, substeps } = prepared;
    this.solver = new FurSolver({
      topology,
      lengths: simulatedLengths,
      masses: mass,
      solver: params.solver as 'implicit' | 'explicit',
      substeps,
      forces,
      kernel: options.kernel ?? createFurKernel(),
    });
    this.field = createFurForces(params.forces, seed);
    this.contact = params.paper
      ? null
      : new FurContact({
          topology,
          lengths: simulatedLengths,
          treadHalfLife: params.treadHalfLife,
          treadSpread:
            params.treadSpread > 0
              ? new Neighborhoods(
                  carrier.mesh.triangles,
                  carrier.positions,
                  prepared.lengths.map((length) => params.treadSpread * length),
                )
              : null,
          limit: params.maxLean,
          seed,
        });
    this.sticking = params.stickingMass > 0 ? new FurSticking(carrier, mass, params.stickingMass) : null;
    const size = 3 * carrier.mesh.vertexCount;
    this.skin = {
      positions: new Float64Array(size),
      normals: new Float64Array(size),
      directions: new Float64Array(size),
      leaning: new Float64Array(size),
    };
    this.sizes = carrier.skin && new SkinSizes(carrier.positions, carrier.mesh.triangles);
    this.fractions = new Float64Array(carrier.mesh.vertexCount).fill(1);
    this.output = createShells(params, prepared);
    this.offsets = new Float64Array(3 * topology.strandCount);
  }

  /** Sets parameters with keys to their values at t, seconds. Throws an `InputError` if explicit steps would be too long. */
  setTime(t: number): void {
    if (!this.timed) return;
    const { prepared, solver, contact, field } = this;
    const params = this.timed.at(t);
    this.params = params;
    const { coat, topology, simulatedLengths, mass } = prepared;
    const motion = resolveMotion(params, prepared.actor === null);
    solver.forces = resolveForces(params, { motion, length: coat.length });
    solver.substeps = chooseSubsteps(params, topology, solver.forces, simulatedLengths, mass);
    contact?.setHalfLife(params.treadHalfLife);
    field.set(params.forces);
  }
}
