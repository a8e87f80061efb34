import type { BakeTask } from '../bake-task.ts';
import type { CardFacts } from './write-cards.ts';
import type { WrittenCurves } from './write-curves.ts';
import type { VatFacts } from './write-vat.ts';

/** A coat by the name of its output, and its group (`CoatGroup`) by its name. */
export interface CoatReference {
  readonly group: string;
  readonly coat: string;
}

/** Writes the cards of a group of coats, which is given by its name. */
export const cardsTask: BakeTask<
  string,
  { readonly facts: ReadonlyMap<string, CardFacts>; readonly warnings: readonly string[] }
> = {
  name: 'fur cards',
  load: async () => (await import('./run-fur-tasks.ts')).runCards,
};

/** Writes the textures of a group of coats, which is given by its name. */
export const vatTask: BakeTask<string, ReadonlyMap<string, VatFacts>> = {
  name: 'fur textures',
  load: async () => (await import('./run-fur-tasks.ts')).runVat,
};

export const curvesTask: BakeTask<CoatReference, WrittenCurves | null> = {
  name: 'fur curves',
  load: async () => (await import('./run-fur-tasks.ts')).runCurves,
};

/** Writes the contact sheet of a coat. Returns the name of its file. */
export const furSheetTask: BakeTask<CoatReference, string | null> = {
  name: 'fur sheet',
  load: async () => (await import('./run-fur-tasks.ts')).runSheet,
};

export const furTasks = [cardsTask, vatTask, curvesTask, furSheetTask] as const;
