import { describe, expect, test } from 'vitest';
import { readSvg } from './read-svg.ts';

const read = (inside: string) =>
  readSvg(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inside}</svg>`, 'a.svg');
const rect = '<rect width="1" height="1" class="a"/>';
const red = expect.objectContaining({ color: [1, 0, 0, 1] });

describe('styles', () => {
  // In earlier versions, the time for some of these files grew with the square of their length, to minutes.
  test.each([
    ['comments without an end', `.a{fill:red}${'/*'.repeat(200_000)}`],
    ['commands without an end', `.a{fill:red}${'@'.repeat(200_000)}`],
    ['text without a brace', `.a{fill:red}${'x'.repeat(400_000)}`],
    ['comments and commands that end', `/* { */ @import "x"; .a /* b */ {fill:red} @font-face {x:y}`],
    ['braces in braces', `@media screen { .b {fill:blue} .a {fill:red} }`],
    ['braces alone', `}}{{.a{fill:red}}`],
  ])('%s', (_, css) => {
    expect(read(`<style><![CDATA[${css}]]></style>${rect}`).areas).toEqual([red]);
  });

  test('among rules of equal specificity the last one wins, wherever it is stored', () => {
    const css = 'rect{fill:blue} .b.a{fill:blue} #x{fill:red} .a.b{fill:blue} *{fill:blue}';
    expect(read(`<style>${css}</style><rect id="x" class="a b" width="1" height="1"/>`).areas).toEqual([red]);
    expect(
      read(`<style>.a{fill:blue} .b{fill:red}</style><rect class="b a" width="1" height="1"/>`).areas,
    ).toEqual([red]);
  });

  test('many rules that all match all elements are refused', () => {
    const css = '.a{fill:red}'.repeat(10_000);
    expect(() => read(`<style>${css}</style>${rect.repeat(1000)}`)).toThrow(
      'a.svg line 1: expected styles that can be evaluated, but its styles take more than 10000000 comparisons with its elements in <rect>',
    );
  });

  test('only the first fifty of very many notes are reported', () => {
    const css = Array.from({ length: 300 }, (_, k) => `.c${k} > b{fill:red}`).join('');
    const { warnings } = read(`<style>${css}</style>${rect}`);
    expect(warnings.length).toBe(51);
    expect(warnings[50]).toBe('and 250 more notes of this kind');
  });
});

test('parts that double with <use> are refused, although nothing is drawn', () => {
  const parts = Array.from(
    { length: 20 },
    (_, k) => `<g id="g${k}"><use href="#g${k + 1}"/><use href="#g${k + 1}"/></g>`,
  );
  expect(() => read(`<defs>${parts.join('')}<g id="g20"/></defs><use href="#g0"/>`)).toThrow(
    'expected at most 300000 elements, including those that <use> repeats',
  );
});

test('circular references of gradients and of patterns end', () => {
  const gradients = Array.from(
    { length: 20_000 },
    (_, k) => `<linearGradient id="g${k}" href="#g${k + 1}"/>`,
  );
  expect(read(`${gradients.join('')}<rect width="1" height="1" fill="url(#g0)"/>`).areas.length).toBe(1);
  expect(read(`<rect width="1" height="1" fill="${'url(#p) '.repeat(20_000)}"/>`).areas.length).toBe(1);
});

test.each([
  ['curves', `<path d="M0 0${'q1e6 1 9 9 '.repeat(3000)}"/>`],
  [
    'strokes',
    `<path stroke="red" stroke-linejoin="round" stroke-width="500" d="M0 0${'l1 1 1 -1 '.repeat(20_000)}"/>`,
  ],
])('%s with too many corners are refused', (_, path) => {
  expect(() => read(path)).toThrow(
    'a.svg: expected a drawing of at most 1000000 corners after its curves are flattened, got more: simplify its paths',
  );
});
