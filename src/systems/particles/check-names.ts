import type { InputFault } from '../../input-error.ts';
import { findNearestName } from '../../nearest-name.ts';
import type { ParticlesParams, ShapeParams, SourceParams } from './params.ts';

/** Returns the name of a source for keys and forces. */
export function sourceName(source: Pick<SourceParams, 'name' | 'from'>): string {
  return source.name ?? source.from;
}

/** Returns the names of all sources, then those of the bursts, in the order of their indices. */
export function listSourceNames({ sources, bursts }: Pick<ParticlesParams, 'sources' | 'bursts'>): string[] {
  return [...sources.map(sourceName), ...bursts.map(({ name, of }) => name ?? of)];
}

/** Returns the names of the shapes that are lists of points: they have positions of their own. */
export function listPointShapes(shapes: readonly ShapeParams[]): string[] {
  return shapes.filter(({ shape }) => shape === 'points').map(({ name }) => name);
}

/** Checks that names are in `known`, and returns the faults. `of`: what they name, as in `shape`. */
export function checkName(name: string, known: readonly string[], path: string, of: string): InputFault[] {
  if (known.includes(name)) return [];
  const near = findNearestName(name, known);
  const rest = near
    ? `: did you mean "${near}"?`
    : known.length > 0
      ? `: known are ${known.map((entry) => `"${entry}"`).join(', ')}`
      : `: there is no ${of}`;
  return [
    { path, message: `expected the name of ${/^[aeiou]/.test(of) ? 'an' : 'a'} ${of}, got "${name}"${rest}` },
  ];
}

/** Returns the faults of a list of names of sources. */
export function checkSourceNames(
  names: readonly string[] | undefined,
  known: readonly string[],
  path: string,
): InputFault[] {
  if (!names) return [];
  if (names.length === 0) {
    return [{ path, message: 'expected the names of sources, got none: leave it out for all sources' }];
  }
  return names.flatMap((name, k) => [
    ...checkName(name, known, `${path}[${k}]`, 'source'),
    ...(names.indexOf(name) < k
      ? [{ path: `${path}[${k}]`, message: `expected each source once, got "${name}" again` }]
      : []),
  ]);
}

/** Returns the faults of names that must differ. `path`: the location of the list, or the location of each name. */
export function checkDoubles(
  names: readonly string[],
  path: string | ((index: number) => string),
  of: string,
): InputFault[] {
  const placeOf = typeof path === 'string' ? (k: number) => `${path}[${k}]` : path;
  return names.flatMap((name, k) => {
    const first = names.indexOf(name);
    if (first === k) return [];
    const message = `expected a unique name, got "${name}", which is also that of ${placeOf(first)}`;
    return [{ path: `${placeOf(k)}${of === 'source' ? '' : '.name'}`, message }];
  });
}
