import { describe, expect, test } from 'vitest';
import type { GltfDocument, GltfPrimitive } from '../../files/glb.ts';
import { openContainer } from '../../files/gltf/container.ts';
import { openGltfSource } from '../../files/gltf/gltf-source.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { encodeDraco } from '../../files/testing/encode-draco.ts';
import { GltfBuilder } from '../../files/testing/gltf-builder.ts';
import { buildSkinnedBar, cube } from '../../files/testing/shapes.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { createActor } from '../../motion/actor.ts';
import { createSwingTrack } from '../testing/swing-track.ts';
import type { MorphTrack } from './morph-track.ts';
import { type MorphedCharacterFile, writeMorphedCharacter } from './morphed-character.ts';

interface Baked extends MorphedCharacterFile {
  readonly json: GltfDocument;
  readonly tracks: readonly MorphTrack[];
}

/** Bakes artificial flesh on some surfaces of a file. There is one track for each list of surfaces. */
async function bake(
  builder: GltfBuilder,
  surfaces: readonly number[][],
  clip: string | null,
): Promise<Baked> {
  const source = builder.toGlb();
  expect(await issuesOf(source)).toEqual([]);
  const rig = await readGltf(source, { name: 'figure' });
  const actor = createActor(rig, { name: 'figure', clip, scale: 1 });
  const tracks = surfaces.map((list, k) => ({
    ...createSwingTrack(actor, { surfaces: list, size: 0.05, end: 1, modeCount: 2 + k }),
    name: `part ${k}`,
  }));
  const written = await writeMorphedCharacter(source, {
    name: 'figure',
    actor,
    start: 0,
    end: 1,
    fps: 30,
    tracks,
    travels: false,
  });
  expect(await issuesOf(written.bytes)).toEqual([]);
  return { ...written, tracks, json: openContainer(written.bytes, 'baked').json as GltfDocument };
}

async function issuesOf(bytes: Uint8Array): Promise<string[]> {
  // Messages that the test character itself causes, for example about joints without a common root, are removed.
  return (await validateGltf(bytes)).filter(({ severity }) => severity <= 1).map(({ code }) => code);
}

async function weightsOf({ bytes }: Baked, animation: number, node: number) {
  const { clips } = await readGltf(bytes, { name: 'baked' });
  return clips[animation].channels.filter((channel) => channel.node === node && channel.path === 'weights');
}

/** Creates cubes with these numbers of morph targets. The clip `swell` moves the weights of those that have targets. */
function buildCubes(counts: readonly number[]): GltfBuilder {
  const builder = new GltfBuilder();
  const channels = counts.flatMap((count) => {
    const targets = Array.from({ length: count }, (_, target) => ({
      POSITION: builder.addAccessor(
        'VEC3',
        cube.positions.map((value) => value * (target + 1)),
      ),
    }));
    const node = builder.addNode({
      mesh: builder.addMesh(cube.positions, cube.indices, count > 0 ? { targets } : {}),
    });
    const values = [0, 1].flatMap((key) => targets.map((_, target) => (key * (target + 1 + node)) / 8));
    return count > 0 ? [{ node, path: 'weights', times: [0.125, 0.75], values }] : [];
  });
  const walk = { node: 0, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 0, 0] };
  builder.addAnimation('swell', [...channels, walk]);
  builder.addAnimation('wait', channels.slice(0, 1).concat([walk]));
  return builder;
}

describe('several meshes, each with targets', () => {
  test("one weights channel a node, at the right node, keys × that mesh's own targets", async () => {
    const baked = await bake(buildCubes([2, 5, 0]), [[0], [1], [2]], 'swell');
    const { meshes = [], nodes = [], accessors = [] } = baked.json;
    expect(meshes.map(({ primitives }) => primitives.map(({ targets }) => targets!.length))).toEqual([
      [5],
      [9],
      [5],
    ]);
    for (const animation of baked.json.animations!) {
      const aims = animation.channels
        .filter(({ target }) => target.path === 'weights')
        .map(({ target }) => target.node!);
      expect(new Set(aims).size).toBe(aims.length);
      for (const { sampler, target } of animation.channels) {
        if (target.path !== 'weights') continue;
        const { input, output } = animation.samplers[sampler];
        const own = meshes[nodes[target.node!].mesh!].primitives[0].targets!.length;
        expect(accessors[output].count).toBe(accessors[input].count * own);
      }
    }
    // At their keys, the old weights are bit-identical. New weights occur only in the baked clip.
    for (const [animation, node, width] of [
      [0, 0, 2],
      [0, 1, 5],
      [1, 0, 2],
    ]) {
      const [channel] = await weightsOf(baked, animation, node);
      for (const [key, time] of [0.125, 0.75].entries()) {
        const at = channel.times.indexOf(time) * channel.width;
        const expected = Array.from({ length: width }, (_, target) => (key * (target + 1 + node)) / 8);
        expect([...channel.values.subarray(at, at + width)]).toEqual(expected);
      }
      const added = channel.values.filter((_, k) => k % channel.width >= width);
      expect(added.some((value) => value !== 0)).toBe(animation === 0);
    }
    expect(await weightsOf(baked, 1, 2)).toEqual([]);
  });

  test('every primitive of a mesh has the same number of targets; those that do not move share their bytes', async () => {
    const builder = new GltfBuilder();
    const mesh = builder.addMesh(cube.positions, cube.indices);
    const primitives = builder.json.meshes[mesh].primitives as object[];
    const other = builder.addAccessor(
      'VEC3',
      cube.positions.map((value) => value + 2),
    );
    primitives.push(
      { attributes: { POSITION: other }, mode: 0 },
      { ...primitives[0], attributes: { POSITION: other } },
    );
    builder.addNode({ mesh });
    const { json, meshes } = await bake(builder, [[0]], null);
    const counts = json.meshes![0].primitives.map(({ targets }) => targets!.length);
    expect(counts).toEqual([meshes[0].targets, meshes[0].targets, meshes[0].targets]);
    const zeros = new Set<number>();
    for (const { targets } of json.meshes![0].primitives.slice(1)) {
      for (const { POSITION } of targets!) {
        expect(json.accessors![POSITION]).toMatchObject({ count: 8, min: [0, 0, 0], max: [0, 0, 0] });
        zeros.add(POSITION);
      }
    }
    expect(zeros.size).toBe(1);
    expect(json.accessors![[...zeros][0]].bufferView).toBeDefined();
  });
});

test('min and max deltas of every written target are correct', async () => {
  const { json, bytes } = await bake(buildCubes([2, 0]), [[0], [1]], 'swell');
  const { surfaces } = await readGltf(bytes, { name: 'baked' });
  json.meshes!.forEach(({ primitives: [{ targets }] }, mesh) => {
    targets!.forEach(({ POSITION }, target) => {
      const deltas = surfaces[mesh].morphTargets[target];
      const column = (axis: number) => [...deltas.filter((_, k) => k % 3 === axis)];
      const { min, max } = json.accessors![POSITION];
      expect(min).toEqual([0, 1, 2].map((axis) => Math.min(...column(axis))));
      expect(max).toEqual([0, 1, 2].map((axis) => Math.max(...column(axis))));
    });
  });
});

describe('STEP keys', () => {
  /** Creates a cube with a target. In one clip its position and its weights jump; in another clip only its position does. */
  function buildStepping(): GltfBuilder {
    const builder = new GltfBuilder();
    const targets = [{ POSITION: builder.addAccessor('VEC3', cube.positions) }];
    builder.addNode({ mesh: builder.addMesh(cube.positions, cube.indices, { targets }) });
    const jump = {
      node: 0,
      path: 'translation',
      times: [0, 1],
      values: [0, 0, 0, 10, 0, 0],
      interpolation: 'STEP',
    };
    const pop = { node: 0, path: 'weights', times: [0, 0.5, 1], values: [0, 1, 0.25], interpolation: 'STEP' };
    builder.addAnimation('pop', [jump, pop]);
    builder.addAnimation('jump', [jump]);
    return builder;
  }

  test('STEP channels of the file stay STEP; baked channels are LINEAR', async () => {
    const { json } = await bake(buildStepping(), [[0]], 'jump');
    const [jump, pop] = json.animations!.map(({ samplers, channels }) =>
      channels.map(({ sampler, target }) => `${target.path} ${samplers[sampler].interpolation}`),
    );
    expect(pop).toEqual(['translation STEP', 'weights STEP']);
    expect(jump).toEqual(['translation STEP', 'weights LINEAR']);
  });

  test('STEP weights in the clip that receives flesh still jump, between keys one float apart', async () => {
    const baked = await bake(buildStepping(), [[0]], 'pop');
    const [channel] = await weightsOf(baked, 0, 0);
    expect(channel.interpolation).toBe('LINEAR');
    const old = (key: number) => channel.values[key * channel.width];
    for (const [time, before, after] of [
      [0.5, 0, 1],
      [1, 1, 0.25],
    ]) {
      const key = channel.times.indexOf(time);
      expect([old(key - 1), old(key)]).toEqual([before, after]);
      expect(channel.times[key] - channel.times[key - 1]).toBeLessThan(1e-7);
    }
    const between = [...channel.times.keys()].filter((key) => channel.times[key] < 0.5);
    expect(between.length).toBeGreaterThan(10);
    expect(between.every((key) => old(key) === 0)).toBe(true);
  });
});

describe('the content of the file is kept', () => {
  test('the JSON only has additions, old bytes come first, extensions and extras are kept', async () => {
    const builder = buildSkinnedBar();
    const vendor = { humanoid: { hips: 1 }, expressions: [{ mesh: 0, index: 0 }], text: 'ß' };
    builder.json.extensionsUsed = ['VENDOR_avatar'];
    builder.json.extensions = { VENDOR_avatar: vendor };
    builder.json.nodes[1].extras = { bone: true };
    builder.json.meshes[0].extras = { note: 7 };
    const old = structuredClone(builder.finish()) as unknown as GltfDocument;
    const { json, bytes } = await bake(builder, [[0]], 'Bend');
    expect(json.extensions).toEqual({ VENDOR_avatar: vendor });
    for (const list of ['accessors', 'bufferViews', 'nodes', 'skins'] as const) {
      const kept = (json[list] as object[]).slice(0, (old[list] as object[]).length);
      expect(kept, list).toEqual(old[list]);
    }
    const [{ samplers, channels, name }] = json.animations!;
    expect(name).toBe('Bend');
    expect(samplers.slice(0, 1)).toEqual(old.animations![0].samplers);
    expect(channels.slice(0, 1)).toEqual(old.animations![0].channels);
    expect(channels.slice(1).map(({ target }) => target)).toEqual([{ node: 3, path: 'weights' }]);
    const [mesh] = json.meshes!;
    expect(mesh.extras).toEqual({ note: 7, targetNames: ['part 0 1', 'part 0 2', 'part 0 offset'] });
    const [{ targets, ...primitive }] = mesh.primitives;
    expect(primitive).toEqual(old.meshes![0].primitives[0]);
    expect(targets!.length).toBe(3);
    expect(json.animations!.length).toBe(1);
    expect(openContainer(bytes, 'a').binary!.subarray(0, builder.binary.length)).toEqual(builder.binary);
  });

  test('names of old targets are kept; targets without a name get their number; default weights are extended', async () => {
    const named = buildCubes([2]);
    named.json.meshes[0].extras = { targetNames: ['smile', 'frown'] };
    named.json.meshes[0].weights = [0.5, 0.25];
    const first = (await bake(named, [[0]], null)).json.meshes![0];
    expect(first.extras).toEqual({
      targetNames: ['smile', 'frown', 'part 0 1', 'part 0 2', 'part 0 offset'],
    });
    expect(first.weights).toEqual([0.5, 0.25, 0, 0, 0]);
    const bare = (await bake(buildCubes([1]), [[0]], null)).json.meshes![0];
    expect(bare.extras).toEqual({ targetNames: ['0', 'part 0 1', 'part 0 2', 'part 0 offset'] });
    expect(bare.weights).toBeUndefined();
  });

  test('old targets without normals on a mesh with normals are reported and kept', async () => {
    const lit = buildCubes([2]);
    const [primitive] = lit.json.meshes[0].primitives as GltfPrimitive[];
    primitive.attributes.NORMAL = lit.addAccessor(
      'VEC3',
      cube.positions.map((_, k) => (k % 3 === 1 ? 1 : 0)),
    );
    lit.json.meshes[0].extras = { targetNames: ['smile', 'frown'] };
    const { meshes } = await bake(lit, [[0]], null);
    expect(meshes[0].warnings.join()).toContain('its own morph targets smile, frown move vertices without');
    const { meshes: flat } = await bake(buildCubes([2]), [[0]], null);
    expect(flat[0].warnings.join()).not.toContain('its own morph targets');
  });

  test('a clip that does not animate the old weights keeps those of the file', async () => {
    const builder = buildCubes([2]);
    builder.json.nodes[0].weights = [0.5, 0.25];
    builder.json.animations = [];
    builder.addAnimation('walk', [
      { node: 0, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 0, 0] },
    ]);
    const [channel] = await weightsOf(await bake(builder, [[0]], 'walk'), 0, 0);
    for (let k = 0; k < channel.values.length; k += channel.width) {
      expect([...channel.values.subarray(k, k + 2)]).toEqual([0.5, 0.25]);
    }
  });

  test('a mesh on several nodes: the others do not move, and two that move get separate targets', async () => {
    const builder = new GltfBuilder();
    const mesh = builder.addMesh(cube.positions, cube.indices);
    for (let k = 0; k < 3; k++) builder.addNode({ mesh, translation: [2 * k, 0, 0] });
    const one = await bake(builder, [[0]], null);
    expect(one.json.meshes!.length).toBe(1);
    expect(one.json.animations![0].channels.map(({ target }) => target.node)).toEqual([0]);
    const two = await bake(builder, [[0], [2]], null);
    expect(two.json.nodes!.map((node) => node.mesh)).toEqual([0, 0, 1]);
    expect(two.json.meshes!.map(({ primitives }) => primitives[0].targets!.length)).toEqual([3, 4]);
    expect(two.json.animations![0].channels.map(({ target }) => target.node)).toEqual([0, 2]);
  });

  test.each(['sparse', 'dense'] as const)('few vertices are stored %s, as asked', async (storage) => {
    const builder = new GltfBuilder();
    const far = Array.from({ length: 300 }, (_, k) => k % 7);
    builder.addNode({
      mesh: builder.addMesh([...cube.positions, ...far.map((value) => value + 9)], cube.indices),
    });
    const source = builder.toGlb();
    const rig = await readGltf(source, { name: 'a' });
    const actor = createActor(rig, { name: 'a', scale: 1 });
    const track = createSwingTrack(actor, {
      center: [0, 0, 0],
      radius: 1.5,
      size: 0.1,
      end: 1,
      modeCount: 1,
    });
    const { bytes } = await writeMorphedCharacter(source, {
      name: 'a',
      actor,
      start: 0,
      end: 1,
      fps: 30,
      tracks: [track],
      travels: false,
      storage,
    });
    const json = openContainer(bytes, 'a').json as GltfDocument;
    const [{ POSITION }] = json.meshes![0].primitives[0].targets!;
    expect(json.accessors![POSITION].sparse?.count).toBe(storage === 'sparse' ? 8 : undefined);
    expect(json.accessors![POSITION].bufferView).toBeDefined();
    expect(json.accessors![POSITION].count).toBe(108);
    const { root, accessors } = await openGltfSource(bytes, { name: 'a' });
    const target = root.get('meshes').items()[0].get('primitives').items()[0].get('targets').items()[0];
    const deltas = accessors.readFloats(target.get('POSITION'), 'VEC3');
    expect(deltas.subarray(0, 24).some((value) => value !== 0)).toBe(true);
    expect(deltas.subarray(24).every((value) => value === 0)).toBe(true);
    expect(await issuesOf(bytes)).toEqual([]);
  });
});

describe('files with unusual animations or encodings', () => {
  test('KHR_animation_pointer: weights that a pointer animates are extended too', async () => {
    const builder = buildCubes([2]);
    const [swell] = builder.json.animations as { channels: { target: Record<string, unknown> }[] }[];
    for (const channel of swell.channels) {
      if (channel.target.path !== 'weights') continue;
      channel.target = {
        path: 'pointer',
        extensions: { KHR_animation_pointer: { pointer: '/nodes/0/weights' } },
      };
    }
    builder.json.extensionsUsed = ['KHR_animation_pointer'];
    const { json } = await bake(builder, [[0]], 'wait');
    const { channels, samplers } = json.animations![1];
    const pointed = channels.findIndex(({ target }) => target.path === 'pointer');
    expect(json.accessors![samplers[channels[pointed].sampler].output].count).toBe(2 * 5);
  });

  test('one sampler for two nodes: only the node whose mesh gets targets gets a new one', async () => {
    const builder = buildCubes([2, 2]);
    const [swell] = builder.json.animations as { channels: { sampler: number }[] }[];
    swell.channels[1].sampler = swell.channels[0].sampler;
    const baked = await bake(builder, [[1]], 'wait');
    const [still] = await weightsOf(baked, 1, 0);
    const [grown] = await weightsOf(baked, 1, 1);
    expect([still.width, grown.width]).toEqual([2, 5]);
    expect([...grown.values].filter((_, k) => k % 5 < 2)).toEqual([...still.values]);
  });

  test('weights stored as normalised bytes are read, and written as floats', async () => {
    const builder = buildCubes([2]);
    const [swell] = builder.json.animations as { samplers: { output: number }[] }[];
    swell.samplers[0].output = builder.addAccessor('SCALAR', Uint8Array.of(0, 51, 255, 102), {
      normalized: true,
    });
    const [channel] = await weightsOf(await bake(builder, [[0]], null), 1, 0);
    expect([...channel.values].filter((_, k) => k % 5 < 2)).toEqual(
      [0, 51 / 255, 1, 102 / 255].map(Math.fround),
    );
  });

  test('weights without effect, of a mesh without targets, still have no effect', async () => {
    const builder = new GltfBuilder();
    builder.addNode({ mesh: builder.addMesh(cube.positions, cube.indices, {}, { weights: [0.7] }) });
    builder.addAnimation('odd', [
      { node: 0, path: 'weights', times: [0, 1], values: [0.3, 0.6] },
      { node: 0, path: 'translation', times: [0, 1], values: [0, 0, 0, 1, 0, 0] },
    ]);
    const source = builder.toGlb();
    const actor = createActor(await readGltf(source, { name: 'odd' }), { name: 'odd', clip: null, scale: 1 });
    const tracks = [createSwingTrack(actor, { size: 0.05, end: 1, modeCount: 2 })];
    const options = { name: 'odd', actor, start: 0, end: 1, fps: 30, tracks, travels: false };
    const { bytes } = await writeMorphedCharacter(source, options);
    const back = await readGltf(bytes, { name: 'back' });
    expect(back.nodes[0].weights).toEqual([0, 0, 0]);
    const [channel] = back.clips[1].channels.filter(({ path }) => path === 'weights');
    expect([...channel.values]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('a mesh that is stored uncompressed and with Draco: targets fit the uncompressed copy, and only that is kept', async () => {
    const builder = new GltfBuilder();
    const values = Float32Array.from(cube.positions);
    const stream = await encodeDraco({ POSITION: { values, width: 3 } }, cube.indices);
    const extensions = {
      KHR_draco_mesh_compression: { bufferView: 0, attributes: stream.attributes },
      VENDOR_note: { text: 'kept' },
    };
    builder.addView(stream.bytes);
    builder.addNode({ mesh: builder.addMesh(cube.positions, cube.indices, { extensions }) });
    builder.json.extensionsUsed = ['KHR_draco_mesh_compression', 'VENDOR_note'];
    const { json, meshes } = await bake(builder, [[0]], null);
    expect(json.extensionsUsed).toEqual(['VENDOR_note']);
    expect(json.meshes![0].primitives[0].extensions).toEqual({ VENDOR_note: { text: 'kept' } });
    expect(meshes[0].warnings[0]).toContain('the copy with Draco is left out');
  });

  test('a Draco stream with more vertices than its file declares: targets have the count of the stream', async () => {
    const builder = new GltfBuilder();
    const values = Float32Array.from(cube.positions);
    const stream = await encodeDraco({ POSITION: { values, width: 3 } }, cube.indices);
    const extensions = {
      KHR_draco_mesh_compression: {
        bufferView: builder.addView(stream.bytes),
        attributes: stream.attributes,
      },
    };
    const mesh = builder.addMesh(cube.positions, cube.indices, { extensions });
    for (const accessor of builder.json.accessors) delete accessor.bufferView;
    builder.json.accessors[0].count = 7;
    builder.addNode({ mesh });
    builder.json.extensionsUsed = builder.json.extensionsRequired = ['KHR_draco_mesh_compression'];
    const { json } = await bake(builder, [[0]], null);
    const { attributes, targets } = json.meshes![0].primitives[0];
    const counts = [attributes, ...targets!].map(({ POSITION }) => json.accessors![POSITION].count);
    expect(new Set(counts)).toEqual(new Set([8]));
  });

  test('flesh that never moves adds nothing', async () => {
    const source = buildSkinnedBar().toGlb();
    const actor = createActor(await readGltf(source, { name: 'bar' }), {
      name: 'bar',
      clip: 'Bend',
      scale: 1,
    });
    const moving = createSwingTrack(actor, { size: 0.05, end: 1 });
    const tracks = [{ ...moving, amplitudes: new Float64Array(moving.amplitudes.length) }];
    const options = { name: 'bar', actor, start: 0, end: 1, fps: 30, tracks, travels: false };
    const { bytes, meshes } = await writeMorphedCharacter(source, options);
    expect(openContainer(bytes, 'a').json).toEqual(openContainer(source, 'a').json);
    expect(meshes[0]).toMatchObject({
      targets: 0,
      motion: { maxMetres: 0 },
      error: { maxMetres: 0 },
    });
  });
});
