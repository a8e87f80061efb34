import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from './repository.ts';

test('the messages that docs/troubleshooting.md quotes are those of the program', () => {
  const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');
  const symptoms = page.split('\n').filter((line) => /^\| (?!symptom|---)/.test(line));
  const quoted = symptoms.flatMap((line) =>
    [...line.split('|')[1].matchAll(/`([^`]+)`/g)].map(([, text]) => text),
  );
  const sources = listFiles()
    .filter((file) => /^(src|scripts)\/.*(?<!\.test)\.(ts|mjs)$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const names = new Set(['render', 'report.json', 'contactParts', 'surfaces', '.bvh', 'size']);
  expect(quoted.length).toBeGreaterThan(10);
  expect(quoted.filter((text) => !names.has(text) && !sources.includes(text))).toEqual([]);
});
