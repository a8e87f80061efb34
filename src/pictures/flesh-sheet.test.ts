import { expect, test } from 'vitest';
import { cube } from '../files/testing/shapes.ts';
import { drawFlesh, fleshColor, frameFlesh } from './draw-flesh.ts';
import { drawFleshSheet } from './flesh-sheet.ts';

const white = [255, 255, 255] as const;
const grey = [0.4, 0.4, 0.4] as const;

function figure(distances: (x: number) => number) {
  const corners = Array.from({ length: 8 }, (_, k) => cube.positions[3 * k]);
  return {
    positions: cube.positions,
    indices: cube.indices,
    color: grey,
    distances: corners.map(distances),
  };
}

/** Returns the mean of each colour over the drawn pixels. */
function meanColor({ rgb }: { rgb: Uint8Array }): number[] {
  const sum = [0, 0, 0];
  let count = 0;
  for (let k = 0; k < rgb.length; k += 3) {
    if (rgb[k] === 255 && rgb[k + 1] === 255 && rgb[k + 2] === 255) continue;
    for (let c = 0; c < 3; c++) sum[c] += rgb[k + c];
    count++;
  }
  expect(count).toBeGreaterThan(100);
  return sum.map((value) => value / count);
}

test('bone has its own colour, muted, stationary flesh is pale, displaced flesh is red', () => {
  const view = { center: [0, 0, 0], size: 1.5, heading: 0.4 } as const;
  const draw = (distance: number) => meanColor(drawFlesh([figure(() => distance)], view, 0.1, 60, 60, white));
  const [bone, still, far] = [draw(-1), draw(0), draw(0.1)];
  expect(Math.max(...bone) - Math.min(...bone)).toBeLessThan(14);
  expect(still[1]).toBeGreaterThan(bone[1]);
  expect(far[0]).toBeGreaterThan(3 * far[1]);
  expect(fleshColor(2)).toEqual(fleshColor(1));
  const blue = { ...figure(() => -1), color: [0.05, 0.1, 0.7] as const };
  const shirt = meanColor(drawFlesh([blue], view, 0.1, 60, 60, white));
  expect(shirt[2]).toBeGreaterThan(1.3 * shirt[0]);
});

test('a view frames the whole character, or a small moving part', () => {
  const all = frameFlesh([figure((x) => (x > 0 ? 0.01 : -1))], 0, 1);
  expect(all.center).toEqual([0, 0, 0]);
  const far = { ...figure(() => -1), positions: cube.positions.map((value) => 12 * value) };
  const part = frameFlesh([figure((x) => (x > 0 ? 0.01 : -1)), far], 0, 1);
  expect(part.center).toEqual([0.5, 0, 0]);
  expect(part.size).toBeLessThan(3);
  expect(all.size).toBeLessThan(1.7);
  expect(frameFlesh([], 0, 1).size).toBeGreaterThan(0);
});

test('a sheet shows its moments and its graph and is deterministic; flesh that does not move is no error', () => {
  const moments = [0, 0.5].map((t) => ({ t, figures: [figure((x) => (x > 0 ? 0.02 * t : -1))], front: 0 }));
  const options = { title: 'cube', note: 'side', moments, times: [0, 0.5, 1], distances: [0, 0.01, 0.02] };
  const sheet = drawFleshSheet(options);
  expect(sheet.width).toBe(1272);
  expect(Buffer.compare(sheet.rgb, drawFleshSheet(options).rgb)).toBe(0);
  const still = drawFleshSheet({ ...options, distances: [0, 0, 0], moments: [], times: [0] });
  expect(still.rgb.some((value) => value < 100)).toBe(true);
});
