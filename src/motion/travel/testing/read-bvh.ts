import { multiplyQuaternions, type Quaternion, quaternionFromAxisAngle } from '../../../math/quaternion.ts';
import type { ClipChannel, Rig, RigNode } from '../../rig.ts';

/**
 * A BVH take as a rig without surfaces and one clip: just enough for tests of travel on recorded motion.
 * `holdRoot` leaves the root where the second frame has it, seen from above: a walk on the spot.
 */
export function readBvh(text: string, holdRoot = false): Rig {
  const words = text.split(/\s+/).filter(Boolean);
  const nodes: RigNode[] = [];
  const channels: { node: number; names: string[] }[] = [];
  const open: number[] = [];
  let at = 1;
  for (; words[at] !== 'MOTION'; ) {
    const word = words[at++];
    if (word === 'ROOT' || word === 'JOINT' || word === 'End') {
      nodes.push({
        name: word === 'End' ? '' : words[at],
        parent: open[open.length - 1] ?? -1,
        translation: [0, 0, 0],
        rotation: [0, 0, 0, 1],
        scale: [1, 1, 1],
        weights: [],
      });
      at++;
    } else if (word === '{') {
      open.push(nodes.length - 1);
    } else if (word === '}') {
      open.pop();
    } else if (word === 'OFFSET') {
      const offset = [0, 1, 2].map(() => Number(words[at++])) as [number, number, number];
      nodes[nodes.length - 1] = { ...nodes[nodes.length - 1], translation: offset };
    } else if (word === 'CHANNELS') {
      const count = Number(words[at++]);
      channels.push({ node: nodes.length - 1, names: words.slice(at, at + count) });
      at += count;
    } else throw new Error(`unexpected ${word}`);
  }
  const frameCount = Number(words[at + 2]);
  const frameTime = Number(words[at + 5]);
  const rows = words.slice(at + 6).map(Number);
  const width = channels.reduce((sum, channel) => sum + channel.names.length, 0);
  const times = Float64Array.from({ length: frameCount }, (_, k) => k * frameTime);

  const axes = { X: [1, 0, 0], Y: [0, 1, 0], Z: [0, 0, 1] };
  const out: ClipChannel[] = [];
  let column = 0;
  for (const { node, names } of channels) {
    const rotations = new Float32Array(4 * frameCount);
    const positions = new Float32Array(3 * frameCount);
    for (let frame = 0; frame < frameCount; frame++) {
      const turn: Quaternion = [0, 0, 0, 1];
      const place = [...nodes[node].translation];
      names.forEach((name, c) => {
        const value = rows[frame * width + column + c];
        const axis = name[0] as 'X' | 'Y' | 'Z';
        if (name.endsWith('rotation')) {
          multiplyQuaternions(turn, turn, quaternionFromAxisAngle(axes[axis], (value * Math.PI) / 180));
        } else if (!(holdRoot && axis !== 'Y')) place['XYZ'.indexOf(axis)] += value;
        else place['XYZ'.indexOf(axis)] += rows[width + column + c];
      });
      rotations.set(turn, 4 * frame);
      positions.set(place, 3 * frame);
    }
    out.push({ node, path: 'rotation', interpolation: 'LINEAR', times, values: rotations, width: 4 });
    if (names.some((name) => name.endsWith('position'))) {
      out.push({ node, path: 'translation', interpolation: 'LINEAR', times, values: positions, width: 3 });
    }
    column += names.length;
  }
  return {
    name: 'bvh',
    nodes,
    skins: [],
    surfaces: [],
    clips: [{ name: 'take', start: 0, end: times[frameCount - 1], channels: out }],
    order: Int32Array.from(nodes.keys()),
    warnings: [],
  };
}
