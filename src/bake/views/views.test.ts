import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import type { GltfDocument } from '../../files/glb.ts';
import { openContainer } from '../../files/gltf/container.ts';
import { validateGltf } from '../../files/testing/validate-gltf.ts';
import { UsdReading } from '../../files/usd/testing/evaluate-usd.ts';
import { distance, dot, type Vector } from '../../geometry/vector.ts';
import { composeMatrix, createMatrix } from '../../math/matrix.ts';
import { openScene } from '../../scene/open-scene.ts';
import { targetOf } from '../../scene/open-views.ts';
import { parseScene } from '../../scene/parse-scene.ts';
import type { BakeCamera } from '../scene-view.ts';
import { bakeInMemory, type StageBake } from '../stage/testing/stage-scene.ts';
import { playInThree } from '../testing/play-in-three.ts';

/** A crate that slides over a small ground. */
const plain = {
  version: 1,
  time: { end: 0.5, fps: 12 },
  actors: [{ name: 'crate', box: [1, 1, 1], poses: [{ time: 0 }, { time: 1, position: [2, 0, 0] }] }],
  systems: [{ system: 'ground', cell: 0.2, size: [4, 4], rate: 24 }],
};

const views = {
  cameras: [
    { name: 'chase', follow: 'crate', position: [-1, 1, 2] },
    {
      name: 'crane shot',
      target: [0, 0, 0],
      poses: [
        { time: 0, position: [1, 1, 2] },
        { time: 0.2, position: [2, 3, -1], fieldOfView: 1 },
      ],
    },
    { name: 'overview', position: [0, 4, 0], target: [0, 0, 0] },
  ],
  lights: [
    { light: 'sun', direction: [1, 2, -2], strength: 2, color: [1, 0.8, 0.6] },
    { light: 'sky', strength: 0.5 },
  ],
};

async function bakePlain(more: object): Promise<StageBake> {
  const scene = parseScene({ ...plain, ...more });
  return bakeInMemory(await openScene(scene, { read: () => undefined }, { name: 'crate' }));
}

let bake: StageBake;
let cameras: readonly BakeCamera[];
beforeAll(async () => {
  bake = await bakePlain({ ...views, outputs: ['cameras', 'usdStage', 'usdz'] });
  cameras = bake.plan.cameras!;
});

/** Returns the position and the direction of a camera from its matrix. */
function placeOf(matrix: ArrayLike<number>): { position: Vector; ahead: Vector } {
  return {
    position: [matrix[12], matrix[13], matrix[14]],
    ahead: [-matrix[8], -matrix[9], -matrix[10]],
  };
}

function expectView(camera: BakeCamera, seconds: number, matrix: ArrayLike<number>): void {
  const view = camera.at(seconds);
  const { position, ahead } = placeOf(matrix);
  expect(distance(position, view.position), camera.name).toBeLessThan(1e-5);
  const target = targetOf(view);
  const towards = target.map((value, axis) => (value - view.position[axis]) / view.distance);
  expect(distance(ahead, towards), camera.name).toBeLessThan(1e-5);
}

test('cameras.glb is valid, and its clip moves each camera as the scene does, in three.js', async () => {
  const bytes = bake.files.get('cameras.glb')!;
  expect(await validateGltf(bytes)).toEqual([]);
  const json = openContainer(bytes, 'cameras.glb').json as GltfDocument;
  const sun = json.nodes!.find(({ name }) => name === 'sun')!;
  const matrix = createMatrix();
  composeMatrix(matrix, 0, [0, 0, 0], 0, sun.rotation!, 0, [1, 1, 1], 0);
  // The light shines along −z, away from the sun.
  expect(dot(placeOf(matrix).ahead, [-1 / 3, -2 / 3, 2 / 3])).toBeCloseTo(1, 6);
  const { lights } = (json.extensions as Record<string, { lights: { intensity: number }[] }>)
    .KHR_lights_punctual;
  expect(lights[0].intensity).toBeCloseTo(2 * Math.PI, 5);
  const three = await playInThree(bytes);
  const { times } = bake.plan;
  for (const frame of [0, 3, times.count - 1]) {
    three.show(0, times.seconds(frame) * (1 - 1e-7));
    for (const [index, camera] of cameras.entries())
      expectView(camera, times.seconds(frame), three.worldOf(index));
  }
  expect(bake.report.warnings.join()).toContain('the field of view of the camera crane shot changes');
});

test('the USD stage has the cameras and lights, with samples only of what changes', () => {
  const text = new TextDecoder().decode(bake.files.get('scene.usda')!);
  for (const part of [
    'def Camera "chase"',
    'def Camera "crane_shot"',
    'def Camera "overview"',
    'def Camera "overview_2"',
  ])
    expect(text).toContain(part);
  expect(text).toContain('def DistantLight "sun"');
  expect(text).toContain('def DomeLight "sky"');
  const packed = unzipSync(bake.files.get('scene.usdz')!);
  const reading = new UsdReading(packed['scene.usdc']);
  const root = reading.prims('Camera').map((path) => path.split('/').slice(0, -1).join('/'))[0];
  const { times } = bake.plan;
  for (const [name, camera] of [
    ['chase', cameras[0]],
    ['crane_shot', cameras[1]],
    ['overview', cameras[2]],
  ] as const) {
    const path = `${root}/${name}`;
    for (const frame of [0, 3, times.count - 1]) {
      const matrix = reading.at(`${path}.xformOp:transform`, times.number(frame)) as ArrayLike<number>;
      expectView(camera, times.seconds(frame), matrix);
      const length = reading.at(`${path}.focalLength`, times.number(frame));
      const height = reading.at(`${path}.verticalAperture`) as number;
      const angle = 2 * Math.atan(height / (2 * Number(length)));
      expect(angle).toBeCloseTo(camera.at(times.seconds(frame)).fieldOfView, 5);
    }
    const isSampled = (key: string) => reading.specs[`${path}.${key}`].fields.timeSamples !== undefined;
    expect(isSampled('xformOp:transform')).toBe(name !== 'overview');
    expect(isSampled('focalLength')).toBe(name === 'crane_shot');
  }
});

test('a scene without cameras and lights writes no cameras.glb', async () => {
  const { files } = await bakePlain({ outputs: ['cameras', 'groundMesh'] });
  expect([...files.keys()]).toContain('ground.glb');
  expect([...files.keys()]).not.toContain('cameras.glb');
});
