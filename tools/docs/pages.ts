import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isExternal, linkPattern } from './markdown.ts';
import { listFiles, resolveLink, root } from './repository.ts';
import { writeReference } from './write-reference.ts';

/** The contents of the site. All paths are relative to its root. */
export interface SiteFiles {
  /** For the path of each page, its Markdown with rewritten links. */
  readonly pages: ReadonlyMap<string, string>;
  /** Files of the repository that pages show or link to: for the path in the site, the path in the repository. */
  readonly copies: ReadonlyMap<string, string>;
}

/** Folder of the site with copies of the files that pages link to. */
const filesFolder = 'public/repository';

/** Collects the pages: README files, `docs/`, and the API reference. Throws if a link has no target. */
export function collectPages(): SiteFiles {
  const files = listFiles();
  const present = new Set(files);
  const sources = files.filter((file) => file.endsWith('.md'));
  const pages = new Map<string, string>();
  const copies = new Map<string, string>();
  for (const source of sources) {
    const text = readFileSync(join(root, source), 'utf8').replaceAll('\r\n', '\n');
    pages.set(sitePath(source), rewriteLinks(source, text, present, copies));
  }
  for (const [name, text] of writeReference()) pages.set(`reference/${name}`, text);
  // In a clone, the API reference does not exist, so the table of contents of docs/ has no link to it.
  return { pages, copies };
}

/** Returns the path of a page in the site: a README is the index of its folder. */
function sitePath(source: string): string {
  return source.replace(/(^|\/)README\.md$/, '$1index.md');
}

function rewriteLinks(
  source: string,
  text: string,
  present: ReadonlySet<string>,
  copies: Map<string, string>,
): string {
  const from = posix.dirname(sitePath(source));
  const relative = (target: string) => {
    const path = posix.relative(from, target);
    return path.startsWith('.') ? path : `./${path}`;
  };
  // Code blocks contain no links, but may contain text that looks like a link.
  return text
    .split(/^(```.*?^```)$/ms)
    .map((part) => (part.startsWith('```') ? part : part.replace(linkPattern, rewrite)))
    .join('')
    .replace(/^<!-- example: (\w+) -->$/gm, '```example\n$1\n```');

  function rewrite(whole: string, before: string, link: string, after: string): string {
    if (isExternal(link) || link.startsWith('#')) return whole;
    const [path, anchor] = link.split('#');
    let target = resolveLink(source, path);
    if (present.has(`${target}/README.md`)) target += '/README.md';
    if (!present.has(target)) throw new Error(`${source} links to ${link}, which is not there`);
    const hash = anchor ? `#${anchor}` : '';
    if (target.endsWith('.md')) return `${before}${relative(sitePath(target))}${hash}${after}`;
    if (/\.(png|jpg|svg)$/.test(target)) {
      copies.set(target, target);
      return `${before}${relative(target)}${after}`;
    }
    // The ending `.txt` prevents that the server runs a source file, and that the browser offers it as a download.
    const name = /\.(tsx?|mjs|js|html)$/.test(target) ? `${target}.txt` : target;
    copies.set(`${filesFolder}/${name}`, target);
    return `${before}/repository/${name}${after}`;
  }
}
