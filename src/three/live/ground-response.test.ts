import {
  AnimationClip,
  AnimationMixer,
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  MeshBasicMaterial,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import { expect, test } from 'vitest';
import { gravity } from '../../motion/response/soil.ts';
import { soils } from '../../systems/ground/bearing/soils.ts';
import { GroundResponse, type GroundResponseOptions } from './ground-response.ts';

const [length, width, shin] = [0.26, 0.1, 0.45];
/** Without a cohesive modulus the width of the print does not matter. */
const soil = { ...soils.snow, cohesiveModulus: 0, layerDepth: 1e6 };

/** Two legs with feet of 26 × 10 cm below hips at a height of 0.9 m, and knees that are bent forward by a little. */
function createLegs() {
  const root = new Group();
  const hips = new Bone();
  hips.name = 'hips';
  hips.position.y = 0.9;
  const bones: Bone[] = [hips];
  for (const side of [-1, 1]) {
    const [thigh, shank, foot] = ['thigh', 'shank', 'foot'].map((name) => {
      const bone = new Bone();
      bone.name = name + (side < 0 ? 'R' : 'L');
      return bone;
    });
    thigh.position.set(0.12 * side, 0, 0);
    shank.position.set(0, -shin, 0.05);
    foot.position.set(0, 0.05 - shin, -0.05);
    hips.add(thigh);
    thigh.add(shank);
    shank.add(foot);
    bones.push(thigh, shank, foot);
  }
  root.add(hips);
  root.updateMatrixWorld(true);
  const skeleton = new Skeleton(bones);
  for (const [index, x] of [
    [3, -0.12],
    [6, 0.12],
  ]) {
    const geometry = new BoxGeometry(width, 0.05, length, 2, 1, 4).translate(x, 0.025, 0.05);
    const { count } = geometry.attributes.position;
    const joints = Array.from({ length: count }, () => [index, 0, 0, 0]).flat();
    const weights = Array.from({ length: count }, () => [1, 0, 0, 0]).flat();
    geometry.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4));
    geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
    const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
    root.add(mesh);
    mesh.bind(skeleton, mesh.matrixWorld);
  }
  // A head, so that the height is known.
  const head = new BoxGeometry(0.2, 0.2, 0.2).translate(0, 1.6, 0);
  head.setAttribute(
    'skinIndex',
    new Uint16BufferAttribute(new Array(4 * head.attributes.position.count).fill(0), 4),
  );
  const one = Array.from({ length: head.attributes.position.count }, () => [1, 0, 0, 0]).flat();
  head.setAttribute('skinWeight', new Float32BufferAttribute(one, 4));
  const mesh = new SkinnedMesh(head, new MeshBasicMaterial());
  root.add(mesh);
  mesh.bind(skeleton, mesh.matrixWorld);
  return { root, hips, feet: ['footR', 'footL'], bones };
}

function stand(options: Partial<GroundResponseOptions> = {}, seconds = 3) {
  const legs = createLegs();
  const response = new GroundResponse(legs.root, { feet: legs.feet, soil, mass: 70, ...options });
  for (let t = 0; t < seconds; t += 1 / 60) response.update(1 / 60);
  const heightOf = (name: string) => legs.root.getObjectByName(name)!.getWorldPosition(new Vector3()).y;
  return { ...legs, response, heightOf };
}

test('the feet of a standing character sink as the pressure-sinkage equation says, and its body with them', () => {
  for (const mass of [20, 70]) {
    const { response, heightOf } = stand({ mass });
    const depth =
      ((mass * gravity) / 2 / (length * width) / soil.frictionalModulus) ** (1 / soil.sinkageExponent);
    for (const foot of [0, 1]) expect(response.depths[foot] / depth).toBeCloseTo(1, 1);
    expect(response.bodyDepth / depth).toBeCloseTo(1, 1);
    expect(heightOf('footL')).toBeCloseTo(0.05 - response.depths[1], 4);
    expect(heightOf('hips')).toBeCloseTo(0.9 - response.bodyDepth, 6);
  }
});

test('legs keep the lengths of their bones and feet their orientation; corrections do not add up, and half an amount is half a depth', () => {
  const { response, root, heightOf } = stand({}, 6);
  const [hip, knee, ankle] = ['thighL', 'shankL', 'footL'].map((name) =>
    root.getObjectByName(name)!.getWorldPosition(new Vector3()),
  );
  expect(hip.distanceTo(knee)).toBeCloseTo(Math.hypot(shin, 0.05), 6);
  expect(knee.distanceTo(ankle)).toBeCloseTo(Math.hypot(shin - 0.05, 0.05), 6);
  const up = new Vector3(0, 1, 0).applyQuaternion(
    root.getObjectByName('footL')!.getWorldQuaternion(root.quaternion.clone()),
  );
  expect(up.y).toBeCloseTo(1, 6);
  expect(heightOf('hips')).toBeCloseTo(0.9 - response.bodyDepth, 6);
  const half = stand({ amount: 0.5 }, 6).response;
  expect(half.depths[0] / response.depths[0]).toBeCloseTo(0.5, 3);
});

test('one foot that is lifted leaves its print, the other one carries all, and depths stay within 25 % of the height', () => {
  const legs = createLegs();
  const lifted = new VectorKeyframeTrack(
    'footL.position',
    [0, 1, 4],
    [0, 0.05 - shin, -0.05, 0, 0.2 - shin, 0, 0, 0.2 - shin, 0],
  );
  const mixer = new AnimationMixer(legs.root);
  mixer.clipAction(new AnimationClip('lift', 4, [lifted])).play();
  const response = new GroundResponse(legs.root, { feet: legs.feet, soil, mass: 70 });
  for (let k = 0; k < 180; k++) {
    mixer.update(1 / 60);
    response.update(1 / 60);
  }
  expect(response.depths[1]).toBe(0);
  expect(response.loadOf(0) / (70 * gravity)).toBeCloseTo(1, 2);
  const depth = ((70 * gravity) / (length * width) / soil.frictionalModulus) ** (1 / soil.sinkageExponent);
  expect(response.depths[0] / Math.min(depth, 0.25 * 1.7)).toBeCloseTo(1, 1);
  for (const mass of [0, 1, 1e4]) {
    for (const dt of [0, 1e-4, 1 / 30, 2]) {
      const { root, feet, bones } = createLegs();
      const other = new GroundResponse(root, { feet, soil: 'mud', mass });
      for (let k = 0; k < 20; k++) other.update(dt);
      for (const value of [...other.depths, other.bodyDepth])
        expect(value >= 0 && value <= 0.25 * 1.7001).toBe(true);
      for (const bone of bones) expect(bone.matrixWorld.elements.every(Number.isFinite)).toBe(true);
    }
  }
});

test('missing bones and wrong values are refused', () => {
  const { root } = createLegs();
  const make = (options: Partial<GroundResponseOptions>) => () =>
    new GroundResponse(root, { feet: ['footL'], ...options });
  expect(make({ feet: ['toe'] })).toThrow('feet: expected the name of a bone below Group, got "toe"');
  expect(make({ feet: [] })).toThrow('feet: expected at least one foot');
  expect(make({ feet: ['hips'] })).toThrow('feet: expected two bones above "hips"');
  expect(make({ mass: -1 })).toThrow('mass: expected a number of at least 0, got -1');
  expect(make({ amount: 2 })).toThrow('amount: expected a number from 0 to 1, got 2');
  expect(make({ soil: 'lava' as 'mud' })).toThrow('soil: expected sand, mud, snow or values, got "lava"');
});
