import * as opentype from 'opentype.js/dist/opentype.mjs';

/** The part of the package that writes fonts. Only tests use it. */
const maker = opentype as unknown as {
  Font: new (options: object) => { toArrayBuffer(): ArrayBuffer };
  Glyph: new (options: object) => object;
  Path: new () => {
    moveTo(x: number, y: number): void;
    lineTo(x: number, y: number): void;
    curveTo(...at: number[]): void;
    close(): void;
  };
};

/** Creates a font with H (a square of 700 units), I (half as wide), O (a square with a hole), and a space. All are 1000 units wide. */
export function makeFont(): Uint8Array {
  const square = (from: number, to: number, width = to, isHole = false) => {
    const corners = [
      [from, from],
      [width, from],
      [width, to],
      [from, to],
    ];
    return isHole ? corners.reverse() : corners;
  };
  const glyph = (name: string, unicode: number | undefined, loops: number[][][]) => {
    const path = new maker.Path();
    for (const loop of loops) {
      loop.forEach(([x, y], k) => {
        if (k === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      });
      path.close();
    }
    return new maker.Glyph({ name, unicode, advanceWidth: 1000, path });
  };
  const font = new maker.Font({
    familyName: 'Squares',
    styleName: 'Regular',
    unitsPerEm: 1000,
    ascender: 800,
    descender: -200,
    glyphs: [
      glyph('.notdef', undefined, [square(0, 500)]),
      glyph('space', 32, []),
      glyph('H', 72, [square(0, 700)]),
      glyph('I', 73, [square(0, 700, 350)]),
      glyph('O', 79, [square(0, 700), square(200, 500, 500, true)]),
    ],
  });
  return new Uint8Array(font.toArrayBuffer());
}
