/** One fault in what the user gave: where it is, what was expected, what was found, what to do about it. */
export interface InputFault {
  /** Where: a scene path such as `systems[0].cell`, or a file with the place inside it. */
  readonly path: string;
  /** What is wrong, as a phrase that follows the path: `expected a size > 0 m, got -0.01`. */
  readonly message: string;
}

/**
 * Input that cannot be used. Thrown at the boundary, before work starts; the command line turns it into exit status 2.
 * Several faults are reported together.
 */
export class InputError extends Error {
  readonly faults: readonly InputFault[];

  constructor(faults: readonly InputFault[]) {
    super(faults.map((fault) => (fault.path ? `${fault.path}: ${fault.message}` : fault.message)).join('\n'));
    this.name = 'InputError';
    this.faults = faults;
  }

  static at(path: string, message: string): InputError {
    return new InputError([{ path, message }]);
  }
}
