import { createCoatCoordinates } from '../../../coats/strands/coat-coordinates.ts';
import { InputError } from '../../../input-error.ts';
import { composeMatrix } from '../../../math/matrix.ts';
import type { Actor } from '../../../motion/actor.ts';
import { deformSurface } from '../../../motion/deform-surface.ts';
import { orientTriangles } from '../../../motion/orient-triangles.ts';
import { Pose } from '../../../motion/pose.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { FurCarrier } from './carrier.ts';
import { hasTexcoords, joinTexcoords } from './join-surfaces.ts';
import { joinSkinVertices } from './join-vertices.ts';
import { measureFractions, type RegionRequest } from './measure-fractions.ts';

/** A triangle has no fur if the fractions of all its corners are below this. */
const minFraction = 1e-3;

/**
 * Creates a carrier from the skin of a character, or from a part of it, in its rest pose. Duplicate vertices of the file are
 * joined, also across surfaces (see `joinSkinVertices`). Throws an `InputError` if no triangle is left.
 */
export function createSkinCarrier(
  actor: Actor,
  surfaces: readonly number[],
  region: RegionRequest,
  path: string,
): FurCarrier {
  const { rig } = actor;
  const rest = poseRest(actor);
  const positions = new Float64Array(
    surfaces.reduce((sum, index) => sum + rig.surfaces[index].positions.length, 0),
  );
  const triangles: number[] = [];
  let offset = 0;
  for (const index of surfaces) {
    const surface = rig.surfaces[index];
    const { length } = surface.positions;
    deformSurface(surface, rest, positions.subarray(3 * offset, 3 * offset + length));
    for (const vertex of orientTriangles(surface, rest)) triangles.push(offset + vertex);
    offset += length / 3;
  }
  const fractions = measureFractions(rig, surfaces, region);
  const { firstOf: joined, counts } = joinSkinVertices(rig, surfaces, positions, Uint32Array.from(triangles));
  const corners = keepTriangles(triangles, fractions, joined);
  if (corners.length === 0) {
    throw InputError.at(
      path,
      `expected a skin for fur to grow on, but nothing of ${actor.name} is left: ask for other surfaces or joints`,
    );
  }
  // The mesh contains only vertices that belong to a triangle.
  const meshVertex = new Map<number, number>();
  const vertexOf: number[] = [];
  const meshTriangles = Uint32Array.from(corners, (vertex) => {
    const first = joined[vertex];
    let found = meshVertex.get(first);
    if (found === undefined) {
      found = vertexOf.push(first) - 1;
      meshVertex.set(first, found);
    }
    return found;
  });
  const own = gather(positions, vertexOf);
  const texcoords = hasTexcoords(rig, surfaces) ? joinTexcoords(rig, surfaces) : null;
  return {
    mesh: { vertexCount: vertexOf.length, triangles: meshTriangles },
    positions: own,
    normals: createCoatCoordinates({ positions: own, indices: meshTriangles }).normals,
    fractions: Float64Array.from(vertexOf, (vertex) => fractions[vertex]),
    densities: new Float64Array(vertexOf.length).fill(1),
    texcoords: texcoords && gatherPairs(texcoords, corners),
    skin: {
      actor: actor.name,
      rig,
      surfaces,
      vertexOf: Uint32Array.from(vertexOf),
      corners: Uint32Array.from(corners),
    },
    patch: null,
    copies: counts,
    warnings: [],
  };
}

/** Poses the rig in its rest pose, in the character's own frame, at its size in the world. */
function poseRest({ rig, scale }: Actor): Pose {
  const pose = new Pose(rig);
  composeMatrix(pose.root, 0, [0, 0, 0], 0, [0, 0, 0, 1], 0, [scale, scale, scale], 0);
  pose.updateWorld();
  return pose;
}

/** Returns the triangles with fur that have three distinct corners after joining. */
function keepTriangles(triangles: readonly number[], fractions: Float64Array, joined: Uint32Array): number[] {
  const kept: number[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [triangles[k], triangles[k + 1], triangles[k + 2]];
    if (Math.max(fractions[a], fractions[b], fractions[c]) < minFraction) continue;
    if (joined[a] === joined[b] || joined[b] === joined[c] || joined[c] === joined[a]) continue;
    kept.push(a, b, c);
  }
  return kept;
}

function gather(positions: Float64Array, vertices: readonly number[]): Float64Array {
  const out = new Float64Array(3 * vertices.length);
  vertices.forEach((vertex, v) => {
    for (let axis = 0; axis < 3; axis++) out[3 * v + axis] = positions[3 * vertex + axis];
  });
  return out;
}

function gatherPairs(pairs: Float32Array, vertices: readonly number[]): Float32Array {
  const out = new Float32Array(2 * vertices.length);
  vertices.forEach((vertex, k) => {
    out[2 * k] = pairs[2 * vertex];
    out[2 * k + 1] = pairs[2 * vertex + 1];
  });
  return out;
}

/** Finds surfaces of a rig by name. Without names, returns all surfaces. Throws an `InputError` for unknown names. */
export function findSurfaces(
  { surfaces }: Rig,
  names: readonly string[] | undefined,
  actor: string,
  path: string,
): number[] {
  const all = surfaces.map((_, index) => index);
  if (!names || names.length === 0) return all;
  const faults = names.flatMap((name, k) => {
    if (surfaces.some((surface) => surface.name === name)) return [];
    const known = [...new Set(surfaces.map((surface) => surface.name))].join(', ');
    return [
      { path: `${path}[${k}]`, message: `no surface of ${actor} is called "${name}": known are ${known}` },
    ];
  });
  if (faults.length > 0) throw new InputError(faults);
  return all.filter((index) => names.includes(surfaces[index].name));
}
