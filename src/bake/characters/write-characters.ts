import { openContainer } from '../../files/gltf/container.ts';
import { JsonValue } from '../../files/gltf/json-value.ts';
import { maxOf, minOf } from '../../math/lists.ts';
import { fractionToNumber } from '../../simulation/fraction.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { WithFiles } from '../../systems/prepare-context.ts';
import type { BakeActor, BakeCharacter, BakePlan } from '../bake-plan.ts';
import { writeTravelledCharacter } from './travelled-character.ts';
import type { FrameStore } from '../frame-store.ts';
import { frameKey } from '../frame-store.ts';
import type { MorphReport } from '../morph/add-morphs.ts';
import { refuseInstances } from '../morph/mesh-places.ts';
import { joinSamples } from '../morph/morph-recorder.ts';
import type { MorphTrack } from '../morph/morph-track.ts';
import { writeMorphedCharacter } from '../morph/morphed-character.ts';
import type { ReducedMorphs } from '../morph/reduce-morphs.ts';
import type { OutputSink } from '../output-sink.ts';
import { placeOutput } from '../place-output.ts';
import type { CharacterReadmeFacts } from '../readme/readme-text.ts';
import { writeBody } from './write-body.ts';
import { writeFleshSheet } from './write-flesh-sheet.ts';

export interface WrittenCharacters {
  readonly characters: readonly CharacterReadmeFacts[];
  /** Pictures of flesh, by actor. */
  readonly sheets: readonly { readonly name: string; readonly file: string }[];
  /** What the flesh of each actor lost, by the actor's name. */
  readonly morphs: ReadonlyMap<string, readonly MorphReport[]>;
  readonly warnings: readonly string[];
}

/** Files that `writeCharacters` writes: one that travels, one whose flesh moves in its own clip, or both, an actor; one a rigid thing. */
export function countCharacterWork(plan: BakePlan, simulation: Simulation): number {
  return plan.actors.reduce(
    (sum, actor) => sum + kindsOfFigure(plan, simulation, actor).length + (writesBody(plan, actor) ? 1 : 0),
    0,
  );
}

export function writesBody({ outputs }: BakePlan, { body }: BakeActor): boolean {
  return body !== undefined && outputs.includes('character');
}

/** Figures whose flesh is pictured: those of a crowd are alike. */
export const mostSheets = 8;

type CharacterKind = 'character' | 'morphTargets' | 'contactSheet';

/** What is written of a figure. */
export function kindsOfFigure(
  { outputs, actors }: BakePlan,
  simulation: Simulation,
  { name, character }: BakeActor,
): CharacterKind[] {
  if (!character) return [];
  const moving = movingActors(simulation);
  const isPictured =
    actors.filter((actor) => moving.has(actor.name)).findIndex((actor) => actor.name === name) < mostSheets;
  return (['character', 'morphTargets', 'contactSheet'] as const).filter(
    (kind) =>
      outputs.includes(kind) &&
      (kind === 'character' || moving.has(name)) &&
      (kind !== 'contactSheet' || isPictured),
  );
}

/** Names of the actors whose flesh moves. */
function movingActors(simulation: Simulation): Set<string> {
  return new Set(
    simulation.records.flatMap(({ system }) =>
      simulation.outputs(system.name).flatMap((output) => (output.kind === 'morph' ? [output.actor] : [])),
    ),
  );
}

/** Throws InputError for a character whose file cannot take flesh: before the work, not after. */
export function checkCharacters(plan: BakePlan, simulation: Simulation): void {
  const isWorn = (['furCards', 'furMorphs', 'furVat'] as const).some((kind) => plan.outputs.includes(kind));
  for (const actor of plan.actors) {
    const kinds = kindsOfFigure(plan, simulation, actor).filter((kind) => kind !== 'contactSheet');
    // Files with fur hold the flesh, too.
    if (!actor.character || (kinds.length === 0 && !isWorn)) continue;
    const { bytes, actor: figure } = actor.character!;
    const root = new JsonValue(actor.file, '', openContainer(bytes, actor.file).json);
    for (const output of plan.systems.flatMap(({ name }) => simulation.outputs(name))) {
      if (output.kind !== 'morph' || output.actor !== actor.name) continue;
      for (const { surface } of output.surfaces) refuseInstances(root, figure.rig.surfaces[surface].node);
    }
  }
}

/** Writes every character and every rigid thing that the plan asks for. */
export async function writeCharacters(
  plan: BakePlan,
  simulation: Simulation,
  frames: FrameStore,
  sink: OutputSink,
): Promise<WrittenCharacters> {
  const characters: CharacterReadmeFacts[] = [];
  const sheets: { name: string; file: string }[] = [];
  const morphs = new Map<string, readonly MorphReport[]>();
  const warnings = new Set<string>();
  const start = plan.times.seconds(plan.firstFrame);
  const end = plan.times.seconds(plan.lastFrame);
  for (const actor of plan.actors) {
    const { name, body } = actor;
    if (body && writesBody(plan, actor)) {
      await sink.next(`motion of ${name}`);
      const written = writeBody(body, { name, file: actor.file, start, end });
      const file = placeOutput(plan, 'character', `${name}-travel.glb`);
      await sink.write(file, 'character', written.bytes);
      characters.push({ name, file, clipName: written.clipName, flesh: null });
      for (const warning of written.warnings) warnings.add(`${name}: ${warning}`);
    }
    const tracks = loadTracks(plan, simulation, frames, actor.name);
    let reduced: readonly ReducedMorphs[] | undefined;
    for (const kind of kindsOfFigure(plan, simulation, actor)) {
      if (kind === 'contactSheet') {
        await sink.next(`picture of ${actor.name}`);
        const sheet = placeOutput(plan, kind, `${actor.name}-flesh-contact-sheet.png`);
        await sink.write(sheet, kind, writeFleshSheet(plan, actor, actor.character!, tracks));
        sheets.push({ name: actor.name, file: sheet });
        continue;
      }
      await sink.next(kind === 'character' ? `character ${actor.name}` : `flesh of ${actor.name}`);
      const written = await writeCharacter(
        plan,
        actor,
        actor.character!,
        tracks,
        kind === 'character',
        reduced,
      );
      reduced = written.reduced;
      const file = placeOutput(plan, kind, `${actor.name}-${kind === 'character' ? 'travel' : 'flesh'}.glb`);
      await sink.write(file, kind, written.bytes);
      characters.push({
        name,
        file,
        clipName: written.clipName,
        flesh: written.flesh,
      });
      if (written.meshes.length > 0) morphs.set(actor.name, written.meshes);
      for (const warning of written.warnings) warnings.add(`${actor.name}: ${warning}`);
    }
  }
  return { characters, sheets, morphs, warnings: [...warnings] };
}

interface WrittenCharacter {
  readonly bytes: Uint8Array;
  readonly clipName: string | null;
  readonly flesh: CharacterReadmeFacts['flesh'];
  readonly meshes: readonly MorphReport[];
  readonly reduced?: readonly ReducedMorphs[];
  readonly warnings: readonly string[];
}

async function writeCharacter(
  plan: BakePlan,
  { file: name }: BakeActor,
  { actor, bytes, resolve }: BakeCharacter,
  tracks: readonly MorphTrack[],
  travels: boolean,
  reduced: readonly ReducedMorphs[] | undefined,
): Promise<WrittenCharacter> {
  const { times, firstFrame, lastFrame, morphTargets, morphStorage } = plan;
  const options = {
    name,
    resolve,
    actor,
    start: times.seconds(firstFrame),
    end: times.seconds(lastFrame),
    fps: fractionToNumber(times.fps),
  };
  if (tracks.length === 0) return { ...writeTravelledCharacter(bytes, options), meshes: [], flesh: null };
  const written = await writeMorphedCharacter(bytes, {
    ...options,
    tracks,
    mostTargets: morphTargets,
    storage: morphStorage,
    travels,
    reduced,
  });
  const warnings = [...written.warnings, ...written.meshes.flatMap((mesh) => mesh.warnings)];
  return { ...written, warnings, flesh: describeFlesh(written.meshes, actor.clip?.name ?? written.clipName) };
}

function describeFlesh(
  meshes: readonly MorphReport[],
  clipName: string | null,
): CharacterReadmeFacts['flesh'] {
  const moved = meshes.filter(({ targets }) => targets > 0);
  if (moved.length === 0) return null;
  const worst = (value: (mesh: MorphReport) => number) => maxOf(moved.map(value));
  return {
    clipName,
    targets: worst(({ targets }) => targets),
    errorMetres: worst(({ error }) => error.largestMetres),
    storage: moved.some(({ storage }) => storage === 'sparse') ? 'sparse' : 'dense',
    errorShare: worst(({ error }) => error.rmsShare),
    fineNormals: moved.some(({ normals }) => normals)
      ? minOf(moved.map(({ normals }) => normals?.withinHalfDegree ?? 1))
      : null,
  };
}

/** What the kept frames hold of the outputs that move an actor. */
export function loadTracks(
  plan: BakePlan,
  simulation: Simulation,
  frames: FrameStore,
  actor: string,
): MorphTrack[] {
  const { systems, firstFrame, lastFrame } = plan;
  return systems.flatMap((system) =>
    simulation.outputs(system.name).flatMap((output, index) => {
      if (output.kind !== 'morph' || output.actor !== actor) return [];
      const { name, modeCount, surfaces } = output;
      const kept = Array.from({ length: lastFrame - firstFrame + 1 }, (_, k) =>
        frames.get(frameKey(system.name, index, firstFrame + k)),
      );
      const { files } = (system.prepared ?? {}) as WithFiles;
      const prepared = plan.modesInExtras ? files?.[index]?.bytes() : undefined;
      return [{ name, actor, modeCount, surfaces, prepared, ...joinSamples(modeCount, kept) }];
    }),
  );
}
