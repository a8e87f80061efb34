import { InputError } from '../../../input-error.ts';
import { type LongWork, workThrough } from '../../../long-work.ts';
import { maxOf } from '../../../math/lists.ts';
import type { Rig } from '../../../motion/rig.ts';
import { cornerVolume } from './close-surface.ts';
import { extractingRegion, type Region } from './extract-region.ts';
import { groupPieces } from './group-pieces.ts';
import { PointTree } from './point-tree.ts';
import { findCore, type GeometryOptions } from './prepare-geometry.ts';

/** A body of less than this share of the largest one's volume is none of its own. */
const leastBody = 0.01;
/** Bodies at most, the largest ones: a coat of hair in thousands of cards is none of so many. */
const mostBodies = 64;
/** Elements that a body has at least, if as many were asked for. */
const leastElements = 500;
/** Corners of a piece that are looked at for the nearest body. */
const sampleCount = 64;
/** Weight of what belongs to another body: it is known to be there, and no more. */
const hardlyAny = 1e-9;

/**
 * Divides a region into bodies that have nothing to do with each other, so that each is a part of its own: what is asked of the
 * mesher for each, the largest first. One body, and what is given with a mesh or a core of its own, comes back as it is.
 *
 * Pieces of the surface are one body where one reaches into the other or lies in it, and bones in common move their skins.
 * What no bone and no cut holds, and what is very small, goes with the body that is nearest to it. Bodies have elements of one
 * size: the largest has as many as are asked for.
 *
 * Errors: as `extractRegion`.
 */
export function divideRegion(rig: Rig, options: GeometryOptions): GeometryOptions[] {
  return workThrough(dividingRegion(rig, options));
}

/** `divideRegion` as long work. */
export function* dividingRegion(rig: Rig, options: GeometryOptions): LongWork<GeometryOptions[]> {
  if (options.tetMesh || options.core?.kind === 'mesh' || options.core?.kind === 'capsule') return [options];
  const region = yield* extractingRegion(rig, options);
  const groupOf = yield* groupPieces(rig, region);
  const groups = [...new Set(groupOf)].map((group) => ({ group, volume: 0 }));
  if (groups.length === 1) return [options];
  const volumes = measurePieces(region);
  const byGroup = new Map(groups.map((own) => [own.group, own]));
  groupOf.forEach((group, piece) => {
    byGroup.get(group)!.volume += volumes[piece];
  });
  const most = maxOf(groups.map(({ volume }) => volume));
  // What is equal but for rounding stays in the order of the file.
  const rank = (volume: number) => Math.round((1e6 * volume) / most);
  groups.sort((a, b) => rank(b.volume) - rank(a.volume));
  const bodies: typeof groups = [];
  for (const own of groups.slice(0, mostBodies)) {
    if (own.volume < leastBody * most) continue;
    const mask = maskGroup(region, options, (piece) => groupOf[piece] === own.group);
    if (yield* isHeld(rig, { ...options, mask })) bodies.push(own);
  }
  if (bodies.length < 2) return [options];
  const homes = yield* findHomes(region, groupOf, bodies);
  const largest = maxOf(bodies.map(({ volume }) => volume));
  const carried = bodies.map(({ group, volume }): GeometryOptions => {
    const share = volume / largest;
    return {
      ...options,
      mask: maskGroup(region, options, (piece) => homes[piece] === group),
      elementCount: Math.round(
        Math.max(share * options.elementCount, Math.min(leastElements, options.elementCount)),
      ),
    };
  });
  return chooseBones(rig, region, options, homes, bodies, carried);
}

/** The bone that was asked for carries the bodies that it moves; the others find their own. */
function chooseBones(
  rig: Rig,
  region: Region,
  { node }: GeometryOptions,
  homes: readonly number[],
  bodies: readonly { group: number }[],
  carried: readonly GeometryOptions[],
): GeometryOptions[] {
  if (node === undefined) return [...carried];
  const isMoved = bodies.map(() => false);
  region.pieces.forEach((pieces, index) => {
    const { skin, influenceCount, jointIndices, jointWeights, node: own } = rig.surfaces[index];
    pieces?.forEach((piece, vertex) => {
      const body = piece < 0 ? -1 : bodies.findIndex(({ group }) => group === homes[piece]);
      if (body < 0 || isMoved[body]) return;
      if (skin < 0) isMoved[body] = own === node;
      for (let k = vertex * influenceCount; k < (vertex + 1) * influenceCount; k++) {
        if (jointWeights[k] > 0 && rig.skins[skin].joints[jointIndices[k]] === node) isMoved[body] = true;
      }
    });
  });
  if (!isMoved.includes(true)) return [...carried];
  return carried.map((body, k) => (isMoved[k] ? body : { ...body, node: undefined }));
}

/** A mask that leaves of the region only some of its pieces; what is no piece of it stays as it is. */
function maskGroup(
  { pieces }: Region,
  { mask }: GeometryOptions,
  belongs: (piece: number) => boolean,
): (Float32Array | null)[] {
  return pieces.map((own, surface) => {
    const given = mask?.[surface] ?? null;
    if (!own || own.every((piece) => piece < 0 || belongs(piece))) return given;
    return Float32Array.from(own, (piece, vertex) => {
      const weight = given ? given[vertex] : 1;
      return piece < 0 || belongs(piece) ? weight : Math.min(weight, hardlyAny);
    });
  });
}

/** Whether a bone or a cut holds a body, or nothing need do. */
function* isHeld(rig: Rig, options: GeometryOptions): LongWork<boolean> {
  try {
    const region = yield* extractingRegion(rig, options);
    return options.isFree || region.isCut.includes(1) || findCore(rig, region, options, []).core !== null;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** By piece, the body that it belongs to or, of what is none, goes with: the nearest one. */
function* findHomes(
  region: Region,
  groupOf: readonly number[],
  bodies: readonly { group: number }[],
): LongWork<number[]> {
  const { surface, pieceOf } = region;
  const { positions, triangles } = surface;
  const homeOf = new Map(bodies.map(({ group }) => [group, group]));
  const cornersOf = new Map<number, number[]>();
  pieceOf.forEach((piece, triangle) => {
    const group = groupOf[piece];
    const list = cornersOf.get(group) ?? [];
    list.push(triangles[3 * triangle]);
    cornersOf.set(group, list);
  });
  yield;
  const bodyAt = new Int32Array(positions.length / 3);
  bodies.forEach(({ group }, body) => {
    for (const corner of cornersOf.get(group)!) bodyAt[corner] = body;
  });
  const tree = new PointTree(
    positions,
    bodies.flatMap(({ group }) => cornersOf.get(group)!),
    (corner) => bodyAt[corner],
  );
  for (const [group, corners] of cornersOf) {
    if (homeOf.has(group)) continue;
    yield;
    const step = Math.max(1, Math.floor(corners.length / sampleCount));
    let [nearest, home] = [Infinity, 0];
    for (let k = 0; k < corners.length; k += step) {
      const [x, y, z] = positions.subarray(3 * corners[k], 3 * corners[k] + 3);
      const { point, distance } = tree.nearest(x, y, z);
      if (distance > nearest || (distance === nearest && bodyAt[point] >= home)) continue;
      [nearest, home] = [distance, bodyAt[point]];
    }
    homeOf.set(group, bodies[home].group);
  }
  return groupOf.map((group) => homeOf.get(group)!);
}

/** Volume of each piece, m³; hollows count against what they lie in. */
function measurePieces({ surface: { positions, triangles }, pieceOf }: Region): number[] {
  const out: number[] = [];
  pieceOf.forEach((piece, triangle) => {
    out[piece] = (out[piece] ?? 0) + cornerVolume(positions, triangles, triangle);
  });
  return out;
}
