import { describe, expect, test } from 'vitest';
import { createActor } from '../../motion/actor.ts';
import { createActorColliders } from '../../motion/actor-colliders.ts';
import type { DeformingCollider } from '../../motion/collider.ts';
import { jumpsBetween } from '../../motion/find-jumps.ts';
import { measureRest } from '../../motion/measure-rest.ts';
import { Pose } from '../../motion/pose.ts';
import { sampleClip } from '../../motion/sample-clip.ts';
import { GltfBuilder } from '../testing/gltf-builder.ts';
import { maxDifference, posedPoints, poseRig } from '../testing/posing.ts';
import { buildSkinnedBar, cube, signedVolume } from '../testing/shapes.ts';
import { readGltf } from './read-gltf.ts';

const read = (builder: GltfBuilder) => readGltf(builder.toGlb(), { name: 'case.glb' });

/** Creates a cube with morph targets whose POSITION accessors are given. */
function buildMorphedCube(targets: (builder: GltfBuilder) => number[]): GltfBuilder {
  const builder = new GltfBuilder();
  const accessors = targets(builder);
  builder.addMesh(cube.positions, cube.indices, { targets: accessors.map((POSITION) => ({ POSITION })) });
  builder.addNode({ mesh: 0 });
  return builder;
}

describe('weights under CUBICSPLINE', () => {
  const build = () => {
    const builder = buildMorphedCube((b) =>
      [0, 1, 2].map(() => b.addAccessor('VEC3', new Array(24).fill(0.5))),
    );
    const slots = Array.from({ length: 27 }, (_, slot) => slot + 1);
    builder.addAnimation('Spline', [
      { node: 0, path: 'weights', interpolation: 'CUBICSPLINE', times: [0, 2, 3], values: slots },
    ]);
    return builder;
  };
  const weightsAt = async (t: number) => {
    const rig = await read(build());
    return [...poseRig(rig, rig.clips[0], t).weights[0]];
  };

  test('at a key the weights are the middle block exactly', async () => {
    expect(await weightsAt(0)).toEqual([4, 5, 6]);
    expect(await weightsAt(2)).toEqual([13, 14, 15]);
    expect(await weightsAt(3)).toEqual([22, 23, 24]);
  });

  test('between keys tangents are scaled by the key interval', async () => {
    // The time is the middle of an interval of 2 s: (v0 + v1) / 2 + interval · (out0 − in1) / 8.
    expect(await weightsAt(1)).toEqual(
      [0, 1, 2].map((k) => (4 + k + 13 + k) / 2 + (2 * (7 + k - (10 + k))) / 8),
    );
  });

  test('a wrong output count is refused with the accessor index', async () => {
    const builder = build();
    const output = (builder.json.animations[0].samplers as { output: number }[])[0].output;
    builder.json.accessors[output].count = 26;
    await expect(read(builder)).rejects.toThrow(
      `case.glb accessors[${output}]: expected 27 elements (3 keys × 9, for weights with CUBICSPLINE), got 26`,
    );
  });
});

describe('sparse accessors and absent buffer views', () => {
  const moved = { node: 0, path: 'weights', times: [0], values: [1] };

  test('no buffer view means zeros: the mesh is unchanged', async () => {
    const builder = buildMorphedCube((b) => [b.addAccessorOf('VEC3', 8, {})]);
    builder.addAnimation('Morph', [moved]);
    const rig = await read(builder);
    expect(rig.surfaces[0].morphTargets).toEqual([new Float32Array(24)]);
    expect(posedPoints(rig, 0, rig.clips[0]).flat()).toEqual(cube.positions);
  });

  test('a sparse block over zeros displaces only the listed vertices', async () => {
    const builder = buildMorphedCube((b) => {
      const indices = { bufferView: b.addView(Uint8Array.of(2, 7)), componentType: 5121 };
      const values = { bufferView: b.addView(new Uint8Array(Float32Array.of(1, 2, 3, 4, 5, 6).buffer)) };
      return [b.addAccessorOf('VEC3', 8, { sparse: { count: 2, indices, values } })];
    });
    builder.addAnimation('Morph', [moved]);
    const rig = await read(builder);
    const expected = [...cube.positions];
    [1, 2, 3].forEach((value, axis) => {
      expected[6 + axis] += value;
    });
    [4, 5, 6].forEach((value, axis) => {
      expected[21 + axis] += value;
    });
    expect(posedPoints(rig, 0, rig.clips[0]).flat()).toEqual(expected);
  });

  test('a sparse block over buffer view 0 keeps the other values of the view', async () => {
    const builder = new GltfBuilder();
    const base = builder.addAccessor('VEC3', cube.positions);
    expect(builder.json.accessors[base].bufferView).toBe(0);
    builder.json.accessors[base].sparse = {
      count: 1,
      indices: { bufferView: builder.addView(Uint8Array.of(3, 0)), componentType: 5123 },
      values: { bufferView: builder.addView(new Uint8Array(Float32Array.of(9, 8, 7).buffer)) },
    };
    builder.json.meshes.push({ primitives: [{ attributes: { POSITION: base } }] });
    builder.addNode({ mesh: 0 });
    const expected = [...cube.positions];
    expected.splice(9, 3, 9, 8, 7);
    expect([...(await read(builder)).surfaces[0].positions]).toEqual(expected);
  });
});

describe('a clip that does not start at 0', () => {
  const build = () => {
    const builder = buildSkinnedBar();
    builder.json.animations = [];
    builder.addAnimation('Late', [
      {
        node: 2,
        path: 'rotation',
        times: [1.25, 2.5],
        values: [0, 0, Math.SQRT1_2, Math.SQRT1_2, 0, 0, 0, 1],
      },
      { node: 1, path: 'translation', times: [0.5, 2], values: [0, 0, 0, 3, 0, 0] },
    ]);
    return builder;
  };

  test('time is absolute: the first value is held, channels keep their offsets', async () => {
    const rig = await read(build());
    expect(rig.clips[0]).toMatchObject({ start: 0.5, end: 2.5 });
    expect([...rig.clips[0].channels[0].times]).toEqual([1.25, 2.5]);
    const before = poseRig(rig, rig.clips[0], 0);
    expect(before.rotation[4 * 2 + 2]).toBeCloseTo(Math.SQRT1_2, 7);
    const at = poseRig(rig, rig.clips[0], 1.25);
    expect(at.rotation[4 * 2 + 2]).toBeCloseTo(Math.SQRT1_2, 7);
    expect(at.translation[3]).toBeCloseTo(1.5, 6);
    expect(poseRig(rig, rig.clips[0], 9).translation[3]).toBe(3);
  });

  test('no velocity is invented across the held part', async () => {
    const rig = await read(build());
    const driver = createActorColliders(createActor(rig, { name: 'bar', scale: 1 }));
    const collider = driver.colliders[0] as DeformingCollider;
    driver.advance(0.2, 0.25);
    expect(collider.cut).toBe(false);
    expect(collider.velocity.every((value) => value === 0)).toBe(true);
    driver.advance(0.75, 0.8);
    expect(Math.max(...collider.velocity)).toBeCloseTo(2, 6);
  });
});

describe('armature scale', () => {
  test.each([0.01, 100])(
    'a figure under scale %f moves like the same one at scale 1',
    async (armatureScale) => {
      const plain = await read(buildSkinnedBar());
      const scaled = await read(buildSkinnedBar({ armatureScale }));
      expect(measureRest(plain).height).toBeCloseTo(2, 6);
      expect(measureRest(scaled).height).toBeCloseTo(2, 6);
      for (const t of [0, 0.3, 1]) {
        const difference = maxDifference(
          posedPoints(plain, 0, plain.clips[0], t),
          posedPoints(scaled, 0, scaled.clips[0], t),
        );
        expect(difference).toBeLessThan(1e-6);
      }
      expect(createActor(scaled, { name: 'bar' })).toMatchObject({ scale: 1 });
    },
  );

  test('a warning names the scale and the measured height', async () => {
    expect((await read(buildSkinnedBar())).warnings).toEqual([]);
    expect((await read(buildSkinnedBar({ armatureScale: 0.01 }))).warnings).toEqual([
      'node 0 "Armature" scales the skeleton by 0.01; the posed surface measures 2 units from sole to crown',
    ]);
  });
});

describe('negative scale', () => {
  const colliderOf = async (builder: GltfBuilder) => {
    const driver = createActorColliders(createActor(await read(builder), { name: 'cube', scale: 1 }));
    driver.advance(0, 0.01);
    return driver.colliders[0] as DeformingCollider;
  };

  test.each([true, false])('a mirrored cube faces outward, indexed: %s', async (isIndexed) => {
    const builder = new GltfBuilder();
    const corners = cube.indices.flatMap((index) => cube.positions.slice(3 * index, 3 * index + 3));
    builder.addMesh(isIndexed ? cube.positions : corners, isIndexed ? cube.indices : null);
    builder.addNode({ mesh: 0, scale: [-1, 1, 1] });
    const collider = await colliderOf(builder);
    expect(signedVolume(collider.end, collider.indices)).toBeCloseTo(1, 12);
  });

  test('two mirrors cancel, and a skin under a mirrored armature faces outward', async () => {
    const twice = new GltfBuilder();
    twice.addMesh(cube.positions, cube.indices);
    twice.addNode({ scale: [1, -1, 1], children: [1] });
    twice.addNode({ mesh: 0, scale: [1, 1, -2] });
    const collider = await colliderOf(twice);
    expect(signedVolume(collider.end, collider.indices)).toBeCloseTo(2, 12);

    const bar = buildSkinnedBar();
    bar.json.nodes[0].scale = [1, 1, -1];
    const skinned = await colliderOf(bar);
    expect(signedVolume(skinned.start, skinned.indices)).toBeCloseTo(0.08, 6);
  });
});

describe('transforms of a skinned node', () => {
  test('the mesh node and its parents do not move the skin', async () => {
    const plain = await read(buildSkinnedBar());
    const builder = buildSkinnedBar({ meshNode: { translation: [0, 1, 0], children: [5] } });
    builder.addNode({ translation: [1, 0, 0], children: [3] });
    const childMesh = builder.addMesh(cube.positions, cube.indices);
    builder.addNode({ mesh: childMesh });
    const rig = await read(builder);
    expect(
      maxDifference(posedPoints(rig, 0, rig.clips[0], 0.7), posedPoints(plain, 0, plain.clips[0], 0.7)),
    ).toBe(0);
    // A child of the skinned node still moves with the node.
    expect(posedPoints(rig, 1)[0]).toEqual([0.5, 0.5, -0.5]);
  });

  test('ancestors of the joints count in full, and morphs come before the skin', async () => {
    const builder = buildSkinnedBar();
    const lift = new Array(36).fill(0);
    lift[3 * 8 + 1] = 1;
    const primitive = (builder.json.meshes[0].primitives as Record<string, unknown>[])[0];
    primitive.targets = [{ POSITION: builder.addAccessor('VEC3', lift) }];
    builder.json.meshes[0].weights = [1];
    builder.json.nodes[0].translation = [10, 0, 0];
    const rig = await read(builder);
    // Vertex 8 is lifted to (−0.1, 3, −0.1); a rotation by 90° about (0, 1) moves it to (−2, 0.9).
    const [x, y, z] = posedPoints(rig, 0, rig.clips[0], 1)[8];
    expect(x).toBeCloseTo(10 - 2, 6);
    expect(y).toBeCloseTo(0.9, 6);
    expect(z).toBeCloseTo(-0.1, 6);
  });
});

describe('binding by index', () => {
  test('unnamed joints each follow their own channel', async () => {
    const builder = buildSkinnedBar();
    builder.json.animations = [];
    builder.addAnimation(undefined, [
      { node: 1, path: 'translation', times: [0], values: [5, 0, 0] },
      { node: 2, path: 'translation', times: [0], values: [0, 7, 0] },
    ]);
    const rig = await read(builder);
    expect(rig.nodes.map(({ name }) => name)).toEqual(['Armature', '', '', 'Bar']);
    const pose = poseRig(rig, rig.clips[0]);
    expect([...pose.world.subarray(16 * 2 + 12, 16 * 2 + 15)]).toEqual([5, 7, 0]);
  });

  test.each([[['Bone', 'Bone']], [['Bip01 L Arm', 'Model:Hips']], [['arm.L', '腕 ']]] as const)(
    'names are kept exactly: %j',
    async ([lower, upper]) => {
      const rig = await read(buildSkinnedBar({ jointNames: [lower, upper] }));
      expect(rig.nodes.slice(1, 3).map(({ name }) => name)).toEqual([lower, upper]);
      expect(rig.clips[0].channels[0].node).toBe(2);
    },
  );
});

describe('STEP', () => {
  const build = async () => {
    const builder = new GltfBuilder();
    builder.addMesh(cube.positions, cube.indices);
    builder.addNode({ mesh: 0 });
    builder.addAnimation('Step', [
      { node: 0, path: 'translation', interpolation: 'STEP', times: [0, 1], values: [0, 0, 0, 10, 0, 0] },
      {
        node: 0,
        path: 'scale',
        interpolation: 'STEP',
        times: [0, 0.5, 2],
        values: [1, 1, 1, 1, 1, 1, 1, 1, 1],
      },
    ]);
    return read(builder);
  };

  test('the value between keys is the first key', async () => {
    const rig = await build();
    const pose = new Pose(rig);
    for (const [t, x] of [
      [0, 0],
      [0.5, 0],
      [0.999, 0],
      [1, 10],
      [5, 10],
    ]) {
      sampleClip(rig.clips[0], t, pose);
      expect(pose.translation[0]).toBe(x);
    }
  });

  test('the jump is a cut without velocity; a constant STEP track has no cut', async () => {
    const rig = await build();
    expect(jumpsBetween(rig.clips[0], 0, 0.999)).toBe(false);
    expect(jumpsBetween(rig.clips[0], 0.99, 1)).toBe(true);
    expect(jumpsBetween(rig.clips[0], 1, 3)).toBe(false);
    const driver = createActorColliders(createActor(rig, { name: 'cube', scale: 1 }));
    const collider = driver.colliders[0] as DeformingCollider;
    let cuts = 0;
    for (let step = 1; step < 90; step++) {
      driver.advance(step / 60, (step + 1) / 60);
      if (collider.cut) cuts++;
      expect(collider.velocity.every((value) => value === 0)).toBe(true);
    }
    expect(cuts).toBe(1);
  });
});

describe('the sign of quaternions', () => {
  const h = Math.SQRT1_2;
  const build = async () => {
    const builder = new GltfBuilder();
    builder.addNode();
    const values = [0, 0, 0, 1, 0, 0, h, h, 0, 0, 1, 0, 0, 0, h, -h, 0, 0, 0, 1];
    builder.addAnimation('Turn', [{ node: 0, path: 'rotation', times: [0, 0.25, 0.5, 0.75, 1], values }]);
    return read(builder);
  };

  test('the short arc is used: 360° per second throughout, always of unit length', async () => {
    const rig = await build();
    const pose = new Pose(rig);
    const angleAt = (t: number) => {
      sampleClip(rig.clips[0], t, pose);
      const [x, y, z, w] = pose.rotation;
      expect(Math.hypot(x, y, z, w)).toBeCloseTo(1, 12);
      return 2 * Math.atan2(z, w);
    };
    for (let step = 0; step < 100; step++) {
      const turn = angleAt((step + 1) / 100) - angleAt(step / 100);
      const turned = ((turn % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
      expect((turned * 180) / Math.PI).toBeCloseTo(3.6, 4);
    }
  });

  test('CUBICSPLINE rotations are used as stored, then normalised', async () => {
    const builder = new GltfBuilder();
    builder.addNode();
    const zero = [0, 0, 0, 0];
    const values = [...zero, 0, 0, 0, 1, ...zero, ...zero, 0, 0, -0.6, -0.8, ...zero];
    builder.addAnimation('Spline', [
      { node: 0, path: 'rotation', interpolation: 'CUBICSPLINE', times: [0, 1], values },
    ]);
    const rig = await read(builder);
    const pose = poseRig(rig, rig.clips[0], 0.5);
    // (0, 0, −0.3, 0.1) is divided by its length, and its sign is not changed.
    expect(pose.rotation[2]).toBeCloseTo(-0.3 / Math.sqrt(0.1), 6);
    expect(pose.rotation[3]).toBeCloseTo(0.1 / Math.sqrt(0.1), 6);
  });
});
