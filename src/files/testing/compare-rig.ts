import type { Accessor, Document, Node, Primitive } from '@gltf-transform/core';
import { expect } from 'vitest';
import type { Rig, RigSurface } from '../../motion/rig.ts';
import { poseRig } from './posing.ts';

/**
 * Expects that a rig equals the result of an independent reader for the same file: nodes, skins, all supported attributes, targets and
 * clips.
 */
export function expectSameNumbers(rig: Rig, document: Document): void {
  const root = document.getRoot();
  const nodes = root.listNodes();
  expect(rig.nodes.map((node) => node.name)).toEqual(nodes.map((node) => node.getName()));
  const world = nodes.flatMap((node) => node.getWorldMatrix());
  expect(largest(poseRig(rig).world, world)).toBeLessThan(1e-4);
  root.listSkins().forEach((skin, index) => {
    expect([...rig.skins[index].joints]).toEqual(skin.listJoints().map((joint) => nodes.indexOf(joint)));
    expect(largest(rig.skins[index].inverseBind, floats(skin.getInverseBindMatrices()))).toBe(0);
  });
  const primitives = nodes.flatMap((node) => node.getMesh()?.listPrimitives() ?? []);
  expect(rig.surfaces.length).toBe(primitives.length);
  rig.surfaces.forEach((surface, index) => {
    expectSameSurface(surface, primitives[index]);
  });
  root.listAnimations().forEach((animation, index) => {
    const clip = rig.clips[index];
    expect(clip.name).toBe(animation.getName());
    animation.listChannels().forEach((channel, k) => {
      expect(clip.channels[k].node).toBe(nodes.indexOf(channel.getTargetNode() as Node));
      expect(largest(clip.channels[k].times, floats(channel.getSampler()?.getInput() ?? null))).toBe(0);
      expect(
        largest(clip.channels[k].values, floats(channel.getSampler()?.getOutput() ?? null)),
      ).toBeLessThan(1e-6);
    });
  });
}

function expectSameSurface(surface: RigSurface, primitive: Primitive): void {
  const of = (semantic: string) => primitive.getAttribute(semantic);
  expect(largest(surface.positions, floats(of('POSITION')))).toBeLessThan(1e-6);
  if (primitive.getIndices()) expect(largest(surface.indices, floats(primitive.getIndices()))).toBe(0);
  expect(surface.normals === null).toBe(of('NORMAL') === null);
  if (surface.normals) expect(largest(surface.normals, floats(of('NORMAL')))).toBeLessThan(1e-6);
  if (surface.texcoords && !surface.picture && of('TEXCOORD_0')?.getElementSize() === 2)
    expect(largest(surface.texcoords, floats(of('TEXCOORD_0')))).toBeLessThan(1e-6);
  primitive.listTargets().forEach((target, k) => {
    expect(largest(surface.morphTargets[k], floats(target.getAttribute('POSITION')))).toBeLessThan(1e-6);
  });
  if (surface.skin < 0) return;
  // In the file of the robot, the weights of some vertices do not add up to 1.
  const weights = floats(of('WEIGHTS_0'));
  const joints = floats(of('JOINTS_0'));
  const fractions = weights.map((weight, k) => {
    const first = k - (k % 4);
    return weight / (weights[first] + weights[first + 1] + weights[first + 2] + weights[first + 3]);
  });
  expect(largest(surface.jointWeights, fractions)).toBeLessThan(1e-6);
  const held = joints.map((joint, k) => (weights[k] > 0 ? joint : 0));
  expect(largest(surface.jointIndices, held)).toBe(0);
}

function floats(accessor: Accessor | null): Float64Array {
  if (!accessor) return new Float64Array(0);
  const width = accessor.getElementSize();
  const element: number[] = [];
  const out = new Float64Array(width * accessor.getCount());
  for (let k = 0; k < accessor.getCount(); k++) out.set(accessor.getElement(k, element), width * k);
  return out;
}

/** Returns the maximum difference between lists of equal length. */
function largest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let worst = 0;
  for (let k = 0; k < a.length; k++) worst = Math.max(worst, Math.abs(a[k] - b[k]));
  return worst;
}
