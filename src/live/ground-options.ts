import { InputError } from '../input-error.ts';
import { checkGround } from '../systems/ground/check-ground.ts';
import { type GroundInput, type GroundParams, groundParams } from '../systems/ground/params.ts';
import { materials } from '../systems/ground/rules/materials.ts';
import { type GroundSettings, resolveSettings } from '../systems/ground/rules/settings.ts';
import { unitsPerMetre } from '../systems/ground/rules/thresholds.ts';
import { noiseBound } from '../systems/ground/surface/noise.ts';
import type { ColumnRectangle } from '../systems/outputs/heightfield.ts';
import { showValue } from '../systems/param-messages.ts';
import { readParamsAmong } from '../systems/read-params.ts';

/** Parameters of a scene's ground that have other names in the options of a live ground. */
const saidOtherwise = ['datum', 'reference', 'referenceActor', 'referenceFactor'] as const;

/** Options of every live ground, of any engine: the parameters of a ground, and how it is simulated. */
export interface GroundOptions extends Omit<GroundInput, (typeof saidOtherwise)[number]> {
  /** World height of the hard floor that feet are animated to stand on, m. Default 0. */
  readonly level?: number;
  /** Height of the ground's surface above that floor, which is the depth to which feet sink, m. Default: suitable for a person. */
  readonly softDepth?: number;
  /** Seed of the untouched ground's noise. Default 1. */
  readonly seed?: number;
  /** Creates the Worker. For bundlers and sites where the default does not work. Null: the simulation runs on the page's thread. */
  readonly createWorker?: (() => Worker) | null;
  /** Receives notes for the user: skipped steps, no Worker, a failure. */
  readonly onNote?: (note: string) => void;
}

/** Names of those options that are not parameters. `level` sets the datum. */
export const groundOptionNames = ['level', 'softDepth', 'seed', 'createWorker', 'onNote'] as const;
const paramNames = Object.keys(groundParams).filter((name) => !saidOtherwise.some((own) => own === name));

/** Height of the character for which the default depth is computed, m. */
const personHeight = 1.7;
/** Minimum value of `maxTouchedTiles`: more tiles than one person touches at a time. */
const minTiles = 64;

/** What follows from the options of a live ground. */
export interface GroundBasis {
  readonly params: GroundParams;
  readonly seed: number;
  readonly settings: GroundSettings;
  /** Maximum height of the untouched ground, m. */
  readonly untouchedTop: number;
  /** Writes the initial heights of a rectangle of columns, in height units about the datum. */
  readonly readInitial: (out: Int32Array, rectangle: ColumnRectangle) => void;
}

/**
 * Reads the options of a live ground. others: names of options that are not parameters. Throws an `InputError` for unknown options, for
 * parameters out of range, and for parameters that name files.
 */
export function readGroundOptions(
  options: GroundOptions,
  others: readonly string[],
  path: string,
): GroundBasis {
  const { level = 0, seed = 1 } = options;
  const owner = { params: groundParams, check: checkGround };
  const read = readParamsAmong(owner, options, { names: paramNames, others, path });
  const softDepth = options.softDepth ?? (read.sinkage ?? materials[read.material].sinkage) * personHeight;
  const params = { ...read, datum: level + softDepth };
  const settings = resolveSettings(params, seed);
  const { noise, surface } = settings;
  return {
    params,
    seed,
    settings,
    untouchedTop: params.datum + Math.max(noiseBound(noise), surface.top / unitsPerMetre),
    readInitial: (out, { i0, j0, columns, rows }) => surface.fill(out, i0, j0, columns, rows),
  };
}

/** Throws an `InputError` if a maximum number of touched tiles is out of range. */
export function checkMaxTiles(value: unknown, path: string): void {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= minTiles)) return;
  throw InputError.at(path, `expected a whole number from ${minTiles} on, got ${showValue(value)}`);
}
