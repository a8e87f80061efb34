import { expect, test } from 'vitest';
import { fillParams } from '../params.ts';
import { checkFur } from './check-params.ts';
import { furParams } from './params.ts';

const check = (values: Readonly<Record<string, unknown>>) => checkFur(fillParams(furParams, values));
const push = (path: readonly number[]) => ({ force: 'push', path });

test('compatible parameters are accepted', () => {
  expect(check({})).toEqual([]);
  expect(check({ actor: 'fox', joints: ['tail'], loop: true, texels: 64, comb: [0, 0, -1] })).toEqual([]);
  expect(check({ paper: true, forces: [push([0, 1, 2, 3]), { force: 'wind', from: 1, until: 2 }] })).toEqual(
    [],
  );
});

test.each<[Record<string, unknown>, string, string]>([
  [{ texels: 100 }, 'texels', 'got 100: use 64 or 128'],
  [{ texels: 1000 }, 'texels', 'got 1000: use 512 or 1024'],
  [{ except: ['paw'] }, 'except', 'expected an actor'],
  [{ loop: true }, 'loop', 'a patch of ground has none'],
  [{ colorFrom: 'skin' }, 'colorFrom', 'a patch of ground has the colours of its coat'],
  [{ actor: 'a', colorMap: 'a.png', colorFrom: 'coat' }, 'colorMap', 'replaces "coat"'],
  [{ comb: [1, 0, 0], maxCombAngle: 1.2, maxLean: 1 }, 'maxCombAngle', 'expected at most "maxLean", 1,'],
  [{ paper: true, bend: 'tangential' }, 'bend', 'expected "literal"'],
  [{ forces: [{ force: 'wind', from: 2, until: 1 }] }, 'forces[0].until', 'after "from", 2 s, got 1 s'],
  [{ forces: [{ force: 'whirl', axis: [0, 0, 0] }] }, 'forces[0].axis', 'expected a direction'],
  [{ texels: 1024, layerCount: 128 }, 'texels', 'use 512 texels with 128 layers'],
  [{ forces: [{ ...push([0, 1, 2, 3]), to: [1, 0, 0], from: 0, until: 1 }] }, 'forces[0].path', 'got both'],
  [{ forces: [{ ...push([0, 1, 2, 3]), center: [1, 0, 0] }] }, 'forces[0].path', 'got both'],
  [{ actor: 'a', spacing: 0.1 }, 'spacing', 'expected a patch of ground, without an actor'],
  [{ teleport: 'reset' }, 'teleport', 'expected an actor'],
  [{ maxCombAngle: 0.5 }, 'maxCombAngle', 'expected a comb or a combMap'],
  [{ edgeSpring: 9 }, 'edgeSpring', 'expected a topology of prisms'],
  [{ exponent: 3 }, 'exponent', 'expected bend "literal" or "tangential"'],
  [{ paper: true, collide: false }, 'collide', 'expected none beside "paper"'],
  [{ forces: [{ force: 'push', to: [1, 0, 0] }] }, 'forces[0].to', 'expected from and until'],
  [{ forces: [{ force: 'push', forward: 1 }] }, 'forces[0].forward', 'expected a centre that moves'],
  [{ forces: [{ force: 'push', along: [1, 0, 0] }] }, 'forces[0].along', 'expected an outward acceleration'],
  [{ forces: [push([])] }, 'forces[0].path', 'got 0 numbers'],
  [{ forces: [push([0, 0, 0])] }, 'forces[0].path', 'got 3 numbers'],
  [{ forces: [push([1, 0, 0, 0, 1, 0, 0, 0])] }, 'forces[0].path[4]', 'expected a time after 1 s, got 1 s'],
])('%j is refused', (values, path, message) => {
  expect(check(values)).toEqual([{ path, message: expect.stringContaining(message) }]);
});
