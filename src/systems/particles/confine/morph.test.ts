import { describe, expect, test } from 'vitest';
import { hashUnit } from '../../../math/random.ts';
import { KeyLaw, type LawName } from '../laws/key-law.ts';
import { createStepLaw } from '../laws/step-law.ts';
import { assignNear } from '../match/assign-near.ts';
import { samplePositions } from '../sample-positions.ts';
import type { Shape } from '../shape.ts';
import { buildShape } from '../shapes/build-shape.ts';
import { createPlacement } from '../shapes/placement.ts';
import { createBall, createBox } from '../shapes/solids.ts';
import { tabulateProgress } from './law-progress.ts';
import { createMorph, type Morph, type MorphPlanes, morphFault } from './morph.ts';
import { planeNormal } from './plane-normal.ts';
import { flatShape, letterI, letterS, ring } from './testing/flat-shapes.ts';

interface Journey {
  readonly first: Shape;
  readonly second: Shape;
  readonly count?: number;
  readonly assign?: 'near' | 'order';
  readonly law?: LawName;
  readonly stepCount?: number;
  /** Strength of the forces, m/s². With 0 only the law moves particles. */
  readonly force?: number;
  /** Maximum random initial speed, m/s. */
  readonly speed?: number;
  /** Initial displacement of all particles from the first shape along x, m. */
  readonly astray?: number;
  readonly onFrame?: (frame: Frame) => void;
}

interface Frame {
  readonly morph: Morph;
  readonly planes: MorphPlanes;
  readonly step: number;
  readonly progress: number;
  readonly putBack: number;
  /** Maximum distance by which a particle was moved back so far, m. */
  readonly maxShift: number;
}

function travel(journey: Journey) {
  const { first, second, count = 250, stepCount = 60, force = 30, speed = 1 } = journey;
  const from = samplePositions(first, count, 'blueNoise', 1, false).positions;
  for (let k = 0; k < count; k++) from[3 * k] += journey.astray ?? 0;
  const positions = samplePositions(second, count, 'blueNoise', 2, false).positions;
  const order = journey.assign === 'order' ? null : assignNear(from, positions);
  const to = Float64Array.from(from, (_, i) => positions[order ? 3 * order[(i / 3) | 0] + (i % 3) : i]);
  const plane = (value: (k: number) => number) => Float64Array.from({ length: count }, (_, k) => value(k));
  const jitter = (axis: number) => plane((k) => speed * (2 * hashUnit(3, k, axis) - 1));
  const planes = {
    x: plane((k) => from[3 * k]),
    y: plane((k) => from[3 * k + 1]),
    z: plane((k) => from[3 * k + 2]),
    vx: jitter(0),
    vy: jitter(1),
    vz: jitter(2),
    cohort: new Int32Array(count).fill(1),
  };
  const dt = 1 / stepCount;
  const steps = new Float64Array(stepCount).fill(dt);
  const law = new KeyLaw({ law: journey.law ?? 'leastEffort', steps });
  const progress = tabulateProgress(law, steps);
  const morph = createMorph({
    from,
    to,
    fromShapes: [first],
    fromOf: new Uint16Array(count),
    toShapes: [second],
    toOf: new Uint16Array(count),
  });
  const members = Uint32Array.from({ length: count }, (_, k) => k);
  const now = createStepLaw();
  let putBack = 0;
  let maxShift = 0;
  for (let step = 0; step < stepCount; step++) {
    law.at(now, step);
    for (let axis = 0; axis < 3; axis++) {
      const position = [planes.x, planes.y, planes.z][axis];
      const velocity = [planes.vx, planes.vy, planes.vz][axis];
      for (let k = 0; k < count; k++) {
        const push = force * (2 * hashUnit(4, k, axis, step >> 3) - 1);
        velocity[k] = now.keep * velocity[k] + now.force * push + now.pull * (to[3 * k + axis] - position[k]);
        position[k] += dt * velocity[k];
      }
    }
    const before = [planes.x.slice(), planes.y.slice()];
    putBack += morph.afterStep(
      planes,
      members,
      new Uint16Array(count),
      [{ progress: progress[step + 1], before: progress[step] }],
      dt,
    );
    for (let k = 0; k < count; k++) {
      maxShift = Math.max(maxShift, Math.hypot(planes.x[k] - before[0][k], planes.y[k] - before[1][k]));
    }
    journey.onFrame?.({ morph, planes, step, progress: progress[step + 1], putBack, maxShift });
  }
  return { from, to, planes, morph, count, putBack, maxShift };
}

const square = flatShape('square', [ring(4, 0.7)], [-2, 0, 0]);
const triangle = flatShape('triangle', [ring(3, 0.8)], [1, 0.5, 0]);
const disc = flatShape('disc', [ring(64, 0.5)]);
const s = flatShape('S', [letterS], [1.5, 0.2, 0]);
const o = flatShape('O', [ring(40, 0.5), ring(40, 0.3)]);
const i = flatShape('I', [letterI], [1.5, 0, 0]);

const pairs: [string, Shape, Shape][] = [
  ['square to triangle', square, triangle],
  ['disc to S', disc, s],
  ['O to I', o, i],
  ['I to O', i, o],
  ['turned square to S', flatShape('turned', [ring(4, 0.7)], [0, 1, 2], [0.5, 0.7, 0]), s],
  [
    'ball to box',
    buildShape(createBall('ball', 0.5, 'volume'), createPlacement([0, 1, 0], [0, 0, 0])),
    buildShape(createBox('box', [1, 0.3, 0.6], 'volume'), createPlacement([2, 0, 1], [0.3, 0, 0.4])),
  ],
  ['disc to thick S', disc, flatShape('thick S', [letterS], [1, 0, 1], [0, 0.4, 0], 0.2)],
];

describe.each(pairs)('%s', (_, first, second) => {
  test('under forces no particle is outside on any frame, and all arrive exactly', () => {
    let frames = 0;
    let outside = 0;
    let outsideOfAll = 0;
    const { planes, to, count, putBack } = travel({
      first,
      second,
      onFrame: ({ morph, planes: { x, y, z }, step, progress }) => {
        frames++;
        for (let k = 0; k < x.length; k++) {
          if (!morph.contains(k, x[k], y[k], z[k], progress)) outside++;
          if (step % 6 === 5 && morph.distance(x[k], y[k], z[k], progress) > 0) outsideOfAll++;
        }
      },
    });
    expect(frames).toBe(60);
    expect(outside).toBe(0);
    expect(outsideOfAll).toBe(0);
    expect(putBack).toBeGreaterThan(100);
    let maxPositionError = 0;
    for (let k = 0; k < count; k++) {
      const [dx, dy, dz] = [planes.x, planes.y, planes.z].map((plane, axis) => plane[k] - to[3 * k + axis]);
      maxPositionError = Math.max(maxPositionError, Math.hypot(dx, dy, dz));
    }
    expect(maxPositionError).toBeLessThan(1e-12);
  });
});

test.each<[string, Shape, Shape]>([
  ['square to triangle', square, triangle],
  ['O to I', o, i],
])(
  '%s: the shape in between is the first at the start, the second at the end, and never small',
  (_, first, second) => {
    const { morph, from, to } = travel({ first, second, force: 0, speed: 0, count: 200, stepCount: 4 });
    const fraction = Math.min(first.measure, second.measure);
    for (const progress of [0, 0.25, 0.5, 0.9, 1]) {
      // Sums the area on a grid of 0.06 m.
      let area = 0;
      let beyond = 0;
      for (let x = -3; x < 3; x += 0.06) {
        for (let y = -1.5; y < 1.5; y += 0.06) {
          if (morph.distance(x, y, 0, progress) > 0) continue;
          area += 0.06 * 0.06;
          if (progress === 0 && first.distance!(x, y, 0) > 1e-9) beyond++;
          if (progress === 1 && second.distance!(x, y, 0) > 1e-9) beyond++;
        }
      }
      expect(area, `area at ${progress}`).toBeGreaterThan(0.6 * fraction);
      expect(beyond).toBe(0);
    }
    for (let k = 0; k < 200; k++) {
      expect(morph.contains(k, from[3 * k], from[3 * k + 1], from[3 * k + 2], 0)).toBe(true);
      expect(morph.contains(k, to[3 * k], to[3 * k + 1], to[3 * k + 2], 1)).toBe(true);
    }
  },
);

test.each<LawName>(['leastEffort', 'constant', 'velocity'])(
  '%s: without forces and from rest no particle is moved back',
  (law) => {
    for (const [first, second] of [
      [square, triangle],
      [o, i],
    ]) {
      const { putBack, planes, to } = travel({ first, second, law, force: 0, speed: 0 });
      // Rounding at the end can move a particle back whose goal is on the boundary.
      expect(putBack).toBeLessThan(3);
      expect(Math.abs(planes.x[0] - to[0])).toBeLessThan(1e-12);
    }
  },
);

test('with random assignment, whose paths cross, no particle is outside', () => {
  let outside = 0;
  travel({
    first: o,
    second: s,
    assign: 'order',
    force: 200,
    speed: 10,
    onFrame: ({ morph, planes: { x, y, z }, progress }) => {
      for (let k = 0; k < x.length; k++) if (!morph.contains(k, x[k], y[k], z[k], progress)) outside++;
    },
  });
  expect(outside).toBe(0);
});

test('a particle that is moved back has at most the outward speed of the boundary', () => {
  let fastest = 0;
  travel({
    first: square,
    second: triangle,
    force: 60,
    speed: 0,
    onFrame: ({ planes: { vx, vy } }) => {
      for (let k = 0; k < vx.length; k++) fastest = Math.max(fastest, Math.hypot(vx[k], vy[k]));
    },
  });
  let free = 0;
  travel({
    first: square,
    second: triangle,
    force: 0,
    speed: 0,
    onFrame: ({ planes: { vx, vy } }) => {
      for (let k = 0; k < vx.length; k++) free = Math.max(free, Math.hypot(vx[k], vy[k]));
    },
  });
  expect(fastest).toBeLessThan(6 * free);
});

test.each<[string, Shape, Shape]>([
  ['square to triangle', square, triangle],
  ['O to I', o, i],
  ['disc to S', disc, s],
])('%s: no particle jumps when it is moved back', (_, first, second) => {
  // The mean path length of a step is 0.04 m.
  const { maxShift } = travel({ first, second, force: 20, speed: 0.5 });
  expect(maxShift).toBeGreaterThan(0);
  expect(maxShift).toBeLessThan(0.1);
});

test('a particle that starts outside the first shape is not stopped suddenly, and counts as inside', () => {
  let outside = 0;
  let early = 0;
  const { planes, to, count } = travel({
    first: square,
    second: triangle,
    astray: 2,
    force: 5,
    onFrame: ({ morph, planes: { x, y, z }, progress, step, putBack }) => {
      for (let k = 0; k < x.length; k++) if (!morph.contains(k, x[k], y[k], z[k], progress)) outside++;
      if (step === 5) early = putBack;
    },
  });
  expect(outside).toBe(0);
  expect(early).toBe(0);
  for (let k = 0; k < count; k++) expect(Math.abs(planes.x[k] - to[3 * k])).toBeLessThan(1e-12);
});

test('flat shapes do not limit motion normal to their plane', () => {
  let maxShift = 0;
  travel({
    first: square,
    second: triangle,
    onFrame: ({ planes: { z } }) => {
      for (const height of z) maxShift = Math.max(maxShift, Math.abs(height));
    },
  });
  expect(maxShift).toBeGreaterThan(0.02);
});

test('absent particles, and those of inactive cohorts, are not changed', () => {
  const { morph, planes } = travel({ first: square, second: triangle, count: 4, force: 0 });
  planes.x.fill(50);
  planes.cohort[1] = -1;
  const members = Uint32Array.of(0, 1, 2, 3);
  const moved = morph.afterStep(planes, members, [0, 0, 1, 0], [{ progress: 0.5, before: 0.4 }, null], 0.1);
  expect(moved).toBe(2);
  expect(planes.x[1]).toBe(50);
  expect(planes.x[2]).toBe(50);
  expect(planes.x[0]).toBeLessThan(3);
});

test('planeNormal recognises flat shapes', () => {
  const normal = planeNormal(flatShape('tilted', [ring(5, 1)], [1, 2, 3], [Math.PI / 2, 0, 0]))!;
  expect(Math.abs(normal[1])).toBeCloseTo(1, 12);
  const sphere = buildShape(createBall('ball', 1, 'surface'), createPlacement([0, 0, 0], [0, 0, 0]));
  expect(planeNormal(sphere)).toBe(null);
  expect(morphFault(sphere)).toBe(null);
  expect(morphFault({ ...sphere, distance: null })).toContain('"ball" has none');
});
