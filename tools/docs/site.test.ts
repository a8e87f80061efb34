import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { readApi } from './api.ts';
import { isExternal, linkPattern, listAnchors, splitMarkdown } from './markdown.ts';
import { collectPages } from './pages.ts';
import { root } from './repository.ts';
import { createSidebar } from './sidebar.ts';
import { pageOf, writeReference } from './write-reference.ts';

const entries = readApi('src');
const reference = writeReference(entries);

test('the reference has a page for every entry point, and on it every name with its docstring', () => {
  for (const entry of entries) {
    const page = reference.get(pageOf(entry.name))!;
    const anchors = listAnchors(page);
    for (const { name, doc } of entry.items) {
      expect(anchors, `${entry.name}: ${name}`).toContain(name.toLowerCase());
      expect(page).toContain(doc);
    }
  }
});

test('the reference shows units, ranges and errors of the docstrings, also of members', () => {
  const node = reference.get('node.md')!;
  expect(node).toMatch(/### bakeFile[^#]*Throws InputError/);
  expect(node).toMatch(/\| `maxBytes` \| [^|]*bytes/);
});

test('the reference contains no function bodies and no private members', () => {
  const built = existsSync(join(root, 'dist/index.d.ts')) ? writeReference() : reference;
  for (const [name, page] of built) expect(page, name).not.toMatch(/^\s*(private|#\w+)\s/m);
});

test('every link of the site leads to one of its pages, with its anchor, or to one of its files', () => {
  const { pages, copies } = collectPages();
  const anchors = new Map([...pages].map(([path, text]) => [path, listAnchors(text)]));
  const dead: string[] = [];
  for (const [path, text] of pages) {
    for (const [, , link] of splitMarkdown(text).text.matchAll(linkPattern)) {
      if (isExternal(link)) continue;
      const [file, anchor] = link.split('#');
      const isFile = file.startsWith('/');
      const target = file === '' ? path : posix.join(isFile ? 'public' : posix.dirname(path), file);
      if (copies.has(target)) continue;
      if (!anchors.has(target) || (anchor && !anchors.get(target)!.has(anchor)))
        dead.push(`${path}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
});

test('the sidebar lists every page once', () => {
  const { pages } = collectPages();
  const links = createSidebar(pages).flatMap(({ items }) => items!.map(({ link }) => link));
  expect(new Set(links).size).toBe(pages.size);
  expect(links).toHaveLength(pages.size);
});
