import { basename, dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { InputError } from '../input-error.ts';
import type { CharacterInspection, ClipInspection } from '../scene/inspect-character.ts';
import { exitStatus, showError } from './show-error.ts';

const examples = `
Examples:
  aftermotion inspect fox.glb            its clips, which of them walk or run, its size, anything odd
  aftermotion inspect fox.glb --json     the same for a program`;

/** `aftermotion inspect`. */
export function createInspectCommand(finish: (status: number) => void): Command {
  return new Command('inspect')
    .argument('<file>', 'a character (.glb, .gltf)')
    .summary('say what a file holds, and every problem found')
    .description(
      'Says what a character file holds, what would become of it on soft ground, and every problem found.',
    )
    .option('--json', 'print all of it as JSON')
    .option('--debug', 'show where in the program an error arose')
    .addHelpText('after', examples)
    .action(async (file: string, options: { json?: boolean; debug?: boolean }) => {
      try {
        const inspection = await inspectFile(file);
        if (options.json) process.stdout.write(`${JSON.stringify(inspection, null, 2)}\n`);
        else for (const line of inspectionLines(inspection)) console.log(line);
        finish(exitStatus.done);
      } catch (error) {
        finish(showError(error, { flags: [], debug: options.debug === true, reads: true }));
      }
    });
}

async function inspectFile(file: string): Promise<CharacterInspection> {
  const { readIfThere, suggestFile } = await import('../node/disk-files.ts');
  const { inspectCharacter } = await import('../scene/inspect-character.ts');
  const bytes = readIfThere(resolve(file));
  if (!bytes) {
    const suggestion = suggestFile(resolve(file), file);
    throw InputError.at(file, `no such file${suggestion ? `, did you mean "${suggestion}"?` : ''}`);
  }
  const resolveUri = (uri: string) => readIfThere(resolve(dirname(file), uri));
  return inspectCharacter(bytes, basename(file), resolveUri);
}

function inspectionLines(inspection: CharacterInspection): string[] {
  const { file, skins, joints, surfaces, triangles, clips, heightUnits, height, scale } = inspection;
  const lines = [
    `${file}: ${count(clips.length, 'clip')}, ${count(skins, 'skin')}${joints.length > 0 ? ` with ${count(joints.length, 'joint')}` : ''}, ` +
      `${count(surfaces.length, 'surface')} with ${count(triangles, 'triangle')}`,
    scale === 1
      ? `Height at rest ${short(height)} m.`
      : `Height at rest ${short(heightUnits)} units, taken as ${short(height)} m (scale ${short(scale)}).`,
  ];
  const unnamed = joints.filter((name) => name === '').length;
  if (joints.length > 0) {
    lines.push(
      `Joints: ${joints.filter((name) => name !== '').join(', ')}${unnamed > 0 ? `, ${unnamed} unnamed` : ''}`,
    );
  }
  for (const { name, vertices, triangles: own, skinned, morphTargets } of surfaces) {
    lines.push(
      `Surface ${name || '(unnamed)'}: ${count(vertices, 'vertex', 'vertices')}, ${count(own, 'triangle')}, ` +
        `${skinned ? 'skinned' : 'rigid on its node'}${morphTargets > 0 ? `, ${count(morphTargets, 'morph target')}` : ''}`,
    );
  }
  if (clips.length > 0) lines.push('', ...clipTable(inspection));
  const problems = [
    ...inspection.problems,
    ...clips.flatMap((clip, index) => clip.problems.map((problem) => `${clipName(clip, index)}: ${problem}`)),
  ];
  lines.push('');
  if (problems.length === 0) lines.push('No problem found.');
  else
    lines.push(`${count(problems.length, 'thing')} to know:`, ...problems.map((problem) => `  ${problem}`));
  return lines;
}

const kindWords = { inPlace: 'on the spot', travelling: 'travels', still: 'stays' } as const;

function clipTable({ clips, defaultClip }: CharacterInspection): string[] {
  const rows = [
    ['clip', 'seconds', 'kind', 'speed', 'slide', 'correction'],
    ...clips.map((clip, index) => [
      clipName(clip, index),
      clip.duration.toFixed(2),
      kindWords[clip.kind],
      clip.kind === 'still' ? '' : `${clip.speed.toFixed(2)} m/s`,
      clip.slide === null ? '' : `${(100 * clip.slide).toFixed(2)} %`,
      clip.correction === null ? '' : `${(100 * clip.correction).toFixed(1)} %`,
      index === defaultClip ? '← plays unless another is named' : '',
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) =>
    row
      .map((cell, k) => cell.padEnd(widths[k] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  if (clips.some(({ slide }) => slide !== null)) {
    lines.push(
      'Slide: what planted soles still slide after correction; correction: the most a foot is moved; both of the height.',
    );
  }
  return lines;
}

function clipName({ name }: ClipInspection, index: number): string {
  return name === '' ? `${index} (unnamed)` : name;
}

function count(value: number, one: string, many = `${one}s`): string {
  return `${value === 0 ? 'no' : value} ${value === 1 ? one : many}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
