import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { materials } from '../../src/systems/ground/rules/materials.ts';
import { splitMarkdown } from './markdown.ts';
import { listFiles, listFolders, root } from './repository.ts';

const file = 'docs/papers.md';
const files = listFiles();
const present = new Set([...files, ...listFolders(files)]);
const cache = new Map<string, string>();
const read = (path: string) => {
  const text = cache.get(path) ?? readFileSync(join(root, path), 'utf8');
  cache.set(path, text);
  return text;
};
const benchmarks = files.filter((path) => path.endsWith('.bench.ts'));

const columns = [
  'part of the paper',
  'what it says',
  'code',
  'test',
  'picture or scene',
  'difference and reason',
];

interface Row {
  readonly part: string;
  readonly code: string;
  readonly test: string;
  readonly picture: string;
  readonly difference: string;
  readonly cells: readonly string[];
}

interface Section {
  readonly heading: string;
  /** Folder in which paths of the section are searched first. */
  readonly base: string;
  readonly rows: readonly Row[];
}

/** Reads the sections of the page that have a table with the columns above. */
function readSections(page: string): Section[] {
  return splitMarkdown(page)
    .text.split(/^## /m)
    .slice(1)
    .map((text) => {
      const lines = text.split('\n').filter((line) => line.startsWith('|'));
      const rows = lines.map((line) =>
        line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim().replaceAll('\\|', '|')),
      );
      expect(rows[0]).toEqual(columns);
      return {
        heading: text.slice(0, text.indexOf('\n')),
        base: text.match(/Paths are relative to\s+`([^`]+\/)`/)?.[1] ?? '',
        rows: rows.slice(2).map((cells) => {
          const [part, , code, tests, picture, difference] = cells;
          return { part, code, test: tests, picture, difference, cells };
        }),
      };
    });
}

const isPath = (text: string) => /^[\w./-]+\/$|\.(ts|json|png|md)$|^(scenes|docs|src|kernels)\//.test(text);

/** Returns the path of a file or folder that a cell names, relative to the root. Returns undefined if there is none. */
function findPath({ base }: Section, named: string): string | undefined {
  const path = named.replace(/\/$/, '');
  return [path, base + path].find((candidate) => present.has(candidate));
}

/** Returns whether a source declares a name: a function, class, type, constant, method or property. */
function declares(source: string, name: string): boolean {
  const keyword = `\\b(?:function\\*?|class|interface|type|const|let)\\s+${name}\\b`;
  const member = `^\\s+(?:(?:private|readonly|static|async|get)\\s+)*\\*?${name}\\??(?:\\((?:[^\\n]*[^;\\n])?$|:| = )`;
  return new RegExp(`${keyword}|${member}`, 'm').test(source);
}

/**
 * Returns whether a source has a test, or a group of tests, whose title is `title`. If `title` ends in …, the beginning of the test's title
 * must match.
 */
function hasTest(source: string, title: string): boolean {
  const isShort = title.endsWith('…');
  const text = isShort ? title.slice(0, -1) : title;
  return ["'", '"', '`'].some((quote) => {
    const written = text.replaceAll(quote, `\\${quote}`);
    for (let at = source.indexOf(quote + written); at >= 0; at = source.indexOf(quote + written, at + 1)) {
      const rest = source.slice(at + 1 + written.length);
      // Titles of browser tests end with a note.
      if (isShort || rest.startsWith(quote) || /^\$\{browserNote\}/.test(rest)) return true;
    }
    return false;
  });
}

/** Lists what is wrong in the cells of a row. */
function findFaults(section: Section, row: Row): string[] {
  const faults: string[] = [];
  const { code, test: tests, picture, difference } = row;
  if (row.cells.length !== columns.length) return [`${row.cells.length} cells`];
  if (row.cells.some((cell) => cell === '')) faults.push('an empty cell');

  let source: string | undefined;
  for (const [, token] of code.matchAll(/`([^`]+)`/g)) {
    if (isPath(token)) {
      const path = findPath(section, token);
      if (!path) faults.push(`no file ${token}`);
      source = path && files.includes(path) ? read(path) : undefined;
    } else if (source === undefined) faults.push(`a name without a file: ${token}`);
    else if (!declares(source, token)) faults.push(`${token} is not declared in the file before it`);
  }
  if (!/`/.test(code) && code !== 'absent' && code !== 'none needed') faults.push(`no code: ${code}`);
  if (code === 'absent' && difference.split(' ').length < 3) faults.push('no reason for what is absent');

  source = undefined;
  for (const [, token, title] of tests.matchAll(/`([^`\s]+)`(?!”)|“([^”]+)”/g)) {
    if (title !== undefined) {
      if (source === undefined) faults.push(`a title without a file: ${title}`);
      else if (!hasTest(source, title)) faults.push(`no test “${title}” in the file before it`);
    } else if (token.endsWith('.test.ts')) {
      const path = findPath(section, token);
      if (!path) faults.push(`no file ${token}`);
      source = path && read(path);
    } else if (!benchmarks.some((path) => read(path).includes(token))) faults.push(`no benchmark ${token}`);
  }
  if (!/`/.test(tests) && !/^(none|none needed|absent)$/.test(tests)) faults.push(`no test: ${tests}`);

  for (const cell of [picture, difference]) {
    for (const [, token] of cell.matchAll(/`([^`]+)`/g))
      if (isPath(token) && !findPath(section, token)) faults.push(`no file ${token}`);
  }
  if (!/`/.test(picture) && !/^(none|none needed|absent)$/.test(picture))
    faults.push(`no picture: ${picture}`);
  if (/^fig\. /.test(row.part) && picture !== 'absent' && !/`docs\/images\/[^`]+`/.test(picture)) {
    faults.push('a figure without a picture');
  }
  return faults;
}

/** Returns the numbers of the parts that the rows list, such as "§3.2", "eq. 4" and "fig. 7". */
function listParts(rows: readonly Row[]): Set<string> {
  const parts = new Set<string>();
  for (const { part } of rows) {
    const found = part.match(/^(§|eq\. |fig\. |table )(\d+(?:\.\d+)*)(?:–(\d+))?/);
    if (!found) continue;
    const [, kind, first, last = first] = found;
    if (first.includes('.')) parts.add(kind + first);
    else for (let n = Number(first); n <= Number(last); n++) parts.add(`${kind}${n}`);
  }
  return parts;
}

const range = (kind: string, count: number) => Array.from({ length: count }, (_, k) => `${kind}${k + 1}`);

/** The numbered parts of the papers, in the order of the page. Acknowledgements of 2006 are its section 7. */
const numbered = [
  [...range('§', 5), '§3.1', '§3.2', '§3.3', ...range('eq. ', 8), ...range('fig. ', 11), 'table 1'],
  [...range('eq. ', 8), ...range('fig. ', 7), 'table 1'],
  [...range('§', 7), '§1.1', '§4.1', '§4.2', '§5.1', '§5.2', ...range('eq. ', 21), ...range('fig. ', 4)],
  [...range('§', 7), '§6.1', '§6.2', '§6.3', '§6.4', ...range('fig. ', 10)],
  [...range('§', 6), ...range('eq. ', 5), ...range('fig. ', 13)],
];

const sections = readSections(read(file));

test('the page has a section for each of the five papers', () => {
  expect(sections.map(({ heading }) => heading.match(/\d{4}$/)?.[0])).toEqual([
    '1999',
    '1998',
    '2002',
    '2005',
    '2006',
  ]);
});

describe.each(sections.map((section, k) => [section.heading, section, numbered[k]] as const))(
  '%s',
  (_, section, parts) => {
    test('lists every numbered section, equation, figure and table', () => {
      const listed = listParts(section.rows);
      expect(parts.filter((part) => !listed.has(part))).toEqual([]);
      expect([...listed].filter((part) => !parts.includes(part))).toEqual([]);
    });

    test('names files, functions, tests and pictures that exist', () => {
      const faults = section.rows.flatMap((row) =>
        findFaults(section, row).map((fault) => `${row.part}: ${fault}`),
      );
      expect(faults).toEqual([]);
    });
  },
);

test('missing files, names, titles, reasons and pictures are found', () => {
  const head = `## X, 2000\n\nPaths are relative to \`src/systems/ground/\`.\n\n| ${columns.join(' | ')} |\n|---|---|---|---|---|---|\n`;
  const faultsOf = (line: string) => {
    const [section] = readSections(`${head}| ${line} |\n`);
    return findFaults(section, section.rows[0]);
  };
  const fine = '`step.ts` `stepGround` | `golden.test.ts` “golden hash: %s” | `docs/images/wet.png` | none';
  expect(faultsOf(`fig. 1 | a step | ${fine}`)).toEqual([]);
  expect(faultsOf('§1 | a | `stop.ts` | none | none | none')).toEqual(['no file stop.ts']);
  expect(faultsOf('§1 | a | `step.ts` `stopGround` | none | none | none')).toEqual([
    'stopGround is not declared in the file before it',
  ]);
  expect(faultsOf('§1 | a | `step.ts` | `golden.test.ts` “golden” | none | none')).toEqual([
    'no test “golden” in the file before it',
  ]);
  expect(faultsOf('§1 | a | `step.ts` | benchmark `ground.none` | none | none')).toEqual([
    'no benchmark ground.none',
  ]);
  expect(faultsOf('§1 | a | absent | absent | absent | none')).toEqual(['no reason for what is absent']);
  expect(faultsOf('fig. 1 | a | `step.ts` | none | `scenes/skier` | none')).toEqual([
    'a figure without a picture',
  ]);
  expect(faultsOf('§1 | a | `step.ts` | none | `docs/images/none.png` | none')).toEqual([
    'no file docs/images/none.png',
  ]);
});

test('the materials have the values of table 1', () => {
  const values = ({
    insideSlope,
    outsideSlope,
    roughness,
    liquidity,
    displacedFraction,
  }: typeof materials.sand) => [insideSlope, outsideSlope, roughness, liquidity, displacedFraction];
  expect(values(materials.sand)).toEqual([0.8, 0.436, 0.2, 0.8, 0.3]);
  expect(values(materials.mud)).toEqual([1.57, 1.1, 0.2, 1.1, 0.41]);
  expect(values(materials.snow)).toEqual([1.57, 1.57, 0.2, 1.57, 0]);
});
