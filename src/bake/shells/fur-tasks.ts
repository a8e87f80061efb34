import type { BakeTask } from '../bake-task.ts';
import type { CardFacts } from './write-cards.ts';
import type { WrittenCurves } from './write-curves.ts';
import type { VatFacts } from './write-vat.ts';

/** Identifies a coat by plain data, which can be sent to a thread. */
export interface CoatReference {
  /** Name of the `CoatGroup`. */
  readonly group: string;
  /** Name of the output. */
  readonly coat: string;
}

/** Writes the cards of a group of coats. The input is the name of the group. */
export const cardsTask: BakeTask<
  string,
  { readonly facts: ReadonlyMap<string, CardFacts>; readonly warnings: readonly string[] }
> = {
  name: 'fur cards',
  rank: 5,
  load: async () => (await import('./run-fur-tasks.ts')).runCards,
};

/** Writes the vertex animation textures of a group of coats. The input is the name of the group. */
export const vatTask: BakeTask<string, ReadonlyMap<string, VatFacts>> = {
  name: 'fur textures',
  rank: 3,
  load: async () => (await import('./run-fur-tasks.ts')).runVat,
};

/** Writes the strands of a coat as curves. The result is null if nothing grows. */
export const curvesTask: BakeTask<CoatReference, WrittenCurves | null> = {
  name: 'fur curves',
  rank: 3,
  load: async () => (await import('./run-fur-tasks.ts')).runCurves,
};

/** Writes the contact sheet of a coat. Returns the name of the file. Null if there is nothing to draw. */
export const furSheetTask: BakeTask<CoatReference, string | null> = {
  name: 'fur sheet',
  rank: 4,
  load: async () => (await import('./run-fur-tasks.ts')).runSheet,
};

export const furTasks = [cardsTask, vatTask, curvesTask, furSheetTask] as const;
