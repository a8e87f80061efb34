import { useRef } from 'react';

/**
 * Returns the value of the first render until a render brings another one. Plain objects and lists are compared by their contents, so
 * literals in JSX count as the same. Everything else (functions, instances of classes) is compared by identity.
 */
export function useKept<Value>(value: Value): Value {
  const kept = useRef(value);
  if (!isSame(kept.current, value)) kept.current = value;
  return kept.current;
}

/** Returns whether two values are the same, see `useKept`. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, k) => isSame(one, b[k]));
  if (!isPlain(a) || !isPlain(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
