import { InputError } from '../../../input-error.ts';
import { append } from '../../../math/lists.ts';
import type { Rig } from '../../../motion/rig.ts';
import type { ClosedSurface } from '../../../motion/tet-mesh.ts';
import { weldMesh } from '../../../motion/weld-vertices.ts';
import { type BoneCore, type Capsule, capsulesCore, type Point, surfaceCore } from './bone-core.ts';
import { closeSurface } from './close-surface.ts';
import type { Region } from './extract-region.ts';
import { type RegionField, wall } from './region-field.ts';

/** The bone core of a part. Positions are in the part's space, in metres; those of a mesh are in mesh space, in its unit. */
export type CoreChoice =
  | { readonly kind: 'none' }
  /** The bones of the region's joints, clipped to the region. Default radius: a fraction of the flesh's thickness around each bone. */
  | { readonly kind: 'bones'; readonly radius?: number }
  | { readonly kind: 'capsule'; readonly from: Point; readonly to: Point; readonly radius: number }
  | { readonly kind: 'mesh'; readonly surface: ClosedSurface };

/** If no radius is given, the radius of a bone is this fraction of the flesh's thickness around it, as in a human thigh. */
const boneFraction = 0.22;
/** A bone ends where the thickness of the flesh around it is below this many radii. */
const minCover = 1.4;
const sampleCount = 48;

/**
 * Creates the bone core that a choice describes and checks it against the region (`field`: the region without a core). Returns null for no
 * core.
 *
 * joints: the region's joints, empty for all; cell: expected side length of the lattice's cubes, metres. If something was trimmed, this is
 * added to the warnings. Throws InputError if a given core crosses the skin, or if no bone of the given radius fits.
 */
export function chooseCore(
  choice: CoreChoice,
  rig: Rig,
  joints: readonly number[],
  region: Region,
  field: RegionField,
  cell: number,
  path: string,
  warnings: string[],
): BoneCore | null {
  if (choice.kind === 'none') return null;
  if (choice.kind === 'bones')
    return findBones(choice.radius, rig, joints, region, field, cell, path, warnings);
  if (choice.kind === 'capsule' && !(choice.radius > 0 && choice.radius < Infinity)) {
    throw InputError.at(`${path}.core.radius`, `expected a radius > 0 m, got ${choice.radius}`);
  }
  const core =
    choice.kind === 'capsule'
      ? capsulesCore([choice])
      : surfaceCore(prepareCore(choice.surface, region.frame.scale, `${path}.core`, warnings));
  checkCore(core, field, `${path}.core`);
  return core;
}

/** Converts a given core to metres, joins its vertices, and closes it if it is open. */
function prepareCore(
  { positions, triangles }: ClosedSurface,
  scale: number,
  path: string,
  warnings: string[],
): ClosedSurface {
  const joined = weldMesh({ positions: positions.map((value) => value * scale), indices: triangles });
  const closed = closeSurface(joined.positions, joined.indices, () => false, path);
  append(
    warnings,
    closed.warnings.map((warning) => `bone core: ${warning}`),
  );
  return closed.surface;
}

/**
 * Checks that a core is inside a region. It may extend beyond a cut, but not through the skin.
 *
 * If it does, throws InputError with the distance by which it protrudes, and the position.
 */
export function checkCore(core: BoneCore, field: RegionField, path: string): void {
  const { samples } = core;
  const { bounds } = field.tree;
  const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  let furthest = 1e-3 * size;
  let at = -1;
  let isInside = false;
  for (let k = 0; k < samples.length; k += 3) {
    const distance = field.value(samples[k], samples[k + 1], samples[k + 2]);
    if (distance < 0) isInside = true;
    if (distance <= furthest || field.source === wall.cut) continue;
    furthest = distance;
    at = k;
  }
  if (at >= 0) {
    const point = [samples[at], samples[at + 1], samples[at + 2]].map((value) => value.toPrecision(3));
    throw InputError.at(
      path,
      `expected a bone core inside the region, got one that reaches ${furthest.toPrecision(3)} m out of its skin, furthest at ` +
        `(${point.join(', ')}) m in mesh space; make it shorter or thinner, or select more of the body`,
    );
  }
  if (!isInside) {
    throw InputError.at(
      path,
      'expected a bone core inside the region, got one with no point of its wall inside',
    );
  }
}

function findBones(
  radius: number | undefined,
  rig: Rig,
  joints: readonly number[],
  region: Region,
  field: RegionField,
  cell: number,
  path: string,
  warnings: string[],
): BoneCore | null {
  if (radius !== undefined && !(radius > 0 && radius < Infinity)) {
    throw InputError.at(`${path}.coreRadius`, `expected a radius > 0 m, got ${radius}`);
  }
  const capsules: Capsule[] = [];
  let thickest = 0;
  for (const [from, to] of listBones(rig, joints, region, field)) {
    const { capsule, cover } = fitCapsule(from, to, radius, field, cell);
    thickest = Math.max(thickest, cover);
    if (capsule) capsules.push(capsule);
  }
  if (capsules.length > 0) return capsulesCore(capsules);
  if (radius !== undefined) {
    throw InputError.at(
      `${path}.coreRadius`,
      `expected a bone that fits into the flesh, got a radius of ${radius} m where the flesh around the bones is at most ` +
        `${thickest.toPrecision(3)} m thick; give a smaller radius, or leave it out`,
    );
  }
  warnings.push('no bone of the region lies inside it; only its cuts hold it');
  return null;
}

/**
 * Returns the bones: from each joint of the region to its child joints. For a joint without children, the bone goes from the joint to the
 * skin, in the direction away from its parent.
 */
function listBones(
  rig: Rig,
  joints: readonly number[],
  region: Region,
  field: RegionField,
): (readonly [Point, Point])[] {
  const { frame } = region;
  const isJoint = new Set<number>();
  for (const { surface } of region.moved) {
    const { skin, node } = rig.surfaces[surface];
    if (skin < 0) isJoint.add(node);
    // Joints of all skins are used for rigid surfaces, because the surfaces of a robot, for example, follow joints of the skins of its
    // hands.
    for (const { joints: own } of skin < 0 ? rig.skins : [rig.skins[skin]]) {
      for (const joint of own) isJoint.add(joint);
    }
  }
  const chosen = joints.length > 0 ? joints : [...isJoint];
  const positionOf = (node: number): Point => {
    const [x, y, z] = frame.positionOf(node);
    return [x * frame.scale, y * frame.scale, z * frame.scale];
  };
  const parentOf = (node: number): number => {
    let above = rig.nodes[node].parent;
    while (above >= 0 && !isJoint.has(above)) above = rig.nodes[above].parent;
    return above;
  };
  const children = new Map<number, number[]>();
  for (const joint of isJoint) {
    const above = parentOf(joint);
    if (above >= 0) children.set(above, [...(children.get(above) ?? []), joint]);
  }
  const { bounds } = field.tree;
  const size = bounds[3] - bounds[0] + (bounds[4] - bounds[1]) + (bounds[5] - bounds[2]);
  return chosen.flatMap((joint): (readonly [Point, Point])[] => {
    const from = positionOf(joint);
    const below = (children.get(joint) ?? [])
      .map(positionOf)
      .filter((to) => distanceOf(from, to) > 1e-3 * size);
    if (below.length > 0) return below.map((to) => [from, to] as const);
    const above = parentOf(joint) >= 0 ? parentOf(joint) : rig.nodes[joint].parent;
    if (above < 0) return [];
    const back = positionOf(above);
    const length = distanceOf(back, from);
    if (!(length > 1e-3 * size)) return [];
    const onward: Point = [
      from[0] + ((from[0] - back[0]) * size) / length,
      from[1] + ((from[1] - back[1]) * size) / length,
      from[2] + ((from[2] - back[2]) * size) / length,
    ];
    return [[from, endInside(from, onward, field)]];
  });
}

/**
 * Returns the last point inside the region before a line first leaves it. The line may start outside, since a joint is often
 * just beyond the cut.
 */
function endInside(from: Point, to: Point, field: RegionField): Point {
  let last = from;
  let isInside = false;
  for (let k = 1; k <= 2 * sampleCount; k++) {
    const point = between(from, to, (k / (2 * sampleCount)) ** 2);
    if (field.contains(...point)) {
      isInside = true;
      last = point;
    } else if (isInside) {
      break;
    }
  }
  return last;
}

/** Returns the longest section of a bone that has enough flesh around it, as a capsule; null if there is none. */
function fitCapsule(
  from: Point,
  to: Point,
  given: number | undefined,
  field: RegionField,
  cell: number,
): { capsule: Capsule | null; cover: number } {
  // Distance from each point to the skin; negative outside.
  const covers = Array.from({ length: sampleCount + 1 }, (_, k) => {
    const point = between(from, to, k / sampleCount);
    if (!field.contains(...point)) return -1;
    return field.skinTree?.nearest(...point) ?? 0;
  });
  const inside = covers.filter((cover) => cover > 0).sort((a, b) => a - b);
  if (inside.length === 0) return { capsule: null, cover: 0 };
  const middle = inside[inside.length >> 1];
  // If a bone were thinner than the elements, it would fall between their nodes.
  const radius = given ?? Math.max(boneFraction * middle, Math.min(0.6 * cell, 0.45 * middle));
  let best = [0, -1];
  let start = -1;
  covers.forEach((cover, k) => {
    if (cover < minCover * radius) start = -1;
    else if (start < 0) start = k;
    if (start >= 0 && k - start > best[1] - best[0]) best = [start, k];
  });
  const cover = inside[inside.length - 1];
  if (best[1] < best[0]) return { capsule: null, cover };
  const ends = best.map((k) => between(from, to, k / sampleCount));
  return { capsule: { from: ends[0], to: ends[1], radius }, cover };
}

function between(from: Point, to: Point, fraction: number): Point {
  return [
    from[0] + fraction * (to[0] - from[0]),
    from[1] + fraction * (to[1] - from[1]),
    from[2] + fraction * (to[2] - from[2]),
  ];
}

function distanceOf(a: Point, b: Point): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}
