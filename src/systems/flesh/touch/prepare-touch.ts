import { InputError, type InputFault } from '../../../input-error.ts';
import { append } from '../../../math/lists.ts';
import { createMatrix } from '../../../math/matrix.ts';
import type { Actor } from '../../../motion/actor.ts';
import { createRestPose, type Pose } from '../../../motion/pose.ts';
import { hintAtName } from '../../../nearest-name.ts';
import type { PrepareContext } from '../../prepare-context.ts';
import type { BoneRequest } from '../../system.ts';
import { findJointNodes } from '../find-joint-nodes.ts';
import { nameNode } from '../mesh/part-frame.ts';
import type { FleshParams } from '../params.ts';
import type { FleshPart } from '../part.ts';
import { fitRoundedBox } from './fit-rounded-box.ts';
import { PosedSurface } from './posed-surface.ts';
import {
  findInside,
  frameOf,
  listBones,
  listPoints,
  minPoints,
  poseAtRest,
  readMeshes,
  type TouchJoint,
  toFrame,
} from './touch-rig.ts';
import {
  createBoxShape,
  createCapsule,
  createGroundShape,
  type RoundedBox,
  type TouchShape,
} from './touch-shape.ts';
import type { TouchBody } from './touch-solver.ts';
import { TouchSurface } from './touch-surface.ts';

/** The bodies that touch the flesh of a system, and the surfaces that they touch. */
export interface PreparedTouch {
  /** The bones whose motion contact needs. Its drives follow those of the parts. */
  readonly requests: readonly BoneRequest[];
  /** For each part. */
  readonly parts: readonly TouchedPart[];
}

/** A part as contact needs it. Drives are indices into `requests`; null for what stands still in the world. */
export interface TouchedPart {
  readonly surface: TouchSurface;
  readonly joints: readonly number[];
  readonly bodies: readonly { readonly body: TouchBody; readonly drive: number | null }[];
  /** The other parts that touch it. Null: none do. */
  readonly others: TouchingParts | null;
  /** Descriptions of the shapes for the report. */
  readonly shapes: readonly TouchShapeReport[];
  readonly warnings: readonly string[];
}

/** The other parts that touch a part. */
export interface TouchingParts {
  readonly friction: number;
  /** For each part of the system: see `TouchBody.ignoredBy`. */
  readonly ignoredBy: readonly Uint8Array[];
}

/** A shape in the report, metres. */
export interface TouchShapeReport {
  readonly name: string;
  /** Lengths of the edges of its box, including the rounding, and the radius of the rounding. Absent for a ground. */
  readonly size?: readonly number[];
  readonly radius?: number;
  /** Mean distance of the fitted shape from the surface of the body. Absent for shapes that the scene gives. */
  readonly meanDistance?: number;
}

/** A body of `touchedBy`. */
export interface TouchingBody {
  readonly name: string;
  readonly shape: TouchShape;
  readonly friction: number;
  readonly bone: { readonly actor: Actor; readonly node: number } | null;
  /** Whether points that are inside in the rest pose ignore it. */
  readonly isOwnLimb: boolean;
  readonly report: TouchShapeReport;
}

type Entry = FleshParams['touchedBy'][number];

/** A warning is reported if a fitted shape is farther from the surface than this fraction of its longest edge, on average. */
const maxMeanDistance = 0.1;
/** Prepares the contact of parts with bodies and with each other. Null if `touchedBy` is empty. */
export function prepareTouch(
  bodies: readonly TouchingBody[],
  actor: Actor,
  parts: readonly FleshPart[],
  { touchedBy }: Pick<FleshParams, 'touchedBy'>,
): PreparedTouch | null {
  if (touchedBy.length === 0) return null;
  const requests: BoneRequest[] = [];
  const drives = bodies.map(({ bone }) =>
    bone ? requests.push({ actor: bone.actor.name, node: bone.node, inverseBind: createMatrix() }) - 1 : null,
  );
  const warnings = bodies.flatMap(({ report: { name, size, meanDistance } }) => {
    if (!size || !meanDistance) return [];
    const longest = Math.max(size[0], size[1], size[2]);
    if (meanDistance <= maxMeanDistance * longest) return [];
    return [
      `the shape fitted to ${name} is ${Number((100 * meanDistance).toPrecision(2))} cm from its surface on average: name single joints, ` +
        'or describe it by capsules and boxes',
    ];
  });
  const shapes: TouchShapeReport[] = bodies.map(({ report }) => report);
  const mutual = touchedBy.find(({ shape }) => shape === 'parts');
  if (mutual && parts.length === 1) {
    warnings.push('touchedBy lists the other parts of this flesh, but it has only one');
  } else if (mutual) shapes.push({ name: 'the other parts' });
  const rest = createRestPose(actor.rig, actor.scale);
  const bonesOf = parts.map((part) => listBones(part, actor.rig));
  const surfaces = parts.map(
    (part, index) => new TouchSurface(part, readMeshes(part, actor.rig, bonesOf[index], rest)),
  );
  const ignored = mutual ? findTouchingAtRest(parts, bonesOf, surfaces, rest) : [];
  const touched = bonesOf.map((bones, index): TouchedPart => {
    const first = requests.length;
    for (const bone of bones) requests.push({ actor: actor.name, ...bone });
    const surface = surfaces[index];
    return {
      surface,
      joints: bones.map((_, k) => first + k),
      bodies: bodies.map(({ shape, friction, bone, isOwnLimb }, k) => ({
        body: {
          shape,
          friction,
          ignoredBy:
            isOwnLimb && bone
              ? findInside(shape, frameOf(rest, bone.node, null), bones, surface, rest)
              : null,
        },
        drive: drives[k],
      })),
      others: mutual && parts.length > 1 ? { friction: mutual.friction, ignoredBy: ignored[index] } : null,
      shapes,
      // The bodies are those of all parts.
      warnings: index === 0 ? warnings : [],
    };
  });
  return { requests, parts: touched };
}

/** Returns for each part and each other part which of its points are at the other part in the rest pose. */
function findTouchingAtRest(
  parts: readonly FleshPart[],
  bonesOf: readonly (readonly TouchJoint[])[],
  surfaces: readonly TouchSurface[],
  rest: Pose,
): Uint8Array[][] {
  return parts.map((_, index) =>
    parts.map((other, k) => {
      if (k === index) return new Uint8Array(0);
      const posed = new PosedSurface(surfaces[k], other.modeCount);
      poseAtRest(posed, other, bonesOf[k], rest);
      const shape: TouchShape = {
        isExact: true,
        measure(out, x, y, z) {
          const distance = posed.measure(out, x, y, z);
          return distance < 0 ? distance : posed.gap;
        },
      };
      return findInside(
        shape,
        frameOf(rest, other.node, other.inverseBind),
        bonesOf[index],
        surfaces[index],
        rest,
      );
    }),
  );
}

/**
 * Finds the bodies of `touchedBy`, and fits shapes to the surfaces of those that need it. Throws InputError with all names that do not exist.
 */
export function findTouchingBodies(params: FleshParams, own: Actor, context: PrepareContext): TouchingBody[] {
  const faults: InputFault[] = [];
  const bodies = params.touchedBy.flatMap((entry, index): TouchingBody[] => {
    if (entry.shape === 'parts') return [];
    const path = `${context.path}.touchedBy[${index}]`;
    try {
      return findBody(entry, own, context, path);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      append(faults, error.faults);
      return [];
    }
  });
  if (faults.length > 0) throw new InputError(faults);
  return bodies;
}

function findBody(
  entry: Exclude<Entry, { shape: 'parts' }>,
  own: Actor,
  context: PrepareContext,
  path: string,
): TouchingBody[] {
  const { friction } = entry;
  if (entry.shape === 'ground') {
    const { name, floor } = requireGround(entry.ground, context, path);
    const shape = createGroundShape(floor.heightAt);
    return [{ name, shape, friction, bone: null, isOwnLimb: false, report: { name } }];
  }
  const actor = requireBody(entry.actor, own, context, path);
  if (entry.shape === 'fitted') {
    return fitBodies(entry.joints, actor, own, path).map((found) => ({ ...found, friction }));
  }
  const node = requireJoint(actor, entry.joint, `${path}.joint`);
  const name = nameBody(actor, node);
  const box: RoundedBox =
    entry.shape === 'capsule'
      ? createCapsule(entry.from, entry.to, entry.radius)
      : {
          center: entry.center,
          axes: [1, 0, 0, 0, 1, 0, 0, 0, 1],
          half: entry.size.map((edge) => 0.5 * edge),
          radius: 0,
        };
  const report = describeBox(name, box);
  return [{ name, shape: createBoxShape(box), friction, bone: { actor, node }, isOwnLimb: false, report }];
}

function describeBox(name: string, { half, radius }: RoundedBox): TouchShapeReport {
  return { name, size: [0, 1, 2].map((axis) => 2 * (half[axis] + radius)), radius };
}

function requireGround(wanted: string | undefined, { grounds = new Map() }: PrepareContext, path: string) {
  const names = [...grounds.keys()];
  const name = wanted ?? (names.length === 1 ? names[0] : undefined);
  const floor = name === undefined ? undefined : grounds.get(name);
  if (name !== undefined && floor) return { name, floor };
  throw InputError.at(
    `${path}.ground`,
    wanted === undefined
      ? names.length === 0
        ? 'expected a ground in the scene, got none'
        : `expected the name of a ground, since there are several: ${names.join(', ')}`
      : `no ground is called "${wanted}", ${hintAtName(wanted, names)}`,
  );
}

function requireBody(
  wanted: string | undefined,
  own: Actor,
  { bodies = new Map() }: PrepareContext,
  path: string,
): Actor {
  if (wanted === undefined) return own;
  const actor = bodies.get(wanted);
  if (actor) return actor;
  throw InputError.at(
    `${path}.actor`,
    `no actor is called "${wanted}", ${hintAtName(wanted, [...bodies.keys()])}`,
  );
}

function requireJoint({ rig, name }: Actor, joint: string | number | undefined, path: string): number {
  if (joint === undefined) {
    if (rig.nodes.length === 1) return 0;
    throw InputError.at(path, `expected the name of a joint of ${name}: say to which joint it is fixed`);
  }
  const [node] = findJointNodes(rig, joint);
  if (node !== undefined) return node;
  throw InputError.at(
    path,
    `no joint of ${name} is called "${joint}", ${hintAtName(
      String(joint),
      rig.nodes.map((one) => one.name),
    )}`,
  );
}

function nameBody({ rig, name }: Actor, node: number): string {
  return rig.nodes.length === 1 ? name : `${name}/${nameNode(rig, node).replaceAll('"', '')}`;
}

/** Fits a shape to the surface that each of these joints moves, and each joint below it. Absent: all joints. */
function fitBodies(
  joints: readonly (string | number)[] | undefined,
  actor: Actor,
  own: Actor,
  path: string,
): Omit<TouchingBody, 'friction'>[] {
  const { rig, scale } = actor;
  if (joints === undefined && actor === own) {
    throw InputError.at(
      `${path}.joints`,
      'expected the joints of the limbs that touch the flesh, since the actor is the character itself',
    );
  }
  const tops = new Set(joints?.map((joint, k) => requireJoint(actor, joint, `${path}.joints[${k}]`)));
  const isMeant = (node: number): boolean =>
    joints === undefined ||
    tops.has(node) ||
    (rig.nodes[node].parent >= 0 && isMeant(rig.nodes[node].parent));
  const rest = createRestPose(rig, scale);
  const points = listPoints(rig, rest);
  const found = [...points.entries()]
    .filter(([node, own]) => isMeant(node) && own.length >= 3 * minPoints)
    .sort(([a], [b]) => a - b)
    .map(([node, world]) => {
      const local = toFrame(world, frameOf(rest, node, null));
      const { box, error } = fitRoundedBox(local);
      const name = nameBody(actor, node);
      return {
        name,
        shape: createBoxShape(box),
        bone: { actor, node },
        isOwnLimb: actor === own,
        report: { ...describeBox(name, box), meanDistance: error },
      };
    });
  if (found.length > 0) return found;
  throw InputError.at(
    `${path}.joints`,
    `expected joints that move a surface of ${actor.name}, got ${joints?.join(', ') ?? 'none'}`,
  );
}
