import { describe, expect, test } from 'vitest';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { openIo, quantize, useMeshopt } from '../../files/testing/compress-gltf.ts';
import { GltfBuilder } from '../../files/testing/gltf-builder.ts';
import { cube } from '../../files/testing/shapes.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { createActor } from '../../motion/actor.ts';
import { largestDistance, liveSurface } from '../testing/live-surface.ts';
import { playInThree } from '../testing/play-in-three.ts';
import { createSwingTrack } from '../testing/swing-track.ts';
import { sampleTrack } from './morph-track.ts';
import { writeMorphedCharacter } from './morphed-character.ts';

/** Displacement of the cube's last corner by the cube's own target, in widths of the cube. */
const reach = 3;

/**
 * Creates a cube of 1 m on a joint that rotates and rises. A target moves a corner far away from the cube, and a clip raises its weight to
 * 1 and lowers it again.
 */
function buildCube(): Uint8Array {
  const builder = new GltfBuilder();
  const deltas: number[] = new Array(24).fill(0);
  deltas[21] = reach;
  const attributes = {
    NORMAL: builder.addAccessor(
      'VEC3',
      cube.positions.map((value) => value / Math.sqrt(0.75)),
    ),
    JOINTS_0: builder.addAccessor('VEC4', new Uint8Array(32)),
    WEIGHTS_0: builder.addAccessor('VEC4', new Array(8).fill([1, 0, 0, 0]).flat()),
  };
  const targets = [{ POSITION: builder.addAccessor('VEC3', deltas) }];
  const mesh = builder.addMesh(cube.positions, cube.indices, { attributes, targets });
  const skin = builder.addSkin([0], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  builder.addNode({ translation: [0, 1, 0] });
  builder.addNode({ mesh, skin });
  builder.addAnimation('grow', [
    { node: 1, path: 'weights', times: [0, 0.5, 1], values: [0, 1, 0] },
    { node: 0, path: 'rotation', times: [0, 1], values: [0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2] },
  ]);
  return builder.toGlb();
}

describe('flesh added to a quantized mesh', () => {
  test.each([
    ['int16, normalised', 16, true, false],
    ['int16, plain', 16, false, false],
    ['int8, normalised', 8, true, false],
    ['int16, normalised, meshopt', 16, true, true],
  ] as const)(
    '%s: after decoding, base, own target and flesh together deviate by at most one step, as reported',
    async (_, bits, normalized, isPressed) => {
      const io = await openIo();
      const document = await io.readBinary(buildCube());
      quantize(document, { bits, normalized });
      if (isPressed) useMeshopt(document, false);
      const source = await io.writeBinary(document);
      const rig = await readGltf(source, { name: 'cube.glb' });
      const exact = await readGltf(buildCube(), { name: 'exact.glb' });
      const actor = createActor(rig, { name: 'cube', clip: 'grow', scale: 1 });
      // The size in mesh units. If integers are not normalised, a mesh unit is one quantization step.
      const max = rig.surfaces[0].positions.reduce((sum, value) => Math.max(sum, Math.abs(value)), 0);
      const track = createSwingTrack(actor, { size: 0.2 * max, radius: 3 * max, end: 1, modeCount: 3 });
      const written = await writeMorphedCharacter(source, {
        name: 'cube.glb',
        actor,
        start: 0,
        end: 1,
        fps: 30,
        tracks: [track],
        travels: false,
      });
      const [report] = written.meshes;
      const unit = reach / (bits === 8 ? 127 : 32767);
      expect(report.gridMetres).toBeCloseTo(unit, 6);
      expect(report.motion.maxMetres).toBeGreaterThan(0.02);
      // Both files are read by another program.
      const player = await playInThree(written.bytes);
      const [shown] = player.meshesOf(rig.surfaces[0].node);
      const still = createActor(exact, { name: 'still', clip: 'grow', scale: 1 });
      for (const time of [0, 0.25, 0.5, 0.9]) {
        player.show(0, time);
        const q = new Float64Array(track.modeCount);
        sampleTrack(track, time, q, 0);
        const posed = liveSurface(rig.surfaces[0], track.surfaces[0], q, actor.poseAt(time));
        const found = player.positions(shown);
        const own = liveSurface(exact.surfaces[0], undefined, q, still.poseAt(time));
        const plain = liveSurface(rig.surfaces[0], undefined, q, actor.poseAt(time));
        // The error of the original file is half a step of the base and half a step of the target.
        expect(largestDistance(plain, own)).toBeLessThan(Math.sqrt(3) * unit);
        // The additional error is that of the flesh, which must be within the reported value.
        expect(largestDistance(found, posed)).toBeLessThan(Math.min(unit, report.error.maxMetres + 1e-4));
      }
      expect(report.error.maxMetres).toBeLessThan(unit);
      const codes = async (bytes: Uint8Array) =>
        (await validateGltf(bytes)).filter(({ severity }) => severity <= 1).map(({ code }) => code);
      expect(await codes(written.bytes)).toEqual(await codes(source));
    },
  );
});
