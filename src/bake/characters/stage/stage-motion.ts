import { halfBits } from '../../../files/usd/half-float.ts';
import { usdPrimName } from '../../../files/usd/prim-usd.ts';
import { UsdBlock, type UsdPrim } from '../../../files/usd/usd-layer.ts';
import type { Actor } from '../../../motion/actor.ts';
import { Pose } from '../../../motion/pose.ts';
import { type MorphTrack, sampleTracksAt } from '../../morph/morph-track.ts';
import type { StageSkeleton } from './find-skeletons.ts';
import { shapesOfFlesh, shapesOfTarget } from './stage-shapes.ts';

/** The shapes that move the vertices of a character before its bones do. Their weights are animated together with a skeleton. */
export interface StageShapes {
  /** Names of the shapes, in the order of `weights`. */
  readonly names: readonly string[];
  /** Writes the weights of a pose at a time in seconds. */
  weights(out: Float32Array, pose: Pose, time: number): void;
  /** The shapes of each surface that has some. The key is the index of the surface. */
  readonly ofSurface: ReadonlyMap<number, readonly StageShape[]>;
}

export interface StageShape {
  readonly name: string;
  /** Indices of the vertices that move. */
  readonly vertices: Int32Array;
  /** Displacements at weight 1, [3 · vertices], mesh units. */
  readonly offsets: Float32Array;
  /** Changes of the normals at weight 1, likewise. Null if the surface has no normals. */
  readonly normalOffsets: Float32Array | null;
}

/** Returns the morph targets of a character's own file and the shapes of its flesh, which are all that were simulated. */
export function listShapes(actor: Actor, tracks: readonly MorphTrack[]): StageShapes {
  const { nodes, surfaces } = actor.rig;
  const names: string[] = [];
  const ofSurface = new Map<number, StageShape[]>();
  const add = (surface: number, shape: StageShape) => {
    if (shape.vertices.length === 0) return;
    ofSurface.set(surface, [...(ofSurface.get(surface) ?? []), shape]);
  };
  const morphed = nodes.flatMap(({ weights }, node) => (weights.length > 0 ? [node] : []));
  for (const node of morphed) {
    nodes[node].weights.forEach((_, target) => {
      const name = `${usdPrimName(nodes[node].name || 'node')}_${node}_target_${target}`;
      names.push(name);
      for (const [surface, shape] of shapesOfTarget(surfaces, node, target)) add(surface, { name, ...shape });
    });
  }
  const first = names.length;
  for (const { name: track, modeCount } of tracks)
    for (let mode = 0; mode < modeCount; mode++) names.push(`${usdPrimName(track)}_shape_${mode}`);
  for (const { track, mode, surface, ...shape } of shapesOfFlesh(actor, tracks))
    add(surface, { name: `${usdPrimName(track.name)}_shape_${mode}`, ...shape });
  return {
    names,
    ofSurface,
    weights(out, pose, time) {
      let at = 0;
      for (const node of morphed) {
        out.set(pose.weights[node], at);
        at += pose.weights[node].length;
      }
      if (tracks.length > 0) out.set(sampleTracksAt(tracks, [time]), first);
    },
  };
}

/** Returns a shape as a prim below its mesh. */
export function buildShape({ name, vertices, offsets, normalOffsets }: StageShape): UsdPrim {
  return {
    name,
    typeName: 'BlendShape',
    properties: [
      { name: 'offsets', typeName: 'vector3f[]', isUniform: true, value: offsets },
      ...(normalOffsets
        ? [{ name: 'normalOffsets', typeName: 'vector3f[]', isUniform: true, value: normalOffsets } as const]
        : []),
      { name: 'pointIndices', typeName: 'int[]', isUniform: true, value: vertices },
    ],
  };
}

/** The keys of a motion. */
export interface StageKeys {
  /** Seconds of the scene. */
  readonly times: Float64Array;
  readonly timeCodes: readonly number[];
}

/** Returns the motion of a skeleton and of the shapes as a prim. The numbers are computed when they are written. */
export function buildMotion(
  name: string,
  actor: Actor,
  { nodes, joints }: StageSkeleton,
  shapes: StageShapes,
  { times, timeCodes }: StageKeys,
): UsdPrim {
  const poses = new PoseReader(actor, nodes);
  const rows = (byteLength: number, read: (key: number) => Float32Array | Uint16Array) =>
    Array.from(times, (_, key) => new UsdBlock(byteLength, () => read(key), key));
  const count = nodes.length;
  const at = (key: number) => poses.at(times[key]);
  const samples = (values: UsdBlock[]) => ({ samples: { times: timeCodes, values } });
  return {
    name,
    typeName: 'SkelAnimation',
    properties: [
      { name: 'joints', typeName: 'token[]', isUniform: true, value: joints },
      {
        name: 'translations',
        typeName: 'float3[]',
        ...samples(rows(12 * count, (key) => pick(at(key).translation, nodes, 3))),
      },
      {
        name: 'rotations',
        typeName: 'quatf[]',
        ...samples(rows(16 * count, (key) => poses.rotationsAt(times[key]))),
      },
      {
        name: 'scales',
        typeName: 'half3[]',
        ...samples(rows(6 * count, (key) => Uint16Array.from(pick(at(key).scale, nodes, 3), halfBits))),
      },
      ...(shapes.names.length > 0
        ? [
            { name: 'blendShapes', typeName: 'token[]', isUniform: true, value: shapes.names },
            // tinyusdz reads the samples only if there is a default too.
            {
              name: 'blendShapeWeights',
              typeName: 'float[]',
              value: new Float32Array(shapes.names.length),
              ...samples(
                rows(4 * shapes.names.length, (key) => {
                  const out = new Float32Array(shapes.names.length);
                  shapes.weights(out, at(key), times[key]);
                  return out;
                }),
              ),
            },
          ]
        : []),
    ],
  };
}

function pick(values: Float64Array, nodes: readonly number[], width: number): Float32Array {
  const out = new Float32Array(width * nodes.length);
  nodes.forEach((node, joint) => {
    for (let c = 0; c < width; c++) out[width * joint + c] = values[width * node + c];
  });
  return out;
}

/** Poses an actor at times that ascend or repeat. Another reader may pose the same actor in between. */
class PoseReader {
  private readonly pose: Pose;
  private time = Number.NaN;
  private rotations: Float32Array | null = null;

  constructor(
    private readonly actor: Actor,
    private readonly nodes: readonly number[],
  ) {
    this.pose = new Pose(actor.rig);
  }

  at(time: number): Pose {
    if (time !== this.time) this.actor.poseAt(time, this.pose);
    this.time = time;
    return this.pose;
  }

  /** Returns rotations. Of q and −q, the one nearer to the previous key is used, for programs that do not take the short arc. */
  rotationsAt(time: number): Float32Array {
    const out = pick(this.at(time).rotation, this.nodes, 4);
    const before = this.rotations;
    for (let k = 0; before && k < out.length; k += 4) {
      let dot = 0;
      for (let c = 0; c < 4; c++) dot += out[k + c] * before[k + c];
      if (dot < 0) for (let c = 0; c < 4; c++) out[k + c] = -out[k + c];
    }
    this.rotations = out;
    return out;
  }
}
