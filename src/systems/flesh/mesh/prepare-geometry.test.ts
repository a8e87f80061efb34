import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { readGltf } from '../../../files/gltf/read-gltf.ts';
import { readObj } from '../../../files/obj.ts';
import { measureRest } from '../../../motion/measure-rest.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { TetMesh } from '../../../motion/tet-mesh.ts';
import { weldMesh } from '../../../motion/weld-vertices.ts';
import { sharedPath } from '../../../testing/shared.ts';
import { createBoxMesh } from '../testing/box-mesh.ts';
import { createSphere } from '../testing/closed-surfaces.ts';
import { createLimbRig } from '../testing/limb-rig.ts';
import { closeSurface } from './close-surface.ts';
import { meshRegion } from './mesh-region.ts';
import { embedShapes, type GeometryOptions, prepareGeometry } from './prepare-geometry.ts';

const limb = createLimbRig();
const prepare = (options: Partial<GeometryOptions> = {}, rig: Rig = limb) =>
  prepareGeometry(rig, { path: 'systems[0]', actorScale: 1, elementCount: 800, ...options });

describe('bone cores', () => {
  const heldLength = (joints: number[], core: GeometryOptions['core']) => {
    const { mesh, fixed } = prepare({ joints, core, elementCount: 2000 });
    const heights = Array.from(fixed, (node) => mesh.positions[3 * node + 2]);
    return Math.max(...heights) - Math.min(...heights);
  };

  test('the bones of the joints hold the flesh, from the last joint to the tip', () => {
    expect(heldLength([], { kind: 'bones' })).toBeGreaterThan(0.65);
    // From z = 0.2 towards the tip at 0.45; the cut is at 0.2.
    expect(heldLength([3], { kind: 'bones' })).toBeGreaterThan(0.12);
    expect(heldLength([3], { kind: 'none' })).toBeLessThan(0.1);
  });

  test('a capsule, a given surface', () => {
    const capsule = { kind: 'capsule', from: [0, 0, -0.2], to: [0, 0, 0.2], radius: 0.02 } as const;
    expect(heldLength([], capsule)).toBeCloseTo(0.44, 1);
    expect(heldLength([], { kind: 'mesh', surface: createSphere(0.05, 16) })).toBeCloseTo(0.1, 1);
  });

  test('a given surface has the unit of the vertices', () => {
    const core = { kind: 'mesh', surface: createSphere(5, 16) } as const;
    const { mesh, fixed } = prepare({ core }, createLimbRig({ unit: 0.01 }));
    for (const node of fixed) {
      const [x, y, z] = mesh.positions.subarray(3 * node, 3 * node + 3);
      expect(Math.sqrt(x * x + y * y + z * z)).toBeLessThan(0.051);
    }
  });

  test.each<[string, GeometryOptions['core'], RegExp]>([
    [
      'a capsule that protrudes from the skin',
      { kind: 'capsule', from: [0, 0, 0], to: [0.2, 0, 0], radius: 0.02 },
      /systems\[0\]\.core: expected a bone core inside the region, got one that reaches 0\.1\d+ m out of its skin, furthest at \(0\.22\d*, 0\.00, 0\.00\) m/,
    ],
    [
      'one elsewhere',
      { kind: 'capsule', from: [5, 0, 0], to: [5, 1, 0], radius: 0.02 },
      /got one that reaches [45]\.\d+ m out of its skin/,
    ],
    [
      'a capsule of radius 0',
      { kind: 'capsule', from: [0, 0, 0], to: [0, 0, 1], radius: -1 },
      /core\.radius: expected a radius > 0 m, got -1/,
    ],
    [
      'a capsule whose radius is not a number',
      { kind: 'bones', radius: Number.NaN },
      /coreRadius: expected a radius > 0 m, got NaN/,
    ],
    [
      'bones that are too thick',
      { kind: 'bones', radius: 0.2 },
      /systems\[0\]\.coreRadius: expected a bone that fits into the flesh, got a radius of 0\.2 m where the flesh around the bones is at most 0\.0\d+ m thick/,
    ],
    [
      'a surface that protrudes from the skin',
      { kind: 'mesh', surface: createSphere(0.3, 16) },
      /reaches 0\.2\d* m out of its skin/,
    ],
  ])('%s is refused', (_, core, message) => {
    expect(() => prepare({ core })).toThrow(message);
  });

  test('a bone may extend beyond a cut', () => {
    const core = { kind: 'capsule', from: [0, 0, -0.3], to: [0, 0, 0.4], radius: 0.02 } as const;
    expect(() => prepare({ joints: [2], core })).not.toThrow();
  });
});

describe('a mesh from a file', () => {
  // A box around the limb's middle.
  const box = createBoxMesh([4, 4, 8], [0.2, 0.2, 0.5], 4);
  const centred: TetMesh = {
    ...box,
    positions: box.positions.map((value, k) => value - (k % 3 === 2 ? 0.25 : 0.1)),
  };

  test('its group "fixed" is held, its unit is converted, the vertices move with it', () => {
    const geometry = prepare({ tetMesh: centred, joints: [2] });
    expect(geometry.mesh.nodesPerTet).toBe(10);
    expect(geometry.quality.tetCount).toBe(768);
    for (const node of geometry.fixed) expect(geometry.mesh.positions[3 * node]).toBeCloseTo(-0.1, 12);
    expect(geometry.fixed.length).toBe(9 * 17);
    const centimetres = { ...centred, positions: centred.positions.map((v) => 100 * v) };
    const small = prepare({ tetMesh: centimetres, joints: [2] }, createLimbRig({ unit: 0.01 }));
    expect(small.quality.volume).toBeCloseTo(geometry.quality.volume, 9);
    const ones = geometry.mesh.positions.map((_, k) => (k % 3 === 1 ? 1 : 0));
    const [{ shapes, vertices }] = embedShapes(geometry, ones, 1);
    expect(shapes.filter((_, k) => k % 3 === 1 && shapes[k] > 0.99).length).toBeGreaterThan(
      vertices.length / 3,
    );
  });

  test('without a group: the nodes in the bone and at the cuts are held', () => {
    const core = { kind: 'capsule', from: [0, 0, -0.05], to: [0, 0, 0.05], radius: 0.03 } as const;
    const { mesh, fixed } = prepare({ tetMesh: { ...centred, groups: [] }, core });
    expect(fixed.length).toBeGreaterThan(3);
    for (const node of fixed) expect(Math.abs(mesh.positions[3 * node])).toBeLessThan(0.06);
  });

  test.each<[string, () => Partial<GeometryOptions>, RegExp]>([
    [
      'inverted elements',
      () => {
        const tets = centred.tets.slice();
        for (const k of [3, 7]) [tets[4 * k], tets[4 * k + 1]] = [tets[4 * k + 1], tets[4 * k]];
        return { tetMesh: { ...centred, tets } };
      },
      /systems\[0\]\.mesh: expected elements with a volume > 0, got 2 inverted or flat: element 3, 7 \(counted from 0\)/,
    ],
    [
      'a wrong unit',
      () => ({ tetMesh: { ...centred, positions: centred.positions.map((v) => 1000 * v) } }),
      /check its scale and axes/,
    ],
    [
      'no held node',
      () => ({ tetMesh: { ...centred, groups: [] }, core: { kind: 'none' } }),
      /expected a mesh with fixed nodes, got none: it has no group named "fixed"/,
    ],
    [
      'no element',
      () => ({ tetMesh: { ...centred, tets: new Uint32Array(0) } }),
      /expected a mesh with tetrahedra, got none/,
    ],
  ])('%s: refused', (_, options, message) => {
    expect(() => prepare(options())).toThrow(message);
  });
});

test('only a free body may have no held nodes', () => {
  const core = { kind: 'none' } as const;
  expect(prepare({ core, isFree: true }).fixed.length).toBe(0);
  expect(() => prepare({ core })).toThrow(/systems\[0\]: expected a part with fixed vertices, got none/);
});

test.each([0, -5, 10, Number.NaN, 1e9])('%s elements are refused', (elementCount) => {
  expect(() => prepare({ elementCount })).toThrow(
    /systems\[0\]\.elements: expected a number of elements in 50\.\.500000/,
  );
});

const files = {
  cesiumMan: sharedPath('assets/glb-cesium-man/CesiumMan.glb'),
  fox: sharedPath('assets/glb-fox/Fox.glb'),
  horse: sharedPath('assets/glb-mesh2motion/horse-animations.glb'),
  robot: sharedPath('assets/glb-robot-expressive/RobotExpressive.glb'),
  cow: sharedPath('assets/mesh-spot/spot_triangulated.obj'),
};

describe.skipIf(!Object.values(files).every(Boolean))('real files (need the shared folder)', () => {
  const rigs = new Map<string, Rig>();
  beforeAll(async () => {
    for (const name of ['cesiumMan', 'fox', 'horse', 'robot'] as const) {
      rigs.set(name, await readGltf(new Uint8Array(readFileSync(files[name]!)), { name }));
    }
  });
  const prepareFile = (name: string, joints: readonly string[], elementCount = 2000) => {
    const rig = rigs.get(name)!;
    const nodes = joints.map((joint) => rig.nodes.findIndex((node) => node.name === joint));
    const actorScale = 1.7 / measureRest(rig).height;
    return prepareGeometry(rig, { path: 'systems[0]', actorScale, joints: nodes, elementCount });
  };

  test.each<[string, string[], string, number]>([
    ['cesiumMan', ['Skeleton_torso_joint_1', 'Skeleton_torso_joint_2'], 'Skeleton_torso_joint_1', 0],
    ['cesiumMan', ['leg_joint_L_1'], 'leg_joint_L_1', 0],
    ['fox', [], 'b_Hip_01', 1],
    ['fox', ['b_Tail01_012', 'b_Tail02_013', 'b_Tail03_014'], 'b_Tail02_013', 0],
    ['horse', [], 'hips', 1],
    ['robot', [], 'Torso', 2],
  ])('%s %j: good element quality, held, no element removed', (name, joints, bone, maxWarnings) => {
    const { quality, embedded, node, warnings, fixed } = prepareFile(name, joints);
    expect(rigs.get(name)!.nodes[node].name).toBe(bone);
    expect(Math.abs(quality.tetCount / 2000 - 1)).toBeLessThan(0.1);
    expect(quality.worstElement).toBeGreaterThan(0.1);
    expect(quality.meanElement).toBeGreaterThan(0.7);
    expect(fixed.length).toBeGreaterThan(100);
    expect(embedded.surfaces.length).toBeGreaterThan(0);
    expect(warnings.length).toBeLessThanOrEqual(maxWarnings);
  });

  test('RobotExpressive: its armature is scaled by 100; its holes are reported', () => {
    const { scale, warnings } = prepareFile('robot', ['Head']);
    expect((scale * measureRest(rigs.get('robot')!).height) / 1.7).toBeCloseTo(100, 3);
    expect(warnings[0]).toMatch(/^the surface has 24 holes, the largest 0\.0\d+ m across at \(/);
  });

  test('Fox: 1,728 vertices at 290 points move without a gap', () => {
    const geometry = prepareFile('fox', []);
    const [{ vertices, shapes }] = embedShapes(
      geometry,
      geometry.mesh.positions.map((value) => value * value),
      1,
    );
    const { positions } = rigs.get('fox')!.surfaces[0];
    const moves = new Map<string, string>();
    vertices.forEach((vertex, k) => {
      const position = positions.subarray(3 * vertex, 3 * vertex + 3).join();
      const move = shapes.subarray(3 * k, 3 * k + 3).join();
      expect(moves.get(position) ?? move).toBe(move);
      moves.set(position, move);
    });
    expect([vertices.length, moves.size]).toEqual([1728, 290]);
  });

  test('the cow as a free soft body', () => {
    const { positions, indices } = weldMesh(readObj(readFileSync(files.cow!, 'utf8'), 'spot.obj'));
    const { surface, volume, warnings } = closeSurface(positions, indices, () => false, 'cow');
    expect(warnings).toEqual([]);
    expect(volume).toBeCloseTo(0.718, 3);
    const { quality } = meshRegion(surface, { elementCount: 4000, isFree: true });
    expect(quality.volume / volume).toBeGreaterThan(0.95);
    expect(quality.worst).toBeGreaterThan(0.1);
  });
});
