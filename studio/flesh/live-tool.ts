import { Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { LiveDrive } from '../../src/motion/index.ts';
import {
  advanceFlesh,
  createFlesh,
  type FleshParams,
  type FleshState,
  settleFlesh,
  showMorph,
} from '../../src/systems/flesh/index.ts';
import { attachFlesh, type FleshBinding } from '../../src/three/index.ts';
import type { PointerTool } from '../view/pointer-tool.ts';
import type { FrozenCharacter } from './frozen-character.ts';
import { HandSpring } from './hand-spring.ts';
import type { PreparedFlesh } from './prepared-flesh.ts';

/** The object that a hand moves: a joint, which rotates about its origin, or the whole character. */
export type HandGrip = 'joint' | 'character';

/** A part with its current parameters. */
export interface LivePart {
  readonly prepared: PreparedFlesh;
  readonly params: FleshParams;
}

/** furthestTurn: maximum rotation of a joint, radians. furthestCarry: maximum displacement of a character, as a fraction of its height. */
const furthestTurn = 1.2;
const furthestCarry = 0.4;
/** A shake: duration, frequency, and amplitude as a fraction of the maximum. */
const shakeTime = 0.9;
const shakeRate = 2.2;
const shakeFraction = 0.3;
/** Minimum lever, as a fraction of the character's height: if the hand is nearer to the joint, this value is used. */
const minLever = 0.12;
/** Seconds for which flesh continues to oscillate after everything else has stopped. */
const afterTime = 8;

interface Rider {
  readonly state: FleshState;
  readonly drive: LiveDrive;
  readonly bone: Object3D;
}

/** Moves a joint, or the whole character, by hand. The character's flesh follows as in a run. */
export class LiveTool implements PointerTool {
  private binding: FleshBinding | null = null;
  private riders: Rider[] = [];
  private readonly spring = new HandSpring();
  private grabbed: { point: Vector3; pivot: Vector3; distance: number } | null = null;
  private shaken = Number.POSITIVE_INFINITY;
  private quiet = 0;
  private passed = 0;

  constructor(
    private readonly character: FrozenCharacter,
    parts: readonly LivePart[],
    /** Node of the joint that a hand rotates. */
    private readonly node: number,
    private grip: HandGrip,
  ) {
    character.stage.holdMorphs(true);
    character.stage.afterPose = () => this.pose();
    this.setParts(parts);
  }

  setGrip(grip: HandGrip): void {
    this.grip = grip;
    this.letGo();
    this.spring.value.fill(0);
    this.spring.velocity.fill(0);
  }

  /** Sets the current parts of the character. The flesh of all of them follows the motion. */
  setParts(parts: readonly LivePart[]): void {
    this.binding?.dispose();
    const { shown, stage } = this.character;
    shown.object.updateMatrixWorld(true);
    this.riders = parts.flatMap(({ prepared, params }) => {
      const bone = shown.nodeObject?.(prepared.part.node);
      if (!bone) return [];
      const state = createFlesh(prepared.part, params, { restDown: prepared.restDown });
      const drive = new LiveDrive(prepared.name, { inverseBind: state.part.inverseBind });
      return [{ state, drive, bone }];
    });
    const sources = this.riders.map(({ state }) => ({ ...showMorph(state), name: state.part.name }));
    this.binding = attachFlesh(shown.object, sources, {
      meshes: shown.meshes?.(),
      shading: stage.fleshShading,
    });
    this.quiet = 0;
  }

  /** Shakes the joint or character as a hand would, for users without a pointer. */
  shake(): void {
    this.shaken = 0;
    this.quiet = 0;
  }

  /** Moves the joint or character to a fraction of its range, −1 to 1, in the plane of the picture. Null releases it. */
  bend(share: number | null): void {
    this.quiet = 0;
    if (share === null) this.letGo();
    else this.spring.target = this.inPicture(share);
  }

  frame(seconds: number): boolean {
    this.passed += seconds;
    if (this.shaken < shakeTime) {
      this.shaken += seconds;
      const turns = Math.sin(2 * Math.PI * shakeRate * this.shaken);
      this.spring.target = this.shaken < shakeTime ? this.inPicture(shakeFraction * turns) : null;
    }
    this.quiet = this.spring.advance(seconds) ? 0 : this.quiet + seconds;
    return this.quiet < afterTime;
  }

  press(x: number, y: number): boolean {
    const hit = this.character.pick(x, y);
    const joint = this.character.shown.nodeObject?.(this.node);
    if (!hit || !joint) return false;
    const pivot = joint.getWorldPosition(new Vector3());
    this.grabbed = { point: new Vector3(...hit.point), pivot, distance: hit.distance };
    this.shaken = Number.POSITIVE_INFINITY;
    this.spring.target = [0, 0, 0];
    return true;
  }

  drag(x: number, y: number): void {
    if (!this.grabbed) return;
    const { point, pivot, distance } = this.grabbed;
    const { origin, direction } = this.character.stage.rayAt(x, y);
    // The point stays at the depth in the picture at which it was grabbed.
    const to = new Vector3(...direction).multiplyScalar(distance).add(new Vector3(...origin));
    if (this.grip === 'character') {
      const max = furthestCarry * this.character.height;
      this.spring.target = to.sub(point).clampLength(0, max).toArray();
      return;
    }
    const lever = point.clone().sub(pivot);
    const min = minLever * this.character.height;
    if (lever.length() < min) lever.setLength(min);
    const led = lever.clone().add(to.sub(point));
    const axis = lever.clone().cross(led);
    const angle = Math.min(furthestTurn, lever.angleTo(led));
    this.spring.target = axis.lengthSq() > 0 ? axis.setLength(angle).toArray() : [0, 0, 0];
  }

  release(): void {
    this.letGo();
  }

  leave(): void {
    this.character.stage.afterPose = null;
    this.binding?.dispose();
    this.character.stage.holdMorphs(false);
  }

  private letGo(): void {
    this.grabbed = null;
    this.spring.target = null;
    this.quiet = 0;
  }

  /** Returns a motion in the plane of the picture: a rotation about the view direction, or a displacement up and down. */
  private inPicture(fraction: number): [number, number, number] {
    if (this.grip === 'character') return [0, fraction * furthestCarry * this.character.height, 0];
    const away = this.character.stage.camera.getWorldDirection(new Vector3());
    return away.multiplyScalar(fraction * furthestTurn).toArray();
  }

  /** The character is in the pose of its clip. Adds the motion by hand, and then the motion of the flesh. */
  private pose(): void {
    const { shown } = this.character;
    const { value } = this.spring;
    const { object } = shown;
    if (this.grip === 'character') {
      const { elements } = object.matrix;
      for (let axis = 0; axis < 3; axis++) elements[12 + axis] += value[axis];
      object.matrixWorldNeedsUpdate = true;
    } else {
      const joint = shown.nodeObject?.(this.node);
      if (joint) turnInWorld(joint, value);
    }
    object.updateMatrixWorld(true);
    const dt = this.passed;
    this.passed = 0;
    for (const { state, drive, bone } of this.riders) {
      if (!drive.push(bone.matrixWorld.elements, dt) && state.isSettled) continue;
      if (state.isSettled) advanceFlesh(state, drive, dt);
      else settleFlesh(state, drive.end);
    }
    this.binding?.update();
  }
}

/** Rotates an object about its own origin by a rotation vector in world axes. */
function turnInWorld(object: Object3D, [x, y, z]: readonly [number, number, number]): void {
  const angle = Math.hypot(x, y, z);
  if (angle < 1e-9) return;
  const turn = new Quaternion().setFromAxisAngle(new Vector3(x, y, z).divideScalar(angle), angle);
  const parent = new Quaternion();
  if (object.parent) {
    object.parent.updateWorldMatrix(true, false);
    new Matrix4().copy(object.parent.matrixWorld).decompose(new Vector3(), parent, new Vector3());
  }
  // world = rotation · parent · local
  object.quaternion.premultiply(parent.clone().invert().multiply(turn).multiply(parent));
}
