import { describe, expect, test } from 'vitest';
import { Hasher } from '../../math/hash.ts';
import { type ColumnGrid, readColumnGrid } from '../column-grid.ts';
import { createDepthBuffer, drawTriangles } from '../depth-buffer.ts';
import { type ShutterMoment, shutterMoments } from '../shutter.ts';
import { makePrintGround } from '../testing/print-ground.ts';
import { makeEllipsoid, makeWalker } from '../testing/walker.ts';
import { decodeSrgb } from '../tone.ts';
import { createCamera, projectPoints, rayThrough } from './camera.ts';
import type { Grains } from './draw-grains.ts';
import { createFigureLight, skyPastFigures, sunPastFigures } from './figure-light.ts';
import { createGroundSurface, heightAt, hitGround } from './ground-surface.ts';
import { renderPerspective } from './render-perspective.ts';
import { smoothNormals } from './smooth-normals.ts';

const position = { position: [1, 2, 3], target: [4, 0.5, -2], fieldOfView: 0.8 } as const;

function makeGrid(
  height: (x: number, z: number) => number,
  columns = 120,
  rows = 90,
  step = 0.05,
): ColumnGrid {
  const initial = Float32Array.from({ length: columns * rows }, (_, k) =>
    height((k % columns) * step, Math.floor(k / columns) * step),
  );
  const empty = new Float32Array(initial.length);
  return { columns, rows, factor: 1, x: 0, z: 0, step, initial, change: empty, pressed: empty };
}

test('a point lies on the ray through its pixel', () => {
  const camera = createCamera(position, 640, 360);
  for (const point of [
    [4, 0.5, -2],
    [3, 0, -1],
    [6, 3, 0],
  ]) {
    const [x, y, depth] = projectPoints(camera, point);
    const direction = rayThrough(camera, x, y);
    const offset = point.map((value, c) => value - camera.position[c]);
    const distance = Math.sqrt(offset.reduce((sum, value) => sum + value * value, 0));
    for (let c = 0; c < 3; c++) expect(distance * direction[c]).toBeCloseTo(offset[c], 9);
    const along = offset.reduce((sum, value, c) => sum + value * camera.forward[c], 0);
    expect(depth).toBeCloseTo(-1 / along, 9);
  }
  expect(projectPoints(camera, [4, 0.5, -2])[0]).toBeCloseTo(320, 9);
});

test('triangles behind the eye are omitted', () => {
  const camera = createCamera(position, 64, 36);
  const buffer = createDepthBuffer(64, 36);
  drawTriangles(buffer, projectPoints(camera, [-3, 2, 9, -2, 2, 9, -3, 4, 9]), [0, 1, 2], 0);
  expect(buffer.triangle.every((triangle) => triangle < 0)).toBe(true);
});

test('sparkles of snow are points, also at a grazing angle', () => {
  const [width, height] = [600, 60];
  const draw = (sparkle: number) =>
    renderPerspective({
      ground: makeGrid(() => 0),
      material: 'snow',
      look: { sparkle },
      figures: [],
      camera: { position: [3, 0.6, 0], target: [3, 0, 9], fieldOfView: 0.1 },
      toSun: [0.5, 0.3, 0.2],
      width,
      height,
      samples: 1,
    }).rgb;
  const [plain, bright] = [draw(0), draw(4)];
  let [count, widest] = [0, 0];
  for (let y = 0; y < height; y++) {
    let run = 0;
    for (let x = 0; x < width; x++) {
      const k = 3 * (y * width + x);
      run = bright[k] > plain[k] ? run + 1 : 0;
      if (run === 1) count++;
      widest = Math.max(widest, run);
    }
  }
  expect(count).toBeGreaterThan(10);
  expect(widest).toBeLessThan(5);
});

test('rays intersect a tilted plane at the analytic distance', () => {
  const tilt = 0.1;
  const surface = createGroundSurface(
    makeGrid((x) => tilt * x),
    [0, 1, 0],
    2,
  );
  for (const [dx, dy, dz] of [
    [0, -1, 0],
    [0.3, -0.5, 0.1],
    [0.6, -0.2, -0.1],
  ]) {
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const direction = [dx / length, dy / length, dz / length] as const;
    const origin = [2, 1.2, 2.2] as const;
    const expected = (origin[1] - tilt * origin[0]) / (tilt * direction[0] - direction[1]);
    expect(hitGround(surface, origin, [...direction], 0)).toBeCloseTo(expected, 3);
  }
});

test('rays that miss the ground return Infinity, those outside the grid hit level ground', () => {
  const surface = createGroundSurface(
    makeGrid(() => 0.25),
    [0, 1, 0],
    1,
  );
  expect(hitGround(surface, [1, 2, 1], [0, 1, 0], 0)).toBe(Infinity);
  expect(hitGround(surface, [1, 2, 1], [1, 0, 0], 0)).toBe(Infinity);
  expect(hitGround(surface, [500, 2.25, 500], [0, -1, 0], 0)).toBeCloseTo(2, 6);
  expect(heightAt(surface, -80, 1e6)).toBeCloseTo(0.25, 6);
});

test('fine ground is embedded in coarse ground', () => {
  const around = createGroundSurface(
    makeGrid(() => 0, 100, 100, 1),
    [0, 1, 0],
    1,
  );
  const inner = createGroundSurface(
    makeGrid(() => -0.5),
    [0, 1, 0],
    1,
    around,
  );
  expect(heightAt(inner, 1, 1)).toBeCloseTo(-0.5, 6);
  expect(heightAt(inner, 50, 50)).toBeCloseTo(0, 6);
  expect(hitGround(inner, [1, 1, 1], [0, -1, 0], 0)).toBeCloseTo(1.5, 3);
});

test('rays over wide ground skip what is below them, and hit the same points', () => {
  const hill = (x: number, z: number) => 2 * Math.sin(0.08 * x) * Math.cos(0.05 * z);
  const around = createGroundSurface(makeGrid(hill, 160, 160, 0.5), [0, 1, 0], 1);
  const inner = createGroundSurface(
    makeGrid((x, z) => hill(x, z) + 0.02 * Math.sin(3 * x), 90, 90, 0.1),
    [0, 1, 0],
    1,
    around,
  );
  const origin = [1, 3, 1] as const;
  const heightOn = (direction: readonly number[], t: number) =>
    origin[1] +
    t * direction[1] -
    heightAt(inner, origin[0] + t * direction[0], origin[2] + t * direction[2]);
  let hits = 0;
  for (let k = 0; k < 60; k++) {
    const angle = 0.1 + 0.022 * k;
    const [x, y, z] = [Math.sin(angle), -0.4 + 0.008 * k, Math.cos(angle)];
    const length = Math.hypot(x, y, z);
    const direction = [x / length, y / length, z / length] as const;
    const found = hitGround(inner, origin, direction, 0);
    let expected = 0;
    while (expected < 75 && heightOn(direction, expected) > 0) expected += 0.02;
    if (expected >= 75) continue;
    hits++;
    expect(Math.abs(found - expected)).toBeLessThan(0.07);
  }
  expect(hits).toBeGreaterThan(30);
});

test('normals of a ball point away from its centre, also across a seam of duplicate vertices', () => {
  const ball = makeEllipsoid([0, 0, 0], [1, 1, 1]);
  const normals = smoothNormals(ball);
  for (let k = 0; k < normals.length; k += 3) {
    const dot = [0, 1, 2].reduce((sum, c) => sum + normals[k + c] * ball.positions[k + c], 0);
    expect(dot).toBeGreaterThan(0.97);
  }
  const quad = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1];
  const seam = smoothNormals({ positions: quad, indices: [0, 1, 2, 3, 4, 5], color: [1, 1, 1] });
  expect([...seam.subarray(0, 3)]).toEqual([...seam.subarray(9, 12)]);
});

test('a ball shades the ground under it and nothing far away', () => {
  const ball = makeEllipsoid([0, 1, 0], [0.5, 0.5, 0.5]);
  const light = createFigureLight([ball], [0, 1, 0], [0, 0, 0]);
  const up = [0, 1, 0];
  expect(sunPastFigures(light, [0, 0, 0], 0.004, 0.3)).toBe(0);
  expect(sunPastFigures(light, [0.7, 0, 0], 0.004, 0.3)).toBe(1);
  expect(sunPastFigures(light, [0, 2, 0], 0.004, 0.3)).toBe(1);
  const under = skyPastFigures(light, [0, 0, 0], up, 0.004, 0.5);
  const beside = skyPastFigures(light, [3, 0, 0], up, 0.004, 0.5);
  // On level ground, a ball of radius r at distance d hides (r / d)² of the light of the sky.
  expect(Math.abs(under - 0.75)).toBeLessThan(0.1);
  expect(beside).toBeGreaterThan(0.93);
});

test('meshes far apart have shadows that are as exact as those of one', () => {
  const near = makeEllipsoid([0, 1, 0], [0.5, 0.5, 0.5]);
  const far = makeEllipsoid([70, 1, 0], [0.5, 0.5, 0.5]);
  const eye = [-5, 2, 0] as const;
  const [alone, both] = [[near], [near, far]].map((balls) => createFigureLight(balls, [0, 1, 0], eye));
  for (const x of [0, 0.46, 0.49, 0.505, 0.52, 0.6]) {
    for (const turn of [0.1, 0.6]) {
      expect(sunPastFigures(both, [x, 0, 0], 0.004, turn)).toBe(
        sunPastFigures(alone, [x, 0, 0], 0.004, turn),
      );
    }
  }
  expect(sunPastFigures(both, [70, 0, 0], 0.004, 0.3)).toBe(0);
  expect(skyPastFigures(both, [70, 0, 0], [0, 1, 0], 0.004, 0.5)).toBeLessThan(0.85);
});

test('without meshes, all light reaches the ground', () => {
  const light = createFigureLight([], [0, 1, 0], [0, 0, 0]);
  expect(sunPastFigures(light, [0, 0, 0], 0.01, 0.1)).toBe(1);
  expect(skyPastFigures(light, [0, 0, 0], [0, 1, 0], 0.01, 0.1)).toBe(1);
});

test('motion blur: the edges of a board that moves sideways are linear ramps, as long as its path', () => {
  const grid = makeGrid(() => 0);
  const board = (x: number) => {
    const corners = [x, 1, 2, x + 1, 1, 2, x + 1, 2, 2, x, 2, 2];
    return [{ positions: corners, indices: [0, 1, 2, 0, 2, 3], color: [0.9, 0.9, 0.9] as const }];
  };
  const [width, height, speed, count] = [160, 40, 6, 8];
  const scene = {
    ground: grid,
    material: 'sand',
    // Level with the board, so that its light is even and the sky is behind it.
    camera: { position: [3, 1.5, 6], target: [3, 1.5, 2], fieldOfView: 0.25 },
    toSun: [0, 1, 1.5],
    width,
    height,
  } as const;
  const draw = (moments: readonly ShutterMoment[]) => {
    const blurred = moments.map(({ time, offset }) => ({ figures: board(1.8 + speed * time), offset }));
    const { rgb } = renderPerspective({ ...scene, figures: [], moments: blurred });
    return Array.from({ length: width }, (_, x) => decodeSrgb(rgb[3 * (20 * width + x)]));
  };
  const moments = shutterMoments(0.2, 0.1, count);
  const row = draw(moments);
  expect(draw(moments.slice(0, 1))).toEqual(draw(moments.slice(0, 1)));
  const sharp = draw(shutterMoments(0.2, 0, count));
  const pixelsPerMetre = height / 2 / Math.tan(0.125) / 4;
  const pixelOf = (x: number) => width / 2 + (x - 3) * pixelsPerMetre;
  const [opened, closed] = [pixelOf(1.8 + speed * 0.1), pixelOf(1.8 + speed * 0.2)];
  const empty = sharp[2];
  const full = sharp[Math.round(closed + pixelsPerMetre / 2)];
  expect(full - empty).toBeGreaterThan(0.2);
  for (let x = 0; x < width; x++) {
    const middle = x + 0.5;
    const rising = Math.min(1, Math.max(0, (middle - opened) / (closed - opened)));
    const falling = Math.min(1, Math.max(0, (closed + pixelsPerMetre - middle) / (closed - opened)));
    const coverage = (row[x] - empty) / (full - empty);
    expect(Math.abs(coverage - Math.min(rising, falling)), `pixel ${x}`).toBeLessThan(0.5 / count + 0.02);
  }
});

describe('grains in the air', () => {
  /** Returns particles at positions, all with one velocity, in front of the sky. */
  const makeGrains = (places: readonly (readonly number[])[], more: Partial<Grains> = {}): Grains => ({
    count: places.length,
    ids: Uint32Array.from(places, (_, k) => k),
    positions: Float32Array.from(places.flat()),
    velocities: new Float32Array(3 * places.length),
    sizes: new Float32Array(places.length).fill(0.1),
    colors: Float32Array.from(places.flatMap(() => [0, 0, 0, 1])),
    ...{ grainSize: 0.1, spread: 0, shutter: 0.01 },
    ...more,
  });
  const draw = (grains: Grains | undefined, height = 45) =>
    renderPerspective({
      ground: makeGrid(() => 0),
      material: 'sand',
      figures: [],
      ...(grains && { grains }),
      camera: { position: [3, 2, 6], target: [3, 2, 0], fieldOfView: 0.8 },
      toSun: [0.3, 0.8, -0.4],
      width: (16 * height) / 9,
      height,
      samples: 1,
    }).rgb;
  /** Returns how much light grains take away, as a fraction of the picture's area. */
  const darkening = (grains: Grains, height = 45) => {
    const [without, withGrains] = [draw(undefined, height), draw(grains, height)];
    const lost = without.reduce((sum, value, k) => {
      return sum + 1 - decodeSrgb(withGrains[k]) / Math.max(1e-6, decodeSrgb(value));
    }, 0);
    return lost / without.length;
  };

  test('a cloud takes the same light at every resolution, whether its grains move or not', () => {
    const still = makeGrains([[3, 3, 3]]);
    const expected = darkening(still, 180);
    expect(expected).toBeGreaterThan(0.0005);
    for (const height of [45, 90])
      expect(Math.abs(darkening(still, height) / expected - 1)).toBeLessThan(0.12);
    const moving = makeGrains([[3, 3, 3]], { velocities: Float32Array.of(40, 0, 0) });
    expect(Math.abs(darkening(moving, 180) / expected - 1)).toBeLessThan(0.15);
  });

  test('a grain that moves is a streak along its path', () => {
    const columnsOf = (grains: Grains) => {
      const [without, withGrains] = [draw(undefined), draw(grains)];
      const columns = new Set<number>();
      without.forEach((value, k) => {
        if (Math.abs(value - withGrains[k]) > 2) columns.add(Math.floor(k / 3) % 80);
      });
      return columns.size;
    };
    const velocities = Float32Array.of(80, 0, 0);
    expect(columnsOf(makeGrains([[3, 3, 3]], { velocities }))).toBeGreaterThan(
      columnsOf(makeGrains([[3, 3, 3]])) + 8,
    );
  });

  test('a particle is drawn as many grains of its volume, and what is behind the ground is hidden', () => {
    const one = darkening(makeGrains([[3, 3, 3]]), 90);
    const many = darkening(makeGrains([[3, 3, 3]], { grainSize: 0.05, spread: 3 }), 90);
    // Eight grains of half the size have twice the area.
    expect(many / one).toBeGreaterThan(1.6);
    expect(many / one).toBeLessThan(2.2);
    expect(draw(makeGrains([[3, -1, 3]]))).toEqual(draw(undefined));
  });
});

test.each(['sand', 'mud', 'snow'])(
  'the same view of %s gives the same bytes, sky above and ground below',
  (material) => {
    const ground = makePrintGround(3, { material, length: 4, width: 2, cell: 0.02 });
    const draw = () =>
      renderPerspective({
        ground: readColumnGrid(ground, ground.extent!, 1e6),
        material,
        figures: makeWalker(3, 1),
        camera: { position: [0, 1.4, 3], target: [2.5, 0.8, 1], fieldOfView: 0.9 },
        toSun: [0.3, 0.6, -0.6],
        width: 64,
        height: 36,
        samples: 1,
      });
    const picture = draw();
    expect(new Hasher().bytes(picture.rgb).digest()).toBe(new Hasher().bytes(draw().rgb).digest());
    expect(picture.rgb[2]).toBeGreaterThan(picture.rgb[0]);
    const last = picture.rgb.length - 3;
    if (material !== 'snow') expect(picture.rgb[last]).toBeGreaterThan(picture.rgb[last + 2]);
  },
);
