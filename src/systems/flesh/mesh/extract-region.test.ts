import { describe, expect, test } from 'vitest';
import type { Rig, RigSurface } from '../../../motion/rig.ts';
import { createLimbRig } from '../testing/limb-rig.ts';
import { createTwoBoxes } from '../testing/two-boxes.ts';
import { extractRegion, type RegionOptions } from './extract-region.ts';

const extract = (rig: Rig, options: Partial<RegionOptions> = {}) =>
  extractRegion(rig, { path: 'systems[0]', actorScale: 1, ...options });

const capsuleVolume = Math.PI * 0.1 ** 2 * 0.7 + (4 / 3) * Math.PI * 0.1 ** 3;

test('a whole limb is already closed, and every vertex moves', () => {
  const rig = createLimbRig();
  const { volume, moved, frame, warnings, cutEdges } = extract(rig);
  expect(volume / capsuleVolume).toBeGreaterThan(0.97);
  expect(moved.map(({ surface, vertices }) => [surface, vertices.length])).toEqual([
    [0, rig.surfaces[0].positions.length / 3],
  ]);
  expect([frame.node, frame.scale]).toEqual([1, 1]);
  expect(cutEdges.length).toBe(0);
  expect(warnings).toEqual([]);
});

test('a joint in the middle: two cuts are closed; the vertices at the cuts do not move', () => {
  const rig = createLimbRig();
  const { surface, isCut, cutEdges, moved, frame, warnings } = extract(rig, { joints: [2] });
  expect(frame.node).toBe(2);
  expect(warnings).toEqual([]);
  const heights = surface.positions.filter((_, k) => k % 3 === 2);
  const [low, high] = [Math.min(...heights.slice()), Math.max(...heights.slice())];
  expect(low).toBeGreaterThan(-0.15);
  expect(high).toBeLessThan(0.25);
  expect(isCut.includes(1)).toBe(true);
  expect(cutEdges.length).toBe(2 * 2 * 24);
  const { vertices } = moved[0];
  for (const vertex of vertices) {
    const z = rig.surfaces[0].positions[3 * vertex + 2];
    expect(z).toBeGreaterThan(low + 1e-6);
    expect(z).toBeLessThan(high - 1e-6);
  }
});

test('split vertices give the same region as joined ones; copies have one point', () => {
  const joined = extract(createLimbRig(), { joints: [2] });
  const rig = createLimbRig({ isSplit: true });
  const split = extract(rig, { joints: [2] });
  expect(split.volume).toBeCloseTo(joined.volume, 12);
  expect(split.points.length).toBe(joined.points.length);
  const { vertices, points } = split.moved[0];
  expect(vertices.length).toBeGreaterThan(5 * (split.points.length / 3));
  vertices.forEach((vertex, k) => {
    const own = rig.surfaces[0].positions.subarray(3 * vertex, 3 * vertex + 3);
    expect(Float32Array.from(split.points.subarray(3 * points[k], 3 * points[k] + 3))).toEqual(own);
  });
});

test('several primitives that meet at a seam are one body', () => {
  const whole = createLimbRig();
  const [surface] = whole.surfaces;
  const part = (isFirst: boolean): RigSurface => ({
    ...surface,
    indices: surface.indices.filter((_, k) => {
      const t = 3 * Math.floor(k / 3);
      const x = [0, 1, 2].reduce((sum, c) => sum + surface.positions[3 * surface.indices[t + c]], 0);
      return x > 0 === isFirst;
    }),
  });
  const rig = { ...whole, surfaces: [part(true), part(false)] };
  const { volume, moved, warnings } = extract(rig);
  expect(volume).toBeCloseTo(extract(whole).volume, 12);
  expect(moved.map(({ surface: index }) => index)).toEqual([0, 1]);
  expect(warnings).toEqual([]);
});

test('a box that touches a box on another joint gives the same region as the box alone', () => {
  const touching = extract(createTwoBoxes(0), { joints: [2] });
  const alone = extract(createTwoBoxes(0.1), { joints: [2] });
  expect(touching.volume).toBeCloseTo(0.2 ** 3, 9);
  expect([touching.cutEdges.length, touching.warnings]).toEqual([0, []]);
  expect([touching.points.length, touching.moved[0].vertices.length]).toEqual([24, 36]);
  expect(alone.points.length).toBe(24);
  expect(touching.copies).toEqual({ joined: 56, moveDifferently: 4, otherSurface: 0 });
  expect(alone.copies).toEqual({ joined: 56, moveDifferently: 0, otherSurface: 0 });
});

test('where open pieces on different joints meet there is a cut, whose vertices do not move', () => {
  const { cutEdges, points, warnings } = extract(createTwoBoxes(0, { isOpen: true }), { joints: [2] });
  expect([cutEdges.length, points.length, warnings]).toEqual([8, 12, []]);
});

test('a double-sided body gives the same region as the single-sided one', () => {
  const whole = createLimbRig({ isSplit: true });
  const [surface] = whole.surfaces;
  const flipped = surface.indices.map((_, k) => surface.indices[k - (k % 3) + [0, 2, 1][k % 3]]);
  const rig = { ...whole, surfaces: [surface, { ...surface, indices: flipped }] };
  const { volume, moved, warnings } = extract(rig);
  expect(volume).toBe(extract(whole).volume);
  expect(moved.map(({ vertices }) => vertices.length)).toEqual(
    [0, 1].map(() => surface.positions.length / 3),
  );
  expect(warnings.join()).toMatch(/duplicate triangles were removed/);
});

test('a scaled armature changes only the unit', () => {
  const plain = extract(createLimbRig(), { joints: [2] });
  for (const unit of [0.01, 100]) {
    const scaled = extract(createLimbRig({ unit }), { joints: [2] });
    expect(scaled.frame.scale / unit).toBeCloseTo(1, 9);
    expect(scaled.volume / plain.volume).toBeCloseTo(1, 6);
  }
  expect(extract(createLimbRig({ unit: 0.01 }), { actorScale: 3 }).frame.scale).toBeCloseTo(0.03, 9);
});

test('the bone is the common ancestor of several joints, or the given one', () => {
  const rig = createLimbRig();
  expect(extract(rig, { joints: [2, 3] }).frame.node).toBe(2);
  expect(extract(rig, { joints: [3] }).frame.node).toBe(3);
  expect(extract(rig, { joints: [3], node: 1 }).frame.node).toBe(1);
});

test('a mask removes vertices; vertices from the threshold on belong to the region', () => {
  const rig = createLimbRig();
  const { positions } = rig.surfaces[0];
  const mask = Float32Array.from({ length: positions.length / 3 }, (_, vertex) =>
    positions[3 * vertex] > 0 ? 1 : 0.25,
  );
  const painted = extract(rig, { mask: [mask] });
  for (const vertex of painted.moved[0].vertices) expect(positions[3 * vertex]).toBeGreaterThan(0);
  expect(painted.volume / extract(rig).volume).toBeGreaterThan(0.3);
  expect(painted.volume / extract(rig).volume).toBeLessThan(0.5);
  expect(extract(rig, { mask: [mask], threshold: 0.2 }).volume).toBe(extract(rig).volume);
});

test('a rigid surface on a bone is included, in the space of the skinned one', () => {
  const rig = createLimbRig({ unit: 0.01 });
  const [limb] = rig.surfaces;
  // A ring with the limb's shape, in metres about the joint at z = 0.2, on a child node of the joint.
  const nodes = [
    ...rig.nodes,
    {
      ...rig.nodes[3],
      name: 'ring',
      parent: 3,
      translation: [0, 0, 0] as const,
      scale: [100, 100, 100] as const,
    },
  ];
  const positions = limb.positions.map((value, k) => value / 100 - (k % 3 === 2 ? 0.2 : 0));
  const ring = { ...limb, name: 'ring', skin: -1, node: 4, positions, influenceCount: 0 };
  const { points, moved } = extract(
    { ...rig, nodes, order: Int32Array.of(0, 1, 2, 3, 4), surfaces: [limb, ring] },
    // The ring has a smaller weight, so the limb's space is the part's space.
    { joints: [2, 3], mask: [null, new Float32Array(positions.length / 3).fill(0.6)] },
  );
  expect(moved.map(({ surface }) => surface)).toEqual([0, 1]);
  // The ring's points are at the positions of the limb's points, up to rounding.
  moved[1].vertices.forEach((vertex, k) => {
    for (let axis = 0; axis < 3; axis++) {
      expect(points[3 * moved[1].points[k] + axis]).toBeCloseTo(limb.positions[3 * vertex + axis] * 0.01, 6);
    }
  });
});

describe('invalid choices are refused with a message', () => {
  const rig = createLimbRig();
  test.each<[string, Partial<RegionOptions>, RegExp]>([
    ['a surface', { surfaces: [3] }, /systems\[0\]\.surfaces: expected surfaces below 1, got 3/],
    ['a joint', { joints: [9] }, /systems\[0\]\.joints: expected nodes below 4, got 9/],
    [
      'a joint without weight',
      { joints: [0] },
      /expected a region with triangles in it, got none: the maximum weight .* is 0/,
    ],
    [
      'a bone of another skin',
      { node: 0 },
      /systems\[0\]\.bone: expected a joint of the skin of "limb", got "armature"/,
    ],
    [
      'a threshold',
      { threshold: 1.5 },
      /systems\[0\]\.threshold: expected a fraction above 0 and up to 1, got 1\.5/,
    ],
    ['a threshold that is not a number', { threshold: Number.NaN }, /threshold: expected .*, got NaN/],
    ['a scale', { actorScale: 0 }, /expected metres to a rig unit > 0, got 0/],
    [
      'a mask with too few values',
      { mask: [new Float32Array(3)] },
      /systems\[0\]\.mask: expected \d+ values, one per vertex of "limb", got 3/,
    ],
    [
      'a mask with values out of range',
      { mask: [new Float32Array(rig.surfaces[0].positions.length / 3).fill(7)] },
      /expected values in 0\.\.1, got 7 at vertex 0/,
    ],
  ])('%s', (_, options, message) => {
    expect(() => extract(rig, options)).toThrow(message);
  });

  test('if joints share their weights with the joints below, the message names those', () => {
    const [limb] = rig.surfaces;
    const halves = {
      ...limb,
      jointWeights: limb.jointWeights.map((_, k) => (k % 4 < 2 ? 0.49 + 0.02 * (k % 4) : 0)),
    };
    const jointIndices = limb.jointIndices.map((_, k) => (k % 4 === 1 ? 1 : 0));
    const shared = { ...rig, surfaces: [{ ...halves, jointIndices }] };
    expect(() => extract(shared, { joints: [1] })).toThrow(
      /the maximum weight of a vertex is 0\.49 and the threshold 0\.5; list the joints below too \("middle"\), or give a lower/,
    );
    const one = limb.jointWeights.map((_, k) => (k === 0 ? 1 : k % 4 === 3 ? 1 : 0));
    const single = {
      ...rig,
      surfaces: [
        {
          ...limb,
          jointWeights: one,
          jointIndices: limb.jointIndices.map((_, k) => k % 4).map((v) => Math.min(v, 2)),
        },
      ],
    };
    expect(() => extract(single, { joints: [1] })).toThrow(
      /1 vertex reaches the threshold 0\.5, but no triangle has all three corners among them/,
    );
  });

  test('a rig without a surface, a bone with scale 0', () => {
    expect(() => extract({ ...rig, surfaces: [] })).toThrow(
      /expected a region with triangles in it, got none/,
    );
    const flat = rig.nodes.map((node, k) => (k === 1 ? { ...node, scale: [0, 1, 1] as const } : node));
    expect(() => extract({ ...rig, nodes: flat })).toThrow(
      /expected a bone with a scale other than 0, got "low" with scale 0/,
    );
  });
});
