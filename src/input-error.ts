/** One fault in what the user gave: where it is, what was expected, what was found, what to do about it. */
export interface InputFault {
  /** Where: a scene path such as `systems[0].cell`, or a file with the place inside it. */
  readonly path: string;
  /** What is wrong, as a phrase that follows the path: `expected a size > 0 m, got -0.01`. */
  readonly message: string;
  /** Of a last entry that stands for all others: how many there are. */
  readonly othersCount?: number;
}

/** Faults that an error tells: who has mended these bakes again, or sees what is common to all. */
const mostFaults = 100;

/**
 * Input that cannot be used. Thrown at the boundary, before work starts; the command line turns it into exit status 2.
 * Several faults are reported together; of more than 100 the first 100, and a last one that says how many others there are.
 */
export class InputError extends Error {
  readonly faults: readonly InputFault[];

  /** `cause`: the error that these faults put in words, where there was one. */
  constructor(faults: readonly InputFault[], options?: { readonly cause: unknown }) {
    const told = capFaults(faults);
    super(
      told.map((fault) => (fault.path ? `${fault.path}: ${fault.message}` : fault.message)).join('\n'),
      options,
    );
    this.name = 'InputError';
    this.faults = told;
  }

  static at(path: string, message: string): InputError {
    return new InputError([{ path, message }]);
  }
}

function capFaults(faults: readonly InputFault[]): readonly InputFault[] {
  const told = faults.filter(({ othersCount }) => othersCount === undefined);
  let others = Math.max(0, told.length - mostFaults);
  for (const { othersCount = 0 } of faults) others += othersCount;
  if (others === 0) return faults;
  const words = `and ${others} more`;
  return [...told.slice(0, mostFaults), { path: '', message: words, othersCount: others }];
}
