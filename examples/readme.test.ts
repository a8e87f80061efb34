import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The first block of TypeScript after a heading of a page: what stands before it, its code, what comes after. */
function findBlock(page: string, heading: string): [before: string, code: string, after: string] {
  const section = page.indexOf(`\n## ${heading}\n`);
  const opening = '\n```ts\n';
  const start = page.indexOf(opening, section) + opening.length;
  const end = page.indexOf('\n```\n', start) + 1;
  expect(section, heading).toBeGreaterThan(0);
  expect(page.slice(section + 1, start), 'the block belongs to this heading').not.toContain('\n## ');
  expect(end).toBeGreaterThan(start);
  return [page.slice(0, start), page.slice(start, end), page.slice(end)];
}

// `npx vitest run examples/readme.test.ts -u` renews it.
test('README.md shows the example as it is run in the browser test', async () => {
  const [before, code, after] = findBlock(read('../README.md'), 'In your three.js app');
  const example = read('minimal.ts');
  expect(code.split('\n').length - 1).toBeLessThan(40);
  await expect(before + example + after).toMatchFileSnapshot('../README.md');
});
