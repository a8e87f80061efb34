import { expect, test } from 'vitest';
import type { OutputKind } from '../systems/outputs/output.ts';
import { findReadSystems, type SystemReads } from './find-read-systems.ts';
import { orderSystems } from './order-systems.ts';
import { toySystem } from './testing/toy-system.ts';

function system(name: string, shows: OutputKind, reads?: readonly string[] | null): SystemReads {
  return { name, definition: { ...toySystem, shows }, params: { rate: 1 }, reads };
}

test('a system that names no ground reads all, otherwise it reads the named ones', () => {
  const grounds = [system('b', 'heightfield'), system('a', 'heightfield', null)];
  const readers = [
    system('all', 'points'),
    system('one', 'shells', ['a', 'all']),
    system('none', 'points', []),
  ];
  expect(findReadSystems([...readers, ...grounds])).toEqual([['b', 'a'], ['a'], [], [], []]);
});

test('a system that cannot touch a ground reads none', () => {
  const ground = system('a', 'heightfield');
  const definition = { ...toySystem, shows: 'points' as const, touchesGround: () => false };
  const drives = { ...toySystem, shows: 'morph' as const, reads: ['drives' as const] };
  const rest = { params: { rate: 1 } };
  expect(
    findReadSystems([ground, { name: 'b', definition, ...rest }, { name: 'c', definition: drives, ...rest }]),
  ).toEqual([[], [], []]);
});

test('defaults cause no cycle: grounds step first in any order', () => {
  const systems = [
    system('a', 'points'),
    system('b', 'heightfield'),
    system('c', 'shells'),
    system('d', 'heightfield'),
  ];
  const reads = findReadSystems(systems);
  const order = orderSystems(systems.map(({ name }, k) => ({ name, reads: reads[k] })));
  const position = (index: number) => order.indexOf(index);
  for (const reader of [0, 2])
    for (const ground of [1, 3]) expect(position(ground)).toBeLessThan(position(reader));
});
