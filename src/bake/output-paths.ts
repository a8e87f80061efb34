import { pathKey, utf8Length } from '../disk-names.ts';
import { InputError } from '../input-error.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Output } from '../systems/outputs/output.ts';
import type { WithFiles } from '../systems/prepare-context.ts';
import type { BakePlan } from './bake-plan.ts';
import { blenderScriptName } from './blender/write-blender-script.ts';
import { groupCoats } from './shells/group-coats.ts';
import { listCardKinds } from './shells/write-cards.ts';
import { heightFileName } from './heightfield/height-sequence.ts';
import type { OutputKindName } from './output-kinds.ts';
import { placeOutput } from './place-output.ts';
import { kindsOfFigure, writesBody } from './characters/write-characters.ts';
import { heightKinds, listHeightExtensions } from './heightfield/write-heights.ts';
import { pointsFileName } from './points/write-points.ts';

/** A file that a bake may write, or a folder for one sequence of files. */
export interface OutputPath {
  readonly path: string;
  /** What writes it, for error messages: `the actor "runner"`. */
  readonly writer: string;
  /** File name of a frame, by frame number. Present only for a folder of frames. */
  fileName?(number: number): string;
}

/** Maximum length of a file name on common file systems, in bytes. */
const mostNameBytes = 255;

/** Files that every bake writes beside its outputs. */
const ownFiles = ['scene.json', 'report.json', 'README.txt', blenderScriptName];

/** Lists every file and folder that a bake may write, before anything is simulated. */
export function listOutputPaths(plan: BakePlan, simulation: Simulation): OutputPath[] {
  const paths: OutputPath[] = ownFiles.map((path) => ({ path, writer: 'the bake itself' }));
  const add: AddPath = (kind, file, writer, fileName) => {
    if (plan.outputs.includes(kind)) paths.push({ path: placeOutput(plan, kind, file), writer, fileName });
  };
  for (const system of plan.systems) {
    for (const output of simulation.outputs(system.name)) addOutput(plan, output, add);
    for (const { name, ending } of ((system.prepared ?? {}) as WithFiles).files ?? [])
      add('prepared', `${name}.${ending}`, `the system ${JSON.stringify(system.name)}`);
  }
  for (const actor of plan.actors) {
    const writer = `the actor ${JSON.stringify(actor.name)}`;
    if (writesBody(plan, actor)) add('character', `${actor.name}-travel.glb`, writer);
    for (const kind of kindsOfFigure(plan, simulation, actor))
      add(kind, `${actor.name}-${figureEndings[kind]}`, writer);
  }
  for (const { name, actor, coats } of groupCoats(plan, simulation, null)) {
    const writer = `the fur of ${JSON.stringify(name)}`;
    for (const kind of listCardKinds(plan))
      add(kind, `${name}-fur-${kind === 'furMorphs' ? 'morphs' : 'cards'}.glb`, writer);
    for (const ending of ['glb', 'txt']) add('furVat', `${name}-fur-vat.${ending}`, writer);
    for (const { output } of coats) addCoat(output.name, actor ? writer : describeOutput(output), add);
  }
  return paths;
}

/** Lists all files that a bake may write, including every frame of a sequence. The files of height tiles are not known in advance. */
export function listOutputFiles(plan: BakePlan, simulation: Simulation): string[] {
  const { firstFrame, lastFrame, times } = plan;
  const numbers = Array.from({ length: lastFrame - firstFrame + 1 }, (_, k) => times.number(firstFrame + k));
  return listOutputPaths(plan, simulation).flatMap(({ path, fileName }) =>
    fileName ? numbers.map((number) => `${path}/${fileName(number)}`) : [path],
  );
}

type AddPath = (
  kind: OutputKindName,
  file: string,
  writer: string,
  fileName?: (number: number) => string,
) => void;

const figureEndings = {
  character: 'travel.glb',
  morphTargets: 'flesh.glb',
  contactSheet: 'flesh-contact-sheet.png',
} as const;

function describeOutput({ name }: Output): string {
  return `the output ${JSON.stringify(name)}`;
}

function addOutput(plan: BakePlan, output: Output, add: AddPath): void {
  const { name } = output;
  const writer = describeOutput(output);
  if (output.kind === 'heightfield') {
    for (const extension of listHeightExtensions(plan))
      add(heightKinds[extension], `${name}-${extension}`, writer, (number) =>
        heightFileName(number, extension),
      );
    add('groundMesh', `${name}.glb`, writer);
    if (output.encodeState) add('groundState', `${name}.ground`, writer);
    add('contactSheet', `${name}-contact-sheet.png`, writer);
  } else if (output.kind === 'points') {
    add('pointsPly', `${name}-ply`, writer, (number) => pointsFileName(name, number));
    add('pointsUsd', `${name}.usdc`, writer);
    add('pointsGlb', `${name}.glb`, writer);
    add('contactSheet', `${name}-contact-sheet.png`, writer);
  }
}

function addCoat(name: string, writer: string, add: AddPath): void {
  add('furCurves', `${name}-curves.usdc`, writer);
  add('contactSheet', `${name}-contact-sheet.png`, writer);
  for (const file of ['vat.exr', 'blades.png', 'color.png', 'density.png'])
    add('furVat', `${name}-${file}`, writer);
}

/** Throws InputError if two outputs have the same path, or if a file name is too long. */
export function checkOutputPaths(plan: BakePlan, simulation: Simulation): void {
  const writers = new Map<string, OutputPath>();
  for (const one of listOutputPaths(plan, simulation)) {
    const key = pathKey(one.path);
    const other = writers.get(key);
    if (other) {
      throw InputError.at(
        'outputs',
        `expected a file of its own for each output, got ${other.writer} and ${one.writer}, which both write ` +
          `${JSON.stringify(one.path)}: give one of them another name`,
      );
    }
    writers.set(key, one);
    const long = one.path.split('/').find((name) => utf8Length(name) > mostNameBytes);
    if (long !== undefined) {
      throw InputError.at(
        'outputs',
        `expected names of files of at most ${mostNameBytes} bytes, got ${JSON.stringify(long)} of ${utf8Length(long)}: give ` +
          `${one.writer} a shorter name`,
      );
    }
  }
}
