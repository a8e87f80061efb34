import type { GlbPatch } from '../../files/glb-patch.ts';
import { vertexTarget } from '../../files/glb-patch.ts';
import { type ColliderCover, createCoverTransfer } from '../../motion/cover-surfaces.ts';
import type { RigSurface } from '../../motion/rig.ts';
import { joinPoints } from '../../motion/weld-vertices.ts';
import type { HeightfieldOutput } from '../../systems/outputs/heightfield.ts';
import type { BakeActor } from '../bake-plan.ts';
import { appearanceOf } from '../heightfield/mesh/ground-appearance.ts';
import { type Bake, outputsOfKind } from '../output-definition.ts';
import { findPrimitive, type Primitive } from './find-primitive.ts';
import { surfaceColors } from './painted-meshes.ts';

/** What a ground left on a character. */
export interface CharacterCover {
  /** [vertexCount] for each surface of the rig: 0 clean to 255 covered. Null for clean surfaces. */
  readonly amounts: readonly (Uint8Array | null)[];
  /** Linear colour of what sticks. */
  readonly color: readonly number[];
}

/** Returns whether a ground of the bake may stick to characters. */
export function maySoil(bake: Bake): boolean {
  return outputsOfKind(bake, 'heightfield').some(({ output }) => output.readCovers !== undefined);
}

/** A ground with what sticks to the bodies that touched it. */
export interface StickingGround extends Pick<HeightfieldOutput, 'material' | 'look'> {
  readonly covers: readonly ColliderCover[];
}

/** Returns what grounds left on a character so far. */
export function findCovers(bake: Bake, actor: BakeActor): CharacterCover[] {
  const grounds = outputsOfKind(bake, 'heightfield').flatMap(({ output }) => {
    const covers = output.readCovers?.() ?? [];
    return covers.length > 0 ? [{ ...output, covers }] : [];
  });
  return grounds.length > 0 ? createCoverFinder(actor)(grounds) : [];
}

/** Returns a function that finds what grounds left on a character. It can be called with every frame. */
export function createCoverFinder({
  character,
  colliders,
}: BakeActor): (grounds: readonly StickingGround[]) => CharacterCover[] {
  if (!character) return () => [];
  const set = colliders.createColliders();
  const transfer = createCoverTransfer(character.actor.rig, set.pressing ?? set.colliders);
  return (grounds) =>
    grounds.flatMap(({ covers, material, look }) => {
      const amounts = transfer(covers);
      if (amounts.every((each) => each === null)) return [];
      return [{ amounts, color: appearanceOf(material, look).baseColorFactor }];
    });
}

/** What a ground left on the mesh of a rigid body. */
export interface BodyCover {
  /** [vertexCount of the mesh] 0 clean to 255 covered. */
  readonly amounts: Uint8Array;
  /** Linear colour of what sticks. */
  readonly color: readonly number[];
}

/** Returns what grounds left on a rigid body so far. */
export function findBodyCovers(bake: Bake, { body, colliders }: BakeActor): BodyCover[] {
  if (!body) return [];
  // The collider of a body has its vertices without repeated ones.
  const { vertexOf } = joinPoints(body.mesh.positions);
  return outputsOfKind(bake, 'heightfield').flatMap(({ output }) => {
    const cover = output.readCovers?.().find(({ collider }) => collider === colliders.name);
    if (!cover?.amounts.some((amount) => amount > 0)) return [];
    const amounts = Uint8Array.from(vertexOf, (vertex) => cover.amounts[vertex] ?? 0);
    return [{ amounts, color: appearanceOf(output.material, output.look).baseColorFactor }];
  });
}

/** Returns the linear colours of the vertices of a surface with what sticks to it, [3 · vertexCount]. */
export function coverColors(
  surface: RigSurface,
  amounts: Uint8Array,
  color: readonly number[],
): Float32Array {
  const own = surfaceColors(surface);
  return Float32Array.from({ length: 3 * amounts.length }, (_, k) => {
    const clean = own ? own[k] : surface.color[k % 3];
    return clean + ((color[k % 3] - clean) * amounts[Math.floor(k / 3)]) / 255;
  });
}

/**
 * Adds what sticks to a character to the surfaces in its file: the attribute `_STICKING` of each vertex, from 0 (clean) to 1 (covered), and
 * COLOR_0, by which every viewer multiplies the colour of the surface. Returns warnings about surfaces where that is impossible.
 */
export function addCovers(
  patch: GlbPatch,
  surfaces: readonly RigSurface[],
  covers: readonly CharacterCover[],
): string[] {
  const warnings: string[] = [];
  surfaces.forEach((surface, k) => {
    const sticking = covers.filter(({ amounts }) => amounts[k] !== null);
    if (sticking.length === 0) return;
    const primitive = findPrimitive(patch, surfaces, k);
    if (!primitive) return;
    if (primitive.extensions?.KHR_draco_mesh_compression) {
      warnings.push(
        `${surface.name} is compressed with Draco, so what sticks to it is not in the file: export it without Draco`,
      );
      return;
    }
    const vertexCount = surface.positions.length / 3;
    const amounts = Float32Array.from({ length: vertexCount }, (_, vertex) =>
      sticking.reduce((max, cover) => Math.max(max, cover.amounts[k]![vertex] / 255), 0),
    );
    primitive.attributes._STICKING = patch.addAccessor(amounts, 'SCALAR', vertexTarget);
    if (hasAlpha(patch, primitive)) {
      warnings.push(
        `${surface.name} has vertex colours with alpha, so what sticks to it is only in its attribute _STICKING`,
      );
      return;
    }
    primitive.attributes.COLOR_0 = patch.addAccessor(coverTints(surface, k, covers), 'VEC3', vertexTarget);
  });
  return warnings;
}

/**
 * Returns the linear vertex colours of surface k of the rig with what sticks to it, [3 · vertexCount]. Viewers multiply the colour of the surface
 * by them. max: limit of the colours. Default 1, as in files, where colours only darken: viewers limit them.
 */
export function coverTints(
  surface: RigSurface,
  k: number,
  covers: readonly CharacterCover[],
  max = 1,
): Float32Array {
  const tints = surface.colors
    ? Float32Array.from(surface.colors)
    : new Float32Array(surface.positions.length).fill(1);
  const own = surfaceColors(surface);
  for (const { amounts, color } of covers) {
    const amount = amounts[k];
    if (!amount) continue;
    for (let c = 0; c < tints.length; c++) {
      const clean = own ? own[c] : surface.color[c % 3];
      // The ratio of the covered colour to the clean one.
      const ratio = clean > 0 ? Math.min(max, color[c % 3] / clean) : 1;
      tints[c] *= 1 + ((ratio - 1) * amount[Math.floor(c / 3)]) / 255;
    }
  }
  return tints;
}

function hasAlpha({ json }: GlbPatch, { attributes }: Primitive): boolean {
  return attributes.COLOR_0 !== undefined && json.accessors?.[attributes.COLOR_0].type === 'VEC4';
}
