import { expect, test } from 'vitest';
import { readKeyFile } from '../files/keys.ts';
import { keysExamples, writeScenePage } from './scene-page.ts';

// `npx vitest run src/scene -u` generates the file again.
test('docs/scene-file.md is current', async () => {
  await expect(writeScenePage()).toMatchFileSnapshot('../../docs/scene-file.md');
});

test('the examples of keys files are equivalent, and can be read unchanged', () => {
  const json = readKeyFile(keysExamples.json, 'crate.json');
  const csv = readKeyFile(keysExamples.csv, 'crate.csv');
  expect(json.warnings).toEqual([]);
  expect(json.keys).toHaveLength(3);
  expect(json.keys[2].rotation).toEqual([
    0,
    0,
    expect.closeTo(Math.SQRT1_2, 6),
    expect.closeTo(Math.SQRT1_2, 6),
  ]);
  expect(csv).toEqual(json);
  for (const example of Object.values(keysExamples)) expect(writeScenePage()).toContain(example);
});
