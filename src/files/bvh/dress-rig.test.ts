import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../input-error.ts';
import { createActor } from '../../motion/actor.ts';
import { deformSurface } from '../../motion/deform-surface.ts';
import { inspectCharacter } from '../../scene/inspect-character.ts';
import { openScene } from '../../scene/open-scene.ts';
import { parseScene } from '../../scene/parse-scene.ts';
import { readCharacter } from '../../scene/read-character.ts';
import { sharedPath } from '../../testing/shared.ts';
import { openContainer } from '../gltf/container.ts';
import { readGltf } from '../gltf/read-gltf.ts';
import { GltfBuilder } from '../testing/gltf-builder.ts';
import { type BareGltf, stripMeshes } from '../testing/strip-meshes.ts';
import { validateGltf } from '../testing/validate-gltf.ts';

const mannequin = new Uint8Array(
  readFileSync(new URL('../../../scenes/assets/mannequin.glb', import.meta.url)),
);

async function read(bytes: Uint8Array, file = 'bones.glb') {
  const { rig, bytes: written } = await readCharacter(bytes, { file });
  return { rig, written };
}

function open(bytes: Uint8Array, file = 'bones.glb', more: Record<string, unknown> = {}) {
  const scene = parseScene({
    version: 1,
    time: { start: 0, end: 1, fps: 10 },
    actors: [{ name: 'figure', file, ...more }],
    systems: [{ system: 'ground' }],
  });
  return openScene(scene, { read: (name: string) => (name === file ? bytes : undefined) });
}

const bones: Readonly<Record<string, string>> = {
  hips: 'hips',
  spine: 'spine.1',
  chest: 'chest',
  neck: 'neck',
  head: 'head',
  leftUpperArm: 'upper_arm.L',
  leftLowerArm: 'forearm.L',
  leftHand: 'hand.L',
  rightUpperArm: 'upper_arm.R',
  rightLowerArm: 'forearm.R',
  rightHand: 'hand.R',
  leftUpperLeg: 'thigh.L',
  leftLowerLeg: 'shank.L',
  leftFoot: 'foot.L',
  leftToes: 'toes.L',
  rightUpperLeg: 'thigh.R',
  rightLowerLeg: 'shank.R',
  rightFoot: 'foot.R',
  rightToes: 'toes.R',
};

/** Returns the mannequin's motion as a VRM animation, in which only the extension names the bones. */
function vrmAnimation(): Uint8Array {
  return stripMeshes(mannequin, (json) => {
    const humanBones = Object.fromEntries(
      Object.entries(bones).map(([bone, name]) => [
        bone,
        { node: json.nodes.findIndex((node) => node.name === name) },
      ]),
    );
    json.nodes.forEach((node, index) => {
      node.name = `ボーン ${index}`;
    });
    json.nodes.push({ name: 'lookAt', translation: [0, 10, 5] });
    json.extensionsUsed = ['VRMC_vrm_animation'];
    json.extensions = { VRMC_vrm_animation: { specVersion: '1.0', humanoid: { humanBones } } };
  });
}

test('a skeleton without a surface gets a body that moves like the original character', async () => {
  const plan = await open(stripMeshes(mannequin), 'bones.glb', { clip: 'walk' });
  const [{ report }] = plan.actors;
  const whole = (await open(mannequin, 'bones.glb', { clip: 'walk' })).actors[0].report;
  expect(report.height / whole.height).toBeGreaterThan(0.95);
  expect(report.height / whole.height).toBeLessThan(1.05);
  expect(report.travel!.kind).toBe('inPlace');
  expect(report.travel!.speed / whole.travel!.speed).toBeGreaterThan(0.93);
  expect(report.travel!.speed / whole.travel!.speed).toBeLessThan(1.07);
  expect(report.warnings).toContain('it has no surface: it gets a mannequin built from its skeleton');
});

test('its soles are at the feet of the original character', async () => {
  const lowest = async (bytes: Uint8Array, clip: number) => {
    const { rig } = await read(bytes);
    const actor = createActor(rig, { name: 'figure', scale: 1, clip, path: '' });
    let low = Number.POSITIVE_INFINITY;
    for (const surface of rig.surfaces) {
      const positions = new Float64Array(surface.positions.length);
      for (let k = 0; k < 10; k++) {
        deformSurface(surface, actor.poseAt(k / 10), positions);
        for (let y = 1; y < positions.length; y += 3) low = Math.min(low, positions[y]);
      }
    }
    return low;
  };
  for (const clip of [0, 1, 2]) {
    const own = await lowest(stripMeshes(mannequin), clip);
    expect(Math.abs(own - (await lowest(mannequin, clip)))).toBeLessThan(0.03);
  }
});

test('a VRM animation is recognised by its humanoid bones, with any names of nodes', async () => {
  const { rig } = await read(vrmAnimation(), 'walk.vrma');
  const node = (bone: string) =>
    rig.surfaces.filter((surface) => rig.nodes[surface.node].name === `ボーン ${indexOf(bone)}`);
  const { json } = openContainer(mannequin, 'mannequin.glb');
  const indexOf = (bone: string) => (json as BareGltf).nodes.findIndex(({ name }) => name === bones[bone]);
  // The mannequin has shoes, a head, and hands at the ends of the arms.
  for (const bone of ['leftFoot', 'rightToes', 'head', 'leftHand', 'hips'])
    expect(node(bone), bone).toHaveLength(1);
  expect(rig.surfaces.some((surface) => rig.nodes[surface.node].name === 'lookAt')).toBe(false);
  const { problems, height, surfaces } = await inspectCharacter(vrmAnimation(), 'walk.vrma');
  expect(problems.join()).toContain('it gets a mannequin');
  expect(surfaces.length).toBeGreaterThan(12);
  expect(height).toBeGreaterThan(1.6);
});

test('rotated and scaled nodes above and in the skeleton do not change the body', async () => {
  // The file is as exported in centimetres, with Z up below an armature.
  const scaled = stripMeshes(mannequin, (json) => {
    const root = json.nodes.findIndex(({ name }) => name === 'hips');
    const half = Math.SQRT1_2;
    for (const node of json.nodes) node.translation = node.translation?.map((part) => 100 * part);
    json.nodes.push({
      name: 'Armature',
      children: [root],
      scale: [0.01, 0.01, 0.01],
      rotation: [half, 0, 0, half],
    });
    json.nodes.push({ name: 'Upright', children: [json.nodes.length - 1], rotation: [-half, 0, 0, half] });
    json.scenes = [{ nodes: [json.nodes.length - 1] }];
    json.scene = 0;
    json.animations = [];
  });
  const plain = stripMeshes(mannequin, (json) => {
    json.animations = [];
  });
  const boxes = await Promise.all(
    [plain, scaled].map(async (bytes) => {
      const { rig } = await read(bytes);
      const actor = createActor(rig, { name: 'figure', scale: 1, clip: null, path: '' });
      return rig.surfaces.map((surface) => {
        const positions = new Float64Array(surface.positions.length);
        deformSurface(surface, actor.poseAt(0), positions);
        return [0, 1, 2].map((axis) => {
          const own = positions.filter((_, k) => k % 3 === axis);
          return [Math.min(...own), Math.max(...own)];
        });
      });
    }),
  );
  expect(boxes[1].length).toBe(boxes[0].length);
  boxes[0].flat(2).forEach((value, k) => {
    expect(boxes[1].flat(2)[k]).toBeCloseTo(value, 4);
  });
});

test('the body is added to the file: nodes, clips and unknown data are kept, and it is valid', async () => {
  const { written } = await read(vrmAnimation(), 'walk.vrma');
  const before = openContainer(vrmAnimation(), 'walk.vrma').json as BareGltf;
  const after = openContainer(written, 'walk.vrma').json as BareGltf;
  expect(after.extensions).toEqual(before.extensions);
  expect(after.animations).toEqual(before.animations);
  expect(after.nodes.map(({ mesh, ...node }) => node)).toEqual(before.nodes);
  const problems = (await validateGltf(written)).filter(({ severity }) => severity <= 1);
  const old = (await validateGltf(vrmAnimation())).filter(({ severity }) => severity <= 1);
  expect(problems.map(({ code }) => code)).toEqual(old.map(({ code }) => code));
});

describe('a skeleton that is unsuitable for a body is refused with both remedies', () => {
  const chain = () => {
    const builder = new GltfBuilder();
    const count = 5;
    for (let k = 0; k < count; k++)
      builder.addNode({
        name: `bone ${k}`,
        translation: [0, 0.2, 0],
        children: k + 1 < count ? [k + 1] : undefined,
      });
    builder.addAnimation('Wave', [
      { node: 0, path: 'rotation', times: [0, 1], values: [0, 0, 0, 1, 0, 0.6, 0, 0.8] },
    ]);
    return builder.toGlb();
  };
  const collapsed = () =>
    stripMeshes(mannequin, (json) => {
      for (const node of json.nodes) node.scale = [0, 0, 0];
    });
  test.each([
    ['a chain of bones without legs', chain],
    ['bones of no size', collapsed],
  ])('%s', async (_, make) => {
    const refused = open(make());
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(/no legs .*export it with its mesh, or .*BVH/);
    expect((await readGltf(make(), { name: 'bones.glb' })).surfaces).toHaveLength(0);
  });
});

const assets = sharedPath('assets');

describe.skipIf(!assets)(`real files without their meshes${assets ? '' : ' (skipped: no ../shared)'}`, () => {
  test.each([
    ['glb-cesium-man/CesiumMan.glb', 2],
    ['glb-mesh2motion/m2m-human-sample-rig.glb', 2],
    ['glb-fox/Fox.glb', 2],
    ['glb-mesh2motion/horse-animations.glb', 4],
    ['glb-mesh2motion/fox-animations.glb', 4],
  ])('%s has %i shoes or more', async (file, feet) => {
    const { rig } = await read(stripMeshes(new Uint8Array(readFileSync(`${assets}/${file}`))));
    const shoes = rig.surfaces.filter(({ color }) => color[0] < 0.1);
    expect(shoes.length).toBeGreaterThanOrEqual(feet);
    for (const surface of rig.surfaces)
      expect([...surface.positions].every(Number.isFinite), surface.name).toBe(true);
  });
});
