import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Returns a reference to the value of the last render that was committed, for code that runs later. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
