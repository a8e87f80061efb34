/** Makes `scenes/assets/letters.otf`: `npx tsx tools/assets/letters/make-letters.ts`. Deterministic. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as opentype from 'opentype.js/dist/opentype.mjs';
import { fitContour } from './fit-curves.ts';
import { ascender, descender, type GlyphSkeleton, glyphs, kerning, spaceWidth } from './glyphs.ts';
import { encodeKern, readTables, writeTables } from './sfnt-tables.ts';
import { strokeField } from './strokes.ts';
import { traceOutline } from './trace-outline.ts';

export const lettersFile = fileURLToPath(new URL('../../../scenes/assets/letters.otf', import.meta.url));

/** The part that is used of the package that writes fonts. */
interface PathMaker {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void;
  close(): void;
}
const { Font, Glyph, Path } = opentype as unknown as {
  Font: new (options: Record<string, unknown>) => { toArrayBuffer(): ArrayBuffer };
  Glyph: new (options: Record<string, unknown>) => unknown;
  Path: new () => PathMaker;
};

/** Units: radius of filled joints, distance of points, and tolerance of curves. */
const blend = 10;
const cell = 8;
const tolerance = 0.6;
const box = { left: -200, bottom: -400, right: 1000, top: 900 };

interface DrawnGlyph {
  readonly path: PathMaker;
  readonly advanceWidth: number;
}

/** Draws a glyph's outline, shifted so that its bearings are correct. */
function drawGlyph({ strokes, bearings }: GlyphSkeleton): DrawnGlyph {
  const field = strokeField(strokes, blend);
  const contours = traceOutline(field, box, cell).map((contour) => fitContour(contour, field, tolerance));
  const xs = strokes.flatMap(({ points, half }) =>
    points.filter((_, k) => k % 2 === 0).flatMap((x) => [x - half, x + half]),
  );
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const shift = bearings[0] - left;
  const path = new Path();
  const [px, py] = [(x: number) => Math.round(x + shift), (y: number) => Math.round(y)];
  for (const { x, y, pieces } of contours) {
    path.moveTo(px(x), py(y));
    for (const piece of pieces) {
      if (piece.type === 'line') path.lineTo(px(piece.x), py(piece.y));
      else path.curveTo(px(piece.x1), py(piece.y1), px(piece.x2), py(piece.y2), px(piece.x), py(piece.y));
    }
    path.close();
  }
  return { path, advanceWidth: Math.round(right - left + bearings[0] + bearings[1]) };
}

/** Creates the bytes of the typeface. */
export function makeLetters(): Uint8Array {
  const list = [
    new Glyph({ name: '.notdef', advanceWidth: 500, path: new Path() }),
    new Glyph({ name: 'space', unicode: 32, advanceWidth: spaceWidth, path: new Path() }),
    ...glyphs.map(
      (glyph) =>
        new Glyph({ name: glyph.name, unicode: glyph.character.codePointAt(0), ...drawGlyph(glyph) }),
    ),
  ];
  const font = new Font({
    familyName: 'Aftermotion Letters',
    styleName: 'Bold',
    unitsPerEm: 1000,
    ascender,
    descender,
    weightClass: 700,
    createdTimestamp: 1_704_067_200,
    glyphs: list,
  });
  const tables = readTables(new Uint8Array(font.toArrayBuffer()));
  // The file contains the time of its creation, which is set to a constant so that the bytes are always the same.
  const head = tables.get('head')!;
  head.copyWithin(28, 20, 28);
  tables.set('kern', encodeKern(kerningPairs()));
  return writeTables(tables);
}

function kerningPairs(): [number, number, number][] {
  const numberOf = (character: string) => glyphs.findIndex((glyph) => glyph.character === character) + 2;
  const pairs = new Map<string, [number, number, number]>();
  for (const [lefts, rights, value] of kerning) {
    for (const left of lefts) {
      for (const right of rights) pairs.set(left + right, [numberOf(left), numberOf(right), value]);
    }
  }
  return [...pairs.values()];
}

function main(): void {
  const bytes = makeLetters();
  writeFileSync(lettersFile, bytes);
  console.log(`wrote ${lettersFile}: ${Math.round(bytes.length / 1000)} kB`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
