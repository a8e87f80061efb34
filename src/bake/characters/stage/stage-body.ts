import { fitNames } from '../../../files/fit-names.ts';
import { openContainer } from '../../../files/gltf/container.ts';
import { readGltf } from '../../../files/gltf/read-gltf.ts';
import { usdPrimName } from '../../../files/usd/prim-usd.ts';
import type { UsdPrim } from '../../../files/usd/usd-layer.ts';
import { composeMatrix, createMatrix } from '../../../math/matrix.ts';
import { rotateVector } from '../../../math/quaternion.ts';
import { creaseMesh } from '../../../motion/crease-mesh.ts';
import { deformSurface } from '../../../motion/deform-surface.ts';
import { createRestPose } from '../../../motion/pose.ts';
import type { RigSurface } from '../../../motion/rig.ts';
import { fractionToNumber } from '../../../simulation/fraction.ts';
import type { BakeActor, BakeBody, BakePlan } from '../../bake-plan.ts';
import {
  type BuiltPart,
  cornersOf,
  emptyBounds,
  extentOf,
  growBounds,
  type StageOptions,
} from '../../stage/stage-part.ts';
import { motionKeys } from '../motion-keys.ts';
import { groupedNormals } from './grouped-normals.ts';
import { describeSurfaces, paletteName } from './stage-surfaces.ts';

/** A surface of a body: its shape relative to the body, in units of the body's mesh. */
interface BodySurface
  extends Pick<RigSurface, 'name' | 'indices' | 'color' | 'colors' | 'texcoords' | 'picture' | 'normalMap'> {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

/** Builds a rigid body as meshes below a prim that moves. */
export async function buildBody(
  plan: BakePlan,
  { name, file, body }: BakeActor,
  options: StageOptions,
): Promise<BuiltPart> {
  const { motion, scale } = body!;
  const { times, firstFrame, lastFrame } = plan;
  const prim = usdPrimName(name);
  const surfaces = await readSurfaces(body!, name, file);
  const described = describeSurfaces(name, `${options.parent}/${prim}`, surfaces, options.textureFolder);
  const [start, end] = [times.seconds(firstFrame), times.seconds(lastFrame)];
  const fps = fractionToNumber(times.fps);
  const keys = motionKeys(motion, start, end);
  const isStill = keys.every(
    ({ position, rotation }) =>
      position.every((value, axis) => value === keys[0].position[axis]) &&
      rotation.every((value, c) => value === keys[0].rotation[c]),
  );
  const timeCodes = keys.map(({ time }) => times.number(firstFrame) + (time - start) * fps);
  const values = <Value>(list: readonly Value[]) =>
    isStill ? { value: list[0] } : { samples: { times: timeCodes, values: list } };
  const whole = emptyBounds();
  for (const { positions } of surfaces) growBounds(whole, positions);
  return {
    bounds: moveBounds(whole, keys, scale),
    textures: described.textures,
    prim: {
      name: prim,
      typeName: 'Xform',
      kind: 'component',
      properties: [
        { name: 'xformOp:translate', typeName: 'double3', ...values(keys.map(({ position }) => position)) },
        { name: 'xformOp:orient', typeName: 'quatf', ...values(keys.map(({ rotation }) => rotation)) },
        { name: 'xformOp:scale', typeName: 'float3', value: [scale, scale, scale] },
        {
          name: 'xformOpOrder',
          typeName: 'token[]',
          isUniform: true,
          value: ['xformOp:translate', 'xformOp:orient', 'xformOp:scale'],
        },
      ],
      children: [
        described.materials,
        ...surfaces.map(
          ({ positions, normals }, k): UsdPrim => ({
            name: described.surfaces[k].name,
            typeName: 'Mesh',
            apiSchemas: ['MaterialBindingAPI'],
            properties: [
              ...described.surfaces[k].properties,
              { name: 'points', typeName: 'point3f[]', value: positions },
              { name: 'normals', typeName: 'normal3f[]', interpolation: 'vertex', value: normals },
              { name: 'extent', typeName: 'float3[]', value: extentOf(positions) },
            ],
          }),
        ),
      ],
    },
  };
}

/** Returns the names of all files that may be the textures of a body. Which of its pictures it uses is known when its surfaces are read. */
export function listBodyTextures(name: string, { source }: BakeBody): string[] {
  const colors = paletteName(name);
  if (!source) return [colors];
  const { images } = openContainer(source.bytes, name).json as { images?: unknown[] };
  const [part] = fitNames([name]);
  return [colors, ...(images ?? []).flatMap((_, k) => [`${part}_${k + 1}.png`, `${part}_${k + 1}.jpg`])];
}

async function readSurfaces(
  { mesh, source, color }: BakeBody,
  name: string,
  file: string,
): Promise<BodySurface[]> {
  if (!source) {
    const { positions, normals, indices, colors, texcoords } = creaseMesh(mesh);
    return [{ name, positions: Float32Array.from(positions), normals, indices, color, colors, texcoords }];
  }
  const rig = await readGltf(source.bytes, { name: file, resolve: source.resolve });
  const rest = createRestPose(rig, 1);
  const posed = rig.surfaces.map((surface) => {
    const out = new Float64Array(surface.positions.length);
    deformSurface(surface, rest, out);
    turnAll(out, source);
    return out;
  });
  const normals = groupedNormals(rig.surfaces);
  normals.pose(posed);
  return rig.surfaces.map((surface, k) => ({
    ...surface,
    positions: Float32Array.from(posed[k]),
    normals: normals.of(k),
  }));
}

/** Makes a body upright, and subtracts the offset of far coordinates in double precision. */
function turnAll(points: Float64Array, { turn, offset = [0, 0, 0] }: NonNullable<BakeBody['source']>): void {
  const point = [0, 0, 0];
  for (let k = 0; k < points.length; k += 3) {
    rotateVector(point, turn, points.subarray(k, k + 3));
    for (let axis = 0; axis < 3; axis++) points[k + axis] = point[axis] - offset[axis];
  }
}

/** Returns bounds that contain a box at all keys. */
function moveBounds(box: Float64Array, keys: ReturnType<typeof motionKeys>, scale: number): Float64Array {
  const bounds = emptyBounds();
  const matrix = createMatrix();
  for (const { position, rotation } of keys) {
    composeMatrix(matrix, 0, position, 0, rotation, 0, [scale, scale, scale], 0);
    growBounds(bounds, cornersOf(box, matrix));
  }
  return bounds;
}
