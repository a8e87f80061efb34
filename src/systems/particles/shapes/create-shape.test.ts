import { describe, expect, test } from 'vitest';
import { InputError } from '../../../input-error.ts';
import type { Outline } from '../../../motion/outline.ts';
import type { Picture } from '../../../motion/picture.ts';
import type { Shape } from '../shape.ts';
import { createShape } from './create-shape.ts';
import { createFunctionShape } from './function-shape.ts';
import { checkShape, checkSpread, contextWith, shapeParams } from './testing/check-shape.ts';

const turn = [0.3, -0.7, 1.1];
const at = [1, 2, -3];

const make = (given: Readonly<Record<string, unknown>>, readers = {}): Promise<Shape> =>
  createShape(shapeParams(given), contextWith(readers), 'systems[0].shapes[2]');

const outlineOf = (loops: number[][], warnings: string[] = []): Outline => {
  const values = loops.flat();
  const [xs, ys] = [0, 1].map((axis) => values.filter((_, k) => k % 2 === axis));
  return {
    areas: [
      { name: '', loops: loops.map((loop) => Float64Array.from(loop)), fillRule: 'nonzero', color: null },
    ],
    bounds: { minX: Math.min(...xs), maxX: Math.max(...xs), minY: Math.min(...ys), maxY: Math.max(...ys) },
    warnings,
  };
};

/** A square of side 4 with a hole of side 2 in its centre. */
const frame = outlineOf([
  [0, 0, 4, 0, 4, 4, 0, 4],
  [1, 1, 1, 3, 3, 3, 3, 1],
]);

/** 4 × 2 pixels: a red row whose last pixel is transparent, above a dark grey row. */
const picture: Picture = {
  width: 4,
  height: 2,
  pixels: Float32Array.from([
    ...Array(3).fill([1, 0, 0, 1]).flat(),
    0,
    0,
    1,
    0,
    ...Array(4).fill([0.1, 0.1, 0.1, 1]).flat(),
  ]),
};

const tetrahedron = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
};

const readers = {
  readText: () => frame,
  readDrawing: () => frame,
  readPicture: () => picture,
  readTriangles: async () => tetrahedron,
};

describe('each kind of shape has its dimension and measure, and can be moved and rotated', () => {
  test.each([
    [{ shape: 'ball', radius: 2 }, 3, (32 / 3) * Math.PI],
    [{ shape: 'ball', radius: 2, part: 'surface' }, 2, 16 * Math.PI],
    [{ shape: 'box', size: [1, 2, 3] }, 3, 6],
    [{ shape: 'box', size: [1, 2, 3], part: 'surface' }, 2, 22],
    [{ shape: 'box', size: [1, 0, 3] }, 2, 3],
    [{ shape: 'cylinder', radius: 2, height: 3 }, 3, 12 * Math.PI],
    [{ shape: 'cylinder', radius: 2, height: 3, part: 'surface' }, 2, 20 * Math.PI],
    [{ shape: 'disc', radius: 2 }, 2, 4 * Math.PI],
    [{ shape: 'disc', radius: 2, depth: 0.5 }, 3, 2 * Math.PI],
    [{ shape: 'polygon', corners: [0, 0, 4, 0, 0, 3] }, 2, 6],
    [{ shape: 'polygon', corners: [0, 0, 4, 0, 0, 3], part: 'outline' }, 1, 12],
    [{ shape: 'polygon', corners: [0, 0, 4, 0, 0, 3], depth: 2 }, 3, 12],
    [{ shape: 'polygon', corners: [0, 0, 4, 0, 0, 3], depth: 2, part: 'outline' }, 2, 24],
    [{ shape: 'text', text: 'O', font: 'f.ttf', height: 0.5 }, 2, 3],
    [{ shape: 'drawing', file: 'd.svg', height: 2 }, 2, 3],
    [{ shape: 'drawing', file: 'd.svg', height: 2, part: 'outline' }, 1, 12],
    [{ shape: 'picture', file: 'p.png', height: 4 }, 2, 28],
    [{ shape: 'picture', file: 'p.png', height: 4, by: 'all' }, 2, 32],
    [{ shape: 'picture', file: 'p.png', height: 4, by: 'brightness', threshold: 0.15 }, 2, 12],
    [{ shape: 'picture', file: 'p.png', height: 4, by: 'darkness', threshold: 0.85 }, 2, 16],
    [{ shape: 'picture', file: 'p.png', height: 4, depth: 0.5, weighted: true }, 3, 14],
    [{ shape: 'heightMap', file: 'p.png', size: [3, 1], height: 1e-6 }, 2, 3],
    [{ shape: 'mesh', file: 'm.obj' }, 2, 1.5 + Math.sqrt(3) / 2],
    [{ shape: 'mesh', file: 'm.obj', scale: 2, part: 'volume' }, 3, 8 / 6],
    [{ shape: 'mesh', file: 'm.obj', height: 3, part: 'volume' }, 3, 27 / 6],
  ])('%o', async (given, dimension, measure) => {
    const shape = await make(given, readers);
    expect([shape.name, shape.dimension, shape.skin, shape.points]).toEqual(['it', dimension, null, null]);
    expect(shape.measure).toBeCloseTo(measure, 6);
    const points = checkShape(shape);
    const placed = await make({ ...given, position: at, rotation: turn }, readers);
    const moved = checkShape(placed);
    expect(placed.measure).toBe(shape.measure);
    // The moved shape has the same points, rotated about x, then y, then z.
    const [x, y, z] = rotate(points.positions.subarray(0, 3), turn);
    const offset = [x + at[0], y + at[1], z + at[2]];
    offset.forEach((value, axis) => {
      expect(moved.positions[axis]).toBeCloseTo(value, 12);
    });
    // Bounds are tight: sampled points reach close to each side.
    const many = placed.sample(5000, 5).positions;
    for (const axis of [0, 1, 2]) {
      const values = many.filter((_, k) => k % 3 === axis);
      const size = placed.bounds.max[axis] - placed.bounds.min[axis];
      if (given.shape === 'mesh' || (given as { weighted?: boolean }).weighted) continue;
      expect(Math.max(...values)).toBeGreaterThan(placed.bounds.max[axis] - 0.15 * size - 1e-9);
      expect(Math.min(...values)).toBeLessThan(placed.bounds.min[axis] + 0.15 * size + 1e-9);
    }
  });
});

/** Rotates a vector about x, then y, then z, axis by axis. */
function rotate([x, y, z]: ArrayLike<number> & Iterable<number>, [rx, ry, rz]: readonly number[]): number[] {
  const [y1, z1] = [y * Math.cos(rx) - z * Math.sin(rx), y * Math.sin(rx) + z * Math.cos(rx)];
  const [x2, z2] = [x * Math.cos(ry) + z1 * Math.sin(ry), z1 * Math.cos(ry) - x * Math.sin(ry)];
  return [x2 * Math.cos(rz) - y1 * Math.sin(rz), x2 * Math.sin(rz) + y1 * Math.cos(rz), z2];
}

describe('points are uniform', () => {
  const count = 20_000;
  const classes = (
    shape: Shape,
    classCount: number,
    classOf: (x: number, y: number, z: number) => number,
  ) => {
    const { positions } = shape.sample(count, 3);
    const counts = Array(classCount).fill(0);
    for (let k = 0; k < positions.length; k += 3) {
      counts[
        Math.min(
          classCount - 1,
          Math.max(0, Math.floor(classOf(positions[k], positions[k + 1], positions[k + 2]))),
        )
      ]++;
    }
    return counts as number[];
  };
  const even = (n: number) => Array(n).fill(1);

  test('in a ball, by radius and by height', async () => {
    const shape = await make({ shape: 'ball', radius: 1 });
    checkSpread(
      classes(shape, 10, (x, y, z) => 10 * Math.hypot(x, y, z)),
      even(10).map((_, k) => (k + 1) ** 3 - k ** 3),
    );
    checkSpread(
      classes(shape, 8, (x, _, z) => 8 * (Math.atan2(z, x) / (2 * Math.PI) + 0.5)),
      even(8),
    );
    const skin = await make({ shape: 'ball', radius: 1, part: 'surface' });
    checkSpread(
      classes(skin, 16, (_, y) => 8 * (y + 1)),
      even(16),
    );
  });

  test('in a box, and on its faces in proportion to their areas', async () => {
    checkSpread(
      classes(await make({ shape: 'box' }), 64, (x, y, z) => {
        const cell = (value: number) => Math.floor(4 * (value + 0.5));
        return 16 * cell(x) + 4 * cell(y) + cell(z);
      }),
      even(64),
    );
    const size = [1, 2, 3];
    const counts = classes(await make({ shape: 'box', size, part: 'surface' }), 6, (x, y, z) => {
      const axis = [x, y, z].findIndex((value, k) => Math.abs(Math.abs(value) - size[k] / 2) < 1e-12);
      return 2 * axis + ([x, y, z][axis] > 0 ? 1 : 0);
    });
    checkSpread(counts, [6, 6, 3, 3, 2, 2]);
  });

  test('in a cylinder and a disc, by radius', async () => {
    const rings = even(10).map((_, k) => 2 * k + 1);
    checkSpread(
      classes(await make({ shape: 'cylinder', radius: 1 }), 10, (x, _, z) => 10 * Math.hypot(x, z)),
      rings,
    );
    checkSpread(
      classes(await make({ shape: 'disc', radius: 1 }), 10, (x, y) => 10 * Math.hypot(x, y)),
      rings,
    );
  });

  test('in a triangle and a frame, by cells; the hole stays empty', async () => {
    const triangle = await make({ shape: 'polygon', corners: [0, 0, 1, 0, 0, 1] });
    checkSpread(
      classes(triangle, 10, (x, y) => 10 * (x + y + 1)),
      even(10).map((_, k) => 2 * k + 1),
    );
    const shape = await make({ shape: 'drawing', file: 'd.svg', height: 4 }, readers);
    const cells = classes(shape, 16, (x, y) => 4 * Math.floor(x + 2) + Math.floor(y + 2));
    expect([5, 6, 9, 10].map((cell) => cells[cell])).toEqual([0, 0, 0, 0]);
    checkSpread(
      cells,
      even(16).map((_, k) => ([5, 6, 9, 10].includes(k) ? 0 : 1)),
    );
  });

  test('in a picture, or in proportion to the visibility of its pixels', async () => {
    const pixel = (x: number, y: number) => 4 * Math.floor(1 - y) + Math.floor(x + 2);
    const options = { shape: 'picture', file: 'p.png', height: 2 };
    checkSpread(classes(await make(options, readers), 8, pixel), [1, 1, 1, 0, 1, 1, 1, 1]);
    const bright = { ...options, by: 'brightness', weighted: true };
    checkSpread(classes(await make(bright, readers), 8, pixel), [
      ...Array(3).fill(0.2126),
      0,
      ...Array(4).fill(0.1),
    ]);
  });

  test('in a tetrahedron: on the surface by faces, in the volume by layers', async () => {
    const surface = await make({ shape: 'mesh', file: 'm.obj' }, readers);
    const face = (x: number, y: number, z: number) =>
      [x, y, z].findIndex((value) => Math.abs(value + 0.5) < 1e-9);
    checkSpread(
      classes(surface, 4, (x, y, z) => (face(x, y, z) < 0 ? 3 : face(x, y, z))),
      [0.5, 0.5, 0.5, Math.sqrt(3) / 2],
    );
    const volume = await make({ shape: 'mesh', file: 'm.obj', part: 'volume' }, readers);
    checkSpread(
      classes(volume, 8, (x, y, z) => 8 * (x + y + z + 1.5)),
      even(8).map((_, k) => (k + 1) ** 3 - k ** 3),
    );
  });

  test('where a function is true, with the density that another function returns', () => {
    const shape = createFunctionShape({
      name: 'mine',
      min: [0, 0, 0],
      max: [1, 1, 1],
      contains: (x, y) => x > y,
      density: (_x, _y, z) => z,
      distance: (x, y) => (y - x) / Math.SQRT2,
      color: (x) => [x, 0, 0, 1],
    });
    expect(shape.dimension).toBe(3);
    expect(Math.abs(shape.measure - 0.25)).toBeLessThan(0.01);
    const points = checkShape(shape);
    expect(points.colors![0]).toBeCloseTo(points.positions[0], 6);
    checkSpread(
      classes(shape, 10, (_x, _y, z) => 10 * z),
      even(10).map((_, k) => 2 * k + 1),
    );
  });
});

describe('distances', () => {
  const distanceIn = async (given: Readonly<Record<string, unknown>>, x: number, y: number, z: number) =>
    (await make(given, readers)).distance?.(x, y, z);

  test.each([
    [{ shape: 'ball', radius: 2 }, [0, 0, 0], -2],
    [{ shape: 'ball', radius: 2 }, [3, 0, 4], 3],
    [{ shape: 'box', size: [2, 4, 6] }, [0, 0, 0], -1],
    [{ shape: 'box', size: [2, 4, 6] }, [4, 6, 3], 5],
    [{ shape: 'box', size: [2, 4, 0] }, [0.5, 0, 9], -0.5],
    [{ shape: 'cylinder', radius: 1, height: 2 }, [4, 5, 0], 5],
    [{ shape: 'cylinder', radius: 1, height: 2 }, [0.5, 0.8, 0], -0.2],
    [{ shape: 'disc', radius: 1 }, [3, 0, 7], 2],
    [{ shape: 'disc', radius: 1, depth: 2 }, [4, 0, 5], 5],
    [{ shape: 'drawing', file: 'd.svg', height: 4 }, [0, 0, 0], 1],
    [{ shape: 'drawing', file: 'd.svg', height: 4 }, [1.5, 0, 0], -0.5],
    [{ shape: 'drawing', file: 'd.svg', height: 4 }, [5, 6, 0], 5],
    [{ shape: 'drawing', file: 'd.svg', height: 4, depth: 0.2 }, [1.5, 0, 0], -0.1],
    [{ shape: 'picture', file: 'p.png', height: 2 }, [1.5, 0.5, 0], 0.5],
    [{ shape: 'picture', file: 'p.png', height: 2 }, [-1, -0.25, 0], -0.75],
    [{ shape: 'mesh', file: 'm.obj' }, [-0.25, -0.25, -0.25], -0.25 / Math.sqrt(3)],
    [{ shape: 'mesh', file: 'm.obj' }, [-1.5, -0.25, -0.25], 1],
    [{ shape: 'mesh', file: 'm.obj' }, [-1.5, -0.5, -1.5], Math.SQRT2],
    [{ shape: 'mesh', file: 'm.obj', part: 'volume' }, [-0.4, -0.3, -0.3], -0.1],
  ])('%o', async (given, position, distance) => {
    const [x, y, z] = position;
    expect(await distanceIn(given, x, y, z)).toBeCloseTo(distance, 9);
    const placed = { ...given, position: at, rotation: turn };
    const [px, py, pz] = rotate(Float64Array.from(position), turn);
    expect(await distanceIn(placed, px + at[0], py + at[1], pz + at[2])).toBeCloseTo(distance, 9);
  });

  test('a shape without an inside has no distance', async () => {
    expect((await make({ shape: 'heightMap', file: 'p.png' }, readers)).distance).toBeNull();
    const sheet = { positions: tetrahedron.positions, indices: Uint32Array.of(0, 1, 2) };
    const open = await make({ shape: 'mesh', file: 'm.obj' }, { readTriangles: async () => sheet });
    expect(open.distance).toBeNull();
  });
});

describe('points', () => {
  test('the position is added to the coordinates', async () => {
    const shape = await make({
      shape: 'points',
      coordinates: [0, 0, 0, 2, 0, 0, 2, 2, 0],
      scale: 2,
      position: [1, 1, 1],
    });
    expect([...shape.points!.positions]).toEqual([1, 1, 1, 5, 1, 1, 5, 5, 1]);
    expect([shape.dimension, shape.measure]).toEqual([0, 3]);
    expect([[...shape.bounds.min], [...shape.bounds.max]]).toEqual([
      [1, 1, 1],
      [5, 5, 1],
    ]);
  });

  test('no point is repeated before all are used, and each keeps its colour and normal', async () => {
    const set = {
      count: 5,
      positions: Float64Array.from({ length: 15 }, (_, k) => k),
      colors: Float32Array.from({ length: 20 }, (_, k) => Math.floor(k / 4) / 4),
      normals: Float32Array.from({ length: 15 }, (_, k) => (k % 3 === 0 ? 1 : 0)),
      anchors: null,
    };
    const shape = await make(
      { shape: 'points', file: 'p.ply', rotation: [0, 0, Math.PI / 2] },
      { readPoints: () => set },
    );
    const sample = checkShape(shape, 12);
    const which = Array.from({ length: 12 }, (_, k) => 4 * sample.colors![4 * k]);
    expect([...which.slice(0, 5)].sort()).toEqual([0, 1, 2, 3, 4]);
    expect([...which.slice(5, 10)]).toEqual([...which.slice(0, 5)]);
    expect([sample.normals![0], sample.normals![1]]).toEqual([expect.closeTo(0, 6), expect.closeTo(1, 6)]);
  });
});

test('points of a picture have the colours of its pixels', async () => {
  const { positions, colors } = (await make({ shape: 'picture', file: 'p.png', height: 2 }, readers)).sample(
    500,
    1,
  );
  for (let k = 0; k < 500; k++) expect(colors![4 * k]).toBe(positions[3 * k + 1] > 0 ? 1 : Math.fround(0.1));
});

test('a shape has the warnings of its file', async () => {
  const odd = outlineOf([[0, 0, 1, 0, 1, 1]], ['text was passed over']);
  expect((await make({ shape: 'drawing', file: 'd.svg' }, { readDrawing: () => odd })).warnings).toEqual([
    'text was passed over',
  ]);
  const holed = { positions: tetrahedron.positions, indices: tetrahedron.indices.slice(0, 9) };
  const shape = await make(
    { shape: 'mesh', file: 'm.obj', part: 'volume' },
    { readTriangles: async () => holed },
  );
  expect(shape.warnings).toEqual([
    'm.obj is not closed (3 edges without a neighbour): its volume is uncertain near them',
  ]);
});

describe('invalid shapes are refused', () => {
  const clear = { ...picture, pixels: new Float32Array(32) };
  const single = { width: 1, height: 1, pixels: new Float32Array(4) };
  const large = { width: 4096, height: 1025, pixels: new Float32Array() };
  const flat = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0), indices: Uint32Array.of(0, 1, 2) };
  const sheet = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1), indices: Uint32Array.of(0, 1, 2) };
  test.each([
    [{ shape: 'box', size: [1, 0, 0] }, {}, '.size: expected at most one side of 0, got 1 × 0 × 0'],
    [{ shape: 'polygon' }, {}, '.corners: expected x and y of at least three corners, got none'],
    [
      { shape: 'polygon', corners: [1, 2, 3, 4, 5] },
      {},
      '.corners: expected x and y of at least three corners, got 5 numbers',
    ],
    [
      { shape: 'polygon', corners: [0, 0, 1, 1, 2, 2] },
      {},
      '.corners: expected corners with an area, got none: the shape "it" is empty',
    ],
    [
      { shape: 'drawing', file: 'd' },
      { readDrawing: () => outlineOf([[0, 0, 0, 0, 0, 0]], ['text was passed over']) },
      '.file: expected a drawing with an area, got none: the shape "it" is empty (text was passed over)',
    ],
    [
      { shape: 'picture', file: 'p.png' },
      { readPicture: () => clear },
      '.file: expected a picture with visible pixels, got p.png, where no pixel reaches the threshold 0.05 by alpha: the shape "it" is empty',
    ],
    [
      { shape: 'heightMap', file: 'p.png' },
      { readPicture: () => single },
      '.file: expected a picture of at least 2 × 2 and at most 4194304 pixels (2048 × 2048), got 1 × 1',
    ],
    [
      { shape: 'heightMap', file: 'p.png' },
      { readPicture: () => large },
      '.file: expected a picture of at least 2 × 2 and at most 4194304 pixels (2048 × 2048), got 4096 × 1025',
    ],
    [
      { shape: 'mesh', file: 'm' },
      { readTriangles: async () => flat },
      '.file: expected a mesh with triangles, got m, which has no area: the shape "it" is empty',
    ],
    [
      { shape: 'mesh', file: 'm', part: 'volume' },
      { readTriangles: async () => sheet },
      '.part: expected a mesh that encloses a volume, got m, which does not: the shape "it" is empty; use its "surface"',
    ],
    [
      { shape: 'mesh', file: 'm', height: 1 },
      { readTriangles: async () => sheet },
      '.height: expected a mesh that has a height, got m, which is flat: give a scale',
    ],
    [
      { shape: 'mesh', file: 'm', height: 1, scale: 1 },
      readers,
      '.height: expected a scale or a height, got both: leave one out',
    ],
    [{ shape: 'points' }, {}, ': expected a file or coordinates, got neither'],
    [
      { shape: 'points', file: 'p.ply', coordinates: [1, 2, 3] },
      {},
      ': expected a file or coordinates, got both',
    ],
    [
      { shape: 'points', coordinates: [] },
      {},
      '.coordinates: expected x, y and z of each point, got 0 numbers: the shape "it" is empty',
    ],
    [{ shape: 'actor' }, {}, '.actor: expected the name of a character, got none: the scene has none'],
    [
      { shape: 'actor', actor: 'fox' },
      {},
      '.actor: expected the name of a character, got "fox": the scene has none',
    ],
  ])('%o', async (given, only, message) => {
    const error = await make(given, only).catch((reason) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain(`systems[0].shapes[2]${message}`);
  });

  test('functions that fill nothing, and invalid boxes', () => {
    const box = { name: 'mine', min: [0, 0, 0], max: [1, 1, 1] };
    expect(() => createFunctionShape({ ...box, contains: () => false })).toThrow(
      'mine: expected a shape that fills a part of its box, got none',
    );
    expect(() => createFunctionShape({ ...box, min: [0, 2, 0] })).toThrow(
      'mine: expected a box from min to max, got 0 2 0 to 1 1 1',
    );
    expect(() => createFunctionShape({ ...box, max: [0, 0, 0] })).toThrow('expected a box');
  });
});

describe('the max distance of a shape from the origin', () => {
  const meshOf = (far: number) => ({
    readTriangles: async () => ({
      ...tetrahedron,
      positions: tetrahedron.positions.map((value) => far * value),
    }),
  });

  test.each([
    [1e39, '5e+35 km'],
    [4e8, '200000 km'],
    [1e308, 'km'],
  ])('a mesh of %d m is refused, unless it is scaled', async (far, message) => {
    await expect(make({ shape: 'mesh', file: 'm.obj' }, meshOf(far))).rejects.toThrow(
      /^systems\[0\]\.shapes\[2\]\.file: expected a shape within 100000 km of the origin, got .*set scale or height/,
    );
    await expect(make({ shape: 'mesh', file: 'm.obj' }, meshOf(far))).rejects.toThrow(message);
    const scaled = await make({ shape: 'mesh', file: 'm.obj', height: 2 }, meshOf(Math.min(far, 1e39)));
    expect(scaled.bounds.max[1] - scaled.bounds.min[1]).toBeCloseTo(2);
  });

  test('points with NaN or infinite coordinates, or far away, are refused', async () => {
    const points = (x: number) => ({
      readPoints: () => ({
        count: 2,
        positions: Float64Array.of(0, 0, 0, x, 0, 0),
        colors: null,
        normals: null,
        anchors: null,
      }),
    });
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(make({ shape: 'points', file: 'p.ply' }, points(x))).rejects.toThrow(
        'a coordinate that is NaN or infinite',
      );
    }
    await expect(make({ shape: 'points', file: 'p.ply' }, points(1e39))).rejects.toThrow('got 1e+36 km');
    await expect(make({ shape: 'points', coordinates: [0, 0, 0, 1e39, 0, 0] })).rejects.toThrow(
      'shapes[2]: expected',
    );
  });
});

test('the error for a drawing with too many crossings names its path in the scene', async () => {
  const zigzag = Array.from({ length: 4000 }, (_, k) =>
    k % 2 === 0 ? ((k * k * 7919) % 10007) / 10007 : (k >> 1) % 2,
  );
  await expect(
    make({ shape: 'drawing', file: 'd.svg' }, { readDrawing: () => outlineOf([zigzag]) }),
  ).rejects.toThrow(
    'systems[0].shapes[2].file: expected a drawing with lines that cross each other at most 500000 times, got more: simplify its paths',
  );
});
