import { Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { groundParams } from '../systems/ground/params.ts';
import { flagUsage, tableOption } from './table-options.ts';

function parse(...args: string[]) {
  const command = new Command('test').exitOverride().configureOutput({ writeErr() {} });
  for (const [flag, spec] of Object.entries(groundParams)) {
    const option = tableOption({ flag, spec });
    command.addOption(option);
    if (option.negate) command.setOptionValue(option.attributeName(), undefined);
  }
  command.parse(args, { from: 'user' });
  return command.opts();
}

test('a flag converts its value to the unit of the table', () => {
  expect(parse('--inside-slope', '40deg', '--size', '8,2', '--limit-flow', '--contour', 'four-way')).toEqual({
    insideSlope: 0.698131700797732,
    size: [8, 2],
    limitFlow: true,
    contour: 'four-way',
  });
});

test('a flag that is on by default can be switched off', () => {
  expect(flagUsage('sweep', groundParams.sweep)).toBe('--no-sweep');
  expect(parse()).toEqual({});
  expect(parse('--no-sweep')).toEqual({ sweep: false });
});

test('a value that is not a number is refused with a message', () => {
  expect(() => parse('--cell', 'fine')).toThrow(CommanderError);
  expect(() => parse('--cell', 'fine')).toThrow(/expected a size > 0 and ≤ 1 m, got "fine"/);
});

test('a flag takes keys over time as JSON, for parameters that may have them', () => {
  const keys = { keys: [{ time: 0, value: '40deg' }], interpolation: 'step' };
  expect(parse('--inside-slope', JSON.stringify(keys))).toEqual({ insideSlope: keys });
  expect(() => parse('--cell', JSON.stringify(keys))).toThrow(/expected a size > 0 and ≤ 1 m, got/);
  expect(() => parse('--inside-slope', '{ "keys"')).toThrow(CommanderError);
});
