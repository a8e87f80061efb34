/** What a command with `--json` prints on standard output where it fails. */
export interface ErrorJson {
  /** `input`: what was given is wrong; `disk`: the disk refuses; `interrupted`; `defect`: a fault of aftermotion. */
  readonly kind: 'input' | 'disk' | 'interrupted' | 'defect';
  /** Where: a place in the scene, a flag, or a file; null where the fault has none. */
  readonly path: string | null;
  /** What was expected and what was found, where the message says so; else null. */
  readonly expected: string | null;
  readonly got: string | null;
  /** What is wrong; of several faults each with its path, one a line. */
  readonly message: string;
  /** Whether `--resume` goes on from what is kept. */
  readonly isResumable: boolean;
  /** Every fault, the first of which stands above. */
  readonly faults: readonly FaultJson[];
}

export interface FaultJson {
  readonly path: string | null;
  readonly expected: string | null;
  readonly got: string | null;
  readonly message: string;
}

/** A fault with the parts of its message. */
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
