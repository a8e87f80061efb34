import type { BakeActor } from '../../src/index.ts';
import { maxOf, minOf } from '../../src/math/index.ts';
import { actorMiddle, Pose } from '../../src/motion/index.ts';
import { type ViewName, viewNames } from '../../src/scene/index.ts';

export { type ViewName, viewNames };

export type Point = readonly [number, number, number];

/** Position and target of a camera, metres. */
export interface CameraPosition {
  readonly position: Point;
  readonly target: Point;
  /** Vertical field of view, degrees. */
  readonly fieldOfView: number;
}

/** The subject of the cameras: one actor and its path. Its values depend only on t, so the same time gives the same camera. */
export interface Subject {
  /** Height of the subject, or the size that is needed to see all of it, m. */
  readonly height: number;
  /** Horizontal unit vector: direction of the subject's path over the whole run. */
  readonly forward: Point;
  /** Direction to the sun, of any length. Components: against the direction of the path, up, and to the left of the path. */
  readonly toSun: Point;
  /** Returns the middle of the body, smoothed over its gait. */
  middleAt(t: number): Point;
  /** Returns the middle of the last print that the subject left before t. */
  printAt(t: number): Point;
  /** Approximate height of the ground below the subject, m. */
  readonly floor: number;
  /** Half extents of the body about its middle, m: across its path, up, along its path. */
  readonly reach: Point;
  /** Position of the body at the start, and at the end. */
  readonly from: Point;
  readonly to: Point;
}

/** A low sun behind a character and to its left: prints cast shadows, and the character has a lit outline. */
const lowSun: Point = [0.46, 0.47, 0.75];
/** A low sun in front of the subject, for subjects that are seen from the front. */
const frontSun: Point = [-0.62, 0.62, 0.62];

/** The sun beside the camera of `character`. Light and shadows make fur visible. */
const coatSun: Point = [-0.25, 0.62, 0.75];

/** Returns the subject for views of a coat. If the subject does not travel, the sun lights its visible side. */
export function inCoat(subject: Subject): Subject {
  const { from, to, height } = subject;
  const stays = Math.hypot(to[0] - from[0], to[2] - from[2]) <= 0.2 * height;
  return stays ? { ...subject, toSun: coatSun } : subject;
}

/** Follows an actor from `start` to `end`, seconds. */
export function createSubject(bakeActor: BakeActor, start: number, end: number): Subject {
  const actor = bakeActor.character?.actor;
  const pose = actor && new Pose(actor.rig);
  const middleAt = (t: number): Point =>
    actor && pose ? actorMiddle(actor, t, pose) : boundsMiddle(bakeActor.posedMeshesAt(t));
  // A long and low actor is seen from a larger distance.
  const height = Math.max(0.05, bakeActor.report.height, 0.4 * longestSide(bakeActor.posedMeshesAt(start)));
  const from = middleAt(start);
  const to = middleAt(end);
  const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
  const length = Math.hypot(dx, dz);
  const forward: Point = length > 0.2 * height ? [dx / length, 0, dz / length] : [0, 0, 1];
  const printAt = rememberLast((t: number) => findLastPrint(bakeActor, Math.max(start, t), height));
  const floor = findFloor(bakeActor, start, end);
  return { height, forward, reach: reachOf(height), toSun: lowSun, floor, middleAt, printAt, from, to };
}

/** Maximum number of characters for which cameras follow one. More characters are seen together. */
const maxFollowed = 3;
/** The height of a character that represents a crowd, as a fraction of the crowd's radius. */
const crowdFraction = 0.85;

/** Follows actors from `start` to `end`, seconds: the first actor, or all actors if there are many. */
export function createSubjectOf(actors: readonly BakeActor[], start: number, end: number): Subject {
  const first = createSubject(actors[0], start, end);
  const characters = actors.flatMap(({ character }) => character?.actor ?? []);
  if (characters.length <= maxFollowed) return first;
  const middles = characters.map((actor) => actorMiddle(actor, start, new Pose(actor.rig)));
  const middle = [0, 1, 2].map((axis) => {
    const values = middles.map((position) => position[axis]);
    return (minOf(values) + maxOf(values)) / 2;
  }) as [number, number, number];
  const radius = maxOf(middles.map(([x, , z]) => Math.hypot(x - middle[0], z - middle[2])));
  const height = Math.max(first.height, crowdFraction * (radius + first.height));
  return {
    ...first,
    height,
    reach: [radius + first.height / 3, first.height / 2, radius + first.height / 3],
    middleAt: () => middle,
    from: middle,
    to: middle,
  };
}

/** Returns the lowest height of the character, which is the bottom of its prints. */
function findFloor(actor: BakeActor, start: number, end: number): number {
  const moments = 16;
  let floor = Infinity;
  for (let moment = 0; moment < moments; moment++) {
    const t = start + (Math.min(end - start, 1) * (moment + 0.5)) / moments;
    floor = Math.min(floor, findSole(actor.posedMeshesAt(t), 0)[1]);
  }
  return floor;
}

/** Creates a subject without actors. The cameras look at a position. */
export function createStillSubject(position: Point, size: number): Subject {
  return {
    height: size,
    forward: [1, 0, 0],
    reach: reachOf(size),
    toSun: lowSun,
    floor: position[1],
    middleAt: () => [position[0], position[1] + size / 2, position[2]],
    printAt: () => position,
    from: position,
    to: position,
  };
}

/** Creates a subject of only particles or grass. The cameras show all of it, from a direction in which text can be read. */
export function createPointsSubject({ min, max }: { readonly min: Point; readonly max: Point }): Subject {
  const middle: Point = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const reach: Point = [max[0] - middle[0], max[1] - middle[1], max[2] - middle[2]];
  const floor = Math.min(0, min[1]);
  const position: Point = [middle[0], floor, middle[2]];
  return {
    height: Math.max(0.05, 2 * reach[1], 1.1 * reach[0], 1.1 * reach[2]),
    forward: [0, 0, 1],
    reach,
    toSun: frontSun,
    floor,
    middleAt: () => middle,
    printAt: () => position,
    from: middle,
    to: middle,
  };
}

/** Returns the approximate half extents of a standing character. */
function reachOf(height: number): Point {
  return [0.3 * height, height / 2, 0.3 * height];
}

/** Returns the position of a named camera at t. Lengths are those of a character of 1.75 m, scaled to its own size. */
export function placeCamera(view: ViewName, subject: Subject, t: number, aspect: number): CameraPosition {
  const unit = subject.height / 1.75;
  const [fx, , fz] = subject.forward;
  const [x, , z] = subject.middleAt(t);
  const { floor } = subject;
  // Returns a point in front of, above and to the right of a point on the ground, along the path of the subject.
  const around = (origin: Point, ahead: number, up: number, right: number): Point => [
    origin[0] + unit * (ahead * fx - right * fz),
    origin[1] + unit * up,
    origin[2] + unit * (ahead * fz + right * fx),
  ];
  const body: Point = [x, floor, z];
  // A narrow picture shows less at the sides, so the distance is larger. It is limited so that the character does not become too small.
  const back = Math.max(1, (1.5 / aspect) ** 0.75);
  switch (view) {
    case 'follow':
      return {
        position: around(body, -5.7 * back, 2.35 * back, 3.6 * back),
        target: around(body, -1.55, 0.6, 0.02),
        fieldOfView: 33,
      };
    case 'character':
      return {
        position: around(body, 2.8 * back, 1.6 * back, -3.4 * back),
        target: around(body, 0, 0.75, 0),
        fieldOfView: 33,
      };
    case 'side':
      // From the left, where the sun is.
      return {
        position: around(body, -1.5, 2.2 * back, -6 * back),
        target: around(body, -1.1, 0.5, 0),
        fieldOfView: 30,
      };
    case 'front': {
      const [across, up, along] = subject.reach;
      const fieldOfView = 30;
      const wide = Math.tan((fieldOfView * Math.PI) / 360);
      const height = subject.middleAt(t)[1];
      // Flat subjects are seen from higher up, and their far side is small.
      const isFlat = up < 0.5 * Math.min(across, along);
      const rise = isFlat ? 0.5 : 0.1;
      const room = isFlat ? 1 : 1.18;
      const near = isFlat ? 0.6 * along : along;
      // The camera is slightly above and to one side, for depth. Some padding is added.
      const away = near + (room * Math.max(up + rise * along, (across + 0.2 * along) / aspect)) / wide;
      return {
        position: [
          x + away * (0.98 * fx - 0.17 * fz),
          height + rise * away,
          z + away * (0.98 * fz + 0.17 * fx),
        ],
        target: [x, height, z],
        fieldOfView,
      };
    }
    case 'top':
      return {
        position: around(body, -1.6, 9 * back, 0.6),
        target: around(body, -1.6, 0, 0),
        fieldOfView: 30,
      };
    case 'close': {
      const print = subject.printAt(t);
      return {
        position: around(print, -0.36, 0.36, 0.34),
        target: around(print, 0.02, 0, 0),
        fieldOfView: 34,
      };
    }
    case 'strip': {
      const [from, to] = [subject.from, subject.to];
      const middle: Point = [(from[0] + to[0]) / 2, floor, (from[2] + to[2]) / 2];
      const half = Math.hypot(to[0] - from[0], to[2] - from[2]) / 2 / unit + 1.2;
      const away = ((half * 1.02) / Math.tan((15 * Math.PI) / 180) / aspect) * 0.96;
      return {
        position: around(middle, -0.12 * half, 0.42 * away, 0.86 * away),
        target: around(middle, 0, 0.1, 0),
        fieldOfView: 30,
      };
    }
  }
}

type PosedMeshes = ReturnType<BakeActor['posedMeshesAt']>;

function boundsMiddle(meshes: PosedMeshes): Point {
  const { min, max } = findBounds(meshes);
  if (!Number.isFinite(min[0])) return [0, 0, 0];
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}

function longestSide(meshes: PosedMeshes): number {
  const { min, max } = findBounds(meshes);
  return Math.max(max[0] - min[0], max[2] - min[2]);
}

function findBounds(meshes: PosedMeshes): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes) {
    for (let k = 0; k < positions.length; k++) {
      min[k % 3] = Math.min(min[k % 3], positions[k]);
      max[k % 3] = Math.max(max[k % 3], positions[k]);
    }
  }
  return { min, max };
}

/**
 * Returns the middle of the lowest points at a recent time: when the character was lowest on ground that nothing of it covers at t. If it covers
 * all of this ground, as when it does not move, covered ground counts too.
 */
function findLastPrint(actor: BakeActor, t: number, height: number): Point {
  const now = actor.posedMeshesAt(t);
  let best: Point = [0, 0, 0];
  let [lowest, isFree] = [Infinity, false];
  const moments = 24;
  for (let moment = 0; moment < moments; moment++) {
    const sole = findSole(actor.posedMeshesAt(Math.max(0, t - 0.24 - 0.045 * moment)), 0.02 * height);
    const free = !isCovered(now, sole, 0.15 * height);
    if (isFree && !free) continue;
    if (free === isFree && sole[1] >= lowest) continue;
    [best, lowest, isFree] = [sole, sole[1], free];
  }
  return best;
}

/** Whether a point of the meshes is above a point of the ground, closer than `reach` horizontally and than twice of it vertically. */
function isCovered(meshes: PosedMeshes, [x, y, z]: Point, reach: number): boolean {
  return meshes.some(({ positions }) => {
    for (let k = 0; k < positions.length; k += 3) {
      const [dx, dz] = [positions[k] - x, positions[k + 2] - z];
      if (positions[k + 1] < y + 2 * reach && dx * dx + dz * dz < reach * reach) return true;
    }
    return false;
  });
}

/** Returns the middle of everything within `reach` above the lowest point, at the height of the lowest point. */
function findSole(meshes: PosedMeshes, reach: number): Point {
  let low = Infinity;
  for (const { positions } of meshes)
    for (let k = 1; k < positions.length; k += 3) low = Math.min(low, positions[k]);
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes) {
    for (let k = 0; k < positions.length; k += 3) {
      if (positions[k + 1] > low + reach) continue;
      box[0] = Math.min(box[0], positions[k]);
      box[1] = Math.min(box[1], positions[k + 2]);
      box[2] = Math.max(box[2], positions[k]);
      box[3] = Math.max(box[3], positions[k + 2]);
    }
  }
  return Number.isFinite(low) ? [(box[0] + box[2]) / 2, low, (box[1] + box[3]) / 2] : [0, 0, 0];
}

function rememberLast<Value>(compute: (t: number) => Value): (t: number) => Value {
  let last: { t: number; value: Value } | null = null;
  return (t) => {
    if (last?.t !== t) last = { t, value: compute(t) };
    return last.value;
  };
}
