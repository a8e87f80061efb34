import { expect, test } from 'vitest';
import { goldenScenes } from './testing/scenes.ts';
import { hashGround } from './tiles/save.ts';

/** If a hash changes, results change for all users. Such a change is listed under *Results changed* in the change log. */
const hashes: Record<string, string> = {
  'shoe in sand': 'd92fa16cc57b9125',
  'shoe in mud': '2d5bb007a531f701',
  'shoe in snow': 'f09302885155f92b',
  'random bodies': '73045956d895b14c',
};

test.each(Object.keys(goldenScenes))('golden hash: %s', (name) => {
  expect(hashGround(goldenScenes[name]())).toBe(hashes[name]);
});
