import { GlbPatch, vertexTarget } from '../../../files/glb-patch.ts';
import { fractionToNumber } from '../../../simulation/fraction.ts';
import {
  type ColumnRectangle,
  type HeightfieldOutput,
  nameMaterial,
} from '../../../systems/outputs/heightfield.ts';
import type { BakePlan } from '../../bake-plan.ts';
import type { Bake, OutputReference } from '../../output-definition.ts';
import type { FileSink } from '../../output-sink.ts';
import { placeOutput } from '../../place-output.ts';
import { buildStillParts, gatherPrimitives, groundMeshLimit } from '../mesh/build-ground-mesh.ts';
import { appearanceOf } from '../mesh/ground-appearance.ts';
import { addGroundPrimitive } from '../mesh/ground-primitive.ts';
import { countRegionColumns, type GroundRegion, meshTile, tileOf } from '../mesh/ground-region.ts';
import { buildGroundPart, type GroundPart, joinParts } from '../mesh/ground-vertices.ts';
import { readHistories } from '../mesh/tile-histories.ts';
import { openGround } from '../open-ground.ts';
import { findMeshRegion } from '../write-ground-mesh.ts';
import { encodeGroundVat, type VatTile } from './encode-ground-vat.ts';
import { type GroundVat, maxSlots, slotSize } from './ground-vat.ts';

/** The result of writing the texture of a ground. */
export interface WrittenGroundVat {
  /** Number of columns of the mesh. */
  readonly columns: number;
  /** Number of different states of all tiles, and how many fit into a texture. */
  readonly states: number;
  readonly maxStates: number;
  /** Null if the mesh or the texture would be too large. */
  readonly written: GroundVat | null;
}

/** The names of the files of a ground as a texture. */
export function groundVatFiles(name: string): Record<'mesh' | 'texture' | 'description', string> {
  return { mesh: `${name}-vat.glb`, texture: `${name}-vat.png`, description: `${name}-vat.json` };
}

/** Writes the motion of a ground as a texture, with the mesh that it moves, and a description in JSON. */
export async function runGroundVat(
  bake: Bake,
  reference: OutputReference,
  sink: FileSink,
): Promise<WrittenGroundVat> {
  const { plan } = bake;
  const { firstFrame, lastFrame, times } = plan;
  const { output, rectangle, createReplay } = openGround(bake, reference);
  await sink.next(`texture of ${output.name}`);
  const replay = createReplay();
  const { region, activity } = findMeshRegion(plan, rectangle, output, replay);
  const columns = countRegionColumns(region);
  const texture =
    columns > groundMeshLimit
      ? 0
      : encodeGroundVat(readHistories(activity, output, region.rectangle, replay, firstFrame), output, {
          firstFrame,
          frames: lastFrame - firstFrame + 1,
          fps: fractionToNumber(times.fps),
        });
  if (typeof texture === 'number') return { columns, states: texture, maxStates: maxSlots, written: null };
  const files = groundVatFiles(output.name);
  const place = (file: string) => placeOutput(plan, 'groundVat', file);
  const vat: GroundVat = {
    ...texture.layout,
    name: output.name,
    mesh: files.mesh,
    texture: files.texture,
    node: `${output.name}-moving`,
  };
  await sink.write(place(files.texture), 'groundVat', texture.bytes);
  await sink.write(place(files.mesh), 'groundVat', buildVatFile(output, region, texture.tiles, vat));
  const text = `${JSON.stringify(vat, null, 2)}\n`;
  await sink.write(place(files.description), 'groundVat', new TextEncoder().encode(text));
  return { columns, states: vat.slots, maxStates: maxSlots, written: vat };
}

/**
 * Creates the GLB: the part of the ground that does not change as one mesh, and below it a node with a mesh of all moving tiles. Vertices
 * are as in the last frame, so that a viewer without the texture shows the final ground.
 */
function buildVatFile(
  source: HeightfieldOutput,
  { rectangle, blocks }: GroundRegion,
  tiles: readonly VatTile[],
  vat: GroundVat,
): Uint8Array {
  const { cell, datum, name, material: kind, look } = source;
  const moving = new Set(tiles.map(({ a, b }) => `${a} ${b}`));
  const still = buildStillParts(source, { rectangle, blocks }, (i, j) =>
    moving.has(`${tileOf(i)} ${tileOf(j)}`),
  );
  const glb = GlbPatch.create();
  const material = glb.add('materials', {
    name: nameMaterial(source),
    pbrMetallicRoughness: appearanceOf(kind, look),
  });
  const primitives = gatherPrimitives(still).map((part) => addGroundPrimitive(glb, part, material));
  const children = tiles.length > 0 ? [addMovingMesh(glb, source, rectangle, tiles, vat, material)] : [];
  const node = glb.add('nodes', {
    name,
    ...(primitives.length > 0 && { mesh: glb.add('meshes', { name, primitives }) }),
    translation: [rectangle.i0 * cell, datum, rectangle.j0 * cell],
    ...(children.length > 0 && { children }),
  });
  glb.json.scene = glb.add('scenes', { name, nodes: [node] });
  return glb.toGlb();
}

function addMovingMesh(
  glb: GlbPatch,
  source: HeightfieldOutput,
  whole: ColumnRectangle,
  tiles: readonly VatTile[],
  vat: GroundVat,
  material: number,
): number {
  const parts: GroundPart[] = [];
  const addresses: number[] = [];
  tiles.forEach(({ a, b, last }, tile) => {
    const { block } = last;
    const kept = new Int32Array(block.columns * block.rows);
    parts.push(buildGroundPart(source, last, whole, () => true, kept));
    for (let k = 0; k < kept.length; k++) {
      if (kept[k] < 0) continue;
      const column = block.i0 + (k % block.columns) - a * meshTile + 1;
      const row = block.j0 + Math.floor(k / block.columns) - b * meshTile + 1;
      addresses.push(tile, row * slotSize + column + 1);
    }
  });
  const primitive = addGroundPrimitive(glb, joinParts(parts), material);
  const attributes = {
    ...primitive.attributes,
    TEXCOORD_1: glb.addAccessor(Float32Array.from(addresses), 'VEC2', vertexTarget),
  };
  const mesh = glb.add('meshes', { name: vat.node, primitives: [{ ...primitive, attributes }] });
  return glb.add('nodes', { name: vat.node, mesh, extras: { aftermotion: { groundVat: vat } } });
}

/** Returns how often `runGroundVat` calls `sink.next`. */
export function countVatWork({ outputs }: Pick<BakePlan, 'outputs'>): number {
  return outputs.includes('groundVat') ? 1 : 0;
}
