import { pathKey, utf8Length } from '../disk-names.ts';
import { InputError } from '../input-error.ts';
import { blenderScriptName } from './blender/write-blender-script.ts';
import type { AddPath, Bake } from './output-definition.ts';
import { placeOutput } from './place-output.ts';
import type { OutputWriters } from './write-outputs.ts';

/** A file that a bake may write, or a folder for one sequence of files. */
export interface OutputPath {
  readonly path: string;
  /** Description of the actor or system that writes it, for error messages: `the actor "runner"`. */
  readonly writer: string;
  /** Returns the name of the file with this frame number. Present only for a folder of frames. */
  fileName?(number: number): string;
}

/** Maximum length of a file name on common file systems, in bytes. */
const maxNameBytes = 255;

/** Files that every bake writes in addition to its outputs. */
const ownFiles = ['scene.json', 'report.json', 'README.txt', blenderScriptName];

/** Lists every file and folder that a bake may write, before anything is simulated. */
export function listOutputPaths(bake: Bake, writers: OutputWriters): OutputPath[] {
  const paths: OutputPath[] = ownFiles.map((path) => ({ path, writer: 'the bake itself' }));
  const add: AddPath = (kind, file, writer, fileName) => {
    if (bake.plan.outputs.includes(kind))
      paths.push({ path: placeOutput(bake.plan, kind, file), writer, fileName });
  };
  for (const writer of writers.values()) writer.listPaths?.(bake, add);
  return paths;
}

/** Lists all files that a bake may write, including every frame of a sequence. The files of height tiles are not known in advance. */
export function listOutputFiles(bake: Bake, writers: OutputWriters): string[] {
  const { firstFrame, lastFrame, times } = bake.plan;
  const numbers = Array.from({ length: lastFrame - firstFrame + 1 }, (_, k) => times.number(firstFrame + k));
  return listOutputPaths(bake, writers).flatMap(({ path, fileName }) =>
    fileName ? numbers.map((number) => `${path}/${fileName(number)}`) : [path],
  );
}

/** Throws InputError if two outputs have the same path, or if a file name is too long. */
export function checkOutputPaths(bake: Bake, bakeWriters: OutputWriters): void {
  const writers = new Map<string, OutputPath>();
  for (const one of listOutputPaths(bake, bakeWriters)) {
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
    const long = one.path.split('/').find((name) => utf8Length(name) > maxNameBytes);
    if (long !== undefined) {
      throw InputError.at(
        'outputs',
        `expected names of files of at most ${maxNameBytes} bytes, got ${JSON.stringify(long)} of ${utf8Length(long)}: give ` +
          `${one.writer} a shorter name`,
      );
    }
  }
}
