import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeExr } from '../../../files/exr-read.ts';
import type { GltfDocument } from '../../../files/glb.ts';
import { readGltf } from '../../../files/gltf/read-gltf.ts';
import { validateGltf } from '../../../files/testing/validate-gltf.ts';
import { bakeFile } from '../../../node/bake-file.ts';
import { Workshop } from '../../../node/testing/workshop.ts';
import { blenderNote, evaluateInBlender, findBlender } from '../../../testing/blender/blender.ts';
import { playInBabylon } from '../../testing/play-in-babylon.ts';
import { playInThree } from '../../testing/play-in-three.ts';
import type { GroundMeshFacts } from '../write-ground-mesh.ts';

const workshop = new Workshop();
afterAll(() => workshop.close());
const fps = 24;
const last = 36;

/** Bakes the hopper with cells that are small enough for prints. The ground has many tiles, most of which do not change. */
async function bake(out: string, scene: Record<string, unknown> = {}, time: Record<string, unknown> = {}) {
  const file = workshop.writeScene('yard/fine.json', {
    time: { end: last / fps, fps, ...time },
    systems: [{ system: 'ground', name: 'yard', cell: 0.02, noiseAmplitude: 0.001 }],
    outputs: ['heightExr', 'groundMesh'],
    heightTiles: 'never',
    ...scene,
  });
  const { report } = await bakeFile(file, { out: workshop.path(out) });
  return (report.systems[0] as unknown as { mesh: GroundMeshFacts; heights: HeightPosition }).mesh;
}

interface HeightPosition {
  readonly columns: number;
  readonly cellMetres: number;
  readonly firstColumnMetres: number;
  readonly firstRowMetres: number;
  readonly datumMetres: number;
}

/** Returns the recorded height at the position of a column, metres. */
function recordOf(out: string, frame: number) {
  const report = JSON.parse(Buffer.from(workshop.read(`${out}/report.json`)).toString());
  const position = report.systems[0].heights as HeightPosition;
  const name = `height.${String(frame + 1).padStart(4, '0')}.exr`;
  const { values } = decodeExr(workshop.read(`${out}/yard-exr/${name}`)).channels[0];
  return (x: number, z: number) => {
    const i = Math.round((x - position.firstColumnMetres) / position.cellMetres);
    const j = Math.round((z - position.firstRowMetres) / position.cellMetres);
    return position.datumMetres + values[j * position.columns + i];
  };
}

/**
 * Returns the time at which a frame is shown. For the last frame, a time slightly before the end of the clip, because players start again
 * at its end.
 */
function timeOf(frame: number): number {
  return Math.min(frame / fps, last / fps - 1e-5);
}

function jsonOf(bytes: Uint8Array): GltfDocument {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + view.getUint32(12, true))));
}

/**
 * Returns the maximum deviation of positions from the heights of their columns: in the frame, and in that one of the frames around it for
 * which the deviation is smallest.
 */
function measure(out: string, frame: number, slack: number, positions: ArrayLike<number>) {
  const records = Array.from({ length: 2 * slack + 1 }, (_, k) =>
    recordOf(out, Math.min(last, Math.max(0, frame + k - slack))),
  );
  let max = 0;
  for (let k = 0; k < positions.length; k += 3) {
    const heights = records.map((at) => at(positions[k], positions[k + 2]));
    const y = positions[k + 1];
    max = Math.max(max, Math.min(...heights) - y, y - Math.max(...heights));
  }
  return max;
}

describe('the GLB of a ground that moves', () => {
  let facts: GroundMeshFacts;
  beforeAll(async () => {
    facts = await bake('moving');
  });
  const bytes = () => workshop.read('moving/yard.glb');

  test('has one clip with its name, weights between 0 and 1, and is as long as the bake', () => {
    const { motion } = facts;
    expect(motion!.clipName).toBe('yard');
    expect(motion!.tiles).toBeGreaterThan(1);
    expect(motion!.maxTargets).toBeLessThanOrEqual(8);
    const { animations, accessors, meshes, nodes } = jsonOf(bytes());
    expect(animations!.map(({ name }) => name)).toEqual(['yard']);
    expect(animations![0].channels).toHaveLength(motion!.tiles);
    for (const { input, output } of animations![0].samplers) {
      expect(accessors![input].max![0]).toBeCloseTo(last / fps, 6);
      expect(accessors![output].min![0]).toBe(0);
      expect(accessors![output].max![0]).toBe(1);
    }
    // Tiles that do not change have no targets.
    expect(meshes![nodes!.find(({ name }) => name === 'yard')!.mesh!].primitives[0].targets).toBeUndefined();
    for (const accessor of accessors!) expect(accessor.bufferView).toBeDefined();
  });

  test('the validator only reports unused texture coordinates', async () => {
    const issues = await validateGltf(bytes());
    expect([...new Set(issues.map(({ code, severity }) => `${severity} ${code}`))]).toEqual([
      '2 UNUSED_OBJECT',
    ]);
  });

  test('three.js shows every frame as simulated, within the reported deviation', async () => {
    const player = await playInThree(bytes());
    const { nodes } = jsonOf(bytes());
    const meshes = nodes!.flatMap((_, node) => player.meshesOf(node));
    const { deviationMetres, deviationFrames } = facts.motion!;
    for (let frame = 0; frame <= last; frame++) {
      player.show(0, timeOf(frame));
      for (const mesh of meshes)
        expect(measure('moving', frame, deviationFrames, player.positions(mesh))).toBeLessThanOrEqual(
          deviationMetres + 1e-6,
        );
    }
  });

  test('it starts untouched, and its end and its state without a clip are the final ground', async () => {
    const player = await playInThree(bytes());
    const { nodes } = jsonOf(bytes());
    const meshes = nodes!.flatMap((_, node) => player.meshesOf(node));
    const still = meshes.map((mesh) => player.positions(mesh));
    for (const positions of still) expect(measure('moving', last, 0, positions)).toBeLessThan(2e-7);
    player.show(0, timeOf(last));
    meshes.forEach((mesh, k) => {
      player.positions(mesh).forEach((value, c) => {
        expect(Math.abs(value - still[k][c])).toBeLessThan(1e-5);
      });
    });
    player.show(0, 0);
    for (const mesh of meshes) expect(measure('moving', 0, 0, player.positions(mesh))).toBeLessThan(5.1e-4);
    // Here the untouched ground is nearly level, so its normals must be nearly vertical.
    for (const mesh of meshes) {
      const normals = player.normals(mesh);
      for (let k = 1; k < normals.length; k += 3) expect(normals[k]).toBeGreaterThan(0.97);
    }
  });

  test('Babylon.js shows the same', async () => {
    const player = await playInBabylon(bytes());
    const { deviationMetres, deviationFrames } = facts.motion!;
    for (const frame of [0, 7, 13, 20, 29, last]) {
      player.show(0, timeOf(frame));
      for (const mesh of player.meshes)
        expect(measure('moving', frame, deviationFrames, player.positions(mesh))).toBeLessThanOrEqual(
          deviationMetres + 1e-5,
        );
    }
    player.dispose();
  });

  test('sparse targets give the same positions', async () => {
    await bake('sparse', { morphStorage: 'sparse' });
    const { accessors } = jsonOf(workshop.read('sparse/yard.glb'));
    expect(accessors!.some(({ sparse }) => sparse)).toBe(true);
    for (const accessor of accessors!) expect(accessor.bufferView).toBeDefined();
    const [dense, sparse] = await Promise.all([
      playInThree(bytes()),
      playInThree(workshop.read('sparse/yard.glb')),
    ]);
    for (const player of [dense, sparse]) player.show(0, 0.6);
    jsonOf(bytes()).nodes!.forEach((_, node) => {
      dense.meshesOf(node).forEach((mesh, k) => {
        expect(sparse.positions(sparse.meshesOf(node)[k])).toEqual(dense.positions(mesh));
      });
    });
  });

  test('README.txt describes the clip', () => {
    const text = Buffer.from(workshop.read('moving/README.txt')).toString();
    expect(text).toContain('yard.glb moves in its clip "yard"');
  });
});

test('a static ground has no clip, and the same surface', async () => {
  const facts = await bake('still', { groundMotion: 'still' });
  expect(facts.motion).toBeUndefined();
  const { animations, nodes } = jsonOf(workshop.read('still/yard.glb'));
  expect([animations, nodes!.length]).toEqual([undefined, 1]);
});

test('the clip of a bake of some frames starts at the first of them', async () => {
  const scene = workshop.path('yard/fine.json');
  await bake('all');
  await bakeFile(scene, { out: workshop.path('part'), frames: [12, 24] });
  const { animations, accessors } = jsonOf(workshop.read('part/yard.glb'));
  const times = animations![0].samplers.map(({ input }) => accessors![input]);
  expect(Math.max(...times.map(({ max }) => max![0]))).toBeCloseTo(12 / fps, 6);
  expect(Math.min(...times.map(({ min }) => min![0]))).toBeGreaterThanOrEqual(0);
});

test.skipIf(!findBlender())(
  `a plain import in Blender moves as the ground did, frame by frame${blenderNote}`,
  async () => {
    const { motion } = await bake('blender');
    const frames = [0, 6, 7, 12, 13, 19, 25, last];
    const { objects } = evaluateInBlender({ fps, import: [workshop.path('blender/yard.glb')], frames });
    expect(objects.length).toBe(motion!.tiles + 1);
    frames.forEach((frame, k) => {
      for (const { name, positions } of objects)
        expect(
          measure('blender', frame, motion!.deviationFrames, positions[k]),
          `${name} on frame ${frame}`,
        ).toBeLessThan(motion!.deviationMetres + 1e-5);
    });
  },
  120_000,
);

test('the mesh and the maps of a ground with a size cover all of it', async () => {
  await bake('sized', {
    meshPart: 'whole',
    systems: [{ system: 'ground', name: 'yard', cell: 0.02, size: [1.2, 0.8] }],
  });
  const { surfaces } = await readGltf(workshop.read('sized/yard.glb'), { name: 'yard.glb' });
  const rig = await readGltf(workshop.read('sized/yard.glb'), { name: 'yard.glb' });
  const [x0, , z0] = rig.nodes.find(({ name }) => name === 'yard')!.translation;
  const spread = (axis: number, origin: number) => {
    const all = surfaces.flatMap(({ positions }) => Array.from(positions).filter((_, k) => k % 3 === axis));
    return [Math.min(...all) + origin, Math.max(...all) + origin].map((value) => Number(value.toFixed(5)));
  };
  expect(spread(0, x0)).toEqual([-0.6, 0.6]);
  expect(spread(2, z0)).toEqual([-0.4, 0.4]);
  const { width, height } = decodeExr(workshop.read('sized/yard-exr/height.0001.exr'));
  expect([width, height]).toEqual([61, 41]);
});
