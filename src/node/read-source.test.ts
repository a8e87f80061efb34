import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSource } from './read-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftermotion-'));
afterAll(() => rmSync(folder, { recursive: true }));
const drawing = join(folder, 'house.svg');
writeFileSync(drawing, '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>');
const snow = join(folder, 'snow.json');
writeFileSync(
  snow,
  JSON.stringify({ version: 1, actors: [], systems: [{ system: 'ground', material: 'snow' }] }),
);

test.each([
  [
    drawing,
    { ground: { material: 'snow' as const } },
    'overrides.ground.material: expected a system "ground" in',
  ],
  [drawing, { flesh: { stiffness: 1 } }, 'overrides.flesh.stiffness: expected a system "flesh" in'],
  [drawing, { actor: { height: 1 } }, 'overrides.actor.height: expected an actor in'],
  [snow, { particles: { size: 1 } }, 'overrides.particles.size: expected a system "particles" in'],
  [snow, { fur: { length: 0.1 } }, 'overrides.fur.length: expected a system "fur" in'],
])('%s refuses overrides that it cannot use: %j', async (path, overrides, message) => {
  await expect(readSource(path, overrides)).rejects.toThrow(message);
});

test('given values are changed, absent ones are ignored', async () => {
  const size = { particles: { size: 0.5, drag: undefined }, ground: { material: undefined } };
  const { scene } = await readSource(drawing, size);
  expect((scene as { systems: { size: number }[] }).systems[0].size).toBe(0.5);
});

test('files that overrides name are searched in the working directory first, then beside the scene', async () => {
  const terrainOf = ({ scene }: Awaited<ReturnType<typeof readSource>>) =>
    (scene as { systems: { terrain: string }[] }).systems[0].terrain;
  const here = await readSource(snow, { ground: { terrain: 'package.json' } });
  expect(resolve(folder, terrainOf(here))).toBe(resolve('package.json'));
  expect(terrainOf(await readSource(snow, { ground: { terrain: 'not-here.png' } }))).toBe('not-here.png');
});
