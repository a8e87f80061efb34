import { encodePng8 } from '../files/png.ts';
import { InputError } from '../input-error.ts';
import { createContactSheet, momentTimes } from '../pictures/contact-sheet.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import type { PreparedFile, WithFiles } from '../systems/prepare-context.ts';
import type { BakePlan } from './bake-plan.ts';
import { type FrameStore, frameKey } from './frame-store.ts';
import { checkFur } from './shells/check-fur.ts';
import { countFurWork, type FurFacts, writeFur } from './shells/write-fur.ts';
import { groundMeshLimit } from './heightfield/mesh/build-ground-mesh.ts';
import { chooseGroundRectangle, touchedMargin } from './heightfield/mesh/ground-region.ts';
import { heightMapLimit } from './heightfield/height-sequence.ts';
import type { HeightChanges } from './heightfield/height-tiles.ts';
import { HeightfieldReplay } from './heightfield/heightfield-frame.ts';
import { heightfieldOfFrame } from './heightfield/heightfield-of-frame.ts';
import { findLastTouched } from './heightfield/last-touched.ts';
import type { OutputKindName } from './output-kinds.ts';
import type { OutputSink } from './output-sink.ts';
import { placeOutput } from './place-output.ts';
import type { GroundReadmeFacts } from './readme/readme-text.ts';
import {
  checkCharacters,
  countCharacterWork,
  loadTracks,
  type WrittenCharacters,
  writeCharacters,
} from './characters/write-characters.ts';
import { findMeshRegion, makeGroundMesh } from './heightfield/write-ground-mesh.ts';
import {
  countHeightWork,
  countOpenColumns,
  findChanges,
  findHeightRegion,
  heightFolder,
  heightKinds,
  listHeightExtensions,
  writeHeights,
} from './heightfield/write-heights.ts';
import { checkPoints, countPointsWork, type PointsFacts, writePoints } from './points/write-points.ts';

export interface WrittenOutputs extends WrittenCharacters {
  /** What readers of the files need to know, by name of the output. */
  readonly grounds: readonly GroundReadmeFacts[];
  readonly points: readonly PointsFacts[];
  readonly furs: readonly FurFacts[];
  readonly prepared: readonly WrittenPrepared[];
}

/** A file of what a system prepared. */
export interface WrittenPrepared {
  /** The system. */
  readonly name: string;
  readonly file: string;
}

/**
 * Throws InputError for outputs that can be seen from the start to be impossible: better now than after the work.
 * goesInParts: a file need not fit into memory.
 */
export function checkOutputs(plan: BakePlan, simulation: Simulation, goesInParts: boolean): void {
  checkCharacters(plan, simulation);
  const { systems, outputs, meshPart } = plan;
  for (const output of systems.flatMap(({ name }) => simulation.outputs(name))) {
    if (output.kind === 'points') checkPoints(plan, output, goesInParts);
    if (output.kind === 'shells') checkFur(plan, output, goesInParts);
  }
  if (meshPart !== 'whole') return;
  const hasMesh = outputs.includes('groundMesh');
  if (!hasMesh && listHeightExtensions(plan).length === 0) return;
  const limit = hasMesh ? groundMeshLimit : heightMapLimit;
  for (const { name } of systems) {
    for (const output of simulation.outputs(name)) {
      if (output.kind !== 'heightfield') continue;
      const { columns, rows } = chooseGroundRectangle(output, null, meshPart);
      if (columns * rows <= limit) continue;
      throw InputError.at(
        'meshPart',
        `expected "touched", since all of "${name}" is ${columns} × ${rows} columns and at most ${limit} can be written; ` +
          'or make the ground smaller, or its cells larger',
      );
    }
  }
}

/** Pieces of work that `writeOutputs` announces. */
export function countOutputWork(plan: BakePlan, simulation: Simulation): number {
  let count =
    countCharacterWork(plan, simulation) + countFurWork(plan, simulation) + listPrepared(plan).length;
  for (const system of plan.systems) {
    for (const output of simulation.outputs(system.name)) {
      if (output.kind === 'points') count += countPointsWork(plan);
      if (output.kind !== 'heightfield') continue;
      count += countHeightWork(plan);
      for (const kind of plan.outputs) {
        if (kind === 'groundMesh' || kind === 'contactSheet') count++;
        else if (kind === 'groundState' && output.encodeState) count++;
      }
    }
  }
  return count;
}

/**
 * Makes every output that the plan asks for, from the state at the end and the frames that were kept. A switch over
 * kinds of output, never over systems.
 */
export async function writeOutputs(
  plan: BakePlan,
  simulation: Simulation,
  frames: FrameStore,
  sink: OutputSink,
): Promise<WrittenOutputs> {
  const grounds: GroundReadmeFacts[] = [];
  const points: PointsFacts[] = [];
  const warnings: string[] = [];
  for (const system of plan.systems) {
    for (const [index, output] of simulation.outputs(system.name).entries()) {
      const load = (frame: number) => frames.get(frameKey(system.name, index, frame));
      switch (output.kind) {
        case 'heightfield': {
          const replay = new HeightfieldReplay(output, plan.firstFrame, load);
          grounds.push(await writeHeightfield(plan, output, replay, sink, warnings));
          break;
        }
        case 'points':
          points.push(
            await writePoints(
              plan,
              output,
              load,
              sink,
              warnings,
              findGround(plan, simulation, frames, system.name),
            ),
          );
          break;
        case 'morph':
          // Part of its character.
          break;
        case 'shells':
          // All that grow on a character share its file: below.
          break;
      }
    }
  }
  const prepared: WrittenPrepared[] = [];
  for (const { name, ending, bytes } of listPrepared(plan)) {
    await sink.next(`what ${name} prepared`);
    const path = placeOutput(plan, 'prepared', `${name}.${ending}`);
    await sink.write(path, 'prepared', bytes());
    prepared.push({ name, file: path });
  }
  const written = await writeCharacters(plan, simulation, frames, sink);
  const tracks = (actor: string) => loadTracks(plan, simulation, frames, actor);
  const furs = await writeFur(plan, simulation, frames, tracks, sink, warnings);
  return { ...written, grounds, points, furs, prepared, warnings: [...warnings, ...written.warnings] };
}

/** The ground that a system shows beside particles, as it was on a frame; undefined where there is none. */
function findGround(
  { firstFrame }: BakePlan,
  simulation: Simulation,
  frames: FrameStore,
  system: string,
): ((frame: number) => HeightfieldOutput) | undefined {
  for (const [index, output] of simulation.outputs(system).entries()) {
    if (output.kind !== 'heightfield') continue;
    const load = (frame: number) => frames.get(frameKey(system, index, frame));
    const replay = new HeightfieldReplay(output, firstFrame, load);
    return (frame) => heightfieldOfFrame(output, replay.show(frame));
  }
  return undefined;
}

function listPrepared({ systems, outputs }: BakePlan): PreparedFile[] {
  if (!outputs.includes('prepared')) return [];
  return systems.flatMap(({ prepared }) => ((prepared ?? {}) as WithFiles).files ?? []);
}

async function writeHeightfield(
  plan: BakePlan,
  output: HeightfieldOutput,
  replay: HeightfieldReplay,
  sink: OutputSink,
  warnings: string[],
): Promise<GroundReadmeFacts> {
  // The simulation stands at the last frame.
  const { outputs, meshPart } = plan;
  const { name } = output;
  const touched = output.changed();
  const rectangle = chooseGroundRectangle(output, touched, meshPart);
  let changes: HeightChanges | null = null;
  const listChanges = () => {
    changes ??= findChanges(plan, replay);
    return changes;
  };
  const facts: { -readonly [Key in keyof GroundReadmeFacts]: GroundReadmeFacts[Key] } = {
    name,
    material: output.material,
  };
  // How much is touched shows only at the end: what is too large then is left out, with a warning.
  const wants = (kind: OutputKindName, columns: number, limit: number) => {
    if (!outputs.includes(kind) || columns <= limit) return outputs.includes(kind);
    warnings.push(
      `${name}: ${kind} is left out, since it would have ${columns} columns of the ${rectangle.columns} × ${rectangle.rows} ` +
        `that were touched, and at most ${limit} can be written; larger cells, or parts baked apart, are a way`,
    );
    return false;
  };
  const asked = listHeightExtensions(plan);
  let extensions = asked;
  if (asked.length > 0) {
    const region = findHeightRegion(plan, rectangle, listChanges, Math.ceil(touchedMargin / output.cell));
    const columns = countOpenColumns(region);
    extensions = asked.filter((extension) => wants(heightKinds[extension], columns, heightMapLimit));
    if (extensions.length > 0)
      facts.heights = await writeHeights(plan, output, region, replay, extensions, sink);
    if (extensions.includes('png')) facts.pngFolder = heightFolder(plan, output, 'png');
    if (extensions.includes('exr')) {
      facts.exrFolder = heightFolder(plan, output, 'exr');
      facts.exrChannels = plan.exrChannels;
    }
    if (extensions.includes('tif')) facts.tiffFolder = heightFolder(plan, output, 'tif');
  }
  if (outputs.includes('groundMesh')) {
    await sink.next(`mesh of ${name}`);
    const shown = findMeshRegion(plan, rectangle, output, replay);
    if (wants('groundMesh', countColumns(shown.region.blocks), groundMeshLimit)) {
      const { bytes, facts: meshFacts } = makeGroundMesh(plan, output, shown, replay);
      facts.mesh = placeOutput(plan, 'groundMesh', `${name}.glb`);
      facts.meshFacts = meshFacts;
      await sink.write(facts.mesh, 'groundMesh', bytes);
    }
  }
  if (outputs.includes('groundState') && output.encodeState) {
    await sink.next(`state of ${name}`);
    facts.state = placeOutput(plan, 'groundState', `${name}.ground`);
    await sink.write(facts.state, 'groundState', output.encodeState());
  }
  if (outputs.includes('contactSheet')) {
    await sink.next(`picture of ${name}`);
    facts.picture = placeOutput(plan, 'contactSheet', `${name}-contact-sheet.png`);
    const part = findLastTouched(touched, listChanges);
    await sink.write(facts.picture, 'contactSheet', drawSheet(plan, output, replay, part));
  }
  return facts;
}

function countColumns(rectangles: readonly ColumnRectangle[]): number {
  return rectangles.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
}

function drawSheet(
  plan: BakePlan,
  output: HeightfieldOutput,
  replay: HeightfieldReplay,
  part: ColumnRectangle | null,
): Uint8Array {
  const { actors, times, firstFrame, lastFrame } = plan;
  const note = actors
    .map(({ name, character }) => [name === plan.name ? '' : name, character?.actor.clip?.name])
    .map((words) => words.filter(Boolean).join(' · '))
    .join(', ');
  const sheet = createContactSheet({ title: plan.name, note, label: (t) => times.label(t), part });
  const wanted = momentTimes(times.seconds(firstFrame), times.seconds(lastFrame));
  const nearest = wanted.map((time) => nearestFrame(plan, time));
  for (const frame of new Set(nearest)) {
    const time = times.seconds(frame);
    const figures = actors.flatMap((actor) => (actor.isShown ? actor.figuresAt(time) : []));
    sheet.addMoment(time, heightfieldOfFrame(output, replay.show(frame)), figures);
  }
  const picture = sheet.render();
  return encodePng8(picture.rgb, picture.width, picture.height);
}

function nearestFrame({ times, firstFrame, lastFrame }: BakePlan, time: number): number {
  let best = firstFrame;
  for (let frame = firstFrame; frame <= lastFrame; frame++) {
    if (Math.abs(times.seconds(frame) - time) < Math.abs(times.seconds(best) - time)) best = frame;
  }
  return best;
}
