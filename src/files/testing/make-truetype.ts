/**
 * Creates a font with TrueType outlines: H is a triangle, I the same triangle with a curve, O a composite of both, é a composite of O. It
 * has a kerning pair and a ligature.
 */
export function makeTrueType(): Uint8Array {
  const glyphs = [[], triangle(1), triangle(0), made(1, 2), made(3)];
  const glyf: number[] = [];
  const loca: number[] = [0];
  for (const glyph of glyphs) {
    glyf.push(...glyph, ...(glyph.length % 2 === 1 ? [0] : []));
    loca.push(glyf.length / 2);
  }
  return assembleFont({
    GSUB: layout('liga', [1, 8, 1, 14, 1, 1, 1, 1, 4, 3, 2, 2]),
    cmap: [0, 1, 3, 1, 0, 12, ...segments([0x48, 0x49, 0x4f, 0xe9])],
    glyf,
    head: [1, 0, 0, 0, 0, 0, 0x5f0f, 0x3cf5, 0, 1000, ...new Array(16).fill(0), 0],
    hhea: [1, 0, 800, 0xff38, 0, ...new Array(12).fill(0), 5],
    hmtx: glyphs.flatMap((_, k) => [600 + k, 0]),
    kern: [0, 1, 0, 20, 1, 1, 6, 0, 0, 1, 2, 0xffce],
    loca,
    maxp: [0, 0x5000, 5],
  });
}

type Words = readonly number[];

const bytesOf = (words: Words) => words.flatMap((value) => [(value >> 8) & 255, value & 255]);

/** Returns a simple glyph with three points. kind 0: the second point is an off-curve control point. */
function triangle(kind: 0 | 1): number[] {
  const head = bytesOf([1, 0, 0, 0, 0, 2, 0]);
  return [...head, 1, kind, 1, ...bytesOf([0, 700, -350, 0, 0, 700])];
}

function made(...of: readonly number[]): number[] {
  const head = bytesOf([0xffff, 0, 0, 0, 0]);
  return [
    ...head,
    ...of.flatMap((glyph, k) => [...bytesOf([2 + (k < of.length - 1 ? 32 : 0), glyph]), 10 * k, 0]),
  ];
}

/**
 * Returns a `cmap` subtable of format 4. Each code has its own segment, and the codes are mapped to the glyphs 1, 2, … The last segment is
 * the final one that the format requires.
 */
function segments(codes: Words): number[] {
  const count = codes.length + 1;
  return [
    ...[4, 16 + 8 * count, 0, 2 * count, 0, 0, 0],
    ...[...codes, 0xffff, 0],
    ...[...codes, 0xffff],
    ...[...codes.map((code, k) => (k + 1 - code) & 0xffff), 1],
    ...new Array(count).fill(0),
  ];
}

/** Returns a layout table with one script, one feature and one lookup of type 4, which has one subtable. */
function layout(feature: string, subtable: Words): number[] {
  const tag = (letters: string) => [0, 2].map((k) => 256 * letters.charCodeAt(k) + letters.charCodeAt(k + 1));
  return [
    ...[1, 0, 10, 30, 44],
    ...[1, ...tag('latn'), 8, 4, 0, 0, 0xffff, 1, 0],
    ...[1, ...tag(feature), 8, 0, 1, 0],
    ...[1, 4, 4, 0, 1, 8],
    ...subtable,
  ];
}

/** Assembles a font file. tables: 16-bit words of each table by tag; bytes for `glyf`. */
function assembleFont(tables: Readonly<Record<string, Words>>): Uint8Array {
  const entries = Object.entries(tables);
  const head: number[] = [1, 0, entries.length, 0, 0, 0];
  const body: number[] = [];
  for (const [tag, words] of entries) {
    const bytes = tag === 'glyf' ? [...words] : bytesOf(words);
    const letters = [0, 2].map((k) => 256 * tag.charCodeAt(k) + tag.charCodeAt(k + 1));
    const offset = 12 + 16 * entries.length + body.length;
    head.push(...letters, 0, 0, 0, offset, 0, bytes.length);
    body.push(...bytes);
    while (body.length % 4 !== 0) body.push(0);
  }
  return Uint8Array.from([...bytesOf(head), ...body]);
}
