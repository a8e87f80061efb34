import { expect, test } from 'vitest';
import { systemEntries } from '../../src/index.ts';
import { actorParams } from '../../src/scene/actor-params.ts';
import type { FieldTable } from '../../src/scene/fields.ts';
import { furParams } from '../../src/systems/fur/index.ts';
import type { ListParam } from '../../src/systems/index.ts';
import { particlesParams } from '../../src/systems/particles/index.ts';
import { createFieldModel, labelOf, showNumber, sliderSteps } from './field-model.ts';
import { forceFirstFields } from './fur-forces.ts';
import { particlesFirstFields } from './particles-list.ts';

const tables: [string, FieldTable][] = [
  ['actor', actorParams],
  ...systemEntries.map((definition): [string, FieldTable] => [definition.name, definition.params]),
];

test.each(tables)(
  'every parameter of the %s table has a label, a description, a range and a reset',
  (_, table) => {
    for (const [name, spec] of Object.entries(table)) {
      const model = createFieldModel(name, spec, { entry: {}, opened: {} });
      expect(model.label).toMatch(/^[A-Z][a-z ]+$/);
      expect(model.description.length).toBeGreaterThan(10);
      expect(model.expected.length).toBeGreaterThan(3);
      expect(model.isChanged).toBe(false);
    }
  },
);

test.each(tables)('sliders of the %s table stay in range and contain their initial value', (_, table) => {
  for (const [name, spec] of Object.entries(table)) {
    if (spec.type !== 'number' && spec.type !== 'integer') continue;
    const { slider } = createFieldModel(name, spec, { entry: {}, opened: {} });
    for (const position of [0, 1, sliderSteps / 2, sliderSteps]) {
      const value = slider!.toValue(position);
      expect(value).toBeGreaterThanOrEqual(spec.min);
      expect(value).toBeLessThanOrEqual(spec.max);
      if (spec.open) expect(value).toBeGreaterThan(spec.min);
    }
    if (spec.default === undefined) continue;
    expect(slider!.min).toBeLessThanOrEqual(spec.default);
    expect(slider!.max).toBeGreaterThanOrEqual(spec.default);
    const back = slider!.toValue(slider!.toPosition(spec.default));
    expect(Math.abs(back - spec.default)).toBeLessThanOrEqual(0.02 * Math.max(spec.default, slider!.max / 2));
  }
});

test('the effective value is that of the scene, else the default, else the choice of the system', () => {
  const spec = { type: 'number', unit: 'm', min: 0, max: 1, description: 'A size.' } as const;
  const sources = { opened: {}, derived: { size: 0.3 } };
  expect(createFieldModel('size', spec, { ...sources, entry: {} }).effective).toBe(0.3);
  const withDefault = { ...spec, default: 0.2 };
  expect(createFieldModel('size', withDefault, { ...sources, entry: {} }).effective).toBe(0.2);
  const given = createFieldModel('size', withDefault, { ...sources, entry: { size: 0.1 } });
  expect(given.effective).toBe(0.1);
  expect(given.isChanged).toBe(true);
});

test('the slider of a cell is logarithmic around the cell of the opened scene', () => {
  const spec = systemEntries[0].params.cell;
  const { slider } = createFieldModel('cell', spec, { entry: {}, opened: { cell: 0.0025 } });
  expect(slider!.min).toBeCloseTo(0.0005, 6);
  expect(slider!.max).toBeCloseTo(0.0125, 6);
  expect(slider!.toValue(sliderSteps / 2)).toBe(0.0025);
});

test('labels and values are shown in familiar form', () => {
  expect(labelOf('displacedFraction')).toBe('Displaced fraction');
  expect(showNumber(1.1, 'rad')).toBe('1.1 rad · 63°');
  expect(showNumber(0.012345, 'm')).toBe('0.01235 m');
});

test('every field that a card shows first exists in the table', () => {
  const lists: [ListParam, readonly string[]][] = [
    [furParams.forces, forceFirstFields],
    [particlesParams.keys, particlesFirstFields.keys],
    [particlesParams.shapes, particlesFirstFields.shapes],
    [particlesParams.sources, particlesFirstFields.sources],
    [particlesParams.bursts, particlesFirstFields.bursts],
    [particlesParams.forces, particlesFirstFields.forces],
  ];
  for (const [{ kinds }, names] of lists) {
    const known = Object.values(kinds).flatMap(({ fields }) => Object.keys(fields));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  }
});
