import { InputError } from './input-error.ts';

/**
 * Runs `work`, which may return a promise. If it runs out of memory or stack, throws an InputError at `path` whose message names
 * `doing`, for example `reading this file`. Other errors are rethrown unchanged.
 */
export function explainExhaustion<Result>(path: string, doing: string, work: () => Result): Result {
  const refuse = (error: unknown): never => {
    throw toInputError(error, path, doing) ?? error;
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(refuse) as Result) : result;
  } catch (error) {
    return refuse(error);
  }
}

/** Converts an out-of-memory or stack overflow error to an InputError; null for any other error. */
export function toInputError(error: unknown, path: string, doing: string): InputError | null {
  if (!(error instanceof Error) || error instanceof InputError) return null;
  const { message } = error;
  const explanation = stackMessages.test(message)
    ? `${doing} is nested too deeply (${message}): use less nesting`
    : memoryMessages.test(message) && !/length: -/.test(message)
      ? `${doing} needs more memory than is available (${message}): make it smaller or coarser`
      : null;
  return explanation === null ? null : new InputError([{ path, message: explanation }], { cause: error });
}

/** Parts of the messages of V8, JavaScriptCore and SpiderMonkey. */
const stackMessages = /call stack size|too much recursion/i;
const memoryMessages = new RegExp(
  [
    'allocation failed',
    'allocate memory',
    'allocation size overflow',
    'cannot allocate',
    'out of memory',
    'memory\\.grow',
    'maximum (?:memory )?size exceeded',
    'invalid (?:typed )?array (?:buffer )?length',
    'invalid array buffer length',
    'array size is not a small enough',
    'length too large',
    'invalid string length',
    'string longer than',
  ].join('|'),
  'i',
);
