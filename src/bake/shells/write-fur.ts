import { append } from '../../math/lists.ts';
import type { BakePlan } from '../bake-plan.ts';
import { loadTracks } from '../morph/load-tracks.ts';
import type { MorphTrack } from '../morph/morph-track.ts';
import { type Bake, countFrames } from '../output-definition.ts';
import type { OutputSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import { type Coat, type CoatGroup, groupCoats } from './group-coats.ts';
import type { MotionError } from './strand-motion.ts';
import { type CardFacts, listCardKinds, writeCards } from './write-cards.ts';
import { type WrittenCurves, writeCurves } from './write-curves.ts';
import { writeFurSheet } from './write-fur-sheet.ts';
import { type VatFacts, writeVat } from './write-vat.ts';

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
  const facts: FurFacts[] = [];
  for (const group of groupCoats(bake)) {
    const flesh = group.actor ? loadTracks(bake, group.actor.name) : [];
    append(facts, await writeGroup(bake.plan, group, flesh, sink, warnings));
  }
  return facts;
}

async function writeGroup(
  plan: BakePlan,
  group: CoatGroup,
  tracks: readonly MorphTrack[],
  sink: OutputSink,
  warnings: string[],
): Promise<FurFacts[]> {
  const { outputs } = plan;
  const cards = await writeCards(plan, group, tracks, sink, warnings);
  const vats = outputs.includes('furVat') ? await writeVat(plan, group, tracks, sink) : null;
  const facts: FurFacts[] = [];
  for (const coat of group.coats) {
    const { name } = coat.output;
    const curves = outputs.includes('furCurves') ? await writeCurves(plan, coat, sink) : null;
    const own = cards.get(name) ?? null;
    const needsStrands = outputs.includes('furCurves') || listCardKinds(plan).length > 0;
    if (needsStrands && !own && !curves) warnings.push(`${name}: nothing grows, so no strand is written`);
    const picture = outputs.includes('contactSheet')
      ? await writePicture(plan, group, coat, tracks, sink)
      : null;
    const isOnActor = group.actor !== null;
    facts.push({
      name,
      owner: group.name,
      isOnActor,
      cards: own,
      curves,
      vat: vats?.get(name) ?? null,
      picture,
    });
  }
  return facts;
}

async function writePicture(
  plan: BakePlan,
  { actor }: CoatGroup,
  coat: Coat,
  tracks: readonly MorphTrack[],
  sink: OutputSink,
): Promise<string | null> {
  const { name } = coat.output;
  await sink.next(`picture of ${name}`);
  const bytes = writeFurSheet(plan, coat, actor, tracks);
  if (!bytes) return null;
  const file = placeOutput(plan, 'contactSheet', `${name}-contact-sheet.png`);
  await sink.write(file, 'contactSheet', bytes);
  return file;
}
