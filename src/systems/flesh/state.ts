import { InputError } from '../../input-error.ts';
import { type Filter, FilterBank } from './filter-bank.ts';
import { GyroscopicFilter } from './gyroscopic-filter.ts';
import type { FleshKernel } from './kernel.ts';
import { ModalWarp, shownShapes } from './modal-warp.ts';
import { PaperFilter } from './paper-filter.ts';
import type { FleshPart } from './part.ts';
import { measureReach, ReachProbe } from './reach-probe.ts';
import type { FleshSettings } from './settings.ts';
import type { PosedSurface } from './touch/posed-surface.ts';
import type { TouchedPart } from './touch/prepare-touch.ts';
import { type TouchBody, TouchSolver } from './touch/touch-solver.ts';
import type { TouchSurface } from './touch/touch-surface.ts';

/** Counts and maxima of all steps so far. They are part of the state and of the report. */
export interface FleshTotals {
  steps: number;
  /** Number of steps in which the character jumped. */
  cuts: number;
  /** overloads: number of steps whose force was limited. maxOverload: maximum ratio of the force to its limit. */
  overloads: number;
  maxOverload: number;
  /** Number of steps whose displacement was reduced by the limit. */
  limited: number;
  /** Maximum displacement before the limit is applied, metres. */
  largest: number;
  /** Number of steps in which the centrifugal force had to be reduced, since the flesh would have buckled. */
  buckled: number;
  /** Number of steps in which a body touched it, and the maximum sum of the contact forces, N. Absent without `touchedBy`. */
  touched?: number;
  maxTouchForce?: number;
}

/**
 * A part in motion. Its state consists of the amplitudes and velocities of the first filter, of the totals, and of `PaperFilter.earlier`. All
 * other members are scratch.
 */
export class FleshState {
  readonly totals: FleshTotals = {
    steps: 0,
    cuts: 0,
    overloads: 0,
    maxOverload: 0,
    limited: 0,
    largest: 0,
    buckled: 0,
  };
  /** Weights of the drawn shapes at the maximum displacement so far, before the limit is applied. */
  readonly largestAmplitudes: Float64Array;
  /** Weights of the shapes that are drawn (`shownShapes`): the displayed amplitudes, and with modal warping those of the shapes that rotate. The array object is always the same. */
  readonly amplitudes: Float64Array;

  /** Whether the flesh was settled, or restored from a saved state. Scratch. */
  isSettled = false;
  /** Number of poses that the live drive had received when the last step was made. Scratch. */
  seenPushes = 0;

  readonly bank: FilterBank;
  readonly probe: ReachProbe;
  /** Null without modal warping. */
  readonly warp: ModalWarp | null;
  /** Maximum displacement of each drawn shape at weight 1, metres. */
  readonly reach: Float64Array;
  /** The gyroscopic filter. Null if the kernel steps the filters of the bank. */
  readonly gyroscopic: GyroscopicFilter | null;
  readonly paper: PaperFilter | null;

  constructor(
    /** Replaced by `change`. */
    public part: FleshPart,
    public settings: FleshSettings,
    /** Name of the actor whose surfaces move. */
    readonly actor: string,
    kernel?: FleshKernel,
  ) {
    const { damping, maxForce, method } = settings;
    this.bank = new FilterBank(kernel);
    // The second filter computes outputs between two steps. It needs separate coefficients, because its steps have other durations.
    this.bank.add({ part, damping }, maxForce);
    this.bank.add({ part, damping }, maxForce);
    const shown = shownShapes(part);
    this.probe = new ReachProbe(shown);
    this.warp = part.warp ? new ModalWarp({ ...part, warp: part.warp }) : null;
    this.reach = part.warp ? measureReach(shown) : part.reach;
    this.gyroscopic = method === 'gyroscopic' ? new GyroscopicFilter(part, damping, maxForce) : null;
    this.paper = method === 'paper' ? new PaperFilter(part, damping, settings) : null;
    this.amplitudes = new Float64Array(shown.modeCount);
    this.before = new Float64Array(part.modeCount);
    this.predicted = new Float64Array(part.modeCount);
    this.largestAmplitudes = new Float64Array(shown.modeCount);
  }

  /** The bodies of a scene, and contact with bodies. Null if there are none. */
  touched: TouchedPart | null = null;
  touch: TouchSolver | null = null;
  /** The surface as a body that touches other parts, and the other parts that touch this one. Null and empty unless parts touch each other. */
  posed: PosedSurface | null = null;
  readonly others: { readonly index: number; readonly body: TouchBody }[] = [];
  /** Amplitudes at the end of a step without contact, [modeCount]. Scratch. */
  readonly predicted: Float64Array;
  /** Amplitudes at the start of a step with contact, [modeCount]. Scratch. */
  readonly before: Float64Array;

  /** Lets bodies push the flesh aside. touched: the bodies, if they are those of a scene. */
  enableTouch(surface: TouchSurface, touched: TouchedPart | null = null): void {
    if (this.warp) {
      throw InputError.at(
        this.part.name,
        'expected flesh that was prepared without modalWarping, since contacts find points that are not rotated: prepare it anew without it',
      );
    }
    this.touched = touched;
    this.touch = new TouchSolver(this.part, this.settings.damping, surface);
    this.totals.touched = 0;
    this.totals.maxTouchForce = 0;
  }

  /** Returns the part and the settings at a time, seconds. Null if no parameter has keys over time. */
  motionAt: ((t: number) => Pick<FleshState, 'part' | 'settings'>) | null = null;

  /** Sets parameters with keys to their values at t, seconds. */
  setTime(t: number): void {
    if (!this.motionAt) return;
    const { part, settings } = this.motionAt(t);
    this.change(part, settings);
  }

  /** Replaces the part by one with the same shapes and other frequencies, and the settings except the method. The motion goes on. */
  change(part: FleshPart, settings: FleshSettings): void {
    const { damping, maxForce } = settings;
    this.part = part;
    this.settings = settings;
    for (const index of [0, 1]) this.bank.change(index, { part, damping }, maxForce);
    this.gyroscopic?.change(part, damping, maxForce);
    this.paper?.change(part, damping, settings);
    this.touch?.replace(part, damping);
  }

  get filter(): Filter {
    return this.bank.filters[0];
  }

  get preview(): Filter {
    return this.bank.filters[1];
  }
}
