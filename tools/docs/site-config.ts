import { readFileSync } from 'node:fs';
import { defineConfig, type MarkdownRenderer } from 'vitepress';
import { slugOf } from './markdown.ts';
import { siteSource } from './repository.ts';

const base = process.env.DOCS_BASE ?? '/';

/** The configuration of the site. It reads the sidebar from a file that `build-site.ts` has written. */
export default defineConfig({
  title: 'Aftermotion',
  description: 'Physically based secondary motion for any animation.',
  base,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // Pages link to copies of files of the repository in public/.
  ignoreDeadLinks: [/\/repository\//],
  vite: { build: { chunkSizeWarningLimit: 5000 } },
  markdown: {
    // Pages are Markdown without HTML. Text that looks like a tag is shown as text.
    html: false,
    // Anchors have the same names as on GitHub, since the links of all pages use them.
    anchor: { slugify: slugOf },
    config(markdown: MarkdownRenderer) {
      renderExamples(markdown);
      escapeBraces(markdown);
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/' },
      { text: 'Tutorials', link: '/docs/tutorials/' },
      { text: 'Live examples', link: '/docs/live-examples' },
      { text: 'Troubleshooting', link: '/docs/troubleshooting' },
      { text: 'Scene file', link: '/docs/scene-file' },
      { text: 'API', link: '/reference/' },
    ],
    sidebar: JSON.parse(readFileSync(`${siteSource}/sidebar.json`, 'utf8')),
  },
});

/** Shows a code block of the language `example` as the running example that it names. */
function renderExamples(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  const renderCode = rules.fence!;
  rules.fence = (tokens, index, ...rest) => {
    if (tokens[index].info.trim() !== 'example') return renderCode(tokens, index, ...rest);
    const name = tokens[index].content.trim();
    const style = 'width: 100%; aspect-ratio: 16 / 9; border: 0';
    return `<iframe src="${base}examples/${name}.html" title="Live example: ${name}" loading="lazy" style="${style}"></iframe>\n`;
  };
}

/** Prevents that Vue evaluates double braces in the text of pages. */
function escapeBraces(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  const renderText = rules.text!;
  rules.text = (...args) => renderText(...args).replaceAll('{{', '&#123;&#123;');
}
