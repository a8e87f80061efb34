import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openContainer } from '../../files/gltf/container.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { GltfBuilder } from '../../files/testing/gltf-builder.ts';
import { buildSkinnedBar, cube } from '../../files/testing/shapes.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { Hasher } from '../../math/hash.ts';
import { type Actor, createActor } from '../../motion/actor.ts';
import { deformSurface } from '../../motion/deform-surface.ts';
import type { Clip, Rig } from '../../motion/rig.ts';
import { planTravel } from '../../motion/travel/plan-travel.ts';
import { sharedPath } from '../../testing/shared.ts';
import { findKeyTimes, jumpGap } from './character-tracks.ts';
import { writeTravelledCharacter } from './travelled-character.ts';

const placement = { name: 'runner', position: [1, 0.2, 3], heading: 0.5 } as const;
const span = { start: 0.1, end: 2.1, fps: 30 };

/** Returns the number of messages of each kind from the validator. */
async function countIssues(
  bytes: Uint8Array,
  resolve?: (uri: string) => Uint8Array | undefined,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { code } of await validateGltf(bytes, resolve)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

/** Returns the world position of every vertex: surface by surface, in the order of the nodes. */
function worldPoints(rig: Rig, actor: Actor, t: number): Float64Array[] {
  const pose = actor.poseAt(t);
  const surfaces = [...rig.surfaces].sort((a, b) => a.node - b.node);
  return surfaces.map((surface) => {
    const out = new Float64Array(surface.positions.length);
    deformSurface(surface, pose, out);
    return out;
  });
}

function largestDistance(a: Float64Array[], b: Float64Array[]): number {
  expect(a.map((points) => points.length)).toEqual(b.map((points) => points.length));
  let worst = 0;
  a.forEach((points, k) => {
    for (let i = 0; i < points.length; i++) worst = Math.max(worst, Math.abs(points[i] - b[k][i]));
  });
  return worst;
}

function hashClips(clips: readonly Clip[]): string {
  const hasher = new Hasher();
  for (const { name, channels } of clips) {
    hasher.bytes(new TextEncoder().encode(name));
    for (const { node, times, values } of channels) hasher.numbers(node).array(times).array(values);
  }
  return hasher.digest();
}

interface Played {
  rig: Rig;
  actor: Actor;
  back: Rig;
  /** An actor with the new clip as the file contains it, without placement and scale. */
  replay: Actor;
  bytes: Uint8Array;
}

async function writeAndRead(
  bytes: Uint8Array,
  clip: string | undefined,
  resolve?: (uri: string) => Uint8Array | undefined,
): Promise<Played> {
  const rig = await readGltf(bytes, { name: 'source', resolve });
  const actor = createActor(rig, { ...placement, clip, travel: (source, gait) => planTravel(source, gait) });
  const written = writeTravelledCharacter(bytes, { name: 'source', resolve, actor, ...span });
  const back = await readGltf(written.bytes, { name: 'back' });
  const replay = createActor(back, { name: 'back', clip: written.clipName, scale: 1 });
  return { rig, actor, back, replay, bytes: written.bytes };
}

const realFiles = [
  ['glb-robot-expressive/RobotExpressive.glb', 'Running'],
  ['glb-robot-expressive/RobotExpressive.glb', 'Jump'],
  ['glb-fox/Fox.glb', 'Run'],
  ['glb-cesium-man/CesiumMan.glb', undefined],
  ['glb-cesium-man/CesiumMan-embedded.gltf', undefined],
  ['glb-mesh2motion/horse-animations.glb', 'Run'],
  ['gltf-morph-small/AnimatedMorphCube/AnimatedMorphCube.gltf', undefined],
  ['gltf-simple-skin/simple_skin.gltf', undefined],
  ['glb-meshopt-quantized/pirate.glb', undefined],
] as const;

describe.each(realFiles)('%s %s', (file, clip) => {
  const path = sharedPath(`assets/${file}`);

  test.skipIf(!path)(
    'has the positions of the bake; nothing else changes (skips without the shared folder)',
    async () => {
      const source = readFileSync(path!);
      const resolve = (uri: string) => readFileSync(join(dirname(path!), uri));
      const { rig, actor, back, replay, bytes } = await writeAndRead(source, clip, resolve);
      const times = findKeyTimes(actor, span.start, span.end, span.fps);
      for (let k = 0; k < times.length; k += 15) {
        const expected = worldPoints(rig, actor, times[k]);
        const found = worldPoints(back, replay, times[k] - span.start);
        expect(largestDistance(found, expected)).toBeLessThan(1e-5);
      }
      // Nodes and skins keep their indices and values. The other clips come after the new clip, in their order.
      expect(hashClips(back.clips.slice(-rig.clips.length))).toBe(hashClips(rig.clips));
      expect(back.skins).toEqual(rig.skins);
      expect(
        back.nodes.slice(0, rig.nodes.length).map(({ name, translation }) => [name, translation]),
      ).toEqual(rig.nodes.map(({ name, translation }) => [name, translation]));
      const before = await countIssues(source, resolve);
      for (const [code, count] of await countIssues(bytes)) {
        expect(count, code).toBeLessThanOrEqual(before.get(code) ?? 0);
      }
    },
    30_000,
  );
});

describe('a character with its travel', () => {
  test('unknown content is kept, and the old bytes precede the new ones', async () => {
    const builder = buildSkinnedBar();
    const vendor = { humanoid: { hips: 1 }, text: 'ß', tiny: 1e-300 };
    builder.json.extensionsUsed = ['VENDOR_avatar'];
    builder.json.extensions = { VENDOR_avatar: vendor };
    builder.json.nodes[1].extras = { bone: true };
    const source = builder.toGlb();
    const { bytes } = await writeAndRead(source, 'Bend');
    const json = openContainer(bytes, 'a').json as Record<string, object[]>;
    const old = builder.finish() as Record<string, object[]>;
    expect(json.extensions).toEqual({ VENDOR_avatar: vendor });
    for (const list of ['accessors', 'bufferViews', 'meshes', 'skins', 'nodes']) {
      expect(json[list].slice(0, old[list].length), list).toEqual(old[list]);
    }
    expect(json.animations.slice(1)).toEqual(old.animations);
    expect(openContainer(bytes, 'a').binary!.subarray(0, builder.binary.length)).toEqual(builder.binary);
  });

  test('only nodes that move get channels: the carrier and the joint that bends', async () => {
    const source = buildSkinnedBar().toGlb();
    const rig = await readGltf(source, { name: 'bar' });
    const actor = createActor(rig, { ...placement, clip: 'Bend' });
    const { bytes, clipName } = writeTravelledCharacter(source, {
      name: 'bar',
      actor,
      start: 0,
      end: 1,
      fps: 25,
    });
    expect(clipName).toBe('Bend (travelled)');
    const back = await readGltf(bytes, { name: 'back' });
    const clip = back.clips[0];
    expect(clip.channels.map(({ node, path, times }) => [node, path, times.length])).toEqual([
      [2, 'rotation', 126],
    ]);
    const carrier = back.nodes[back.nodes.length - 1];
    expect(carrier.name).toBe('runner travel');
    expect(carrier.translation).toEqual([1, 0.2, 3]);
    expect([back.nodes[0].parent, back.nodes[1].parent]).toEqual([4, 0]);
  });

  test('a jump stays a cut, between two keys a quarter of a millisecond apart', async () => {
    const builder = new GltfBuilder();
    builder.addNode({ mesh: builder.addMesh(cube.positions, cube.indices) });
    builder.addAnimation('hop', [
      { node: 0, path: 'translation', interpolation: 'STEP', times: [0, 1.003], values: [0, 0, 0, 10, 0, 0] },
    ]);
    const source = builder.toGlb();
    const rig = await readGltf(source, { name: 'hop' });
    const actor = createActor(rig, { name: 'hop', clip: 'hop' });
    const { bytes } = writeTravelledCharacter(source, { name: 'hop', actor, start: 0, end: 2, fps: 30 });
    const [channel] = (await readGltf(bytes, { name: 'back' })).clips[0].channels;
    const after = channel.times.findIndex((time) => time >= Math.fround(1.003));
    const gap = channel.times[after] - channel.times[after - 1];
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThanOrEqual(jumpGap + 1e-6);
    expect([channel.values[3 * after - 3], channel.values[3 * after]]).toEqual([0, 10]);
    expect(new Set(channel.values)).toEqual(new Set([0, 10]));
  });

  test('meshes with different numbers of morph targets each keep their own weights', async () => {
    const builder = new GltfBuilder();
    const counts = [2, 5];
    const channels = counts.map((targetCount, index) => {
      const targets = Array.from({ length: targetCount }, (_, target) => ({
        POSITION: builder.addAccessor(
          'VEC3',
          cube.positions.map((value) => value * (target + 1)),
        ),
      }));
      const node = builder.addNode({ mesh: builder.addMesh(cube.positions, cube.indices, { targets }) });
      const values = [0, 1].flatMap((key) => targets.map((_, target) => (key * (target + 1 + index)) / 8));
      return { node, path: 'weights', times: [0, 1], values };
    });
    builder.addAnimation('swell', channels);
    const source = builder.toGlb();
    const rig = await readGltf(source, { name: 'cubes' });
    const actor = createActor(rig, { ...placement, clip: 'swell' });
    const { bytes, clipName } = writeTravelledCharacter(source, {
      name: 'cubes',
      actor,
      start: 0,
      end: 1,
      fps: 30,
    });
    const back = await readGltf(bytes, { name: 'back' });
    expect(back.clips[0].channels.map(({ node, path, width }) => [node, path, width])).toEqual([
      [0, 'weights', 2],
      [1, 'weights', 5],
    ]);
    const replay = createActor(back, { name: 'back', clip: clipName, scale: 1 });
    for (const t of [0, 0.4, 1]) {
      expect(largestDistance(worldPoints(back, replay, t), worldPoints(rig, actor, t))).toBeLessThan(1e-5);
    }
  });

  test('a node that holds a matrix is split when it is animated', async () => {
    const builder = new GltfBuilder();
    const mesh = builder.addMesh(cube.positions, cube.indices);
    builder.addNode({ children: [1] });
    // A node that is rotated by 90° about +Y, scaled by 2, and raised by 3 m.
    builder.addNode({ mesh, matrix: [0, 0, -2, 0, 0, 2, 0, 0, 2, 0, 0, 0, 0, 3, 0, 1] });
    const source = builder.toGlb();
    const rig = await readGltf(source, { name: 'box' });
    const still = createActor(rig, { name: 'box', scale: 1 });
    const actor: Actor = {
      ...still,
      poseAt(t) {
        const pose = still.poseAt(t);
        pose.translation[3] = t;
        pose.updateWorld();
        return pose;
      },
    };
    const { bytes, clipName } = writeTravelledCharacter(source, {
      name: 'box',
      actor,
      start: 0,
      end: 1,
      fps: 30,
    });
    expect((openContainer(bytes, 'a').json as { nodes: object[] }).nodes[1]).not.toHaveProperty('matrix');
    const back = await readGltf(bytes, { name: 'back' });
    const replay = createActor(back, { name: 'back', clip: clipName, scale: 1 });
    expect(largestDistance(worldPoints(back, replay, 0.5), worldPoints(rig, actor, 0.5))).toBeLessThan(1e-6);
    expect(worldPoints(back, replay, 0.5)[0][1]).toBeCloseTo(2, 6);
  });

  test('the character has its carrier in every scene that shows it; other scenes do not change', async () => {
    const builder = buildSkinnedBar();
    const lamp = builder.addNode({ name: 'lamp' });
    builder.json.scenes = [{ nodes: [lamp] }, { nodes: [0, 3, lamp] }, { nodes: [0, 3] }];
    builder.json.scene = 2;
    const source = builder.toGlb();
    const { bytes } = await writeAndRead(source, 'Bend');
    const json = openContainer(bytes, 'a').json as {
      scenes: { nodes: number[] }[];
      nodes: { children?: number[] }[];
    };
    expect(json.scenes.map(({ nodes }) => nodes)).toEqual([[lamp], [5, 3, lamp], [5, 3]]);
    expect(json.nodes[5].children).toEqual([0]);
    expect(await countIssues(bytes)).toEqual(await countIssues(source));
  });

  test('a rest pose without motion gets a placement and no clip', async () => {
    const builder = new GltfBuilder();
    builder.addNode({ mesh: builder.addMesh(cube.positions, cube.indices) });
    const source = builder.toGlb();
    const rig = await readGltf(source, { name: 'box' });
    const actor = createActor(rig, { ...placement, clip: null });
    const { bytes, clipName } = writeTravelledCharacter(source, { name: 'box', actor, ...span });
    expect(clipName).toBeNull();
    const back = await readGltf(bytes, { name: 'back' });
    expect(back.clips).toEqual([]);
    expect(back.nodes.map(({ parent }) => parent)).toEqual([1, -1]);
  });
});
