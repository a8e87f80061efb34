import { expect, test } from 'vitest';
import { readApi } from './api.ts';

/** Returns whether a docstring begins with a full sentence: a capital letter or code, some words, and a full stop. */
function beginsWithSentence(doc: string): boolean {
  const [first] = doc.split(/\n\s*\n/);
  return /^[\p{Lu}`[\d("'«“*]/u.test(first) && /[.!?:](\s|$)/.test(first) && first.split(/\s+/).length >= 3;
}

test.each(readApi('src').map((entry) => [entry.name, entry] as const))(
  'everything that %s exports has a docstring of at least one sentence',
  (_, entry) => {
    expect(entry.doc, `${entry.name}: a comment at the top of its file`).not.toBe('');
    const bare = entry.items.filter(({ doc }) => !beginsWithSentence(doc));
    expect(bare.map(({ name, file, doc }) => `${file}: ${name}: "${doc}"`)).toEqual([]);
  },
);

test('docstrings without a full sentence are refused', () => {
  expect(beginsWithSentence('Returns the nearest point of a mesh.\n\nIn metres.')).toBe(true);
  for (const doc of ['', 'the nearest point.', 'Nearest.', 'Returns the nearest point']) {
    expect(beginsWithSentence(doc), doc).toBe(false);
  }
});
