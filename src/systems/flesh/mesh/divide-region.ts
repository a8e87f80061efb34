import { PointTree } from '../../../geometry/point-tree.ts';
import { InputError } from '../../../input-error.ts';
import { type LongWork, workThrough } from '../../../long-work.ts';
import { append, maxOf } from '../../../math/lists.ts';
import type { Rig } from '../../../motion/rig.ts';
import { cornerVolume } from './close-surface.ts';
import { extractingRegion, type Region } from './extract-region.ts';
import { groupPieces } from './group-pieces.ts';
import { findCore, type GeometryOptions } from './prepare-geometry.ts';

/** A body whose volume is below this fraction of the largest body's volume does not become a separate part. */
const minBodyFraction = 0.01;
/**
 * Maximum number of bodies; the largest are used. It is limited because a coat of hair that consists of thousands of cards must not become
 * thousands of parts.
 */
const maxBodies = 64;
/** Minimum number of elements of a body, or the number that was requested if that is smaller. */
const minElements = 500;
/** To find the body that is nearest to a group of pieces, about this many corners of the group are compared. */
const sampleCount = 64;
/**
 * Mask weight of the vertices of other bodies. It is far below any threshold, so the vertices do not move. It is above 0 so that
 * `extractRegion` uses their triangles to determine where the surface continues beyond a cut.
 */
const outsideWeight = 1e-9;

/**
 * Divides a region into bodies that are independent of each other. Each becomes a separate part. Returns the mesher's options for each
 * body, the largest body first. Returns the given options unchanged if there is only one body, or if they contain a mesh or a core (mesh or
 * capsule).
 *
 * Two pieces of the surface belong to one body if one intersects or contains the other and their skins have joints in common. A piece that
 * no bone or cut holds, or that is very small, is added to the nearest body. All bodies have elements of about the same size: the largest
 * body has the number of elements that was requested.
 *
 * With `eachJoint`, the region of each joint is divided on its own.
 *
 * Throws the same errors as `extractRegion`.
 */
export function divideRegion(rig: Rig, options: GeometryOptions): GeometryOptions[] {
  return workThrough(dividingRegion(rig, options));
}

/** Does the same as `divideRegion`, as long work. */
export function* dividingRegion(rig: Rig, options: GeometryOptions): LongWork<GeometryOptions[]> {
  if (options.eachJoint && options.joints) {
    const found: GeometryOptions[] = [];
    for (const joint of options.joints) {
      append(found, yield* dividingRegion(rig, { ...options, eachJoint: false, joints: [joint] }));
    }
    return found;
  }
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
  const maxVolume = maxOf(groups.map(({ volume }) => volume));
  // Bodies whose volumes differ only by rounding stay in the order of the file.
  const rank = (volume: number) => Math.round((1e6 * volume) / maxVolume);
  groups.sort((a, b) => rank(b.volume) - rank(a.volume));
  const bodies: typeof groups = [];
  for (const own of groups.slice(0, maxBodies)) {
    if (own.volume < minBodyFraction * maxVolume) continue;
    const mask = maskGroup(region, options, (piece) => groupOf[piece] === own.group);
    if (yield* isHeld(rig, { ...options, mask })) bodies.push(own);
  }
  if (bodies.length < 2) return [options];
  const homes = yield* findHomes(region, groupOf, bodies);
  const largest = maxOf(bodies.map(({ volume }) => volume));
  const carried = bodies.map(({ group, volume }): GeometryOptions => {
    const fraction = volume / largest;
    return {
      ...options,
      mask: maskGroup(region, options, (piece) => homes[piece] === group),
      elementCount: Math.round(
        Math.max(fraction * options.elementCount, Math.min(minElements, options.elementCount)),
      ),
    };
  });
  return chooseBones(rig, region, options, homes, bodies, carried);
}

/**
 * Sets the bone of each body. The bone that was requested carries the bodies that it moves. For the other bodies `node` is removed, so that
 * each finds its own bone.
 */
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

/**
 * Returns a mask that keeps only the pieces for which `belongs` is true. Vertices outside the region's pieces keep their
 * weight.
 */
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
      return piece < 0 || belongs(piece) ? weight : Math.min(weight, outsideWeight);
    });
  });
}

/** Returns whether a bone or a cut holds a body, or none is needed (`isFree`). Returns false if the body is not a valid region. */
function* isHeld(rig: Rig, options: GeometryOptions): LongWork<boolean> {
  try {
    const region = yield* extractingRegion(rig, options);
    return options.isFree || region.isCut.includes(1) || findCore(rig, region, options, []).core !== null;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/**
 * Returns for each piece the group of the body to which it belongs, [pieceCount]. A piece that belongs to no body is assigned to the
 * nearest one.
 */
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
  const bodyCorners = bodies.flatMap(({ group }) => cornersOf.get(group)!);
  const tree = new PointTree(
    Float64Array.from(bodyCorners.flatMap((corner) => [...positions.subarray(3 * corner, 3 * corner + 3)])),
  );
  for (const [group, corners] of cornersOf) {
    if (homeOf.has(group)) continue;
    yield;
    const step = Math.max(1, Math.floor(corners.length / sampleCount));
    let [nearest, home] = [Infinity, 0];
    for (let k = 0; k < corners.length; k += step) {
      const [x, y, z] = positions.subarray(3 * corners[k], 3 * corners[k] + 3);
      const { index, distance } = tree.nearestByRank(x, y, z, (own) => bodyAt[bodyCorners[own]]);
      const body = bodyAt[bodyCorners[index]];
      if (distance > nearest || (distance === nearest && body >= home)) continue;
      [nearest, home] = [distance, body];
    }
    homeOf.set(group, bodies[home].group);
  }
  return groupOf.map((group) => homeOf.get(group)!);
}

/**
 * Returns the volume of each piece, m³, [pieceCount]. Hollows have a negative volume, so that they reduce the volume of the body around
 * them.
 */
function measurePieces({ surface: { positions, triangles }, pieceOf }: Region): number[] {
  const out: number[] = [];
  pieceOf.forEach((piece, triangle) => {
    out[piece] = (out[piece] ?? 0) + cornerVolume(positions, triangles, triangle);
  });
  return out;
}
