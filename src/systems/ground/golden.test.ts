import { expect, test } from 'vitest';
import { goldenScenes } from './testing/scenes.ts';
import { hashGround } from './tiles/save.ts';

/** If a hash changes, results change for all users. Such a change is listed under *Results changed* in the change log. */
const hashes: Record<string, string> = {
  'shoe in sand': '48adcb5a95b47526',
  'shoe in mud': '8b942ae27889ff09',
  'shoe in snow': 'bd8c2372fe9898a0',
  'random bodies': '54f3e807fa7bc425',
};

test.each(Object.keys(goldenScenes))('golden hash: %s', (name) => {
  expect(hashGround(goldenScenes[name]())).toBe(hashes[name]);
});
