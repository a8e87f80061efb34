import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linearOfSrgb } from '../../math/srgb.ts';
import type { OutlineArea } from '../../motion/outline.ts';
import { sharedPath } from '../../testing/shared.ts';
import { readSvg } from './read-svg.ts';

const draw = (body: string, attributes = 'viewBox="0 0 100 100"') =>
  readSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`,
    'a.svg',
  );

/** Returns the sum of the areas that the loops surround. The area of a counter-clockwise loop is positive. */
function areaOf({ loops }: OutlineArea): number {
  let sum = 0;
  for (const loop of loops) {
    for (let k = 0; k < loop.length; k += 2) {
      const next = (k + 2) % loop.length;
      sum += (loop[k] * loop[next + 1] - loop[next] * loop[k + 1]) / 2;
    }
  }
  return sum;
}

/** Returns the bounds as left, bottom, right, top, y upward. */
const boundsOf = (body: string) => {
  const { minX, minY, maxX, maxY } = draw(body).bounds;
  return [minX, minY, maxX, maxY].map((value) => Math.round(value * 1000) / 1000 + 0);
};

const colorOf = (body: string) => draw(body).areas[0]?.color;
const red = [1, 0, 0, 1];

describe('shapes', () => {
  test.each([
    ['<rect x="10" y="20" width="30" height="40"/>', [10, -60, 40, -20], 1200],
    ['<rect x="10" y="20" width="30" height="40" rx="5"/>', [10, -60, 40, -20], 1200 - (4 - Math.PI) * 25],
    ['<rect width="30" height="40" rx="99" ry="10"/>', [0, -40, 30, 0], 1200 - (4 - Math.PI) * 150],
    ['<circle cx="50" cy="50" r="10"/>', [40, -60, 60, -40], Math.PI * 100],
    ['<ellipse cx="50" cy="50" rx="10" ry="20"/>', [40, -70, 60, -30], Math.PI * 200],
    ['<polygon points="0,0 10,0 10 10"/>', [0, -10, 10, 0], 50],
    ['<polyline points="0 0 10 0 10-10"/>', [0, 0, 10, 10], 50],
    ['<path d="M10 10h20v20h-20z"/>', [10, -30, 30, -10], 400],
    ['<path d="m10,10 20,0 0,20 -20,0z m30 0 h10 v10 h-10z"/>', [10, -30, 50, -10], 500],
    ['<path d="M0 0Q10 0 10 10T20 20H0z"/>', [0, -20, 20, 0], 200],
    ['<path d="M0 10A10 10 0 0 1 20 10z"/>', [0, -10, 20, 0], 50 * Math.PI],
    ['<path d="M0 10a10 10 0 1 0 10-10z"/>', [0, -20, 20, 0], 75 * Math.PI + 50],
    ['<path d="M0 0A1 1 0 0 1 20 0z"/>', [0, -0, 20, 10], 50 * Math.PI],
    ['<path d="M0 0C0 10 10 10 10 0S20-10 20 0z"/>', [0, -7.5, 20, 7.5], null],
    ['<rect width="10%" height="1in"/>', [0, -96, 10, 0], 960],
  ])('%s', (body, bounds, area) => {
    expect(boundsOf(body)).toEqual(bounds.map((value) => expect.closeTo(value, 1)));
    const { areas } = draw(body);
    expect(areas.length).toBe(1);
    if (area !== null) expect(Math.abs(areaOf(areas[0])) / area).toBeCloseTo(1, 2);
  });

  test.each([
    '<rect width="0" height="5"/>',
    '<circle r="0"/>',
    '<path d=""/>',
    '<path/>',
    '<polygon points="1 2"/>',
    '<line x2="5"/>',
  ])('%s fills nothing', (body) => {
    expect(draw(body).areas).toEqual([]);
    expect(draw(body).bounds).toEqual({ minX: 0, minY: 0, maxX: 0, maxY: 0 });
  });

  test('names and fill rules', () => {
    const { areas } = draw(
      '<path id="ring" fill-rule="evenodd" d="M0 0h9v9h-9zM3 3h3v3h-3z"/><rect width="1" height="1"/>',
    );
    expect(areas.map(({ name, fillRule, loops }) => [name, fillRule, loops.length])).toEqual([
      ['ring', 'evenodd', 2],
      ['', 'nonzero', 1],
    ]);
  });
});

describe('transforms', () => {
  const square = '<rect width="2" height="1"/>';
  test.each([
    ['translate(10)', [10, -1, 12, 0]],
    ['translate(10,20)', [10, -21, 12, -20]],
    ['translate(10-20)', [10, 19, 12, 20]],
    ['scale(2)', [0, -2, 4, 0]],
    ['scale(2 3)', [0, -3, 4, 0]],
    ['rotate(90)', [-1, -2, 0, 0]],
    ['rotate(90 1 1)', [1, -2, 2, 0]],
    ['skewX(45)', [0, -1, 3, 0]],
    ['skewY(45)', [0, -3, 2, 0]],
    ['matrix(0 1 -1 0 5 6)', [4, -8, 5, -6]],
    ['translate(10 0) scale(2)', [10, -2, 14, 0]],
    [' scale( 2 ) , translate( 10 , 0 ) ', [20, -2, 24, 0]],
    ['none', [0, -1, 2, 0]],
  ])('%s', (transform, bounds) => {
    expect(boundsOf(`<g transform="${transform}">${square}</g>`)).toEqual(bounds);
  });

  test('nested groups, from the outermost to the innermost', () => {
    const body = `<g transform="translate(10 0)"><g transform="scale(2)"><g transform="rotate(90)">${square}</g></g></g>`;
    expect(boundsOf(body)).toEqual([8, -4, 10, 0]);
  });

  test('a stretched page', () => {
    const { bounds } = draw(
      '<rect width="100" height="100"/>',
      'viewBox="0 0 100 100" width="50" height="100" preserveAspectRatio="none"',
    );
    expect((bounds.maxY - bounds.minY) / (bounds.maxX - bounds.minX)).toBe(2);
  });

  test('an inner page is fitted and centred', () => {
    expect(
      boundsOf(
        '<svg x="10" y="10" width="40" height="20" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>',
      ),
    ).toEqual([20, -30, 40, -10]);
    expect(
      boundsOf(
        '<svg width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMinYMin slice"><rect width="10" height="10"/></svg>',
      ),
    ).toEqual([0, -40, 40, 0]);
  });
});

describe('reused parts', () => {
  test.each(['href', 'xlink:href'])('by %s, moved, with inherited properties', (link) => {
    const { areas } = draw(
      `<defs><rect id="r" width="1" height="1"/></defs><use ${link}="#r" x="5" fill="red"/><use ${link}="#r" transform="scale(3)"/>`,
    );
    expect(areas.map((area) => [areaOf(area), area.color])).toEqual([
      [expect.closeTo(-1), red],
      [expect.closeTo(-9), [0, 0, 0, 1]],
    ]);
  });

  test('a symbol is fitted into the width and height of its use', () => {
    expect(
      boundsOf(
        '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol><use href="#s" x="1" y="2" width="20" height="20"/>',
      ),
    ).toEqual([1, -22, 21, -2]);
  });

  test('missing parts are reported, a circular reference is an error', () => {
    expect(draw('<use href="#no"/><use href="other.svg#x"/>').warnings).toEqual([
      '<use> of "#no" was ignored: there is no such element in the file',
      '<use> of "other.svg#x" was ignored: there is no such element in the file',
    ]);
    expect(() => draw('<g id="a"><use href="#a"/></g>')).toThrow(
      'a.svg line 1: expected at most 200 nested groups',
    );
    expect(() => draw('<symbol id="a"><use href="#a"/></symbol><use href="#a"/>')).toThrow(
      'and no cycle of <use>',
    );
  });
});

describe('colours', () => {
  const blue = [0, 0, 1, 1];
  test.each([
    ['<rect width="1" height="1"/>', null],
    ['<rect width="1" height="1" fill="red"/>', red],
    ['<rect width="1" height="1" fill="#f00"/>', red],
    ['<rect width="1" height="1" fill="#ff0000"/>', red],
    ['<rect width="1" height="1" fill="#F008"/>', [1, 0, 0, 136 / 255]],
    ['<rect width="1" height="1" fill="rgb(255, 0, 0)"/>', red],
    ['<rect width="1" height="1" fill="rgb(100% 0% 0% / 50%)"/>', [1, 0, 0, 0.5]],
    ['<rect width="1" height="1" fill="hsl(240, 100%, 50%)"/>', blue],
    ['<rect width="1" height="1" fill="#808080"/>', [...Array(3).fill(linearOfSrgb(128 / 255)), 1]],
    ['<rect width="1" height="1" fill="red" style="fill:blue"/>', blue],
    ['<rect width="1" height="1" style="fill : blue !important; x:y"/>', blue],
    ['<g fill="red"><rect width="1" height="1" fill="inherit"/></g>', red],
    ['<g fill="red"><g><rect width="1" height="1"/></g></g>', red],
    ['<g color="red"><rect width="1" height="1" fill="currentColor"/></g>', red],
    ['<rect width="1" height="1" fill="red" opacity="0.5"/>', [1, 0, 0, 0.5]],
    ['<g opacity="0.5"><rect width="1" height="1" fill="red" fill-opacity="50%"/></g>', [1, 0, 0, 0.25]],
    ['<style>.a{fill:blue}</style><rect class="b a" width="1" height="1" fill="red"/>', blue],
    [
      '<style><![CDATA[ .a , rect { fill : red } #i{fill:blue} ]]></style><rect id="i" class="a" width="1" height="1"/>',
      blue,
    ],
    [
      '<style>rect.a{fill:blue} .a{fill:red} @media print { .a {fill:green} }</style><rect class="a" width="1" height="1"/>',
      blue,
    ],
    [
      '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" style="stop-color:blue"/></linearGradient><rect width="1" height="1" fill="url(#g)"/>',
      [0.5, 0, 0.5, 1],
    ],
    [
      '<linearGradient id="h" href="#g"/><radialGradient id="g"><stop stop-color="red"/></radialGradient><rect width="1" height="1" fill="url(#h)"/>',
      red,
    ],
    ['<rect width="1" height="1" fill="url(#none) red"/>', red],
  ])('%s', (body, color) => {
    const found = colorOf(body);
    if (color === null) expect(found).toBeNull();
    else expect(found).toEqual(color.map((value) => expect.closeTo(value, 6)));
  });

  test('black if some shapes have a colour and one has none', () => {
    const { areas } = draw('<rect width="1" height="1"/><rect width="1" height="1" fill="red"/>');
    expect(areas.map(({ color }) => color)).toEqual([[0, 0, 0, 1], red]);
  });

  test.each([
    'fill="none"',
    'fill="transparent"',
    'style="fill:none"',
    'display="none"',
    'visibility="hidden"',
    'opacity="0"',
    'fill-opacity="0"',
    'fill="url(#no) none"',
  ])('%s is not drawn', (attribute) => {
    expect(draw(`<g ${attribute}><rect width="1" height="1"/></g>`).areas).toEqual([]);
  });

  test('display: none of a group hides all its parts; visibility: hidden can be overridden', () => {
    expect(draw('<g display="none"><rect display="inline" width="1" height="1"/></g>').areas).toEqual([]);
    expect(
      draw('<g visibility="hidden"><rect visibility="visible" width="1" height="1"/></g>').areas.length,
    ).toBe(1);
  });
});

describe('strokes', () => {
  const strokeBounds = (attributes: string) =>
    boundsOf(`<g fill="none" stroke="red" stroke-width="2" ${attributes}><path d="M10 10H20V20"/></g>`);
  test.each([
    ['', [10, -20, 21, -9]],
    ['stroke-linejoin="bevel"', [10, -20, 21, -9]],
    ['stroke-linecap="square"', [9, -21, 21, -9]],
    ['stroke-linecap="round"', [9, -21, 21, -9]],
    ['transform="scale(2)"', [20, -40, 42, -18]],
  ])('%s', (attributes, bounds) => {
    expect(strokeBounds(attributes)).toEqual(bounds.map((value) => expect.closeTo(value, 1)));
  });

  test('the tip of a mitre is drawn, a long one is cut', () => {
    const corner = (limit: string) =>
      boundsOf(`<path fill="none" stroke="red" stroke-width="2" ${limit} d="M0 0L100 10L0 20"/>`);
    expect(corner('')[2]).toBeLessThan(101.5);
    expect(corner('stroke-miterlimit="20"')[2]).toBeCloseTo(100 + Math.hypot(100, 10) / 10, 2);
  });

  test('all loops have the same orientation, so that they are united', () => {
    const { areas } = draw(
      '<path fill="none" stroke="red" stroke-linejoin="round" stroke-linecap="round" d="M10 10C60 10 10 60 60 60L20 70Z"/>',
    );
    const signs = areas[0].loops.map((loop) => Math.sign(areaOf({ ...areas[0], loops: [loop] })));
    expect(new Set(signs).size).toBe(1);
    expect(areas[0].fillRule).toBe('nonzero');
  });

  test('fill below, stroke above; a line has only a stroke', () => {
    const { areas } = draw(
      '<rect width="9" height="9" fill="blue" stroke="red"/><line x2="9" y2="9" stroke="red" fill="blue"/>',
    );
    expect(areas.map(({ color }) => color?.[0])).toEqual([0, 1, 1]);
  });

  test('dashes are reported', () => {
    expect(draw('<path stroke="red" stroke-dasharray="1 2" d="M0 0H9"/>').warnings).toEqual([
      'dashed lines are drawn solid',
    ]);
  });
});

test('ignored contents are reported once', () => {
  const body =
    '<text>a</text><text>b</text><image href="x.png"/><g clip-path="url(#c)" mask="none"><rect width="1" height="1"/></g>' +
    '<style>g > a {fill:red}</style><foreignObject/><title>t</title><metadata/><defs><text/></defs><sodipodi:namedview/>';
  expect(draw(body).warnings).toEqual([
    'styles for "g > a" were ignored: only names, .classes and #ids are supported',
    'text was ignored: convert it to paths (2 times)',
    'a picture in the drawing was ignored: use it as a separate picture',
    'clip-path was ignored: nothing is clipped',
    '<foreignObject> was passed over',
  ]);
});

test('a prologue as Illustrator writes it, with entities of its own', () => {
  const text =
    '\n<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n]>\n' +
    '<svg:svg xmlns:svg="&ns_svg;"><svg:g i:knockout="Off"><svg:rect width="1" height="1"/></svg:g></svg:svg>';
  expect(readSvg(text, 'a.svg').areas.length).toBe(1);
});

test.each([
  ['', 'a.svg line 1: expected an SVG file, got invalid data'],
  ['<html></html>', 'a.svg: expected an SVG file, got <html>'],
  [
    '<svg>\n<g>\n</svg>',
    'a.svg line 3: expected an SVG file, got invalid data (Missing end tag for element g); export it again',
  ],
  ['<svg>\n\n<path id="p" d="M0 0 L x"/></svg>', 'a.svg line 3: expected path data, got invalid data ('],
  [
    '<svg><g transform="turn(3)"/></svg>',
    'a.svg line 1: expected transforms such as translate(1 2) or rotate(30), got "turn(3)" in <g>',
  ],
  ['<svg><g transform="scale(1"/></svg>', 'expected transforms'],
  [
    '<svg><rect width="1e300" height="1e300" transform="scale(1e300)"/></svg>',
    'a.svg: expected a drawing of finite size',
  ],
  ['<svg>'.repeat(100_000), 'a.svg: expected an SVG file, got invalid data'],
  [
    `${'<svg>'.repeat(300)}<rect width="1" height="1"/>${'</svg>'.repeat(300)}`,
    'expected at most 200 nested groups',
  ],
])('what is refused %#', (text, message) => {
  expect(() => readSvg(text, 'a.svg')).toThrow(message);
});

test('parts that multiply by a thousand are an error', () => {
  const levels = Array.from(
    { length: 7 },
    (_, k) => `<g id="l${k + 1}">${`<use href="#l${k}"/>`.repeat(10)}</g>`,
  );
  expect(() =>
    draw(`<defs><rect id="l0" width="1" height="1"/>${levels.join('')}</defs><use href="#l7"/>`),
  ).toThrow('expected at most 100000 things drawn');
});

const cow = sharedPath('assets/mesh-spot/spot_texture.svg');

test.skipIf(!cow)(`the cow's skin${cow ? '' : ' (skipped: no folder shared/assets)'}`, () => {
  const { areas, bounds, warnings } = readSvg(readFileSync(cow as string, 'utf8'), 'spot_texture.svg');
  expect([areas.length, warnings]).toEqual([28, []]);
  expect(bounds).toEqual({ minX: 0, minY: -612, maxX: 612, maxY: 0 });
  expect(Math.abs(areaOf(areas[0]))).toBeCloseTo(612 * 612);
  const [cheek, nostril, eye] = [1, 3, 5].map((k) => areas[k]);
  expect(Math.abs(areaOf(cheek)) / (Math.PI * 73.5 * 68.749)).toBeCloseTo(1, 2);
  expect(Math.abs(areaOf(nostril)) / (Math.PI * 4.476 * 3.499)).toBeCloseTo(1, 1);
  expect(cheek.color).toEqual([1, ...[0xc6, 0xa7].map((byte) => linearOfSrgb(byte / 255)), 1]);
  // An area without a fill is black if other areas have a fill.
  expect(eye.color).toEqual([0, 0, 0, 1]);
});

const entityFile = (declarations: string, body: string) =>
  `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [\n${declarations}\n]>\n` +
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${body}</svg>`;

test('styles in entities, as Illustrator writes them, are expanded', () => {
  const shapes = (first: string, second: string) =>
    `<rect x="2" y="2" width="8" height="8" style="${first}"/><circle cx="17" cy="17" r="5" style="${second}"/>`;
  const [fill, stroke] = ['fill:#D42A2A;', 'fill:none;stroke:#222222;stroke-width:2;'];
  const plain = readSvg(entityFile('', shapes(fill, stroke)), 'plain.svg');
  const declared = readSvg(
    entityFile(
      `<!ENTITY red "#D42A2A"> <!-- <!ENTITY st1 "fill:blue"> -->\n<!ENTITY st0 'fill:&red;;'><!ENTITY st1 "${stroke}">`,
      shapes('&st0;', '&st1;'),
    ),
    'entities.svg',
  );
  expect(declared).toEqual(plain);
  expect(declared.warnings).toEqual([]);
});

test('undeclared entities are reported; recursive or too large ones are refused', () => {
  const body = '<rect width="8" height="8" style="&st0;"/>';
  expect(readSvg(entityFile('', body), 'a.svg').warnings).toEqual([
    '"&st0;" is not declared and was left out',
  ]);
  expect(readSvg(entityFile('<!ENTITY st0 SYSTEM "secret.txt">', body), 'a.svg').warnings).toEqual([
    '"&st0;" refers to another file and was left out',
  ]);
  expect(() => readSvg(entityFile('<!ENTITY st0 "&a;"><!ENTITY a "&st0;">', body), 'a.svg')).toThrow(
    'a.svg: expected entities that do not contain themselves, got "&st0;" in "&a;" in "&st0;"; export the drawing without entities',
  );
  const laughs = Array.from({ length: 12 }, (_, k) => `<!ENTITY l${k + 1} "${`&l${k};`.repeat(10)}">`).join(
    '',
  );
  const bomb = entityFile(`<!ENTITY l0 "haha">${laughs}<!ENTITY st0 "&l12;">`, body);
  expect(() => readSvg(bomb, 'a.svg')).toThrow('expand to at most 10000000 characters');
});
