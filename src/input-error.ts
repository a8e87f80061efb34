/** One fault of the input: its location, the expected value, the actual value, and a remedy. */
export interface InputFault {
  /** Path in the scene such as `systems[0].cell`, or a file name with a position in the file. */
  readonly path: string;
  /** Phrase that follows the path: `expected a size > 0 m, got -0.01`. */
  readonly message: string;
  /** Number of further faults, in the last entry that summarizes them. Absent in all other entries. */
  readonly othersCount?: number;
}

/** Maximum number of faults in an error. More would not help: they usually have a common cause. */
const maxFaults = 100;

/**
 * Input that cannot be used. It is thrown at the boundary, before work starts; the command line turns it into exit status 2.
 * Several faults are reported together. Of more than 100 faults, the first 100 are kept, and a last entry gives the number of the rest.
 */
export class InputError extends Error {
  readonly faults: readonly InputFault[];

  /** cause: the original error, if these faults describe one (see `explainExhaustion`). */
  constructor(faults: readonly InputFault[], options?: { readonly cause: unknown }) {
    const kept = capFaults(faults);
    super(
      kept.map((fault) => (fault.path ? `${fault.path}: ${fault.message}` : fault.message)).join('\n'),
      options,
    );
    this.name = 'InputError';
    this.faults = kept;
  }

  static at(path: string, message: string): InputError {
    return new InputError([{ path, message }]);
  }
}

function capFaults(faults: readonly InputFault[]): readonly InputFault[] {
  const single = faults.filter(({ othersCount }) => othersCount === undefined);
  let others = Math.max(0, single.length - maxFaults);
  for (const { othersCount = 0 } of faults) others += othersCount;
  if (others === 0) return faults;
  const summary = { path: '', message: `and ${others} more`, othersCount: others };
  return [...single.slice(0, maxFaults), summary];
}
