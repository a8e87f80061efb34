import { expect, test } from 'vitest';
import { Hasher } from '../../math/hash.ts';
import { type ColumnGrid, readColumnGrid } from '../column-grid.ts';
import { createDepthBuffer, drawTriangles } from '../depth-buffer.ts';
import { type ShutterMoment, shutterMoments } from '../shutter.ts';
import { makePrintGround } from '../testing/print-ground.ts';
import { makeEllipsoid, makeWalker } from '../testing/walker.ts';
import { decodeSrgb } from '../tone.ts';
import { createCamera, projectPoints, rayThrough } from './camera.ts';
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
  const light = createFigureLight([ball], [0, 1, 0]);
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

test('without meshes, all light reaches the ground', () => {
  const light = createFigureLight([], [0, 1, 0]);
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
