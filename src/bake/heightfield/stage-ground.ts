import { usdPrimName } from '../../files/usd/prim-usd.ts';
import type { UsdAttribute, UsdPrim, UsdProperty, UsdSamples } from '../../files/usd/usd-layer.ts';
import { nameMaterial } from '../../systems/outputs/heightfield.ts';
import type { BakePlan } from '../bake-plan.ts';
import { type Bake, outputsOfKind } from '../output-definition.ts';
import {
  type BuiltPart,
  emptyBounds,
  extentOf,
  growBounds,
  type StageOptions,
  type StageParts,
} from '../stage/stage-part.ts';
import { bindMaterial, buildMaterial } from '../stage/usd-material.ts';
import { describeOmitted } from './describe-omitted.ts';
import { expectGround } from './expect-ground.ts';
import { buildStillParts, cellsOf, gatherPrimitives, groundMeshLimit } from './mesh/build-ground-mesh.ts';
import { appearanceOf } from './mesh/ground-appearance.ts';
import { countRegionColumns } from './mesh/ground-region.ts';
import type { GroundPart } from './mesh/ground-vertices.ts';
import { flipCoordinates, listStageTiles, type StageTile } from './mesh/stage-tiles.ts';
import { readHistories } from './mesh/tile-histories.ts';
import { openGround } from './open-ground.ts';
import { findMeshRegion } from './write-ground-mesh.ts';

/** Bytes of a vertex of a ground in a stage: its position, normal, texture coordinates and triangles. */
const columnBytes = 62;
/** Number of states that a column which changes has on average, with a position and a normal each. */
const statesPerColumn = 12;
const stateBytes = 24;

/** The grounds of a bake in its stage. */
export const groundStage: StageParts = {
  group: 'grounds',

  list: (bake) => outputsOfKind(bake, 'heightfield').map(({ output }) => output.name),

  *estimate(bake) {
    let bytes = 0;
    for (const { system, output } of outputsOfKind(bake, 'heightfield')) {
      const { actors } = bake.plan.systems.find(({ name }) => name === system)!;
      const { mesh, changedColumns } = yield* expectGround(bake.plan, output, actors);
      const moving = bake.plan.groundMotion === 'still' ? 0 : stateBytes * statesPerColumn * changedColumns;
      bytes += columnBytes * countRegionColumns(mesh) + moving;
    }
    return bytes;
  },

  build: async (bake, name, options) => buildGround(bake, name, options),
};

/**
 * Builds a ground as a prim: one mesh for what never changes, and one for each tile that changes, with samples only where it changes. All
 * positions and normals are exactly those of the simulation at every frame. Between frames they are interpolated.
 */
function buildGround(bake: Bake, name: string, { parent, isForPhones }: StageOptions): BuiltPart {
  const { plan } = bake;
  const { system, index } = outputsOfKind(bake, 'heightfield').find(({ output }) => output.name === name)!;
  const { output, rectangle, createReplay } = openGround(bake, { system, index });
  const replay = createReplay();
  const { region, activity } = findMeshRegion(plan, rectangle, output, replay);
  const columns = countRegionColumns(region);
  if (columns > groundMeshLimit) {
    const warning = describeOmitted(bake, output, 'usdStage', columns, groundMeshLimit);
    return { prim: null, warnings: [warning], bounds: emptyBounds() };
  }
  const histories = () => readHistories(activity, output, region.rectangle, replay, plan.firstFrame);
  const tiles = plan.groundMotion === 'still' ? [] : listStageTiles(histories, output, region.rectangle);
  const still = gatherPrimitives(buildStillParts(output, region, cellsOf(tiles)));
  const primName = usdPrimName(name);
  const path = `${parent}/${primName}`;
  const { baseColorFactor, roughnessFactor, metallicFactor } = appearanceOf(output.material, output.look);
  const [red, green, blue] = baseColorFactor;
  const material = {
    name: usdPrimName(nameMaterial(output)),
    color: [red, green, blue] as const,
    roughness: roughnessFactor,
    metallic: metallicFactor,
  };
  const binding = bindMaterial(`${path}/materials/${material.name}`);
  const { i0, j0 } = region.rectangle;
  const corner = [i0 * output.cell, output.datum, j0 * output.cell];
  const bounds = emptyBounds();
  for (const { positions } of still) growBounds(bounds, positions, corner);
  for (const { states } of tiles) for (const { extent } of states) growBounds(bounds, extent, corner);
  const shown = tiles.flatMap((tile) =>
    isForPhones ? buildSteps(tile, plan, binding) : [buildTile(tile, plan, binding)],
  );
  return {
    bounds,
    prim: {
      name: primName,
      typeName: 'Xform',
      kind: 'component',
      properties: [
        { name: 'xformOp:translate', typeName: 'double3', value: corner },
        { name: 'xformOpOrder', typeName: 'token[]', isUniform: true, value: ['xformOp:translate'] },
      ],
      children: [
        {
          name: 'materials',
          typeName: 'Scope',
          children: [buildMaterial(material, `${path}/materials`)],
        },
        ...still.map((part, k) => buildStill(part, k, binding)),
        ...(shown.length > 0 ? [{ name: 'moving', typeName: 'Xform', children: shown }] : []),
      ],
    },
  };
}

function buildStill(part: GroundPart, index: number, binding: UsdProperty): UsdPrim {
  return buildMesh(index === 0 ? 'still' : `still_${index + 1}`, part.indices.length / 3, binding, [
    { name: 'faceVertexIndices', typeName: 'int[]', value: part.indices },
    coordinatesOf(flipCoordinates(part.coordinates)),
    { name: 'points', typeName: 'point3f[]', value: part.positions },
    { name: 'normals', typeName: 'normal3f[]', interpolation: 'vertex', value: part.normals },
    { name: 'extent', typeName: 'float3[]', value: extentOf(part.positions) },
  ]);
}

function buildTile(tile: StageTile, { times }: BakePlan, binding: UsdProperty): UsdPrim {
  const { triangleCount, indices, coordinates, frames, states } = tile;
  // A state is shown until the frame before the next one. Without this second sample, programs would interpolate from the first.
  const shown = frames.flatMap((frame, state) => {
    const last = (frames[state + 1] ?? frame + 1) - 1;
    return state + 1 < frames.length && last > frame
      ? [
          { frame, state },
          { frame: last, state },
        ]
      : [{ frame, state }];
  });
  const samples = (key: 'points' | 'normals' | 'extent'): UsdSamples => ({
    times: shown.map(({ frame }) => times.number(frame)),
    values: shown.map(({ state }) => states[state][key]),
  });
  return buildMesh(nameTile(tile), triangleCount, binding, [
    { name: 'faceVertexIndices', typeName: 'int[]', value: indices },
    coordinatesOf(coordinates),
    { name: 'points', typeName: 'point3f[]', samples: samples('points') },
    { name: 'normals', typeName: 'normal3f[]', interpolation: 'vertex', samples: samples('normals') },
    { name: 'extent', typeName: 'float3[]', samples: samples('extent') },
  ]);
}

/** Number of states of a tile that phones show. */
const stepCount = 4;
/** Scale of a mesh that is not shown. It is not 0, because transforms must be invertible. */
const hiddenScale = 1e-4;
/** Duration of the change from one mesh to the next, frames. */
const switchFrames = 0.01;

/**
 * Builds a tile for programs that animate transforms but no points: one mesh for each of a few states, of which all but one are scaled down
 * to a dot at any time.
 */
function buildSteps(tile: StageTile, { times, firstFrame }: BakePlan, binding: UsdProperty): UsdPrim[] {
  const { triangleCount, indices, coordinates, frames, states } = tile;
  const chosen = chooseSteps(states.map(({ change }) => change));
  return chosen.map((state, step) => {
    const [start, end] = [frames[state], frames[chosen[step + 1]]];
    const keys: [code: number, scale: number][] = [];
    if (start > firstFrame)
      keys.push([times.number(firstFrame), hiddenScale], [times.number(start) - switchFrames, hiddenScale]);
    keys.push([times.number(start), 1]);
    if (end !== undefined) keys.push([times.number(end) - switchFrames, 1], [times.number(end), hiddenScale]);
    return buildMesh(`${nameTile(tile)}_${step + 1}`, triangleCount, binding, [
      { name: 'faceVertexIndices', typeName: 'int[]', value: indices },
      coordinatesOf(coordinates),
      { name: 'points', typeName: 'point3f[]', value: states[state].points },
      { name: 'normals', typeName: 'normal3f[]', interpolation: 'vertex', value: states[state].normals },
      { name: 'extent', typeName: 'float3[]', value: states[state].extent },
      {
        name: 'xformOp:scale',
        typeName: 'float3',
        samples: {
          times: keys.map(([code]) => code),
          values: keys.map(([, scale]) => [scale, scale, scale]),
        },
      },
      { name: 'xformOpOrder', typeName: 'token[]', isUniform: true, value: ['xformOp:scale'] },
    ]);
  });
}

/** Returns the first state, the last, and those between at which equal fractions of all changes have happened. */
function chooseSteps(changes: readonly number[]): number[] {
  const total = changes.reduce((sum, change) => sum + change, 0);
  const chosen = new Set([0]);
  let [sum, step] = [0, 1];
  changes.forEach((change, state) => {
    sum += change;
    if (sum < (total * step) / (stepCount - 1) && state < changes.length - 1) return;
    chosen.add(state);
    step = Math.max(step, Math.floor((sum / total) * (stepCount - 1))) + 1;
  });
  return [...chosen].sort((x, y) => x - y);
}

function nameTile({ a, b }: StageTile): string {
  const nameOf = (value: number) => (value < 0 ? `m${-value}` : String(value));
  return `tile_${nameOf(a)}_${nameOf(b)}`;
}

function coordinatesOf(value: UsdAttribute['value']): UsdAttribute {
  return { name: 'primvars:st', typeName: 'texCoord2f[]', interpolation: 'vertex', value };
}

function buildMesh(
  name: string,
  triangleCount: number,
  binding: UsdProperty,
  properties: readonly UsdProperty[],
): UsdPrim {
  return {
    name,
    typeName: 'Mesh',
    apiSchemas: ['MaterialBindingAPI'],
    properties: [
      { name: 'faceVertexCounts', typeName: 'int[]', value: new Int32Array(triangleCount).fill(3) },
      { name: 'subdivisionScheme', typeName: 'token', isUniform: true, value: 'none' },
      binding,
      ...properties,
    ],
  };
}
