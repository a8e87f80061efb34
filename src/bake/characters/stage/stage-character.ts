import { usdPrimName } from '../../../files/usd/prim-usd.ts';
import { UsdBlock, type UsdPrim, type UsdProperty } from '../../../files/usd/usd-layer.ts';
import { decomposeMatrix } from '../../../math/decompose-matrix.ts';
import { createMatrix, invertMatrix, type Matrix, multiplyMatrices } from '../../../math/matrix.ts';
import type { Actor } from '../../../motion/actor.ts';
import { poseSurfaces } from '../../../motion/pose-surfaces.ts';
import { fractionToNumber } from '../../../simulation/fraction.ts';
import type { BakePlan } from '../../bake-plan.ts';
import { type MorphTrack, sampleTracksAt } from '../../morph/morph-track.ts';
import {
  type BuiltPart,
  cornersOf,
  emptyBounds,
  extentOf,
  growBounds,
  type StageOptions,
} from '../../stage/stage-part.ts';
import { carrierPosition, findKeyTimes } from '../character-tracks.ts';
import { findSkeletons, type StageSkeletons } from './find-skeletons.ts';
import { groupedNormals } from './grouped-normals.ts';
import { buildMotion, buildShape, listShapes, type StageKeys } from './stage-motion.ts';
import { describeSurfaces, type StageSurfaces } from './stage-surfaces.ts';

/** A character in a stage. */
export interface CharacterStage {
  readonly plan: BakePlan;
  readonly actor: Actor;
  /** The flesh that moves its surfaces. */
  readonly tracks: readonly MorphTrack[];
  readonly options: StageOptions;
}

/** Builds a character as a skeleton with blend shapes, or as the positions of its vertices over time. */
export function buildCharacter(stage: CharacterStage): BuiltPart {
  const { actor, options } = stage;
  const name = usdPrimName(actor.name);
  const path = `${options.parent}/${name}`;
  const described = describeSurfaces(actor.name, path, actor.rig.surfaces, options.textureFolder);
  const asPoints = options.characters === 'points' && !options.isForPhones;
  const skeletons = asPoints ? null : findSkeletons(actor.rig, listAnimated(actor), options.jointNames);
  const frames = readFrames(stage);
  const built = skeletons
    ? buildSkeletal(stage, path, described, skeletons, frames)
    : buildPointCache(stage, described, frames);
  const warnings =
    skeletons || asPoints
      ? []
      : [
          `${actor.name}: a joint of its skin has no inverse bind matrix, so its vertices are written as points`,
        ];
  return {
    bounds: frames.bounds,
    textures: described.textures,
    warnings,
    prim: {
      name,
      typeName: 'Xform',
      kind: 'component',
      properties: built.properties,
      children: [described.materials, ...built.children],
    },
  };
}

/** Returns for each node whether the clip or the travel moves it relative to its parent. */
function listAnimated({ rig, clip, travel, floor }: Actor): boolean[] {
  const moved = new Set(clip?.channels.map(({ node }) => node));
  return rig.nodes.map((_, node) => moved.has(node) || travel !== null || floor !== undefined);
}

/** The frames of a character: their times, and the bounds of its skin. */
interface CharacterFrames {
  readonly seconds: readonly number[];
  readonly timeCodes: readonly number[];
  /** Position of the character's origin in each frame, metres. */
  readonly origins: readonly (readonly [number, number, number])[];
  /** Minimum and maximum corner of each surface in each frame, world metres: [frame][surface]. */
  readonly extents: readonly (readonly Float32Array[])[];
  readonly bounds: Float64Array;
}

function readFrames({ plan, actor, tracks }: CharacterStage): CharacterFrames {
  const { firstFrame, lastFrame, times } = plan;
  const numbers = Array.from({ length: lastFrame - firstFrame + 1 }, (_, k) => firstFrame + k);
  const seconds = numbers.map((frame) => times.seconds(frame));
  const bounds = emptyBounds();
  const origins = seconds.map((time) => carrierPosition(actor.poseAt(time)));
  const extents = seconds.map((time) =>
    poseSurfaces(actor, time, tracks, sampleTracksAt(tracks, [time])).map(({ positions }) => {
      growBounds(bounds, positions);
      return extentOf(positions);
    }),
  );
  return { seconds, timeCodes: numbers.map((frame) => times.number(frame)), origins, extents, bounds };
}

interface BuiltPrims {
  readonly properties: readonly UsdProperty[];
  readonly children: readonly UsdPrim[];
}

function buildSkeletal(
  { plan, actor, tracks }: CharacterStage,
  path: string,
  { surfaces }: StageSurfaces,
  { skeletons, ofSurface, base }: StageSkeletons,
  frames: CharacterFrames,
): BuiltPrims {
  const { seconds, timeCodes, extents } = frames;
  const [start, end] = [seconds[0], seconds[seconds.length - 1]];
  const fps = fractionToNumber(plan.times.fps);
  const times = findKeyTimes(actor, start, end, fps);
  const keys: StageKeys = {
    times,
    timeCodes: Array.from(times, (time) => timeCodes[0] + roundCode((time - start) * fps)),
  };
  const shapes = listShapes(actor, tracks);
  const root = `${path}/body`;
  const nameOf = (kind: string, k: number) => (k === 0 ? kind : `${kind}_${k + 1}`);
  const meshes = actor.rig.surfaces.map((surface, k): UsdPrim => {
    const skeleton = skeletons[ofSurface[k]];
    const { name, properties } = surfaces[k];
    const own = shapes.ofSurface.get(k) ?? [];
    const { influenceCount, jointIndices, jointWeights, normals, positions } = surface;
    const isSkinned = surface.skin >= 0;
    const joints = isSkinned ? actor.rig.skins[surface.skin].joints : Int32Array.of(surface.node);
    const toJoint = Int32Array.from(joints, (node) => skeleton.jointOf.get(node)!);
    const joint = toJoint[0];
    return {
      name,
      typeName: 'Mesh',
      apiSchemas: ['MaterialBindingAPI', 'SkelBindingAPI'],
      properties: [
        ...properties,
        { name: 'points', typeName: 'point3f[]', value: positions },
        { name: 'extent', typeName: 'float3[]', value: extentOf(positions) },
        ...(normals
          ? [{ name: 'normals', typeName: 'normal3f[]', interpolation: 'vertex' as const, value: normals }]
          : []),
        { name: 'skel:skeleton', targets: [`${root}/${nameOf('skeleton', ofSurface[k])}`] },
        {
          name: 'primvars:skel:jointIndices',
          typeName: 'int[]',
          interpolation: 'vertex' as const,
          elementSize: isSkinned ? influenceCount : 1,
          value: isSkinned
            ? Int32Array.from(jointIndices, (index) => toJoint[index])
            : new Int32Array(positions.length / 3).fill(joint),
        },
        {
          name: 'primvars:skel:jointWeights',
          typeName: 'float[]',
          interpolation: 'vertex' as const,
          elementSize: isSkinned ? influenceCount : 1,
          value: isSkinned ? jointWeights : new Float32Array(positions.length / 3).fill(1),
        },
        {
          name: 'primvars:skel:geomBindTransform',
          typeName: 'matrix4d',
          value: isSkinned ? identity : [...skeleton.bind.subarray(16 * joint, 16 * joint + 16)],
        },
        ...(own.length > 0
          ? [
              {
                name: 'skel:blendShapes',
                typeName: 'token[]',
                isUniform: true,
                value: own.map((shape) => shape.name),
              },
              {
                name: 'skel:blendShapeTargets',
                targets: own.map((shape) => `${root}/${name}/${shape.name}`),
              },
            ]
          : []),
      ],
      children: own.map(buildShape),
    };
  });
  const bones = skeletons.flatMap((skeleton, k): UsdPrim[] => [
    {
      name: nameOf('skeleton', k),
      typeName: 'Skeleton',
      apiSchemas: ['SkelBindingAPI'],
      properties: [
        { name: 'joints', typeName: 'token[]', isUniform: true, value: skeleton.joints },
        { name: 'bindTransforms', typeName: 'matrix4d[]', isUniform: true, value: skeleton.bind },
        { name: 'restTransforms', typeName: 'matrix4d[]', isUniform: true, value: skeleton.rest },
        { name: 'skel:animationSource', targets: [`${root}/${nameOf('motion', k)}`] },
      ],
    },
    buildMotion(nameOf('motion', k), actor, skeleton, shapes, keys),
  ]);
  const carried = Array.from(times, (time) => carrierPosition(actor.poseAt(time)));
  const placement = actor.poseAt(start).root.slice();
  return {
    properties: placeCharacter(carried, keys.timeCodes, placement),
    children: [
      {
        name: 'body',
        typeName: 'SkelRoot',
        properties: [
          ...(base.some((value, k) => value !== identity[k])
            ? [
                { name: 'xformOp:transform', typeName: 'matrix4d', value: [...base] },
                {
                  name: 'xformOpOrder',
                  typeName: 'token[]',
                  isUniform: true,
                  value: ['xformOp:transform'],
                },
              ]
            : []),
          {
            name: 'extent',
            typeName: 'float3[]',
            samples: {
              times: timeCodes,
              values: extents.map((all, frame) => localExtent(all, frames.origins[frame], placement, base)),
            },
          },
        ],
        children: [...bones, ...meshes],
      },
    ],
  };
}

/** Builds a character as meshes whose vertices have one position for each frame. */
function buildPointCache(
  { actor, tracks }: CharacterStage,
  { surfaces }: StageSurfaces,
  { seconds, timeCodes, origins, extents }: CharacterFrames,
): BuiltPrims {
  // Positions are relative to the first origin, so that 32-bit numbers are exact enough far from the origin of the world.
  const [origin] = origins;
  const shown = actor.rig.surfaces;
  const normals = groupedNormals(shown);
  let current = -1;
  let posed: Float64Array[] = [];
  const open = (frame: number) => {
    if (frame === current) return;
    const weights = sampleTracksAt(tracks, [seconds[frame]]);
    posed = poseSurfaces(actor, seconds[frame], tracks, weights).map(({ positions }) => positions);
    normals.pose(posed);
    current = frame;
  };
  const pointsAt = (frame: number, k: number) => {
    open(frame);
    return Float32Array.from(posed[k], (value, o) => value - origin[o % 3]);
  };
  const normalsAt = (frame: number, k: number) => {
    open(frame);
    return normals.of(k);
  };
  const children = shown.map(({ positions }, k): UsdPrim => {
    const each = (read: (frame: number, k: number) => Float32Array) => ({
      times: timeCodes,
      values: timeCodes.map((_, frame) => new UsdBlock(positions.byteLength, () => read(frame, k), frame)),
    });
    return {
      name: surfaces[k].name,
      typeName: 'Mesh',
      apiSchemas: ['MaterialBindingAPI'],
      properties: [
        ...surfaces[k].properties,
        { name: 'points', typeName: 'point3f[]', samples: each(pointsAt) },
        { name: 'normals', typeName: 'normal3f[]', interpolation: 'vertex', samples: each(normalsAt) },
        {
          name: 'extent',
          typeName: 'float3[]',
          samples: {
            times: timeCodes,
            values: extents.map((all) => all[k].map((value, o) => value - origin[o % 3])),
          },
        },
      ],
    };
  });
  return {
    properties: [
      { name: 'xformOp:translate', typeName: 'double3', value: origin },
      { name: 'xformOpOrder', typeName: 'token[]', isUniform: true, value: ['xformOp:translate'] },
    ],
    children,
  };
}

/** Returns the transform of a character: its position over time, its heading and its scale. */
function placeCharacter(
  carried: readonly (readonly [number, number, number])[],
  timeCodes: readonly number[],
  placement: Matrix,
): UsdProperty[] {
  const { rotation, scale } = decomposeMatrix(placement);
  const [first] = carried;
  const isStill = carried.every((position) => position.every((value, axis) => value === first[axis]));
  return [
    {
      name: 'xformOp:translate',
      typeName: 'double3',
      ...(isStill ? { value: first } : { samples: { times: timeCodes, values: carried } }),
    },
    { name: 'xformOp:orient', typeName: 'quatf', value: rotation },
    { name: 'xformOp:scale', typeName: 'float3', value: scale },
    {
      name: 'xformOpOrder',
      typeName: 'token[]',
      isUniform: true,
      value: ['xformOp:translate', 'xformOp:orient', 'xformOp:scale'],
    },
  ];
}

const identity: readonly number[] = [...createMatrix()];

/** Returns a box in the space of the skeletons that contains boxes in the world. */
function localExtent(
  extents: readonly Float32Array[],
  [x, y, z]: readonly [number, number, number],
  placement: Matrix,
  base: Matrix,
): Float32Array {
  const carried = placement.slice();
  carried.set([x, y, z], 12);
  const toWorld = createMatrix();
  multiplyMatrices(toWorld, 0, carried, 0, base, 0);
  const toLocal = createMatrix();
  invertMatrix(toLocal, toWorld);
  return extentOf(extents.flatMap((box) => cornersOf(box, toLocal)));
}

/** Rounds a time code, so that frames get whole numbers in spite of rounding errors. */
function roundCode(code: number): number {
  const whole = Math.round(code);
  return Math.abs(code - whole) < 1e-6 ? whole : code;
}
