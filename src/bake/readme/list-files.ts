import { formatBytes } from '../../files/format-bytes.ts';
import { append } from '../../math/lists.ts';
import type { WrittenFile } from '../bake-report.ts';
import { outputKinds } from '../output-kinds.ts';

/** Maximum number of files of one kind that are listed one by one. If there are more, a pattern of their names is listed. */
const maxListed = 4;

/** Files that belong to no output kind. */
const otherKinds: Readonly<Record<string, string>> = {
  scene: 'the scene with everything that was asked for: change it and bake it again',
  blenderScript: 'brings all of this into Blender, see below',
};

/** Files that share one pattern: the files of a sequence, of the tiles of a ground, or of many actors. */
interface FileGroup {
  readonly pattern: string;
  readonly first: string;
  readonly last: string;
  readonly count: number;
}

/**
 * Lists the content of the folder, kind by kind: size, description, and paths. names: names of actors and systems, which are replaced in
 * patterns. Every file is covered: it is listed itself, belongs to a listed sequence, or matches a listed pattern. In patterns, FRAME is
 * the number of a frame, COLUMN and ROW are those of a tile, and NAME is an actor or a system.
 */
export function listFiles(files: readonly WrittenFile[], names: readonly string[]): string[] {
  const kinds = new Map<string, WrittenFile[]>();
  for (const file of files) kinds.set(file.kind, [...(kinds.get(file.kind) ?? []), file]);
  const lines: string[] = [];
  for (const [kind, own] of kinds) {
    const bytes = own.reduce((sum, file) => sum + file.bytes, 0);
    const description =
      otherKinds[kind] ?? outputKinds[kind as keyof typeof outputKinds]?.description ?? kind;
    append(
      lines,
      wrap([...description.split(' '), `(${count(own.length, 'file')}, ${formatBytes(bytes)})`], '  ', 110),
    );
    for (const { pattern, first, last, count: number } of groupFiles(own, names)) {
      if (number === 1) lines.push(`    ${first}`);
      else if (pattern.includes('NAME') || pattern.includes('COLUMN'))
        lines.push(`    ${pattern} (${number} files)`);
      else lines.push(`    ${first} to ${last.replace(/^.*\//, '')}`);
    }
  }
  return lines;
}

function groupFiles(files: readonly WrittenFile[], names: readonly string[]): FileGroup[] {
  const byFrame = collect(files.map(({ file }) => ({ file, pattern: frameless(file) })));
  if (byFrame.length <= maxListed) return byFrame;
  const nameless = collect(
    files.map(({ file }) => ({ file, pattern: leaveOutName(frameless(file), names) })),
  );
  return nameless.length < byFrame.length ? nameless : byFrame;
}

function collect(files: readonly { readonly file: string; readonly pattern: string }[]): FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const { file, pattern } of files) {
    const group = groups.get(pattern);
    groups.set(pattern, { pattern, first: group?.first ?? file, last: file, count: 1 + (group?.count ?? 0) });
  }
  return [...groups.values()];
}

/** Returns the pattern of a file, such as `beach-exr/tile-COLUMN-ROW/height.FRAME.exr` for every frame of every tile. */
function frameless(file: string): string {
  return file.replace(/\/tile-\d+-\d+\//, '/tile-COLUMN-ROW/').replace(/(?<=\.)\d{4,}(?=\.\w+$)/, 'FRAME');
}

/** If a part of the path begins with the name of an actor or a system, replaces the longest such name by NAME, and returns the path. */
function leaveOutName(path: string, names: readonly string[]): string {
  const parts = path.split('/').map((part) => {
    const name = names
      .filter((candidate) => part.startsWith(candidate) && /^$|^[-.]/.test(part.slice(candidate.length)))
      .reduce((longest, candidate) => (candidate.length > longest.length ? candidate : longest), '');
    return name ? `NAME${part.slice(name.length)}` : part;
  });
  return parts.join('/');
}

/** Returns whether the text of `listFiles` covers a file. */
export function coversFile(readme: string, file: string, names: readonly string[]): boolean {
  const framed = frameless(file);
  return readme.split('\n').some((line) => {
    const listed = line.trim().replace(/ \(\d+ files\)$/, '');
    const [first, last] = listed.split(' to ');
    if (listed === file || listed === framed || listed === leaveOutName(framed, names)) return true;
    return (
      last !== undefined && frameless(first) === framed && first <= file && file.replace(/^.*\//, '') <= last
    );
  });
}

/** Breaks text into lines of at most `width` characters. */
function wrap(words: readonly string[], indent: string, width: number): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of words) {
    if (line.length > indent.length && line.length + word.length + 1 > width) {
      lines.push(line);
      line = indent;
    }
    line += line.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

function count(value: number, word: string): string {
  return `${value} ${word}${value === 1 ? '' : 's'}`;
}
