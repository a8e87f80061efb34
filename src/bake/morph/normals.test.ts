import { describe, expect, test } from 'vitest';
import type { GltfDocument } from '../../files/glb.ts';
import { openContainer } from '../../files/gltf/container.ts';
import { openGltfSource } from '../../files/gltf/gltf-source.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { GltfBuilder } from '../../files/testing/gltf-builder.ts';
import { createActor } from '../../motion/actor.ts';
import { playInThree } from '../testing/play-in-three.ts';
import { createSwingTrack, type SwingOptions } from '../testing/swing-track.ts';
import { type MorphTrack, sampleTrack } from './morph-track.ts';
import { writeMorphedCharacter } from './morphed-character.ts';

/** Creates a sphere of radius 1 with normals and tangents. As exporters do, the vertices of its seam and poles are repeated. */
function buildSphere(columns: number, rows: number): GltfBuilder {
  const builder = new GltfBuilder();
  const positions: number[] = [];
  const tangents: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const [u, v] = [(2 * Math.PI * (column % columns)) / columns, (Math.PI * row) / rows];
      positions.push(Math.sin(v) * Math.cos(u), Math.cos(v), Math.sin(v) * Math.sin(u));
      tangents.push(-Math.sin(u), 0, Math.cos(u), 1);
      if (row === rows || column === columns) continue;
      const a = row * (columns + 1) + column;
      indices.push(a, a + 1, a + columns + 1, a + 1, a + columns + 2, a + columns + 1);
    }
  }
  const attributes = {
    NORMAL: builder.addAccessor('VEC3', positions),
    TANGENT: builder.addAccessor('VEC4', tangents),
  };
  builder.addNode({ mesh: builder.addMesh(positions, indices, { attributes }) });
  return builder;
}

const degrees = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return (Math.atan2(Math.hypot(...cross), dot) * 180) / Math.PI;
};

/** Returns the area-weighted normals of a surface. Copies of one point have one normal. */
function meshNormals(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  points: readonly string[],
): number[][] {
  const sums = new Map<string, number[]>();
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) =>
      [0, 1, 2].map((axis) => positions[3 * indices[k + corner] + axis]),
    );
    const [u, v] = [b.map((value, axis) => value - a[axis]), c.map((value, axis) => value - a[axis])];
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (let corner = 0; corner < 3; corner++) {
      const key = points[indices[k + corner]];
      sums.set(
        key,
        normal.map((value, axis) => value + (sums.get(key)?.[axis] ?? 0)),
      );
    }
  }
  return points.map((key) => sums.get(key)!);
}

/** Returns the vector v after the smallest rotation that maps the direction `before` to `after`. */
function turnAsBetween(v: number[], before: number[], after: number[]): number[] {
  const unit = (a: number[]) => a.map((value) => value / Math.hypot(...a));
  const [a, b] = [unit(before), unit(after)];
  const dot = (u: number[], w: number[]) => u.reduce((sum, value, k) => sum + value * w[k], 0);
  // The rotation is composed of two reflections: at the plane perpendicular to a, then at the plane perpendicular to the bisector.
  const reflect = (u: number[], n: number[]) => u.map((value, k) => value - 2 * dot(u, n) * n[k]);
  return reflect(reflect(v, a), unit(a.map((value, k) => value + b[k])));
}

/** Returns the positions of all vertices, displaced by the track. */
function simulatedPositions(track: MorphTrack, base: Float32Array, amplitudes: Float64Array): Float64Array {
  const out = Float64Array.from(base);
  for (const { vertices, shapes } of track.surfaces) {
    vertices.forEach((vertex, k) => {
      for (let axis = 0; axis < 3; axis++) {
        amplitudes.forEach((q, mode) => {
          out[3 * vertex + axis] += q * shapes[3 * (mode * vertices.length + k) + axis];
        });
      }
    });
  }
  return out;
}

/** Creates a flat square of side 2 that faces up. */
function buildGrid(cells: number): GltfBuilder {
  const builder = new GltfBuilder();
  const at = Array.from({ length: (cells + 1) ** 2 }, (_, k) => [
    k % (cells + 1),
    Math.floor(k / (cells + 1)),
  ]);
  const positions = at.flatMap(([i, j]) => [(2 * i) / cells - 1, 0, (2 * j) / cells - 1]);
  const indices = at.flatMap(([i, j], k) =>
    i < cells && j < cells ? [k, k + cells + 1, k + 1, k + 1, k + cells + 1, k + cells + 2] : [],
  );
  const NORMAL = builder.addAccessor(
    'VEC3',
    at.flatMap(() => [0, 1, 0]),
  );
  builder.addNode({ mesh: builder.addMesh(positions, indices, { attributes: { NORMAL } }) });
  return builder;
}

const onBall = { center: [0.7, 0.3, 0], radius: 1.3 };

async function bakeBody(builder: GltfBuilder, swing: SwingOptions, maxTargets = 5) {
  const source = builder.toGlb();
  const rig = await readGltf(source, { name: 'ball' });
  const actor = createActor(rig, { name: 'ball', scale: 1 });
  const track = createSwingTrack(actor, swing);
  const options = {
    name: 'ball',
    actor,
    start: 0,
    end: 1,
    fps: 30,
    tracks: [track],
    travels: false,
    maxTargets,
  };
  const { bytes, meshes } = await writeMorphedCharacter(source, options);
  const player = await playInThree(bytes);
  return { source, rig, track, bytes, report: meshes[0], player, mesh: player.meshesOf(0)[0] };
}

const times = [0, 0.25, 0.5, 0.75, 0.975];

describe('normals of baked flesh', () => {
  test.each([
    [3, 0.1, 0.05, 0.25],
    [3, 0.25, 0.15, 0.6],
    // The motion has two more shapes than targets, so the normals lose the same part of the motion as the surface.
    [6, 0.1, 0.7, 0.8],
  ])(
    '%i shapes that move a ball by %f of its radius: normals agree with its triangles within the reported %f°, and with the body within %f°',
    async (modeCount, size, limit, bodyLimit) => {
      const { rig, track, report, player, mesh } = await bakeBody(buildSphere(32, 16), {
        size,
        end: 1,
        modeCount,
        ...onBall,
      });
      const [{ positions: base, indices }] = rig.surfaces;
      const points = Array.from({ length: base.length / 3 }, (_, k) =>
        base.subarray(3 * k, 3 * k + 3).join(),
      );
      const before = meshNormals(base, indices, points);
      const q = new Float64Array(modeCount);
      let [worst, fromBody, turned] = [0, 0, 0];
      for (const t of times) {
        player.show(0, t);
        sampleTrack(track, t, q, 0);
        const normals = player.normals(mesh);
        const after = meshNormals(simulatedPositions(track, base, q), indices, points);
        for (let k = 0; k < base.length; k += 3) {
          const x = [...base.subarray(k, k + 3)];
          const exact = track.deformNormal(x, x, q);
          const shown = normals.subarray(k, k + 3);
          worst = Math.max(worst, degrees(shown, turnAsBetween(x, before[k / 3], after[k / 3])));
          fromBody = Math.max(fromBody, degrees(shown, exact));
          turned = Math.max(turned, degrees(x, exact));
        }
      }
      expect(turned).toBeGreaterThan(3);
      expect(worst).toBeLessThan(limit);
      expect(fromBody).toBeLessThan(bodyLimit);
      expect(report.normals!.largestDegrees).toBeLessThan(0.15);
      expect(worst).toBeLessThan(report.simulatedNormals!.largestDegrees + 0.05);
    },
  );

  test('they are those of the displaced triangles within half a degree', async () => {
    const { rig, player, mesh } = await bakeBody(buildGrid(48), {
      size: 0.2,
      end: 1,
      modeCount: 4,
      radius: 0.98,
    });
    const [{ positions: base, indices }] = rig.surfaces;
    let turned = 0;
    const points = Array.from({ length: base.length / 3 }, (_, k) => base.subarray(3 * k, 3 * k + 3).join());
    for (const t of times) {
      player.show(0, t);
      const shown = player.normals(mesh);
      const expected = meshNormals(player.positions(mesh), indices, points);
      const worst = Math.max(
        ...expected.map((normal, k) => degrees(shown.subarray(3 * k, 3 * k + 3), normal)),
      );
      turned = Math.max(turned, ...expected.map((normal) => degrees([0, 1, 0], normal)));
      expect(worst).toBeLessThan(0.5);
    }
    expect(turned).toBeGreaterThan(10);
  });

  test('for large bends, extra targets for normals alone reduce the deviation to half a degree', async () => {
    const swing = { size: 0.7, end: 1, modeCount: 3, ...onBall };
    const few = await bakeBody(buildSphere(32, 16), swing, 4);
    expect(few.report).toMatchObject({ targets: 4, lightTargets: 0 });
    expect(few.report.normals!.largestDegrees).toBeGreaterThan(0.5);
    const { report, rig, track, player, mesh } = await bakeBody(buildSphere(32, 16), swing, 10);
    expect(report.lightTargets).toBeGreaterThan(0);
    expect(report.targets).toBe(4 + report.lightTargets);
    expect(report.normals!.largestDegrees).toBeLessThan(0.5);
    expect(report.error.maxMetres).toBeLessThan(1e-6);
    const [{ positions: base }] = rig.surfaces;
    const q = new Float64Array(3);
    // The comparison is at a key, since products of weights are not linear between keys.
    player.show(0, 0.5);
    sampleTrack(track, 0.5, q, 0);
    const normals = player.normals(mesh);
    let worst = 0;
    for (let k = 0; k < base.length; k += 3) {
      const x = [...base.subarray(k, k + 3)];
      worst = Math.max(worst, degrees(normals.subarray(k, k + 3), track.deformNormal(x, x, q)));
    }
    expect(worst).toBeLessThan(0.7);
  });

  test('beside moving triangles, vertices that do not move have normals that rotate with these triangles', async () => {
    const body = await bakeBody(buildGrid(12), { size: 0.3, end: 1, modeCount: 3, radius: 0.6 });
    const [{ positions: base, indices }] = body.rig.surfaces;
    const points = Array.from({ length: base.length / 3 }, (_, k) => base.subarray(3 * k, 3 * k + 3).join());
    const moves = new Set(body.track.surfaces[0].vertices);
    let [worst, turned] = [0, 0];
    for (const t of times) {
      body.player.show(0, t);
      const shown = body.player.normals(body.mesh);
      meshNormals(body.player.positions(body.mesh), indices, points).forEach((normal, k) => {
        worst = Math.max(worst, degrees(shown.subarray(3 * k, 3 * k + 3), normal));
        if (!moves.has(k)) turned = Math.max(turned, degrees([0, 1, 0], normal));
      });
    }
    expect(turned).toBeGreaterThan(1);
    expect(worst).toBeLessThan(0.5);
    expect(body.report.normals!.largestDegrees).toBeLessThan(0.5);
  });

  test('shapes without changes of normals get them from the triangles too', async () => {
    const builder = buildGrid(48);
    const source = builder.toGlb();
    const actor = createActor(await readGltf(source, { name: 'cloth' }), { name: 'cloth', scale: 1 });
    const swing = createSwingTrack(actor, { size: 0.2, end: 1, modeCount: 3, radius: 0.98 });
    const surfaces = swing.surfaces.map((part) => ({ ...part, normals: new Float32Array(0) }));
    const options = { name: 'cloth', actor, start: 0, end: 1, fps: 30, travels: false };
    const { bytes } = await writeMorphedCharacter(source, { ...options, tracks: [{ ...swing, surfaces }] });
    const player = await playInThree(bytes);
    player.show(0, 0.25);
    const [mesh] = player.meshesOf(0);
    const { positions: base } = actor.rig.surfaces[0];
    const q = new Float64Array(swing.modeCount);
    sampleTrack(swing, 0.25, q, 0);
    const normals = player.normals(mesh);
    let worst = 0;
    for (let k = 0; k < base.length; k += 3) {
      const exact = swing.deformNormal([...base.subarray(k, k + 3)], [0, 1, 0], q);
      worst = Math.max(worst, degrees(normals.subarray(k, k + 3), exact));
    }
    expect(worst).toBeLessThan(0.5);
  });

  test('tangents follow the surface; those of the base stay bit-identical', async () => {
    const { source, bytes, track, rig } = await bakeBody(buildSphere(16, 8), {
      size: 0.2,
      end: 1,
      modeCount: 2,
      ...onBall,
    });
    const [before, after] = await Promise.all(
      [source, bytes].map(async (file) => {
        const { root, accessors } = await openGltfSource(file, { name: 'ball' });
        const primitive = root.get('meshes').items()[0].get('primitives').items()[0];
        const read = (owner: typeof primitive, name: string, type = 'VEC3') =>
          accessors.readFloats(owner.get(name), type);
        return { primitive, read, attributes: primitive.get('attributes') };
      }),
    );
    for (const [name, type] of [
      ['POSITION', 'VEC3'],
      ['NORMAL', 'VEC3'],
      ['TANGENT', 'VEC4'],
    ]) {
      expect(after.read(after.attributes, name, type)).toEqual(before.read(before.attributes, name, type));
    }
    const targets = after.primitive.get('targets').items();
    const deltas = targets.map((target) => after.read(target, 'TANGENT'));
    const base = before.read(before.attributes, 'TANGENT', 'VEC4');
    const [channel] = (await readGltf(bytes, { name: 'ball' })).clips[0].channels;
    const key = Math.floor(channel.times.length / 2);
    const q = new Float64Array(track.modeCount);
    sampleTrack(track, channel.times[key], q, 0);
    const { positions } = rig.surfaces[0];
    let worst = 0;
    for (let k = 0; k < positions.length / 3; k++) {
      // At the poles, where all meridians meet, no tangent is correct.
      if (Math.abs(positions[3 * k + 1]) > 0.99) continue;
      const tangent = [0, 1, 2].map(
        (axis) =>
          base[4 * k + axis] +
          deltas.reduce(
            (sum, delta, target) => sum + channel.values[key * targets.length + target] * delta[3 * k + axis],
            0,
          ),
      );
      // A tangent must stay perpendicular to the normal of its surface.
      const x = [...positions.subarray(3 * k, 3 * k + 3)];
      const normal = track.deformNormal(x, x, q);
      worst = Math.max(worst, Math.abs(degrees(tangent, normal) - 90));
    }
    expect(worst).toBeLessThan(0.5);
    expect(deltas.some((delta) => delta.some((value) => Math.abs(value) > 0.01))).toBe(true);
  });

  test('a mesh without normals gets none, with a warning; glTF requires flat shading for it', async () => {
    const builder = buildSphere(8, 4);
    const [{ attributes }] = builder.json.meshes[0].primitives as { attributes: Record<string, number> }[];
    delete attributes.NORMAL;
    delete attributes.TANGENT;
    const source = builder.toGlb();
    const actor = createActor(await readGltf(source, { name: 'ball' }), { name: 'ball', scale: 1 });
    const tracks = [createSwingTrack(actor, { size: 0.1, end: 1 })];
    const written = await writeMorphedCharacter(source, {
      name: 'ball',
      actor,
      start: 0,
      end: 1,
      fps: 30,
      tracks,
      travels: false,
    });
    const json = openContainer(written.bytes, 'ball').json as GltfDocument;
    for (const target of json.meshes![0].primitives[0].targets!)
      expect(Object.keys(target)).toEqual(['POSITION']);
    expect(written.meshes[0].normals).toBeNull();
    expect(written.meshes[0].warnings.join()).toContain('no normals in the file');
  });
});
