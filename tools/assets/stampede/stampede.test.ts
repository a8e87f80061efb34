import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseSceneText } from '../../../src/scene/parse-scene.ts';
import { formatStampede, makeStampede, makeValley, stampedeFolder } from './make-stampede.ts';

const text = readFileSync(`${stampedeFolder}scene.json`, 'utf8');

test('the script makes the files of the scene', () => {
  expect(formatStampede(makeStampede(1000, 4))).toBe(text);
  expect(Buffer.from(makeValley()).equals(readFileSync(`${stampedeFolder}terrain.png`))).toBe(true);
});

test('a thousand riders are spread over 2 km, in groups, at cells of 1 cm', () => {
  const scene = parseSceneText(text, 'scene.json');
  expect(scene.actors).toHaveLength(1000);
  expect(scene.systems[0].params).toMatchObject({ cell: 0.01 });
  const end = scene.time.end;
  const along = scene.actors.map(
    ({ position, heading, offset }) => position[0] + 4.2 * (end + offset) * Math.sin(heading),
  );
  expect(Math.max(...along) - Math.min(...along)).toBeGreaterThan(1950);
  // Riders in each 20 m of the valley.
  const counts = new Int32Array(120);
  for (const x of along) counts[Math.floor((x + 1200) / 20)]++;
  expect(Math.max(...counts)).toBeGreaterThan(1.5 * (1000 / 100));
  // All bicycles are ridden until the end: their clips last 8 s.
  expect(Math.max(...scene.actors.map(({ offset }) => offset)) + scene.time.end).toBeLessThan(8);
});
