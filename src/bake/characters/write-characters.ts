import { maxOf, minOf } from '../../math/lists.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import type { BakeActor, BakeCharacter, BakePlan } from '../bake-plan.ts';
import type { MorphReport } from '../morph/add-morphs.ts';
import { hasFlesh, loadTracks } from '../morph/load-tracks.ts';
import type { MorphTrack } from '../morph/morph-track.ts';
import { writeMorphedCharacter } from '../morph/morphed-character.ts';
import type { ReducedMorphs } from '../morph/reduce-morphs.ts';
import { type Bake, outputsOfKind } from '../output-definition.ts';
import type { FileSink, OutputSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import { characterTask } from './character-tasks.ts';
import { addCovers, type CharacterCover, findBodyCovers, findCovers, maySoil } from './cover-characters.ts';
import type { CharacterFacts } from './explain-characters.ts';
import { type FleshJointReport, writeFleshJoints } from './flesh-joints/write-flesh-joints.ts';
import { drawMask, listMasks, referToMasks, type StickingMask } from './sticking-masks.ts';
import { type CharacterOptions, writeTravelledCharacter } from './travelled-character.ts';
import { writeBody } from './write-body.ts';
import { writeFleshSheet } from './write-flesh-sheet.ts';

export interface WrittenCharacters {
  readonly characters: readonly CharacterFacts[];
  /** Deviation of the written flesh of each actor from the simulation. The key is the actor's name. */
  readonly morphs: ReadonlyMap<string, readonly MorphReport[]>;
  /** Deviation of the flesh that joints move, by the actor's name. */
  readonly fleshJoints: ReadonlyMap<string, readonly FleshJointReport[]>;
  readonly warnings: readonly string[];
}

/** Returns whether an actor is a rigid body whose motion is written. */
export function writesBody({ outputs }: BakePlan, { body }: BakeActor): boolean {
  return body !== undefined && outputs.includes('character');
}

/** Maximum number of characters whose flesh is shown on a contact sheet, because the members of a crowd are similar. */
export const maxSheets = 8;

type CharacterKind = 'character' | 'morphTargets' | 'fleshJoints' | 'contactSheet';

/** Returns the kinds of files that are written for a character. Empty for a rigid body. */
export function listCharacterKinds(bake: Bake, { name, character }: BakeActor): CharacterKind[] {
  if (!character) return [];
  const { outputs, actors } = bake.plan;
  const moving = new Set(outputsOfKind(bake, 'morph').map(({ output }) => output.actor));
  const isPictured =
    actors.filter((actor) => moving.has(actor.name)).findIndex((actor) => actor.name === name) < maxSheets;
  return (['character', 'morphTargets', 'fleshJoints', 'contactSheet'] as const).filter(
    (kind) =>
      outputs.includes(kind) &&
      (kind === 'character' || moving.has(name)) &&
      (kind !== 'contactSheet' || isPictured),
  );
}

/** For each kind of file, a function that returns the name of an actor's file. */
export const characterFiles: Readonly<Record<CharacterKind, (actor: string) => string>> = {
  character: (actor) => `${actor}-travel.glb`,
  morphTargets: (actor) => `${actor}-flesh.glb`,
  fleshJoints: (actor) => `${actor}-flesh-joints.glb`,
  contactSheet: (actor) => `${actor}-flesh-contact-sheet.png`,
};

/** Writes every character and every rigid body that the plan selects. Each actor is a task. */
export async function writeCharacters(bake: Bake, sink: OutputSink): Promise<WrittenCharacters> {
  const { plan } = bake;
  const asked = plan.actors.filter(
    (actor) =>
      writesBody(plan, actor) ||
      listCharacterKinds(bake, actor).length > 0 ||
      listMasks(bake, actor).length > 0,
  );
  const soils = maySoil(bake);
  const written = await Promise.all(
    asked.map(({ name }) => sink.run(characterTask, name, { follows: !hasFlesh(bake, name) && !soils })),
  );
  return {
    characters: written.flatMap(({ characters }) => characters),
    morphs: new Map(written.flatMap(({ morphs }) => [...morphs])),
    fleshJoints: new Map(written.flatMap(({ fleshJoints }) => [...fleshJoints])),
    warnings: [...new Set(written.flatMap(({ warnings }) => warnings))],
  };
}

/** Writes all files of one actor. */
export async function writeActor(bake: Bake, actorName: string, sink: FileSink): Promise<WrittenCharacters> {
  const { plan } = bake;
  const actor = plan.actors.find((one) => one.name === actorName)!;
  const { name, body } = actor;
  const characters: CharacterFacts[] = [];
  const morphs = new Map<string, readonly MorphReport[]>();
  const fleshJoints = new Map<string, readonly FleshJointReport[]>();
  const warnings: string[] = [];
  if (body && writesBody(plan, actor)) {
    await sink.next(`motion of ${name}`);
    const start = plan.times.seconds(plan.firstFrame);
    const end = plan.times.seconds(plan.lastFrame);
    const bodyCovers = findBodyCovers(bake, actor);
    const written = await writeBody(body, { name, file: actor.file, start, end, covers: bodyCovers });
    const file = placeOutput(plan, 'character', characterFiles.character(name));
    await sink.write(file, 'character', written.bytes);
    const isCovered = bodyCovers.length > 0 && { isCovered: true };
    characters.push({ name, file, clipName: written.clipName, flesh: null, ...isCovered });
    for (const warning of written.warnings) warnings.push(`${name}: ${warning}`);
  }
  const tracks = loadTracks(bake, name);
  const covers = findCovers(bake, actor);
  const covered = covers.length > 0 && { isCovered: true };
  const masks = listMasks(bake, actor);
  const surfaces = actor.character?.actor.rig.surfaces ?? [];
  for (const mask of masks) {
    await sink.next(`mask of ${name}`);
    await sink.write(mask.file, 'stickingMask', drawMask(surfaces, mask, covers));
  }
  let reduced: readonly ReducedMorphs[] | undefined;
  for (const kind of listCharacterKinds(bake, actor)) {
    const file = placeOutput(plan, kind, characterFiles[kind](name));
    if (kind === 'contactSheet') {
      await sink.next(`picture of ${name}`);
      await sink.write(file, kind, writeFleshSheet(plan, actor, actor.character!, tracks));
      continue;
    }
    if (kind === 'fleshJoints') {
      await sink.next(`joints of ${name}`);
      const made = await writeFleshJoints(actor.character!.bytes, {
        ...describeClip(plan, actor, actor.character!, covers, masks),
        tracks,
      });
      await sink.write(file, kind, made.bytes);
      fleshJoints.set(name, made.parts);
      characters.push({ name, file, clipName: made.clipName, flesh: null, joints: made.parts, ...covered });
      for (const warning of made.warnings) warnings.push(`${name}: ${warning}`);
      continue;
    }
    await sink.next(kind === 'character' ? `character ${name}` : `flesh of ${name}`);
    const written = await writeCharacter(
      plan,
      actor,
      actor.character!,
      tracks,
      kind === 'character',
      reduced,
      covers,
      masks,
    );
    reduced = written.reduced;
    await sink.write(file, kind, written.bytes);
    characters.push({
      name,
      file,
      clipName: written.clipName,
      flesh: written.flesh,
      ...covered,
    });
    if (written.meshes.length > 0) morphs.set(name, written.meshes);
    for (const warning of written.warnings) warnings.push(`${name}: ${warning}`);
  }
  return { characters, morphs, fleshJoints, warnings };
}

interface WrittenCharacter {
  readonly bytes: Uint8Array;
  readonly clipName: string | null;
  readonly flesh: CharacterFacts['flesh'];
  readonly meshes: readonly MorphReport[];
  readonly reduced?: readonly ReducedMorphs[];
  readonly warnings: readonly string[];
}

async function writeCharacter(
  plan: BakePlan,
  owner: BakeActor,
  character: BakeCharacter,
  tracks: readonly MorphTrack[],
  travels: boolean,
  reduced: readonly ReducedMorphs[] | undefined,
  covers: readonly CharacterCover[],
  masks: readonly StickingMask[],
): Promise<WrittenCharacter> {
  const { morphTargets, morphStorage } = plan;
  const { actor, bytes } = character;
  const options = describeClip(plan, owner, character, covers, masks);
  if (tracks.length === 0) return { ...writeTravelledCharacter(bytes, options), meshes: [], flesh: null };
  const written = await writeMorphedCharacter(bytes, {
    ...options,
    tracks,
    maxTargets: morphTargets,
    storage: morphStorage,
    travels,
    reduced,
  });
  const warnings = [...written.warnings, ...written.meshes.flatMap((mesh) => mesh.warnings)];
  return { ...written, warnings, flesh: describeFlesh(written.meshes, actor.clip?.name ?? written.clipName) };
}

/** Returns the options of all writers of a character's file. */
function describeClip(
  { times, firstFrame, lastFrame }: BakePlan,
  { file: name }: BakeActor,
  { actor, resolve }: BakeCharacter,
  covers: readonly CharacterCover[],
  masks: readonly StickingMask[],
): CharacterOptions {
  const { surfaces } = actor.rig;
  return {
    name,
    resolve,
    actor,
    start: times.seconds(firstFrame),
    end: times.seconds(lastFrame),
    fps: fractionToNumber(times.fps),
    ...((covers.length > 0 || masks.length > 0) && {
      paint: (patch) => {
        referToMasks(patch, surfaces, masks);
        return addCovers(patch, surfaces, covers);
      },
    }),
  };
}

function describeFlesh(meshes: readonly MorphReport[], clipName: string | null): CharacterFacts['flesh'] {
  const moved = meshes.filter(({ targets }) => targets > 0);
  if (moved.length === 0) return null;
  const worst = (value: (mesh: MorphReport) => number) => maxOf(moved.map(value));
  return {
    clipName,
    targets: worst(({ targets }) => targets),
    errorMetres: worst(({ error }) => error.maxMetres),
    storage: moved.some(({ storage }) => storage === 'sparse') ? 'sparse' : 'dense',
    errorFraction: worst(({ error }) => error.rmsFraction),
    fineNormals: moved.some(({ normals }) => normals)
      ? minOf(moved.map(({ normals }) => normals?.withinHalfDegree ?? 1))
      : null,
  };
}
