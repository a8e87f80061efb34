import { InputError, type InputFault } from '../input-error.ts';
import { checkWithoutFiles } from '../systems/ground/check-params.ts';
import { checkUnused } from '../systems/ground/check-unused.ts';
import type { GroundInput, GroundParams } from '../systems/ground/params.ts';
import { isPlain } from '../systems/ground/plain-ground.ts';
import { materials } from '../systems/ground/rules/materials.ts';
import type { TimedData } from '../systems/keyed-params.ts';
import { showValue } from '../systems/param-messages.ts';
import { readParamsAmong } from '../systems/read-params.ts';
import { checkBackend, type LiveBackend } from './live-backend.ts';
import { bakeParams, fileParams, liveParams, weightParams } from './live-params.ts';
import { UntouchedGround } from './untouched-ground.ts';

type NamedOtherwise = 'datum' | 'reference' | 'referenceActor' | 'referenceFactor';
/** Parameters of a scene's ground that have other names in the options of a live ground. */
export const namedOtherwise: readonly string[] = [
  'datum',
  'reference',
  'referenceActor',
  'referenceFactor',
] satisfies NamedOtherwise[];

/** Options of every live ground, of any engine: the parameters of a ground, and how it is simulated. */
export interface GroundOptions extends Omit<GroundInput, NamedOtherwise> {
  /** World height of the hard floor that feet are animated to stand on, m. Default 0. */
  readonly level?: number;
  /** Height of the ground's surface above that floor, which is the depth to which feet sink, m. Default: suitable for a person. */
  readonly softDepth?: number;
  /** Seed of the untouched ground's noise. Default 1. */
  readonly seed?: number;
  /**
   * Where the ground is simulated: on the CPU (`cpu`, the default), on the graphics card (`webgpu`), or on the card if there is one that
   * can do it (`auto`; `onNote` receives the reason if not). The heights are the same, bit for bit.
   */
  readonly backend?: LiveBackend;
  /** Creates the Worker. For bundlers and sites where the default does not work. Null: the simulation runs on the page's thread. */
  readonly createWorker?: (() => Worker) | null;
  /** Receives notes for the user: skipped steps, no Worker, a failure. */
  readonly onNote?: (note: string) => void;
}

/** Names of those options that are not parameters. `level` sets the datum. */
export const groundOptionNames = ['level', 'softDepth', 'seed', 'backend', 'createWorker', 'onNote'] as const;
const paramNames = Object.keys(liveParams);

/** Height of the character for which the default depth is computed, m. */
const personHeight = 1.7;
/** Minimum value of `maxTouchedTiles`: more tiles than one person touches at a time. */
const minTiles = 64;

/** What follows from the options of a live ground. */
export interface GroundBasis {
  readonly params: GroundParams;
  /** The parameters over time, if any has keys. */
  readonly timed: TimedData<GroundParams> | null;
  readonly seed: number;
  /** Whether the ground has no stones, wetness, compaction, spray and keys over time. */
  readonly isPlain: boolean;
  readonly untouched: UntouchedGround;
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
  checkBackend(options.backend, path);
  const refuse = (names: readonly string[], reason: string) =>
    names
      .filter((name) => options[name as keyof GroundOptions] !== undefined)
      .map((name) => ({
        path: `${path}.${name}`,
        message: `expected none, since ${reason}; leave it out, or bake a scene`,
      }));
  const refused = [
    ...refuse(fileParams, 'a live ground reads no files'),
    ...refuse(weightParams, 'nothing sinks into a live ground by its weight'),
    ...refuse(bakeParams, 'only bakes have cracks and snow on bodies'),
  ];
  if (refused.length > 0) throw new InputError(refused);
  const owner = { params: liveParams, check: checkLive };
  const { params: read, keyed } = readParamsAmong(owner, options, { names: paramNames, others, path });
  const softDepth = options.softDepth ?? (read.sinkage ?? materials[read.material].sinkage) * personHeight;
  const params = { ...read, datum: level + softDepth };
  const timed = keyed && { ...keyed.data, params: { ...keyed.data.params, datum: params.datum } };
  const untouched = new UntouchedGround(params, seed);
  return { params, timed, seed, isPlain: !timed && isPlain(params), untouched };
}

function checkLive(params: GroundParams): InputFault[] {
  return [...checkWithoutFiles(params), ...checkUnused(liveParams, params)];
}

/** Throws an `InputError` if a maximum number of touched tiles is out of range. */
export function checkMaxTiles(value: unknown, path: string): void {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= minTiles)) return;
  throw InputError.at(path, `expected a whole number from ${minTiles} on, got ${showValue(value)}`);
}
