import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson, writeExactJson } from './exact-json.ts';

test('numbers beyond the precision of JavaScript keep all digits, at any position', () => {
  const text =
    '{"a":12345678901234567890,"b":[-9007199254740993,9007199254740992,0.1234567890123456789,1e400],"12345678901234567890":"\\"12345678901234567890"}';
  const back = writeExactJson(parseExactJson(text));
  expect(back).toContain(
    '"a":12345678901234567890,"b":[-9007199254740993,9007199254740992,0.12345678901234568,',
  );
  expect(back).toContain('"12345678901234567890":"\\"12345678901234567890"');
});

test('a number beyond the largest finite one', () => {
  const text = `[${'9'.repeat(400)}]`;
  expect(writeExactJson(parseExactJson(text))).toBe(text);
});

test('all other JSON is read as by JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
      const text = JSON.stringify([value, 1234567890123456], null, indent);
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
      expect(writeExactJson(parseExactJson(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { seed: 20261128 },
  );
});

test('damaged JSON is refused as by JSON.parse', () => {
  expect(() => parseExactJson('{"a": 12345678901234567890')).toThrow(SyntaxError);
  expect(() => parseExactJson('["12345678901234567890')).toThrow(SyntaxError);
});
