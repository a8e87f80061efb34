import { expect, test } from 'vitest';
import { Hasher } from '../math/hash.ts';
import type { ColumnRectangle, HeightfieldOutput } from '../systems/outputs/heightfield.ts';
import { createContactSheet, momentTimes } from './contact-sheet.ts';
import type { Picture } from './picture.ts';
import type { PosedMesh } from './posed-mesh.ts';
import { makePrintGround, type PrintGroundOptions } from './testing/print-ground.ts';
import { makeEllipsoid, makeWalker } from './testing/walker.ts';

function drawWalk(options: PrintGroundOptions, prints: number): Picture {
  const sheet = createContactSheet({ title: 'test walk', note: 'walker · walk' });
  momentTimes(0, 2).forEach((t, k) => {
    const count = Math.round((prints * (k + 1)) / 4);
    const along = options.alongZ ?? false;
    sheet.addMoment(
      t,
      makePrintGround(count, options),
      makeWalker(0.3 + count, (options.width ?? 2) / 2, along),
    );
  });
  return sheet.render();
}

/** Creates a ground in which only the given columns change: they are lowered by 1 cm. */
function makeGround(
  changed: ColumnRectangle | null,
  extent: ColumnRectangle | null,
  cell = 0.01,
): HeightfieldOutput {
  const inside = (i: number, j: number) =>
    changed !== null &&
    i >= changed.i0 &&
    j >= changed.j0 &&
    i < changed.i0 + changed.columns &&
    j < changed.j0 + changed.rows;
  const fill = (out: Int32Array | Uint8Array, rectangle: ColumnRectangle, value: number) => {
    for (let k = 0; k < rectangle.columns * rectangle.rows; k++) {
      const i = rectangle.i0 + (k % rectangle.columns);
      const j = rectangle.j0 + Math.floor(k / rectangle.columns);
      out[k] = inside(i, j) ? value : 0;
    }
  };
  return {
    kind: 'heightfield',
    name: 'ground',
    material: 'snow',
    cell,
    datum: 12,
    heightUnit: 2 ** -20,
    extent,
    changed: () => changed,
    read: (out, rectangle) => fill(out, rectangle, Math.round(-0.01 * 2 ** 20)),
    readInitial: (out, rectangle) => fill(out, rectangle, 0),
    readPressed: (out, rectangle) => fill(out, rectangle, 1),
  };
}

function drawOnce(ground: HeightfieldOutput, figures: PosedMesh[] = []): Picture {
  const sheet = createContactSheet({ title: 'x' });
  sheet.addMoment(0, ground, figures);
  return sheet.render();
}

const coloursIn = ({ rgb }: Picture) => {
  const seen = new Set<number>();
  for (let k = 0; k < rgb.length; k += 3) seen.add((rgb[k] << 16) | (rgb[k + 1] << 8) | rgb[k + 2]);
  return seen.size;
};

test('four moments, the last at the end; one if there is no duration', () => {
  expect(momentTimes(1, 3)).toEqual([1.5, 2, 2.5, 3]);
  expect(momentTimes(2, 2)).toEqual([2]);
});

test('the same walk gives the same sheet, byte for byte', () => {
  const hash = () => new Hasher().bytes(drawWalk({ length: 5 }, 4).rgb).digest();
  expect(hash()).toBe(hash());
});

test('a walk along z is drawn horizontally, like one along x', () => {
  const acrossX = drawWalk({ length: 6, edge: false }, 5);
  const acrossZ = drawWalk({ length: 6, edge: false, alongZ: true }, 5);
  expect(Math.abs(acrossX.height - acrossZ.height)).toBeLessThan(0.05 * acrossX.height);
  expect(acrossX.width).toBe(acrossZ.width);
});

test('a long track is folded into rows, so that the sheet stays a page', () => {
  const picture = drawWalk({ length: 44, edge: false, cell: 0.04 }, 42);
  expect(picture.height).toBeLessThan(1.6 * picture.width);
});

test.each([
  ['nothing touched, no edge', makeGround(null, null)],
  ['nothing touched, one column of ground', makeGround(null, { i0: 0, j0: 0, columns: 1, rows: 1 })],
  ['one column', makeGround({ i0: 5, j0: -7, columns: 1, rows: 1 }, null)],
  [
    'one column that is all the ground',
    makeGround({ i0: 0, j0: 0, columns: 1, rows: 1 }, { i0: 0, j0: 0, columns: 1, rows: 1 }),
  ],
  [
    'all of a small ground',
    makeGround({ i0: 0, j0: 0, columns: 9, rows: 5 }, { i0: 0, j0: 0, columns: 9, rows: 5 }),
  ],
  ['a line one column wide', makeGround({ i0: 0, j0: 3, columns: 3000, rows: 1 }, null)],
  ['cells of 10 m', makeGround({ i0: -4, j0: -4, columns: 40, rows: 30 }, null, 10)],
  ['far from the origin', makeGround({ i0: 9e7, j0: -9e7, columns: 60, rows: 20 }, null)],
])('%s', (_, ground) => {
  const picture = drawOnce(ground);
  expect(picture.rgb.length).toBe(3 * picture.width * picture.height);
  expect(coloursIn(picture)).toBeGreaterThan(10);
});

test('of a changed rectangle of four billion columns, only some are read', () => {
  let asked = 0;
  const ground = makeGround({ i0: 0, j0: 0, columns: 65536, rows: 65536 }, null);
  const counted = {
    ...ground,
    read(out: Int32Array, rectangle: ColumnRectangle) {
      asked += rectangle.columns * rectangle.rows;
      ground.read(out, rectangle);
    },
  };
  const sheet = createContactSheet({ title: 'wide' });
  sheet.addMoment(0, counted, []);
  expect(asked).toBeLessThan(4e6);
});

test('only characters, meshes without triangles, and coordinates that are not finite cause no error', () => {
  const still = makeEllipsoid([3, 1, 4], [0.3, 1, 0.3]);
  const empty: PosedMesh = { positions: new Float64Array(0), indices: new Uint32Array(0), color: [1, 0, 0] };
  const broken: PosedMesh = {
    positions: Float64Array.of(Number.NaN, 0, 0, 1, Number.NaN, 0, 0, 0, Infinity),
    indices: Uint32Array.of(0, 1, 2),
    color: [1, 1, 1],
  };
  const ground = makeGround({ i0: 300, j0: 400, columns: 20, rows: 10 }, null);
  expect(coloursIn(drawOnce(ground, [still]))).toBeGreaterThan(100);
  expect(drawOnce(makeGround(null, null), [still]).height).toBeGreaterThan(100);
  expect(drawOnce(ground, [empty]).height).toBeGreaterThan(100);
  expect(drawOnce(ground, [still, broken]).height).toBeLessThan(4000);
});

test('a sheet without moments is refused', () => {
  const picture = createContactSheet({ title: 'nothing' }).render();
  expect(coloursIn(picture)).toBeGreaterThan(3);
});
