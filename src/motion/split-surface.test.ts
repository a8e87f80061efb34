import { expect, test } from 'vitest';
import { hashUnit } from '../math/random.ts';
import { deformSurface } from './deform-surface.ts';
import { Pose } from './pose.ts';
import type { Rig, RigSurface } from './rig.ts';
import { splitSurface } from './split-surface.ts';
import { SurfaceBound } from './surface-bound.ts';
import { createRig, createSurface } from './testing/create-rig.ts';

/**
 * Creates a band of 400 triangles along a chain of four joints. The first joints have a hundred triangles each, the last two 150 and 50.
 * Every vertex is bound to its joint and the next one.
 */
function createBand(): Rig {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= 200; row++) positions.push(0, row / 100, 0, 0.1, row / 100, 0);
  for (let row = 0; row < 200; row++) {
    const k = 2 * row;
    indices.push(k, k + 1, k + 2, k + 1, k + 3, k + 2);
  }
  const vertexCount = positions.length / 3;
  const jointIndices = new Uint16Array(4 * vertexCount);
  const jointWeights = new Float32Array(4 * vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const row = vertex >> 1;
    const joint = row < 50 ? 0 : row < 100 ? 1 : row < 175 ? 2 : 3;
    jointIndices.set([joint, Math.max(0, joint - 1)], 4 * vertex);
    jointWeights.set([0.75, 0.25], 4 * vertex);
  }
  const surface: RigSurface = {
    ...createSurface(positions, indices, 4),
    skin: 0,
    influenceCount: 4,
    jointIndices,
    jointWeights,
  };
  const nodes = [
    { name: 'hip' },
    { name: 'knee', parent: 0 },
    { parent: 1 },
    { name: 'toe', parent: 2 },
    { name: 'mesh' },
  ];
  const inverseBind = Float64Array.from({ length: 64 }, (_, k) => ((k % 16) % 5 === 0 ? 1 : 0));
  return createRig({
    nodes,
    skins: [{ name: '', joints: Int32Array.of(0, 1, 2, 3), inverseBind }],
    surfaces: [surface],
  });
}

test('parts follow the joints, small ones are merged into their parent, and every triangle is in one part', () => {
  const rig = createBand();
  const parts = splitSurface(rig, rig.surfaces[0]);
  const sizes = Object.fromEntries(parts.map(({ name, indices }) => [name, indices.length / 3]));
  // A triangle between two joints belongs to the joint that has two of its corners. The fifty triangles of the toe belong to the joint
  // above.
  expect(sizes).toEqual({ 'surface/hip': 99, 'surface/knee': 100, 'surface/joint 2': 201 });
});

test('a surface that follows one joint is named after it and not divided', () => {
  const rig = createBand();
  const [band] = rig.surfaces;
  const carried = { ...band, jointIndices: band.jointIndices.map((_, k) => (k % 4 === 0 ? 3 : 0)) };
  const alone = { ...carried, jointWeights: band.jointWeights.map((_, k) => (k % 4 === 0 ? 1 : 0)) };
  expect(splitSurface(rig, alone)).toEqual([{ ...alone, name: 'surface/toe' }]);
});

/** Returns a pose in which every joint is rotated, moved and scaled at random. */
function randomPose(rig: Rig, seed: number): Pose {
  const pose = new Pose(rig);
  for (let k = 0; k < pose.rotation.length; k++) pose.rotation[k] = hashUnit(seed, 1, k) - 0.5;
  for (let node = 0; node < rig.nodes.length; node++) {
    const q = pose.rotation.subarray(4 * node, 4 * node + 4);
    const length = Math.hypot(...q);
    for (let k = 0; k < 4; k++) q[k] /= length;
  }
  for (let k = 0; k < pose.translation.length; k++) pose.translation[k] = hashUnit(seed, 2, k) - 0.5;
  for (let k = 0; k < pose.scale.length; k++) pose.scale[k] = 0.5 + hashUnit(seed, 3, k);
  pose.updateWorld();
  return pose;
}

test('parts have the positions of the whole, and are never below their bounds (seeds 1 to 50)', () => {
  const rig = createBand();
  const [whole] = rig.surfaces;
  const parts = splitSurface(rig, whole);
  for (let seed = 1; seed <= 50; seed++) {
    const pose = randomPose(rig, seed);
    const expected = new Float64Array(whole.positions.length);
    deformSurface(whole, pose, expected);
    for (const part of parts) {
      const posed = new Float64Array(part.positions.length);
      deformSurface(part, pose, posed);
      const bound = new SurfaceBound(part).measure(pose);
      const [lowX, highX, lowZ, highZ] = new SurfaceBound(part).measureAcross(pose)!;
      for (let k = 0; k < posed.length; k += 3) {
        // The row and the side identify a vertex of the band.
        const vertex = 2 * Math.round(100 * part.positions[k + 1]) + (part.positions[k] > 0 ? 1 : 0);
        expect(posed[k + 1]).toBe(expected[3 * vertex + 1]);
        expect(posed[k + 1]).toBeGreaterThanOrEqual(bound);
        expect(posed[k] >= lowX && posed[k] <= highX && posed[k + 2] >= lowZ && posed[k + 2] <= highZ).toBe(
          true,
        );
      }
    }
  }
});

test('the bound of a rigid surface is its lowest box corner; morph targets make it −∞', () => {
  const surface = createSurface([0, 0, 0, 1, 0, 0, 0, 2, 0], [0, 1, 2]);
  const rig = createRig({ nodes: [{ translation: [0, 5, 0], scale: [1, -1, 1] }], surfaces: [surface] });
  const pose = new Pose(rig);
  pose.updateWorld();
  expect(new SurfaceBound(surface).measure(pose)).toBeCloseTo(3, 4);
  const across = new SurfaceBound(surface).measureAcross(pose)!;
  [0, 1, 0, 0].forEach((value, k) => {
    expect(across[k]).toBeCloseTo(value, 4);
  });
  const morphed = { ...surface, morphTargets: [new Float32Array(9)] };
  expect(new SurfaceBound(morphed).measure(pose)).toBe(Number.NEGATIVE_INFINITY);
  expect(new SurfaceBound(morphed).measureAcross(pose)).toBeNull();
});
