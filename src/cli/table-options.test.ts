import { Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { groundParams } from '../systems/ground/params.ts';
import { addTableOptions, flagOf, readTableOptions } from './table-options.ts';

test('a flag that is on by default says nothing unless it is taken away', () => {
  const table = {
    shown: { type: 'flag', default: true, words: 'Seen.' },
    smooth: { type: 'flag', default: false, words: 'Smooth.' },
  } as const;
  const read = (...args: string[]) => {
    const command = new Command('test').exitOverride();
    addTableOptions(command, table, 'All:');
    command.parse(args, { from: 'user' });
    return readTableOptions(table, command.opts());
  };
  expect(read()).toEqual({});
  expect(read('--no-shown')).toEqual({ shown: false });
  expect(read('--smooth')).toEqual({ smooth: true });
});

const parse = (...args: string[]) => {
  const command = new Command('test').exitOverride().configureOutput({ writeErr() {} });
  addTableOptions(command, groundParams, 'The ground:');
  command.parse(args, { from: 'user' });
  return readTableOptions(groundParams, command.opts());
};

test('every parameter has a flag, and only what is given is read', () => {
  expect(parse()).toEqual({});
  expect(parse('--inside-slope', '40deg', '--size', '8,2', '--smooth', '--contour', 'four-way')).toEqual({
    insideSlope: 0.698131700797732,
    size: [8, 2],
    smooth: true,
    contour: 'four-way',
  });
  const help = (() => {
    const command = new Command('test');
    addTableOptions(command, groundParams, 'The ground:');
    return command.helpInformation();
  })();
  // What is on by default is switched off.
  for (const [name, spec] of Object.entries(groundParams)) {
    const isOn = spec.type === 'flag' && spec.default;
    expect(help).toContain(isOn ? flagOf(name).replace('--', '--no-') : flagOf(name));
  }
});

test('a value that is no number is refused in words', () => {
  expect(() => parse('--cell', 'fine')).toThrow(CommanderError);
  expect(() => parse('--cell', 'fine')).toThrow(/expected a size > 0 and ≤ 1 m, got "fine"/);
});
