/** A page or a group of pages in the sidebar, in the form that VitePress reads. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** Groups of the sidebar: title, and a pattern for the pages of the group. A page belongs to the first group that matches. */
const groups: readonly (readonly [string, RegExp])[] = [
  [
    'Start',
    /^(index|docs\/(live-examples|many-machines|graphics-card|usd|engines|package-size|troubleshooting|gallery|scene-file|papers))\.md$/,
  ],
  ['Tutorials', /^docs\/tutorials\//],
  ['Tools', /^docs\/tools\//],
  ['Systems', /^src\/systems\//],
  ['Motion, files, three.js, page', /^(src|studio)\//],
  ['API reference', /^reference\//],
  ['Scenes', /^scenes\//],
  ['Development', /./],
];

/** Makes the sidebar from all pages of the site (the Markdown for each path). The titles are the headings of the pages. */
export function createSidebar(pages: ReadonlyMap<string, string>): SidebarItem[] {
  const rest = new Set([...pages.keys()].sort());
  return groups.map(([text, pattern], k) => {
    const own = [...rest].filter((page) => pattern.test(page));
    for (const page of own) rest.delete(page);
    own.sort((a, b) => Number(isIndex(b)) - Number(isIndex(a)));
    const items = own.map((page) => ({ text: titleOf(pages.get(page)!, page), link: linkTo(page) }));
    return { text, collapsed: k > 1, items };
  });
}

function isIndex(page: string): boolean {
  return /^(index|[^/]+\/index|src\/systems\/\w+\/index|docs\/tutorials\/index)\.md$/.test(page);
}

function titleOf(text: string, page: string): string {
  const heading = text.match(/^# +(.*)$/m)?.[1];
  return page === 'index.md' ? 'Read me first' : (heading ?? page).replace(/[`*]/g, '');
}

function linkTo(page: string): string {
  return `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;
}
