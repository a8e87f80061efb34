import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from '../input-error.ts';
import { parseJson } from './parse-json.ts';

const faultOf = (text: string): string => {
  try {
    parseJson(text, 'scene.json');
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return 'no fault';
};

test('reads valid JSON in the same way as JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(parseJson(text, 'x')).toEqual(JSON.parse(text));
    }),
    { seed: 3 },
  );
});

test('accepts and refuses the same texts as JSON.parse, also after random damage', () => {
  const sample = JSON.stringify({ version: 1, time: { end: -1.5e2 }, list: [true, null, 'a\\n"ü'] }, null, 1);
  fc.assert(
    fc.property(fc.nat(sample.length - 1), fc.constantFrom(...'{}[],:"\\ 0.-etx\n'), (at, character) => {
      const text = sample.slice(0, at) + character + sample.slice(at + 1);
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        expect(faultOf(text)).toMatch(/^scene\.json:\d+:\d+: /);
        return;
      }
      const fault = faultOf(text);
      if (fault === 'no fault') expect(parseJson(text, 'x')).toEqual(expected);
      else expect(fault).toContain('occurs twice');
    }),
    { seed: 4, numRuns: 500 },
  );
});

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 'scene.json:3:3: expected a comma or "}" after the value of "a", got "b"'],
  [
    '{ "a": 1, }',
    'scene.json:1:11: a comma before "}" is one too many: JSON allows none after the last entry',
  ],
  [
    '{ "a": [1, 2,] }',
    'scene.json:1:14: a comma before "]" is one too many: JSON allows none after the last item',
  ],
  ['{ a: 1 }', 'scene.json:1:3: expected a key in double quotes, got a'],
  ['{ "a" 1 }', 'scene.json:1:7: expected a colon after the key "a", got 1'],
  ['{ "a": .5 }', 'scene.json:1:8: expected a number such as 0.5 or -2e3, got .5'],
  ['{ "a": NaN }', 'scene.json:1:8: JSON has no NaN: write a number'],
  ['{ "a": yes }', 'scene.json:1:8: expected a value for "a", got yes'],
  ['{ "a": "x }\n', 'scene.json:1:8: this text has no closing quote'],
  ['{ // no\n}', 'scene.json:1:3: JSON has no comments: put the words under a key "$comment"'],
  ['{ "a": 1, "a": 2 }', 'scene.json:1:11: the key "a" occurs twice in this object: keep one'],
  ['{ "a": { "b": 1 }', 'scene.json:1:1: the file ends before this "{" is closed'],
  ['', 'scene.json:1:1: expected a JSON object in { }, got the end of the file'],
  ['{} {}', 'scene.json:1:4: expected nothing after the last "}", got "{"'],
])('says where %j breaks', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

test('a byte order mark and Windows line ends are accepted', () => {
  expect(parseJson('\ufeff{\r\n "a": 1\r\n}', 'x')).toEqual({ a: 1 });
});

test('a key named __proto__ is data', () => {
  const value = parseJson('{ "__proto__": 1 }', 'x') as object;
  expect(Object.keys(value)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
