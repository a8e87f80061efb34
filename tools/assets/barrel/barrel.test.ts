import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inspectMesh } from '../../../src/scene/inspect-mesh.ts';
import { makeFiles } from './make-barrel.ts';

const made = makeFiles();

test.each([...made.keys()])('%s is what the script makes', (name) => {
  const content = made.get(name)!;
  const file = readFileSync(new URL(`../../../scenes/barrel/${name}`, import.meta.url));
  expect(typeof content === 'string' ? file.toString() : new Uint8Array(file)).toEqual(content);
});

test('the barrel and the ball are closed', () => {
  const ball = inspectMesh(new TextEncoder().encode(made.get('ball.obj') as string), 'ball.obj');
  expect(ball).toMatchObject({ isClosed: true, problems: [] });
  const barrel = inspectMesh(new TextEncoder().encode(made.get('barrel.obj') as string), 'barrel.obj');
  expect(barrel).toMatchObject({ isClosed: true, problems: [] });
});
