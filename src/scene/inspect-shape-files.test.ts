import { readFileSync } from 'node:fs';
import { encode } from 'fast-png';
import { expect, test } from 'vitest';
import { drawingLines, fontLines, pictureLines, pointsLines } from '../cli/shape-file-lines.ts';
import { encodePng8 } from '../files/png.ts';
import { sharedPath } from '../testing/shared.ts';
import { inspectDrawing } from './inspect-drawing.ts';
import { inspectFont } from './inspect-font.ts';
import { inspectPicture } from './inspect-picture.ts';
import { inspectPoints } from './inspect-points.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const root = new URL('../../', import.meta.url);

test('a drawing: areas, size, colours, ignored elements', () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><rect id="wall" x="1" width="6" height="8" fill="#cc3333"/>
    <path d="M0 0h2v2z M9 9h1v1z" fill="blue"/><text>roof</text></svg>`;
  const drawing = inspectDrawing(bytesOf(svg), 'house.svg');
  expect(drawing).toMatchObject({
    areas: 2,
    names: ['wall'],
    loops: 3,
    corners: 10,
    width: 10,
    height: 10,
    colors: ['#cc3333', '#0000ff'],
    problems: ['text was ignored: convert it to paths'],
  });
  expect(drawingLines(drawing).join('\n')).toContain(
    'house.svg: drawing, 2 areas with 3 outlines of 10 corners',
  );
  const empty = inspectDrawing(bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg');
  expect(empty.problems).toEqual(['it has no area that could be filled']);
});

test('a font: name, glyphs, missing ASCII characters', () => {
  const font = inspectFont(readFileSync(new URL('scenes/assets/letters.otf', root)), 'letters.otf');
  expect(font.outlines).toBe('CFF');
  expect(font.glyphCount).toBeGreaterThan(50);
  expect(font.missing).not.toContain('A');
  // The characters that the font reports as missing are those that cannot be drawn.
  expect(font.problems.length > 0).toBe(font.missing.length > 0);
  expect(fontLines(font)[0]).toContain(`letters.otf: font ${font.fullName}, ${font.glyphCount} glyphs`);
});

const fonts = sharedPath('assets/font-ofl');
test.skipIf(!fonts)('the two fonts of the shared folder (skipped where it is not there)', () => {
  const read = (file: string) => inspectFont(readFileSync(`${fonts}/${file}`), file);
  expect(read('FiraMono-Medium.ttf')).toMatchObject({
    fullName: 'Fira Mono Medium',
    outlines: 'TrueType',
    missing: [],
  });
  expect(read('EBGaramond12-Regular.otf')).toMatchObject({
    fullName: 'EB Garamond 12 Regular',
    outlines: 'CFF',
    isKerned: true,
    missing: [],
  });
});

test('a picture: pixels, transparent pixels', () => {
  // Four pixels: one transparent, one partly transparent, two white.
  const data = Uint8Array.of(9, 9, 9, 0, 0, 0, 0, 51, ...new Array(8).fill(255));
  const spot = inspectPicture(encode({ width: 4, height: 1, data, channels: 4, depth: 8 }), 'spot.png');
  expect(spot).toMatchObject({ format: 'PNG', clear: 0.25, sheer: 0.25, problems: [] });
  expect(spot.brightness).toBeCloseTo(2 / 2.2, 6);
  expect(pictureLines(spot)[0]).toBe('spot.png: PNG picture, 4 × 1 pixels');
  const white = inspectPicture(encodePng8(new Uint8Array(12).fill(255), 2, 2), 'white.png');
  expect(white).toMatchObject({ width: 2, height: 2, clear: 0, sheer: 0 });
  expect(white.brightness).toBeCloseTo(1, 6);
  expect(white.problems[0]).toContain('it has no transparent pixels');
});

test('points: count, properties, extents', () => {
  const header = (rest: string) =>
    `ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n${rest}end_header\n`;
  const colors = 'property uchar red\nproperty uchar green\nproperty uchar blue\nproperty float heat\n';
  const cloud = inspectPoints(bytesOf(`${header(colors)}0 1 2 255 0 0 7\n3 5 2 0 0 255 8\n`), 'cloud.ply');
  expect(cloud).toMatchObject({
    points: 2,
    faces: 0,
    properties: ['x', 'y', 'z', 'red', 'green', 'blue', 'heat'],
    hasColors: true,
    hasNormals: false,
    min: [0, 1, 2],
    max: [3, 5, 2],
    problems: [],
  });
  expect(pointsLines(cloud)[0]).toBe('cloud.ply: 2 points, with colours, without normals');
  expect(pointsLines(cloud)[1]).toContain('Extents 3 × 4 × 0 units');
});
