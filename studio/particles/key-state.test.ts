import { expect, test } from 'vitest';
import { describeKeyState, formatLength } from './key-state.ts';

const keyState = { name: 'a', count: 1200, arrived: 0, maxPositionError: 0, peakAcceleration: 0 };

test('the state of a key is described briefly', () => {
  expect(describeKeyState({ ...keyState, phase: 'waiting' })).toBe('1,200 to come');
  expect(describeKeyState({ ...keyState, phase: 'waiting', count: 0 })).toBe('to come');
  expect(describeKeyState({ ...keyState, phase: 'leading', arrived: 7 })).toBe('7 of 1,200 there');
  expect(describeKeyState({ ...keyState, phase: 'leading', arrived: 1200 })).toBe('all 1,200 there');
  expect(describeKeyState({ ...keyState, phase: 'done', arrived: 1200 })).toBe('all 1,200 arrived');
  expect(describeKeyState({ ...keyState, phase: 'done', arrived: 900, maxPositionError: 0.0123 })).toBe(
    '900 of 1,200 arrived, 12 mm off at most',
  );
});

test('lengths are shown in suitable units', () => {
  expect([0, 3e-12, 4.2e-6, 0.0123, 0.5, 12.34].map(formatLength)).toEqual([
    '0 m',
    '< 1 nm',
    '4.2 µm',
    '12 mm',
    '0.5 m',
    '12 m',
  ]);
});
