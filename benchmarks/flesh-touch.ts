import {
  Bone,
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  MeshBasicMaterial,
  Object3D,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
} from 'three';
import { createDriveFrame } from '../src/motion/drive-frame.ts';
import type { FleshPart } from '../src/systems/flesh/part.ts';
import { makeLumpedPart, type Vector } from '../src/systems/flesh/testing/lumped-part.ts';
import { placeBody, rodDamping, stepOf } from '../src/systems/flesh/touch/testing/rod-touch.ts';
import { createBoxShape, createCapsule } from '../src/systems/flesh/touch/touch-shape.ts';
import { TouchSolver } from '../src/systems/flesh/touch/touch-solver.ts';
import { TouchSurface } from '../src/systems/flesh/touch/touch-surface.ts';
import { LiveFlesh } from '../src/three/flesh/live-flesh.ts';

const [pointCount, modeCount, stepCount, boneCount] = [2000, 40, 400, 20];

/** A belly of 2000 points and 40 shapes, half a ball of 20 cm. */
function makeBelly(): { part: FleshPart; points: readonly Vector[] } {
  const points = Array.from({ length: pointCount }, (_, k): Vector => {
    const z = (k + 0.5) / pointCount;
    const across = Math.sqrt(1 - z * z);
    return [0.2 * across * Math.cos(2.399963 * k), 0.2 * across * Math.sin(2.399963 * k), 0.2 * z];
  });
  const fields = Array.from({ length: modeCount }, (_, mode) => {
    const [a, b, c] = [mode % 3, Math.floor(mode / 3) % 4, Math.floor(mode / 12)];
    return points.map(([x, y, z]): Vector => {
      const value = z * Math.cos(6 * b * x + a) * Math.cos(6 * c * y + b);
      return [a === 0 ? value : 0.1 * value, a === 1 ? value : 0.1 * value, a === 2 ? value : 0.1 * value];
    });
  });
  const part = makeLumpedPart({
    points,
    masses: points.map(() => 6 / pointCount),
    fields,
    frequencies: fields.map((_, mode) => 4 + 0.4 * mode),
  });
  return { part, points };
}

/** The ends and radii of the capsules that press the belly. */
const capsules = [
  { from: [-0.04, 0, 0], to: [0.04, 0, 0], radius: 0.035 },
  { from: [0.05, 0, 0], to: [0.3, 0, 0.05], radius: 0.05 },
] as const;

/** Height of the capsules in a step, metres. */
const heightAt = (step: number) => 0.2 - 0.002 * (step % 10);

/**
 * Measures the milliseconds of processor time of contact in one step, for a belly and two capsules that press it. Half of the steps have contacts, most
 * of these all 16.
 */
export function timeFleshTouch(): number {
  const { part, points } = makeBelly();
  const mesh = {
    positions: points.flat(),
    normals: points.flat().map((value) => value / 0.2),
    influenceCount: 1,
    jointIndices: points.map(() => 0),
    jointWeights: points.map(() => 1),
    slots: [0],
    scale: 1,
  };
  const solver = new TouchSolver(part, rodDamping, new TouchSurface(part, [mesh]));
  const shapes = capsules.map(({ from, to, radius }) => createBoxShape(createCapsule(from, to, radius)));
  const filter = { amplitudes: new Float64Array(modeCount), velocities: new Float64Array(modeCount) };
  const before = new Float64Array(modeCount);
  return timeSteps((step) => {
    before.set(filter.amplitudes);
    // The flesh springs back a little in each step, so that contacts stay.
    for (let mode = 0; mode < modeCount; mode++) filter.amplitudes[mode] *= 0.97;
    const frame = createDriveFrame();
    frame.position.set([0, 0, heightAt(step)]);
    const bodies = shapes.map((shape) => placeBody(shape, 0.4, frame));
    solver.push(filter, stepOf(before, bodies));
  });
}

/** Measures the milliseconds of processor time by which contact makes a frame of `LiveFlesh` longer: the same belly and capsules, on 20 bones. */
export function timeLiveTouch(): number {
  const { part, points } = makeBelly();
  const geometry = new BufferGeometry();
  // Each bone moves a band of the belly.
  const joints = points.flatMap(([, , z]) => {
    const joint = Math.min(boneCount - 2, Math.floor((z / 0.2) * boneCount));
    return [joint, joint + 1, 0, 0];
  });
  geometry.setAttribute('position', new Float32BufferAttribute(points.flat(), 3));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(joints, 4));
  geometry.setAttribute(
    'skinWeight',
    new Float32BufferAttribute(
      points.flatMap(() => [0.5, 0.5, 0, 0]),
      4,
    ),
  );
  const times = [false, true].map((isTouched) => {
    const bones = Array.from({ length: boneCount }, () => new Bone());
    const root = new Group().add(...bones);
    const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
    root.add(mesh).updateMatrixWorld(true);
    mesh.bind(new Skeleton(bones));
    const flesh = new LiveFlesh(root, part, { bones: [bones[0]], meshes: [mesh], maxDisplacement: 0.2 });
    const bodies = capsules.map(({ from, to, radius }) => {
      const body = new Object3D();
      if (isTouched) flesh.touch(body, { shape: 'capsule', from, to, radius, friction: 0.4 });
      return body;
    });
    return timeSteps((step) => {
      for (const body of bodies) body.position.z = heightAt(step);
      flesh.update(1 / 60);
    });
  });
  return times[1] - times[0];
}

/** Returns the milliseconds of processor time of one call, after as many calls for warming up. */
function timeSteps(run: (step: number) => void): number {
  for (let step = 0; step < stepCount; step++) run(step);
  const begun = process.cpuUsage();
  for (let step = 0; step < stepCount; step++) run(step);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 / stepCount;
}
