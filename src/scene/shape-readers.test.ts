import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../files/gltf/read-gltf.ts';
import { encodePng8 } from '../files/png.ts';
import { buildSkinnedBar } from '../files/testing/shapes.ts';
import { createActor } from '../motion/actor.ts';
import type { Outline } from '../motion/outline.ts';
import type { Shape } from '../systems/particles/shape.ts';
import { createShape } from '../systems/particles/shapes/create-shape.ts';
import { checkShape, contextWith, shapeParams } from '../systems/particles/shapes/testing/check-shape.ts';
import type { SurfaceRequest } from '../systems/system.ts';
import { sharedPath } from '../testing/shared.ts';
import { createShapeReaders } from './shape-readers.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** Files in memory, and a count of how often each file is requested. */
function memory(files: Readonly<Record<string, Uint8Array>>) {
  const asked: string[] = [];
  const read = (path: string): Uint8Array | undefined => {
    if (files[path]) asked.push(path);
    return files[path];
  };
  const seen: number[] = [];
  const readers = createShapeReaders({ read }, (bytes) => seen.push(bytes.length));
  return { asked, seen, readers };
}

const triangle = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
const cloud =
  'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n';

describe('readers of a scene', () => {
  test('each file is read once, and its bytes are passed to onRead', async () => {
    const files = {
      'a.obj': encode(triangle),
      'a.ply': encode(cloud),
      'a.svg': encode('<svg><rect width="1" height="2"/></svg>'),
      'a.png': encodePng8(new Uint8Array(4), 1, 1, 4),
    };
    const { asked, seen, readers } = memory(files);
    for (let again = 0; again < 2; again++) {
      expect((await readers.readTriangles('a.obj', 'x')).indices.length).toBe(3);
      expect(readers.readPoints('a.ply', 'x').count).toBe(1);
      expect(readers.readDrawing('a.svg', 'x').areas.length).toBe(1);
      expect(readers.readPicture('a.png', 'x').pixels.length).toBe(4);
    }
    expect(asked).toEqual(Object.keys(files));
    expect(seen).toEqual(Object.values(files).map(({ length }) => length));
  });

  test('a glTF in its rest pose', async () => {
    const { readers } = memory({ 'bar.glb': buildSkinnedBar({ armatureScale: 0.01 }).toGlb() });
    const { positions } = await readers.readTriangles('bar.glb', 'x');
    expect(Math.max(...positions)).toBeCloseTo(2);
  });

  test('a missing file is reported as a fault of the scene, an invalid one as a fault of the file', async () => {
    const { readers } = memory({ 'a.obj': encode('x'), 'a.xyz': encode('x') });
    expect(() =>
      readers.readText(
        'x',
        'no.ttf',
        { align: 'left', letterSpacing: 0, lineSpacing: 1, textPath: 't' },
        'place.font',
      ),
    ).toThrow('place.font: no file "no.ttf"');
    await expect(readers.readTriangles('no.obj', 'place.file')).rejects.toThrow(
      'place.file: no file "no.obj"',
    );
    await expect(readers.readTriangles('a.obj', 'place.file')).rejects.toThrow('a.obj');
    await expect(readers.readTriangles('a.xyz', 'place.file')).rejects.toThrow(
      'a.xyz: expected a mesh (.obj',
    );
  });
});

describe('the skin of a character', () => {
  const open = async (given = {}, requests: SurfaceRequest[] = []) => {
    const rig = await readGltf(buildSkinnedBar().toGlb(), { name: 'bar.glb' });
    const actor = createActor(rig, { name: 'bar', scale: 2, clip: 0, path: 'actors[0]' });
    const context = contextWith({ actors: new Map([['bar', actor]]) });
    return createShape(shapeParams({ shape: 'actor', ...given }), context, 'systems[0].shapes[0]', requests);
  };

  test('positions with anchors, on the skin in its pose at the start', async () => {
    const requests: SurfaceRequest[] = [{ actor: 'other', surfaces: null }];
    const shape = await open({}, requests);
    expect([shape.skin, requests[1]]).toEqual([1, { actor: 'bar', surfaces: null }]);
    expect([shape.dimension, shape.distance]).toEqual([2, null]);
    // Surface of a box of 0.4 × 4 × 0.4 m.
    expect(shape.measure).toBeCloseTo(2 * 0.16 + 4 * 1.6);
    const { positions, normals, anchors } = checkShape(shape, 500);
    expect(anchors!.heights).toBeNull();
    for (let k = 0; k < 500; k++) {
      const [x, y, z] = positions.subarray(3 * k, 3 * k + 3);
      const outward = [x / 0.2, (y - 2) / 2, z / 0.2];
      expect(Math.max(...outward.map(Math.abs))).toBeCloseTo(1, 6);
      const along = outward.reduce((sum, value, axis) => sum + value * normals![3 * k + axis], 0);
      expect(along).toBeCloseTo(1, 5);
      expect(anchors!.weights[2 * k] + anchors!.weights[2 * k + 1]).toBeLessThanOrEqual(1 + 1e-12);
    }
  });

  test('away from the skin by the offset; the same request gives the same result', async () => {
    const requests: SurfaceRequest[] = [];
    const [near, far] = [await open({}, requests), await open({ offset: 0.5 }, requests)];
    expect([near.skin, far.skin, requests.length]).toEqual([0, 0, 1]);
    const [a, b] = [near.sample(50, 1), far.sample(50, 1)];
    expect([...b.anchors!.heights!]).toEqual(Array(50).fill(0.5));
    for (let k = 0; k < 150; k++) expect(b.positions[k]).toBeCloseTo(a.positions[k] + 0.5 * a.normals![k], 6);
    checkShape(far, 200);
  });

  test('unknown surfaces and characters', async () => {
    await expect(open({ surfaces: ['Ear'] })).rejects.toThrow(
      'systems[0].shapes[0].surfaces: expected surfaces of "bar", got "Ear": it has',
    );
    await expect(open({ actor: 'fox' })).rejects.toThrow(
      '.actor: expected the name of a character, got "fox": known are bar',
    );
  });
});

/** Returns the area of a loop: positive if the loop is counter-clockwise. */
function signedArea(loop: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < loop.length; k += 2) {
    const next = (k + 2) % loop.length;
    sum += (loop[k] * loop[next + 1] - loop[next] * loop[k + 1]) / 2;
  }
  return sum;
}

const fonts = sharedPath('assets/font-ofl');
const spot = sharedPath('assets/mesh-spot');
const readShared = (folder: string | null) =>
  createShapeReaders({ read: (path) => readFileSync(`${folder}/${path}`) }, () => undefined);
const make = (given: Readonly<Record<string, unknown>>, folder: string | null): Promise<Shape> =>
  createShape(shapeParams(given), contextWith(readShared(folder)), 'systems[0].shapes[0]');

describe.skipIf(!fonts)(`letters of real fonts${fonts ? '' : ' (skipped: no folder shared/assets)'}`, () => {
  const files = ['FiraMono-Medium.ttf', 'EBGaramond12-Regular.otf'];
  const layout = { align: 'left', letterSpacing: 0, lineSpacing: 1, textPath: 't' } as const;

  /** Outlines of letters have one orientation, holes the other, so that the sum of the signed areas is the area. */
  const sumOfLoops = ({ areas }: Outline) =>
    Math.abs(areas.flatMap(({ loops }) => loops).reduce((sum, loop) => sum + signedArea(loop), 0));

  test.each(files)('%s: the area of each letter is that of its polygons', async (font) => {
    const readers = readShared(fonts);
    for (const letter of 'AVOSe8@%&Qgij?!ßé') {
      const shape = await createShape(
        shapeParams({ shape: 'text', text: letter, font }),
        contextWith(readers),
        'x',
      );
      const outline = readers.readText(letter, font, layout, 'x');
      expect(shape.measure / sumOfLoops(outline)).toBeCloseTo(1, 6);
    }
  });

  /**
   * Returns a point in each hole: at half of its height, halfway between its first two sides. Holes have the opposite orientation of the
   * largest outline.
   */
  function placesInHoles({ areas, bounds }: Outline): [number, number][] {
    const loops = areas.flatMap((area) => area.loops);
    const sizes = loops.map((loop) => signedArea(loop));
    const largest = sizes.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
    return loops.flatMap((loop, n) => {
      if (Math.sign(sizes[n]) === Math.sign(largest)) return [];
      const ys = [...loop].filter((_, k) => k % 2 === 1);
      const y = (Math.min(...ys) + Math.max(...ys)) / 2 + 1e-6;
      const crossings: number[] = [];
      for (let k = 0; k < loop.length; k += 2) {
        const next = (k + 2) % loop.length;
        const t = (y - loop[k + 1]) / (loop[next + 1] - loop[k + 1]);
        if (t >= 0 && t < 1) crossings.push(loop[k] + t * (loop[next] - loop[k]));
      }
      crossings.sort((p, q) => p - q);
      return [
        [
          (crossings[0] + crossings[1]) / 2 - (bounds.minX + bounds.maxX) / 2,
          y - (bounds.minY + bounds.maxY) / 2,
        ],
      ];
    });
  }

  test.each(
    files.flatMap((font) =>
      [
        ['O', 1],
        ['8', 2],
        ['@', 1],
        ['&', 1],
        ['B', 2],
      ].map(([letter, count]) => [font, letter, count] as const),
    ),
  )('%s: the holes of %s stay empty', async (font, letter, count) => {
    const shape = await make({ shape: 'text', text: letter, font, height: 2 }, fonts);
    const { positions } = checkShape(shape, 3000);
    const holes = placesInHoles(readShared(fonts).readText(String(letter), font, layout, 'x'));
    expect(holes.length).toBeGreaterThanOrEqual(count as number);
    for (const [x, y] of holes.map((position) => position.map((value) => 2 * value))) {
      const gap = shape.distance!(x, y, 0);
      expect(gap).toBeGreaterThan(0.01);
      const gaps = Array.from({ length: 3000 }, (_, k) =>
        Math.hypot(positions[3 * k] - x, positions[3 * k + 1] - y),
      );
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(gap);
    }
  });

  test('a character that is missing in the font is a fault of the text', async () => {
    await expect(make({ shape: 'text', text: 'Hi 😀', font: files[0] }, fonts)).rejects.toThrow(
      'systems[0].shapes[0].text: expected characters that the font FiraMono-Medium.ttf has, got "😀" (U+1F600), character 4 of line 1',
    );
    await expect(make({ shape: 'text', text: ' ', font: files[0] }, fonts)).rejects.toThrow(
      '.text: expected text with visible characters',
    );
  });
});

describe.skipIf(!spot)(`the cow${spot ? '' : ' (skipped: no folder shared/assets)'}`, () => {
  test('its volume is 0.718, its points are inside', async () => {
    const shape = await make({ shape: 'mesh', file: 'spot_triangulated.obj', part: 'volume' }, spot);
    expect(shape.measure).toBeCloseTo(0.718, 3);
    expect(shape.warnings).toEqual([]);
    checkShape(shape, 2000);
    // An independent estimate of the volume: the fraction of points in the box that are inside.
    const { min, max } = shape.bounds;
    const sides = [0, 1, 2].map((axis) => max[axis] - min[axis]);
    let inside = 0;
    const n = 16;
    for (let k = 0; k < n * n * n; k++) {
      const [i, j, l] = [k % n, Math.floor(k / n) % n, Math.floor(k / (n * n))].map(
        (index) => (index + 0.5) / n,
      );
      if (shape.distance!(min[0] + i * sides[0], min[1] + j * sides[1], min[2] + l * sides[2]) < 0) inside++;
    }
    expect((inside / n ** 3) * sides[0] * sides[1] * sides[2]).toBeCloseTo(0.718, 1);
  });

  test('its skin, drawn: colours at their positions', async () => {
    const shape = await make({ shape: 'drawing', file: 'spot_texture.svg', height: 612 }, spot);
    expect(shape.measure).toBeCloseTo(612 * 612, 3);
    const { positions, colors, count } = checkShape(shape, 20_000);
    // The large cheek of the drawing is an ellipse with centre (482, 307.75) and half axes 73.5 × 68.749.
    let wrong = 0;
    for (let k = 0; k < count; k++) {
      const [x, y] = [positions[3 * k] + 306, 306 - positions[3 * k + 1]];
      const reach = Math.hypot((x - 482) / 73.5, (y - 307.75) / 68.749);
      const isCheek = Math.abs(colors![4 * k + 2] - 0.3864) < 0.01;
      if ((reach < 0.99 && !isCheek) || (reach > 1.01 && reach < 1.2 && isCheek)) wrong++;
    }
    expect(wrong).toBe(0);
  });
});
