import { append } from '../../math/lists.ts';
import type { BakePlan } from '../bake-plan.ts';
import { hasFlesh } from '../morph/load-tracks.ts';
import { type Bake, countFrames } from '../output-definition.ts';
import type { OutputSink } from '../output-sink.ts';
import { cardsTask, curvesTask, furSheetTask, vatTask } from './fur-tasks.ts';
import { type CoatGroup, groupCoats } from './group-coats.ts';
import type { MotionError } from './strand-motion.ts';
import { type CardFacts, listCardKinds } from './write-cards.ts';
import type { WrittenCurves } from './write-curves.ts';
import type { VatFacts } from './write-vat.ts';

/** Results of a coat that are known after all files are written. */
export interface FurFacts {
  /** Name of the output. */
  readonly name: string;
  /** Name of the file with the coat's cards: that of the character, or that of the coat. */
  readonly owner: string;
  /** Whether the owner is a character. */
  readonly isOnActor: boolean;
  readonly cards: CardFacts | null;
  readonly curves: WrittenCurves | null;
  readonly vat: VatFacts | null;
  /** File of the contact sheet. */
  readonly picture: string | null;
}

/** Values of a coat in a bake's report. */
export interface FurReport extends Partial<MotionError> {
  /** Number of strands that represent the coat in files. 0 if nothing grows. */
  readonly strands: number;
  readonly morphTargets?: number;
}

export function reportFur({ cards, curves }: FurFacts): FurReport {
  return {
    strands: cards?.strandCount ?? curves?.strandCount ?? 0,
    ...(cards?.targets === undefined ? {} : { morphTargets: cards.targets }),
    ...cards?.error,
  };
}

/** Returns how often `writeFur` calls `sink.next`. */
export function countFurWork(bake: Bake): number {
  const { plan } = bake;
  const { outputs } = plan;
  const perCoat =
    (outputs.includes('furCurves') ? countFrames(plan) : 0) +
    (outputs.includes('furVat') ? 1 : 0) +
    (outputs.includes('contactSheet') ? 1 : 0);
  return groupCoats(bake).reduce(
    (sum, { coats }) => sum + listCardKinds(plan).length + coats.length * perCoat,
    0,
  );
}

/** Writes the files that the plan selects for all outputs that show shells. */
export async function writeFur(bake: Bake, sink: OutputSink, warnings: string[]): Promise<FurFacts[]> {
  const groups = await Promise.all(
    groupCoats(bake).map((group) => writeGroup(bake.plan, group, hasFlesh(bake, group.actor?.name), sink)),
  );
  return groups.flatMap(({ facts, warnings: own }) => {
    append(warnings, own);
    return facts;
  });
}

/** Writes all files of a group of coats. Each file or set of files is a separate task, and the tasks can run at the same time. */
async function writeGroup(
  plan: BakePlan,
  { name: group, actor, coats }: CoatGroup,
  hasFlesh: boolean,
  sink: OutputSink,
): Promise<{ facts: FurFacts[]; warnings: string[] }> {
  const { outputs } = plan;
  // The motion of flesh is read before the first frame of fur.
  const needs = { follows: !hasFlesh };
  const [cards, vats, ...others] = await Promise.all([
    listCardKinds(plan).length > 0 ? sink.run(cardsTask, group, needs) : null,
    outputs.includes('furVat') ? sink.run(vatTask, group, needs) : null,
    ...coats.map(async ({ output: { name: coat } }) => {
      const [curves, picture] = await Promise.all([
        outputs.includes('furCurves') ? sink.run(curvesTask, { group, coat }, { follows: true }) : null,
        outputs.includes('contactSheet') ? sink.run(furSheetTask, { group, coat }, needs) : null,
      ]);
      return { coat, curves, picture };
    }),
  ]);
  const warnings = [...(cards?.warnings ?? [])];
  const facts = others.map(({ coat: name, curves, picture }): FurFacts => {
    const own = cards?.facts.get(name) ?? null;
    const needsStrands = outputs.includes('furCurves') || cards !== null;
    if (needsStrands && !own && !curves) warnings.push(`${name}: nothing grows, so no strand is written`);
    const vat = vats?.get(name) ?? null;
    return { name, owner: group, isOnActor: actor !== null, cards: own, curves, vat, picture };
  });
  return { facts, warnings };
}
