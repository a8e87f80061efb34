import { loadTracks } from '../morph/load-tracks.ts';
import type { MorphTrack } from '../morph/morph-track.ts';
import type { Bake } from '../output-definition.ts';
import type { FileSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import type { CoatReference } from './fur-tasks.ts';
import { type CoatGroup, groupCoats } from './group-coats.ts';
import { writeCards } from './write-cards.ts';
import { writeCurves } from './write-curves.ts';
import { writeFurSheet } from './write-fur-sheet.ts';
import { writeVat } from './write-vat.ts';

export async function runCards(bake: Bake, name: string, sink: FileSink) {
  const { group, flesh } = openGroup(bake, name);
  const warnings: string[] = [];
  const facts = await writeCards(bake.plan, group, flesh, sink, warnings);
  return { facts, warnings };
}

export function runVat(bake: Bake, name: string, sink: FileSink) {
  const { group, flesh } = openGroup(bake, name);
  return writeVat(bake.plan, group, flesh, sink);
}

export function runCurves(bake: Bake, reference: CoatReference, sink: FileSink) {
  const { coat } = openCoat(bake, reference);
  return writeCurves(bake.plan, coat, sink);
}

export async function runSheet(bake: Bake, reference: CoatReference, sink: FileSink): Promise<string | null> {
  const { plan } = bake;
  const { group, flesh, coat } = openCoat(bake, reference);
  const { name } = coat.output;
  await sink.next(`picture of ${name}`);
  const bytes = writeFurSheet(plan, coat, group.actor, flesh);
  if (!bytes) return null;
  const file = placeOutput(plan, 'contactSheet', `${name}-contact-sheet.png`);
  await sink.write(file, 'contactSheet', bytes);
  return file;
}

/** Returns a group of coats, and the flesh of the character on which it grows. */
function openGroup(bake: Bake, name: string): { group: CoatGroup; flesh: readonly MorphTrack[] } {
  const group = groupCoats(bake).find((one) => one.name === name)!;
  return { group, flesh: group.actor ? loadTracks(bake, group.actor.name) : [] };
}

function openCoat(bake: Bake, { group: name, coat: output }: CoatReference) {
  const opened = openGroup(bake, name);
  return { ...opened, coat: opened.group.coats.find((one) => one.output.name === output)! };
}
