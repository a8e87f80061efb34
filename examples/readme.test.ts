import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Returns the text before and after the code of the first TypeScript block under a heading of a page. */
function splitAtBlock(page: string, heading: string): [before: string, after: string] {
  const section = page.indexOf(`\n## ${heading}\n`);
  const opening = '\n```ts\n';
  const start = page.indexOf(opening, section) + opening.length;
  const end = page.indexOf('\n```\n', start) + 1;
  expect(section, heading).toBeGreaterThan(0);
  expect(page.slice(section + 1, start), 'the block belongs to this heading').not.toContain('\n## ');
  expect(end).toBeGreaterThan(start);
  return [page.slice(0, start), page.slice(end)];
}

// `npx vitest run examples/readme.test.ts -u` updates it.
test('README.md shows the example that the browser test runs', async () => {
  const [before, after] = splitAtBlock(read('../README.md'), 'In your three.js app');
  const example = read('minimal.ts');
  expect(example.split('\n').length - 1).toBeLessThan(40);
  await expect(before + example + after).toMatchFileSnapshot('../README.md');
});

test('docs/tutorials/react.md shows the React example word for word', () => {
  expect(read('../docs/tutorials/react.md')).toContain(`\n\`\`\`tsx App.tsx\n${read('react.tsx')}\`\`\`\n`);
});
