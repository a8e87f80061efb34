import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { findSystem } from '../systems/index.ts';
import { overrideScene } from './override-scene.ts';
import { parseScene } from './parse-scene.ts';
import { windParams } from './scene-params.ts';

const smoke = {
  system: 'particles',
  name: 'smoke',
  shapes: [{ shape: 'ball', name: 'ball' }],
  sources: [{ name: 'all', from: 'ball', count: 10 }],
};
const grass = { system: 'fur', name: 'grass', coat: 'grass', size: [1, 1] };
const sheltered = { ...grass, name: 'sheltered', forces: [{ force: 'wind', velocity: [0, 0, 0] }] };
const whirl = { force: 'whirl', center: [0, 1, 0] };

const parse = (top: object, systems: readonly object[]) => parseScene({ version: 1, ...top, systems });
const forcesOf = (top: object, systems: readonly object[]) =>
  parse(top, systems).systems.map(({ params }) => params.forces);

test('one wind acts like the same wind in the forces of each system that has none', () => {
  const wind = { velocity: ['12km/h', 0, 1], gusts: 0.8, from: '500ms' };
  const blown = (system: object, forces: readonly object[] = []) => ({
    ...system,
    forces: [...forces, { force: 'wind', ...wind }],
  });
  const { systems } = parse({ wind }, [smoke, { ...grass, forces: [whirl] }, sheltered]);
  expect(systems).toEqual(parse({}, [blown(smoke), blown(grass, [whirl]), sheltered]).systems);
});

test('what the wind leaves out has the default of each system, as its description says', () => {
  const [particles, fur] = (forcesOf({ wind: {} }, [smoke, grass]) as Record<string, number>[][]).map(
    ([one]) => one,
  );
  expect(particles.velocity).toEqual(windParams.velocity.default);
  expect(windParams.gusts.description).toContain(`${fur.gusts} for fur, ${particles.gusts} for particles`);
  expect(windParams.gustLength.description).toContain(
    `${fur.gustLength} m for fur, ${particles.gustLength} m for particles`,
  );
  expect(windParams.gustPeriod.description).toContain(`When absent: ${fur.gustPeriod} s`);
  expect(particles.gustPeriod).toBe(fur.gustPeriod);
  const ranges = findSystem('fur')!.params.forces as {
    kinds: Record<string, { fields: Record<string, object> }>;
  };
  for (const key of ['gustPeriod', 'gustLength'] as const) {
    const { min, max, open } = windParams[key];
    expect(ranges.kinds.wind.fields[key]).toMatchObject({ min, max, open });
  }
});

test('--wind replaces its velocity and keeps its gusts', () => {
  const scene = { version: 1, wind: { velocity: [1, 0, 0], gusts: 0.9 }, systems: [grass] };
  const [{ params }] = parseScene(overrideScene(scene, { wind: [0, 0, 4] })).systems;
  expect(params.forces).toMatchObject([{ force: 'wind', velocity: [0, 0, 4], gusts: 0.9 }]);
});

test.each<[object, readonly object[], string]>([
  [
    { wind: {} },
    [{ system: 'ground' }],
    'wind: expected a system that wind moves ("particles", "fur"), got none',
  ],
  [{ wind: 3 }, [grass], 'wind: expected an object such as { "velocity": [3, 0, 0] }, got 3'],
  [{ wind: { speed: 3 } }, [grass], 'wind.speed: unknown key'],
  [{ wind: { from: 2, until: 1 } }, [grass], 'wind.until: expected a time after from (2 s), got 1'],
])('%j is refused', (top, systems, expected) => {
  expect(() => parse(top, systems)).toThrow(InputError);
  expect(() => parse(top, systems)).toThrow(expected);
});
