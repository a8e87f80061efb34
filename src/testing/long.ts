/** True under `npm run test:long`, which runs all cases of the slow tests. `npm test` runs only some of them. */
export const isLong = process.env.AFTERMOTION_TESTS === 'long';

/** Returns the number of repetitions: `long` under `npm run test:long`, `short` under `npm test`. */
export function times({ short, long }: { readonly short: number; readonly long: number }): number {
  return isLong ? long : short;
}

/** Returns all cases under `npm run test:long`; under `npm test` those for which `isKept` returns true. */
export function casesOf<Case>(all: readonly Case[], isKept: (one: Case) => boolean): readonly Case[] {
  return isLong ? all : all.filter(isKept);
}
