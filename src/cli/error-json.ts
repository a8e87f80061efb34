/** The error that a command with `--json` prints on standard output if it fails. */
export interface ErrorJson {
  /** `input`: the input is wrong; `disk`: the disk reports an error; `interrupted`; `defect`: a bug in aftermotion. */
  readonly kind: 'input' | 'disk' | 'interrupted' | 'defect';
  /** A path in the scene, a flag, or a file. Null if the fault has no location. */
  readonly path: string | null;
  /** The expected and the actual value, if the message contains them; else null. */
  readonly expected: string | null;
  readonly got: string | null;
  /** Description of the fault. If there are several faults, each is on one line, with its path. */
  readonly message: string;
  /** Whether `--resume` can continue from frames that were kept. */
  readonly isResumable: boolean;
  /** All faults. The fields above are those of the first. */
  readonly faults: readonly FaultJson[];
}

export interface FaultJson {
  readonly path: string | null;
  readonly expected: string | null;
  readonly got: string | null;
  readonly message: string;
}

/** Returns a fault with the parts of its message. */
export function faultJson(path: string | null, message: string): FaultJson {
  const parts = /^expected (.+?), (?:got (.+?)|but it is missing)(?:(?:: |, did you mean).*)?$/s.exec(
    message,
  );
  return { path: path || null, expected: parts?.[1] ?? null, got: parts?.[2] ?? null, message };
}

/** Prints `{"error": …}`, one object, on standard output. */
export function printError(kind: ErrorJson['kind'], faults: readonly FaultJson[], isResumable = false): void {
  const [first] = faults;
  const message = faults.map((fault) => (fault.path ? `${fault.path}: ${fault.message}` : fault.message));
  const error: ErrorJson = {
    kind,
    ...first,
    ...(faults.length > 1 && { message: message.join('\n') }),
    isResumable,
    faults,
  };
  process.stdout.write(`${JSON.stringify({ error }, null, 2)}\n`);
}
