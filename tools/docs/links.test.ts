import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isExternal, linkPattern, listAnchors, splitMarkdown } from './markdown.ts';
import { listFiles, listFolders, resolveLink, root } from './repository.ts';

const files = listFiles();
const present = new Set([...files, ...listFolders(files)]);
const pages = files.filter((file) => file.endsWith('.md'));
const read = (page: string) => readFileSync(join(root, page), 'utf8').replaceAll('\r\n', '\n');
const anchors = new Map(pages.map((page) => [page, listAnchors(read(page))]));
const rootFolders =
  '(?:src|docs|scenes|studio|kernels|examples|benchmarks|scripts|tools|bin|schema|licenses)';

/** Returns whether a path is a built file, which no checkout has before the build: `dist/…`, `….generated.ts`. */
const isBuilt = (path: string) => /^dist(-\w+)?(\/|$)|\.generated\.(ts|js)$/.test(path);

/** Names that end like source files but are not files of this repository. */
const packages = new Set(['opentype.js', 'three.js', 'Node.js', 'Babylon.js']);

/** Returns the links and anchors of a page that have no target. */
function findDeadLinks(page: string, text: string): string[] {
  return [...splitMarkdown(text).text.matchAll(linkPattern)]
    .map(([, , link]) => link)
    .filter((link) => {
      if (isExternal(link)) return false;
      const [path, anchor] = link.split('#');
      const target = path ? resolveLink(page, path) : page;
      if (!present.has(target)) return true;
      if (anchor === undefined) return false;
      return !(target === page ? listAnchors(text) : anchors.get(target))?.has(anchor);
    });
}

/** Returns the paths in backticks and in code blocks that name no file or folder of the repository. */
function findDeadPaths(page: string, text: string): string[] {
  const parts = splitMarkdown(text);
  const quoted = [...parts.text.matchAll(/`([^`\n]+)`/g)].map(([, path]) => path);
  // A block with a name, such as ```js study.mjs, is a file that the reader saves.
  const saved = new Set(parts.blocks.map(({ language }) => language.split(' ')[1]));
  const dead = quoted.filter((path) => {
    if (isBuilt(path) || packages.has(path) || saved.has(path)) return false;
    if (new RegExp(`^${rootFolders}/[\\w./-]*$`).test(path)) return !present.has(path.replace(/\/$/, ''));
    if (!/^[\w./-]+\.(ts|mjs|js|md|html)$/.test(path)) return false;
    const isHere = present.has(path) || present.has(resolveLink(page, path));
    return !isHere && !files.some((file) => file.endsWith(`/${path}`));
  });
  const named = new RegExp(
    `(?<![\\w./-])${rootFolders}/[\\w./-]*\\.(?:json|glb|gltf|bvh|svg|png|otf|ts|mjs)\\b`,
    'g',
  );
  const used = parts.blocks.flatMap(({ code }) => code.match(named) ?? []);
  return [...dead, ...used.filter((path) => !isBuilt(path) && !present.has(path))];
}

describe.each(pages)('%s', (page) => {
  test('links to files and headings that exist', () => {
    expect(findDeadLinks(page, read(page))).toEqual([]);
  });
  test('names files that exist', () => {
    // The change log also names files that no longer exist.
    if (page !== 'CHANGELOG.md') expect(findDeadPaths(page, read(page))).toEqual([]);
  });
});

test('a dead link, a dead anchor and a dead path are found', () => {
  const text =
    '# One\n[a](docs/none.md) [b](#one) [c](#two) [d](docs/conventions.md#no-such) `src/none.ts`\n';
  expect(findDeadLinks('README.md', text)).toEqual(['docs/none.md', '#two', 'docs/conventions.md#no-such']);
  expect(findDeadPaths('README.md', text)).toEqual(['src/none.ts']);
  expect(findDeadPaths('README.md', '```\nbake scenes/none/scene.json\n```\n')).toEqual([
    'scenes/none/scene.json',
  ]);
});

test('every page of docs/ can be reached from README.md', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) {
    for (const [, , link] of splitMarkdown(read(page)).text.matchAll(linkPattern)) {
      if (isExternal(link) || link.startsWith('#')) continue;
      const target = resolveLink(page, link.split('#')[0]);
      if (pages.includes(target)) reached.add(target);
      else if (pages.includes(`${target}/README.md`)) reached.add(`${target}/README.md`);
    }
  }
  // The gallery is not part of the npm package, so the README names it without a link.
  const expected = pages.filter(
    (page) => posix.dirname(page).startsWith('docs') && page !== 'docs/gallery.md',
  );
  expect(expected.filter((page) => !reached.has(page))).toEqual([]);
});
