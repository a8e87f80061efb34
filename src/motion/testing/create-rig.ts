import type { Clip, ClipChannel, Rig, RigNode, RigSkin, RigSurface } from '../rig.ts';

/** Creates a rig of these parts, for tests. Nodes are in the given order, parents first. */
export function createRig(parts: {
  readonly nodes?: readonly Partial<RigNode>[];
  readonly skins?: readonly RigSkin[];
  readonly surfaces?: readonly RigSurface[];
  readonly clips?: readonly Clip[];
}): Rig {
  const nodes = (parts.nodes ?? [{}]).map(
    (node): RigNode => ({
      name: '',
      parent: -1,
      translation: [0, 0, 0],
      rotation: [0, 0, 0, 1],
      scale: [1, 1, 1],
      weights: [],
      ...node,
    }),
  );
  return {
    name: 'rig',
    nodes,
    skins: parts.skins ?? [],
    surfaces: parts.surfaces ?? [],
    clips: parts.clips ?? [],
    order: Int32Array.from(nodes.keys()),
    warnings: [],
  };
}

/** Creates an unskinned surface on a node. */
export function createSurface(
  positions: readonly number[],
  indices: readonly number[],
  node = 0,
): RigSurface {
  return {
    name: 'surface',
    node,
    skin: -1,
    positions: Float32Array.from(positions),
    normals: null,
    indices: Uint32Array.from(indices),
    influenceCount: 0,
    jointIndices: new Uint16Array(0),
    jointWeights: new Float32Array(0),
    morphTargets: [],
    color: [1, 1, 1],
  };
}

export function createChannel(
  path: ClipChannel['path'],
  interpolation: ClipChannel['interpolation'],
  times: readonly number[],
  values: readonly number[],
  node = 0,
): ClipChannel {
  const keyWidth = values.length / times.length;
  const width = interpolation === 'CUBICSPLINE' ? keyWidth / 3 : keyWidth;
  return {
    node,
    path,
    interpolation,
    times: Float64Array.from(times),
    values: Float32Array.from(values),
    width,
  };
}

export function createClip(name: string, channels: readonly ClipChannel[]): Clip {
  const times = channels.flatMap((channel) => [...channel.times]);
  return { name, start: Math.min(...times), end: Math.max(...times), channels };
}
