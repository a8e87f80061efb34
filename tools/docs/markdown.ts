/** A page divided at its fenced code blocks: `text` is the page with the blocks replaced by spaces, `blocks` are the blocks. */
export interface MarkdownParts {
  readonly text: string;
  readonly blocks: readonly { readonly language: string; readonly code: string }[];
}

/** Separates the text of a page from its fenced code blocks. */
export function splitMarkdown(page: string): MarkdownParts {
  const blocks: { language: string; code: string }[] = [];
  const text = page.replace(/^```([^\n]*)\n(.*?)^```$/gms, (_, language: string, code: string) => {
    blocks.push({ language: language.trim(), code });
    return '';
  });
  return { text, blocks };
}

/** Returns the name of the anchor that GitHub and VitePress give a heading. */
export function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replace(/ /g, '-');
}

/** Returns the anchors of a page. Repeated headings get `-1`, `-2` and so on. */
export function listAnchors(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of splitMarkdown(page).text.matchAll(/^#{1,6} +(.*)$/gm)) {
    const slug = slugOf(heading);
    let name = slug;
    for (let k = 1; anchors.has(name); k++) name = `${slug}-${k}`;
    anchors.add(name);
  }
  return anchors;
}

/** Matches a link or picture of a page. Groups: 1 the text before the target, 2 the target, 3 the text after it. */
export const linkPattern = /(\]\()([^)\s]+)([^)\n]*\))/g;

/** Returns whether a link leads out of the repository, as `https:` does. */
export function isExternal(link: string): boolean {
  return /^[a-z]+:/.test(link);
}
