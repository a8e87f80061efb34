/** Whether the long forms of tests run: `npm run test:long`. In the short ones, fewer of the same cases do. */
export const isLong = process.env.AFTERMOTION_TESTS === 'long';

/** How often something is tried: `long` times, or `short` times in `npm test`. */
export function times({ short, long }: { readonly short: number; readonly long: number }): number {
  return isLong ? long : short;
}

/** All cases, or in `npm test` those that `isKept` names. Titles come from the cases, so that none is lost unseen. */
export function casesOf<Case>(all: readonly Case[], isKept: (one: Case) => boolean): readonly Case[] {
  return isLong ? all : all.filter(isKept);
}
