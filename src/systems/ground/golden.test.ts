import { expect, test } from 'vitest';
import { goldenScenes } from './testing/scenes.ts';
import { hashGround } from './tiles/save.ts';

/** If a hash changes, results change for all users. Such a change is listed under *Results changed* in the change log. */
const hashes: Record<string, string> = {
  'shoe in sand': '967a1da39f0393ec',
  'shoe in mud': 'c7b16eb813bbb5e1',
  'shoe in snow': 'f09302885155f92b',
  'random bodies': 'a9885acc49285f71',
};

test.each(Object.keys(goldenScenes))('golden hash: %s', (name) => {
  expect(hashGround(goldenScenes[name]())).toBe(hashes[name]);
});
