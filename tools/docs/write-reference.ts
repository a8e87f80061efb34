import { type ApiEntry, type ApiItem, readApi } from './api.ts';
import { slugOf } from './markdown.ts';

const groups: readonly (readonly [ApiItem['kind'], string])[] = [
  ['function', 'Functions'],
  ['class', 'Classes'],
  ['constant', 'Constants'],
  ['interface', 'Interfaces'],
  ['type', 'Types'],
];

/** Returns the file name of an entry point's page. Example: `aftermotion/three/webgpu` is on `three-webgpu.md`. */
export function pageOf(entry: string): string {
  return `${entry.replace(/^aftermotion\/?/, '').replaceAll('/', '-') || 'main'}.md`;
}

/** Writes the API reference from the declaration files of the build. Returns the Markdown for each page name. */
export function writeReference(entries: readonly ApiEntry[] = readApi('dist')): Map<string, string> {
  const locations = locationsOf(entries);
  const pages = new Map<string, string>([['index.md', writeIndex(entries)]]);
  for (const entry of entries) pages.set(pageOf(entry.name), writeEntry(entry, locations));
  return pages;
}

/**
 * Returns, for the name of each declaration, the page and the anchor of its description. If several entry points export it, the first
 * counts.
 */
function locationsOf(entries: readonly ApiEntry[]): Map<string, string> {
  const locations = new Map<string, string>();
  // Specific entry points come before the general entry point.
  for (const entry of [...entries].sort((a, b) => b.name.length - a.name.length)) {
    for (const { name } of entry.items) locations.set(name, `${pageOf(entry.name)}#${slugOf(name)}`);
  }
  return locations;
}

function writeIndex(entries: readonly ApiEntry[]): string {
  const rows = entries.map(
    ({ name, doc, items }) => `| [\`${name}\`](${pageOf(name)}) | ${items.length} | ${firstSentence(doc)} |`,
  );
  return [
    '# API reference',
    'Every entry point of the package and every name that it exports. These pages are generated from the docstrings and the declaration files.',
    `| import from | names | content |\n|---|---|---|\n${rows.join('\n')}`,
    '',
  ].join('\n\n');
}

function writeEntry(entry: ApiEntry, locations: ReadonlyMap<string, string>): string {
  const parts = [`# \`${entry.name}\``, entry.doc];
  for (const [kind, title] of groups) {
    const items = entry.items
      .filter((item) => item.kind === kind)
      .sort((a, b) => a.name.localeCompare(b.name));
    if (items.length === 0) continue;
    parts.push(`## ${title}`);
    for (const item of items) parts.push(writeItem(item, entry, locations));
  }
  return `${parts.join('\n\n')}\n`;
}

function writeItem(item: ApiItem, entry: ApiEntry, locations: ReadonlyMap<string, string>): string {
  const import_ = item.kind === 'interface' || item.kind === 'type' ? 'import type' : 'import';
  const parts = [
    `### ${item.name}`,
    item.doc,
    `\`\`\`ts\n${import_} { ${item.name} } from '${entry.name}';\n\n${shorten(item.code)}\n\`\`\``,
  ];
  const described = item.members.filter(({ doc }) => doc);
  if (described.length > 0) {
    const rows = described.map(({ name, doc }) => `| \`${name}\` | ${cell(doc)} |`);
    parts.push(`| member | description |\n|---|---|\n${rows.join('\n')}`);
  }
  const named = new Set(item.code.match(/\b[A-Z]\w+\b/g));
  named.delete(item.name);
  const links = [...named]
    .filter((name) => locations.has(name))
    .map((name) => `[${name}](${locations.get(name)})`);
  if (links.length > 0) parts.push(`See also: ${links.join(', ')}.`);
  return parts.join('\n\n');
}

/** Shortens declarations. Those of tables are pages long, so only the beginning is shown. */
function shorten(code: string): string {
  const lines = code.split('\n');
  return lines.length <= 60
    ? code
    : [...lines.slice(0, 40), `// … ${lines.length - 40} more lines`].join('\n');
}

function firstSentence(doc: string): string {
  return cell(doc.match(/^.*?\.(?=\s|$)/s)?.[0] ?? doc);
}

function cell(doc: string): string {
  return doc.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}
