import type { ForceParams } from '../params.ts';

/** Faults of forces that single ranges do not catch, with paths relative to the system. */
export function checkForces(
  forces: readonly ForceParams[],
  sourceNames: readonly string[],
): { path: string; message: string }[] {
  return forces.flatMap((params, index) => {
    const faults: { path: string; message: string }[] = [];
    const at = `forces[${index}]`;
    const { from, until } = params;
    if (until !== undefined && until <= (from ?? 0)) {
      faults.push({
        path: `${at}.until`,
        message: `expected a time after it begins (${from ?? 0} s), got ${until}`,
      });
    }
    params.sources?.forEach((name, k) => {
      if (sourceNames.includes(name)) return;
      const known =
        sourceNames.length > 0 ? `one of ${sourceNames.join(', ')}` : 'a source, of which there are none';
      faults.push({ path: `${at}.sources[${k}]`, message: `expected ${known}, got ${name}` });
    });
    if (params.force === 'vortex' && params.axis.every((c) => c === 0)) {
      faults.push({ path: `${at}.axis`, message: 'expected a direction, got 0 0 0' });
    }
    return faults;
  });
}
