import { readFileSync } from 'node:fs';
import type { Accessor, AnimationSampler, Document } from '@gltf-transform/core';
import { describe, expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { openIo, quantize, useDraco } from '../../files/testing/compress-gltf.ts';
import { GltfBuilder } from '../../files/testing/gltf-builder.ts';
import { buildSkinnedBar, cube } from '../../files/testing/shapes.ts';
import { createActor } from '../../motion/actor.ts';
import { planTravel } from '../../motion/travel/plan-travel.ts';
import { sharedPath } from '../../testing/shared.ts';
import { createSwingTrack, type SwingOptions } from '../testing/swing-track.ts';
import { type MorphTrack, sampleTrack } from './morph-track.ts';
import { writeMorphedCharacter } from './morphed-character.ts';

/**
 * Creates a cube with two morph targets. In the clip to which flesh is added, the weights of these targets move with splines or in steps.
 */
function buildOwnTargets(interpolation: 'CUBICSPLINE' | 'STEP'): Uint8Array {
  const builder = new GltfBuilder();
  const targets = [0.3, -0.2].map((size) => ({
    POSITION: builder.addAccessor(
      'VEC3',
      cube.positions.map((value) => value * size),
    ),
  }));
  const node = builder.addNode({ mesh: builder.addMesh(cube.positions, cube.indices, { targets }) });
  const keys = [0, 0.1, 0.9, 0.4, 0.2, 0.7];
  const values =
    interpolation === 'STEP'
      ? keys
      : [0, 1, 2].flatMap((key) => [0.2, -0.3, keys[2 * key], keys[2 * key + 1], 0.5, 0.1]);
  builder.addAnimation('swell', [{ node, path: 'weights', times: [0, 0.4, 1], values, interpolation }]);
  return builder.toGlb();
}

async function rewrite(bytes: Uint8Array, change: (document: Document) => void): Promise<Uint8Array> {
  const io = await openIo();
  const document = await io.readBinary(bytes);
  change(document);
  return io.writeBinary(document);
}

type Source = () => Uint8Array | Promise<Uint8Array>;
const shared = (file: string): Source | null => {
  const path = sharedPath(`assets/${file}`);
  return path ? () => readFileSync(path) : null;
};
const man = shared('glb-cesium-man/CesiumMan.glb');
const onMan: Partial<SwingOptions> = { center: [0, 0.1, 1], radius: 0.3 };

const cases: [name: string, source: Source | null, clip?: string, swing?: Partial<SwingOptions>][] = [
  ['a skinned bar', () => buildSkinnedBar().toGlb(), 'Bend'],
  [
    'integers',
    () => rewrite(buildSkinnedBar().toGlb(), (d) => quantize(d, { bits: 16, normalized: true })),
    'Bend',
  ],
  ['Draco', () => rewrite(buildSkinnedBar().toGlb(), (d) => useDraco(d, 'edgebreaker')), 'Bend'],
  ['own targets on splines', () => buildOwnTargets('CUBICSPLINE'), 'swell'],
  ['own targets in steps', () => buildOwnTargets('STEP'), 'swell'],
  ['CesiumMan', man, undefined, onMan],
  [
    'CesiumMan with Draco',
    man && (async () => rewrite(await man(), (d) => useDraco(d, 'edgebreaker'))),
    undefined,
    onMan,
  ],
  ['Fox', shared('glb-fox/Fox.glb'), 'Run'],
  ['pirate, quantised with meshopt', shared('glb-meshopt-quantized/pirate.glb')],
];

/** Returns the weights of a sampler at a time according to the rules of glTF, each clamped to [0, 1] as Blender and Unity do. */
function clampedWeights(sampler: AnimationSampler, time: number, width: number): number[] {
  const input = sampler.getInput()!.getArray()!;
  const output = sampler.getOutput()!.getArray()!;
  let key = 0;
  while (key < input.length - 2 && input[key + 1] <= time) key++;
  const next = Math.min(key + 1, input.length - 1);
  const span = input[next] - input[key] || 1;
  const s = Math.min(1, Math.max(0, (time - input[key]) / span));
  return Array.from({ length: width }, (_, k) => {
    const isCubic = sampler.getInterpolation() === 'CUBICSPLINE';
    const value = (row: number) => output[row * width + k];
    let weight: number;
    if (isCubic) {
      const [p, m] = [value(3 * key + 1), span * value(3 * key + 2)];
      const [q, n] = [value(3 * next + 1), span * value(3 * next)];
      weight =
        (2 * s ** 3 - 3 * s ** 2 + 1) * p +
        (s ** 3 - 2 * s ** 2 + s) * m +
        (3 * s ** 2 - 2 * s ** 3) * q +
        (s ** 3 - s ** 2) * n;
    } else {
      weight =
        sampler.getInterpolation() === 'STEP' && s < 1
          ? value(key)
          : value(key) + s * (value(next) - value(key));
    }
    return Math.min(1, Math.max(0, weight));
  });
}

/** Returns the maximum displacement of a track's first surface, mesh units. */
function measureLargest({
  surfaces: [{ vertices, shapes }],
  amplitudes,
  modeCount,
  times,
}: MorphTrack): number {
  let largest = 0;
  for (let sample = 0; sample < times.length; sample += 5) {
    for (let k = 0; k < vertices.length; k++) {
      const moved = [0, 1, 2].map((axis) => {
        let sum = 0;
        for (let mode = 0; mode < modeCount; mode++)
          sum += amplitudes[sample * modeCount + mode] * shapes[3 * (mode * vertices.length + k) + axis];
        return sum;
      });
      largest = Math.max(largest, Math.hypot(...moved));
    }
  }
  return largest;
}

function elementsOf(accessor: Accessor): number[][] {
  return Array.from({ length: accessor.getCount() }, (_, k) => accessor.getElement(k, []));
}

describe.each(cases)('%s (files of the shared folder are skipped without it)', (name, make, clip, swing) => {
  test.skipIf(!make)(
    'another program that clamps weights to [0, 1] shows the recorded flesh in every clip',
    async () => {
      const bytes = await make!();
      const rig = await readGltf(bytes, { name });
      const actor = createActor(rig, {
        name: 'figure',
        clip,
        ...(swing ? {} : { scale: 1 }),
        travel: (_, chosen) => planTravel(rig, chosen),
      });
      const size = rig.surfaces[0].positions.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
      const end = 1.2;
      const track = createSwingTrack(actor, {
        surfaces: [0],
        size: 0.05 * size,
        end,
        modeCount: 3,
        ...swing,
      });
      const options = { name, actor, start: 0, end, fps: 30, tracks: [track], travels: true };
      const written = await writeMorphedCharacter(bytes, options);
      const [report] = written.meshes;
      const document = await (await openIo()).readBinary(written.bytes);
      const { node, positions } = rig.surfaces[0];
      const owner = document.getRoot().listNodes()[node];
      const [primitive] = owner.getMesh()!.listPrimitives();
      const base = elementsOf(primitive.getAttribute('POSITION')!);
      const targets = primitive.listTargets().map((target) => elementsOf(target.getAttribute('POSITION')!));
      const added = report.targets;
      const first = targets.length - added;
      const [moved] = track.surfaces;
      const q = new Float64Array(track.modeCount);
      const largest = measureLargest(track);
      let checked = 0;
      for (const animation of document.getRoot().listAnimations()) {
        const channel = animation
          .listChannels()
          .find((each) => each.getTargetNode() === owner && each.getTargetPath() === 'weights');
        if (!channel) continue;
        const sampler = channel.getSampler()!;
        const output = sampler.getOutput()!.getArray()!;
        const isCubic = sampler.getInterpolation() === 'CUBICSPLINE';
        for (let row = isCubic ? 1 : 0; row < output.length / targets.length; row += isCubic ? 3 : 1) {
          const own = output.subarray(row * targets.length + first, (row + 1) * targets.length);
          for (const weight of own) expect(weight >= 0 && weight <= 1).toBe(true);
        }
        const travels = animation.getName().includes('(travelled)');
        const input = sampler.getInput()!.getArray()!;
        for (const fraction of [0, 0.013, 0.37, 0.62, 1]) {
          const time = input[0] + fraction * (input[input.length - 1] - input[0]);
          const weights = clampedWeights(sampler, time, targets.length);
          if (weights.slice(first).every((weight) => weight === 0)) continue;
          sampleTrack(track, travels ? time : time - (actor.travel?.origin ?? 0), q, 0);
          let worst = 0;
          moved.vertices.forEach((vertex, k) => {
            for (let axis = 0; axis < 3; axis++) {
              let found = base[vertex][axis];
              for (let t = first; t < targets.length; t++) found += weights[t] * targets[t][vertex][axis];
              let expected = positions[3 * vertex + axis];
              for (let mode = 0; mode < track.modeCount; mode++)
                expected += q[mode] * moved.shapes[3 * (mode * moved.vertices.length + k) + axis];
              worst = Math.max(worst, Math.abs(found - expected));
            }
          });
          // Tolerance: rounding, the reported error, and the linear interpolation between keys.
          const reported = (report.error.maxMetres / report.motion.maxMetres + 0.003) * largest;
          expect(worst, `${animation.getName()} at ${time}`).toBeLessThan(reported + 1e-6 * size);
          checked++;
        }
      }
      expect(checked).toBeGreaterThanOrEqual(4);
    },
    60_000,
  );
});
