import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildSkinnedBar } from '../../files/testing/shapes.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { isLong } from '../../testing/long.ts';
import { sharedPath } from '../../testing/shared.ts';
import type { BakePlan } from '../bake-plan.ts';
import { bakeScene } from '../bake-scene.ts';
import { createMemoryStore } from '../frame-store.ts';
import { cardSides } from '../shells/card-mesh.ts';
import { growStrands, traceFur } from '../shells/fur-strands.ts';
import { unpackShells } from '../shells/shells-record.ts';
import { cardPoints } from '../shells/strand-motion.ts';
import { type CoatPlanOptions, planCoat } from '../testing/coat-system.ts';
import { largestDistance, liveSurface } from '../testing/live-surface.ts';
import { planSwing } from '../testing/swing-system.ts';
import { layOutOpenVat, openVatCoordinates, openVatPixel } from './open-vat-layout.ts';
import { decodeOpenVat } from './testing/decode-open-vat.ts';

const bar = buildSkinnedBar().toGlb();
const fox = sharedPath('assets/glb-fox/Fox.glb');
const kinds: readonly Partial<BakePlan>[] = [
  {},
  { openVatFormat: 'png', openVatNormals: 'separate', openVatSize: 'powersOfTwo' },
];

async function bake(plan: BakePlan) {
  const files = new Map<string, Uint8Array>();
  const frames = createMemoryStore();
  const report = await bakeScene(plan, { frames, write: (name, bytes) => void files.set(name, bytes) });
  const folder = (name: string) =>
    new Map(
      [...files].flatMap(([file, bytes]) =>
        file.startsWith(`${name}_vat/`) ? [[file.slice(name.length + 5), bytes]] : [],
      ),
    );
  return { report, files, frames, folder };
}

/** Returns the world positions of a character in a frame, from its systems stepped here, surface by surface. */
function simulate(plan: BakePlan, frame: number): number[] {
  const [{ character }] = plan.actors;
  const moved = plan.systems.map(({ definition }) => {
    const state = definition.create({}, {} as never, 1);
    const steps = Math.round(plan.times.seconds(frame) * 240);
    for (let k = 0; k < steps; k++) definition.step(state, {} as never, k / 240, 1 / 240);
    const [output] = definition.outputs(state);
    if (output.kind !== 'morph') throw new Error('no flesh');
    return output;
  });
  const pose = character!.actor.poseAt(plan.times.seconds(frame));
  return character!.actor.rig.surfaces.flatMap((surface, index) => {
    const parts = moved.flatMap(({ surfaces, amplitudes }) =>
      surfaces.filter((one) => one.surface === index).map((own) => ({ own, amplitudes })),
    );
    // Displacements add up before the bones move the vertices.
    const rest = Float32Array.from(surface.positions);
    for (const { own, amplitudes } of parts)
      own.vertices.forEach((vertex, k) => {
        for (let mode = 0; mode < amplitudes.length; mode++)
          for (let c = 0; c < 3; c++)
            rest[3 * vertex + c] += amplitudes[mode] * own.shapes[3 * (mode * own.vertices.length + k) + c];
      });
    return [...liveSurface({ ...surface, positions: rest }, undefined, [], pose)];
  });
}

describe.each([
  ['a bar', () => bar, { clip: 'Bend', scale: 1 }, true],
  ['the fox', () => readFileSync(fox!), { clip: 'Run', height: 0.6 }, isLong && fox],
] as const)(
  'the flesh of %s (files of the shared folder are skipped without it)',
  (_, read, placement, isRun) => {
    test.skipIf(!isRun).each(kinds)('is decoded as the shaders of OpenVAT do it: %o', async (options) => {
      const outputs = ['openVat'] as const;
      const plan = { ...(await planSwing(read(), { ...placement, fps: 24, end: 0.5, outputs })), ...options };
      const { report, folder, files } = await bake(plan);
      const format = options.openVatFormat ?? 'exr';
      const names = [`figure_vat.${format}`, ...(format === 'png' ? ['figure_vnrm.png'] : [])];
      expect([...folder('figure').keys()]).toEqual([...names, 'figure.glb', 'figure-remap_info.json']);
      expect(
        (await validateGltf(folder('figure').get('figure.glb')!)).filter(({ severity }) => severity <= 1),
      ).toEqual([]);
      const decoded = await decodeOpenVat('figure', folder('figure'));
      const { openVat } = report.actors[0] as unknown as { openVat: Record<string, number> };
      expect(openVat).toMatchObject({ vertices: decoded.vertexCount, frames: 13 });
      expect(decoded.frames).toBe(13);
      expect(openVat.maxErrorMetres).toBeLessThan(format === 'exr' ? 1e-6 : 1e-4);
      for (const frame of [0, 5, 12]) {
        const wanted = simulate(plan, frame);
        const played = decoded.positions(frame);
        // Our rounding to 32-bit floats adds to the stated error.
        expect(largestDistance(played, wanted)).toBeLessThan(openVat.maxErrorMetres + 2e-6);
        const normals = decoded.normals(frame);
        for (let k = 0; k < normals.length; k += 3)
          expect(Math.hypot(normals[k], normals[k + 1], normals[k + 2])).toBeCloseTo(1, 3);
      }
      expect(new TextDecoder().decode(files.get('README.txt'))).toContain('OpenVAT: figure_vat/');
    });
  },
);

test('normals point out of the bar in every frame, and are those of the mesh in the first', async () => {
  const plan = await planSwing(bar, { clip: 'Bend', scale: 1, fps: 24, end: 0.5, outputs: ['openVat'] });
  const { folder } = await bake(plan);
  const decoded = await decodeOpenVat('figure', folder('figure'));
  const [{ indices }] = plan.actors[0].character!.actor.rig.surfaces;
  for (const frame of [0, 12]) {
    const positions = decoded.positions(frame);
    const normals = decoded.normals(frame);
    for (let o = 0; o < indices.length; o += 3) {
      const corner = (k: number) => positions.subarray(3 * indices[o + k], 3 * indices[o + k] + 3);
      const a = corner(0);
      const [u, v] = [corner(1), corner(2)].map((to) => [to[0] - a[0], to[1] - a[1], to[2] - a[2]]);
      const face = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const own = normals.subarray(3 * indices[o], 3 * indices[o] + 3);
      expect(face[0] * own[0] + face[1] * own[1] + face[2] * own[2]).toBeGreaterThan(0);
    }
  }
});

const furCases: readonly [string, () => Uint8Array | null, Partial<CoatPlanOptions>, unknown][] = [
  ['a bar', () => bar, { clip: 'Bend' }, true],
  ['a patch of grass', () => null, {}, isLong],
  ['the fox', () => readFileSync(fox!), { clip: 'Run', height: 0.6, length: 0.03, rate: 30 }, isLong && fox],
];

describe.each(furCases)(
  'the fur of %s (files of the shared folder are skipped without it)',
  (_, read, placement, isRun) => {
    test.skipIf(!isRun).each(isLong ? kinds : kinds.slice(0, 1))(
      'is decoded as the shaders of OpenVAT do it: %o',
      async (options) => {
        const source = read();
        const coat = { ...placement, fps: 24, end: 0.5, outputs: ['openVat'] as const };
        const { report, frames, folder } = await bake({ ...(await planCoat(source, coat)), ...options });
        const name = source ? 'fur' : 'grass';
        const decoded = await decodeOpenVat(name, folder(name));
        const { maxErrorMetres } = (report.systems[0] as unknown as { openVat: { maxErrorMetres: number } })
          .openVat;
        expect(maxErrorMetres).toBeLessThan(1e-4);
        // The character on which fur grows is written too.
        expect(folder('figure').has('figure.glb')).toBe(source !== null);
        const plan = await planCoat(source, coat);
        for (const frame of [0, 7, 12]) {
          const points = tracePoints(plan, name, frames, frame);
          const played = decoded.positions(frame);
          const perStrand = cardSides * (cardPoints - 1) + 1;
          const count = decoded.vertexCount / perStrand;
          const middles = new Float64Array(points.length);
          for (let k = 0; k < cardPoints * count; k++) {
            const first = Math.floor(k / cardPoints) * perStrand + cardSides * (k % cardPoints);
            const sides = k % cardPoints < cardPoints - 1 ? cardSides : 1;
            for (let side = 0; side < sides; side++)
              for (let c = 0; c < 3; c++) middles[3 * k + c] += played[3 * (first + side) + c] / sides;
          }
          expect(largestDistance(middles, points)).toBeLessThan(maxErrorMetres + 2e-6);
        }
      },
    );
  },
);

/** Returns the points of all strands in a kept frame, in the world. */
function tracePoints(
  plan: BakePlan,
  name: string,
  frames: ReturnType<typeof createMemoryStore>,
  frame: number,
): Float64Array {
  const surfaces = plan.actors.map(({ colliders }) => colliders.createSkins!().add({ surfaces: null }));
  const [output] = plan.systems[0].definition.outputs(
    plan.systems[0].definition.create({}, { surfaces } as never, 1),
  );
  if (output.kind !== 'shells') throw new Error('no shells');
  const strands = growStrands(output, output.look.strandCount, cardPoints)!;
  const out = new Float64Array(3 * cardPoints * strands.count);
  const first = frame === 0 ? null : frames.get(`${name}-0-0`);
  traceFur(out, strands, output, unpackShells(frames.get(`${name}-0-${frame}`), output.vertexCount, first));
  return out;
}

describe('the layout', () => {
  test('has a pixel of its own for every vertex and frame, where its coordinates point', () => {
    for (const size of ['exact', 'powersOfTwo'] as const)
      for (const normals of ['packed', 'separate'] as const)
        for (const [vertices, frames] of [
          [1, 1],
          [7, 3],
          [8192, 4],
          [8193, 4],
          [20910, 12],
          [60000, 70],
        ]) {
          const layout = layOutOpenVat(vertices, frames, { normals, size });
          const { width, height, normalRow } = layout;
          expect(normalRow).toBe(normals === 'packed' ? height / 2 : 0);
          if (size === 'powersOfTwo')
            expect([width, height].map((side) => Math.log2(side) % 1)).toEqual([0, 0]);
          else if (vertices <= 8192)
            expect([width, height]).toEqual([vertices, frames * (normals === 'packed' ? 2 : 1)]);
          const last = openVatPixel(layout, vertices - 1, frames - 1);
          expect(last).toBeLessThan((normalRow || height) * width);
          for (const vertex of [0, Math.floor(vertices / 2), vertices - 1]) {
            const [u, v] = openVatCoordinates(layout, vertex, 1);
            const pixel = openVatPixel(layout, vertex, 0);
            expect(Math.floor(u * width) + width * Math.floor(v * height)).toBe(pixel);
          }
        }
  });

  test('a texture that no graphics card holds is refused before the simulation', async () => {
    const plan = await planSwing(bar, { clip: 'Bend', scale: 1, fps: 24, end: 0.5, outputs: ['openVat'] });
    const [actor] = plan.actors;
    const { surfaces } = actor.character!.actor.rig;
    const many = { ...surfaces[0], positions: new Float32Array(3 * 8_000_000) };
    const huge = {
      ...actor,
      character: {
        ...actor.character!,
        actor: { ...actor.character!.actor, rig: { ...actor.character!.actor.rig, surfaces: [many] } },
      },
    };
    await expect(bake({ ...plan, actors: [huge] })).rejects.toThrow(
      /outputs: openVat of "figure" cannot be written: expected a texture of at most/,
    );
  });
});
