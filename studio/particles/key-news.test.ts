import { expect, test } from 'vitest';
import { tellLength, tellNews } from './key-news.ts';

const news = { name: 'a', count: 1200, arrived: 0, largestMiss: 0, peakAcceleration: 0 };

test('how it stands with a key is told in a few words', () => {
  expect(tellNews({ ...news, phase: 'waiting' })).toBe('1,200 to come');
  expect(tellNews({ ...news, phase: 'waiting', count: 0 })).toBe('to come');
  expect(tellNews({ ...news, phase: 'leading', arrived: 7 })).toBe('7 of 1,200 there');
  expect(tellNews({ ...news, phase: 'leading', arrived: 1200 })).toBe('all 1,200 there');
  expect(tellNews({ ...news, phase: 'done', arrived: 1200 })).toBe('all 1,200 arrived');
  expect(tellNews({ ...news, phase: 'done', arrived: 900, largestMiss: 0.0123 })).toBe(
    '900 of 1,200 arrived, 12 mm off at most',
  );
});

test('lengths are told in units that fit', () => {
  expect([0, 3e-12, 4.2e-6, 0.0123, 0.5, 12.34].map(tellLength)).toEqual([
    '0 m',
    '< 1 nm',
    '4.2 µm',
    '12 mm',
    '0.5 m',
    '12 m',
  ]);
});
