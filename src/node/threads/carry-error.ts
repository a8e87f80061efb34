import { InputError, type InputFault } from '../../input-error.ts';
import { DiskError } from '../disk-error.ts';

/** An error as plain data. If an error itself is sent to another thread, its class and its additional fields are lost. */
export interface CarriedError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly faults?: readonly InputFault[];
  readonly cause?: CarriedError;
  /** Code of a disk error. */
  readonly code?: string;
}

/** Converts an error to plain data. Any other value becomes an error with the value as its message. */
export function packError(error: unknown): CarriedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    stack,
    ...(cause !== undefined && { cause: packError(cause) }),
    ...(error instanceof InputError && { faults: error.faults }),
    ...(error instanceof DiskError && { code: error.code }),
  };
}

/** Converts plain data back to an error: an InputError, a DiskError, or an Error with the same name. It has the original stack. */
export function unpackError(carried: CarriedError): Error {
  const { name, message, stack, faults, code } = carried;
  const cause = carried.cause && unpackError(carried.cause);
  const error = faults
    ? new InputError(faults, cause && { cause })
    : code !== undefined
      ? new DiskError(code, message)
      : new Error(message, cause && { cause });
  if (error.name !== name) Object.defineProperty(error, 'name', { value: name });
  if (stack !== undefined) error.stack = stack;
  return error;
}
