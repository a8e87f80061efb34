import { useMemo } from 'react';
import { useKept } from './use-kept.ts';
import { useLatest } from './use-latest.ts';

type Call = (...values: never[]) => unknown;

/**
 * Returns functions that call those of the last render, so that functions written in JSX, which are new in every render, change nothing. The
 * result stays the same until a function is added or left out. Null stays null; undefined is left out.
 */
export function useCalls<Calls extends { readonly [name: string]: Call | null | undefined }>(
  calls: Calls,
): Calls {
  const latest = useLatest(calls);
  const kinds = useKept(
    Object.entries(calls).map(([name, call]) => [name, call === null ? 'null' : typeof call]),
  );
  return useMemo(() => {
    const stable: Record<string, Call | null> = {};
    for (const [name, kind] of kinds) {
      if (kind === 'null') stable[name] = null;
      else if (kind === 'function') stable[name] = (...values) => latest.current[name]?.(...values);
    }
    return stable as Calls;
  }, [kinds, latest]);
}
