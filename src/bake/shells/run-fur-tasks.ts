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
  const group = openGroup(bake, name);
  const flesh = loadFlesh(bake, group);
  const warnings: string[] = [];
  const facts = await writeCards(bake.plan, group, flesh, sink, warnings);
  return { facts, warnings };
}

export function runVat(bake: Bake, name: string, sink: FileSink) {
  const group = openGroup(bake, name);
  return writeVat(bake.plan, group, loadFlesh(bake, group), sink);
}

export function runCurves(bake: Bake, reference: CoatReference, sink: FileSink) {
  const { coat } = openCoat(bake, reference);
  return writeCurves(bake.plan, coat, sink);
}

export async function runSheet(bake: Bake, reference: CoatReference, sink: FileSink): Promise<string | null> {
  const { plan } = bake;
  const { group, coat } = openCoat(bake, reference);
  const flesh = loadFlesh(bake, group);
  const { name } = coat.output;
  await sink.next(`picture of ${name}`);
  const bytes = writeFurSheet(plan, coat, group.actor, flesh);
  if (!bytes) return null;
  const file = placeOutput(plan, 'contactSheet', `${name}-contact-sheet.png`);
  await sink.write(file, 'contactSheet', bytes);
  return file;
}

function openGroup(bake: Bake, name: string): CoatGroup {
  return groupCoats(bake).find((one) => one.name === name)!;
}

/** Returns the flesh of the character on which a group of coats grows. */
function loadFlesh(bake: Bake, { actor }: CoatGroup): readonly MorphTrack[] {
  return actor ? loadTracks(bake, actor.name) : [];
}

function openCoat(bake: Bake, { group: name, coat: output }: CoatReference) {
  const group = openGroup(bake, name);
  return { group, coat: group.coats.find((one) => one.output.name === output)! };
}
