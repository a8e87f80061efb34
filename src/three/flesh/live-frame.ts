import type { Object3D } from 'three';
import { createMatrix, type Matrix, multiplyMatrices } from '../../math/matrix.ts';
import { slerp } from '../../math/slerp.ts';
import { maxSpeed } from '../../motion/drive.ts';
import {
  copyDriveFrame,
  createDriveFrame,
  type DriveAnchor,
  type DriveFrame,
  findBindPosition,
  measureScale,
  readDriveFrame,
} from '../../motion/drive-frame.ts';
import type { MovedFrame } from '../../systems/flesh/touch/relative-frame.ts';
import type { FeltSpace } from '../live/object-reference.ts';

/** The motion of an object of three.js over a frame, as contact reads it: see `readDriveFrame`. */
export class LiveFrame {
  /** Whether the last matrix was finite, and the object was not scaled to 0. */
  isPresent = false;
  private readonly from = createDriveFrame();
  private readonly to = createDriveFrame();
  private readonly moved: MovedFrame = { start: createDriveFrame(), end: createDriveFrame() };
  private readonly anchor: { readonly bind: DriveAnchor['bind']; scale: number };

  /** size: units of the scene per metre of the frame. */
  constructor(
    private readonly object: Object3D,
    private readonly inverseBind: Matrix,
    private readonly size: number,
    private readonly space: FeltSpace,
  ) {
    this.anchor = { bind: findBindPosition(inverseBind), scale: 0 };
  }

  /** Reads the pose at the end of a frame of `dt` seconds. cut: whether no motion connects it to the last one. Returns whether there is a pose. */
  read(dt: number, cut: boolean): boolean {
    readMatrix(world, this.object, this.size, this.space);
    multiplyMatrices(matrix, 0, world, 0, this.inverseBind, 0);
    const wasPresent = this.isPresent;
    this.isPresent = matrix.every(Number.isFinite);
    if (!this.isPresent) return false;
    if (!(this.anchor.scale > 0)) this.anchor.scale = measureScale(matrix);
    const { from, to } = this;
    copyDriveFrame(from, to);
    readDriveFrame(to, matrix, this.anchor);
    this.isPresent = !to.vanishes;
    let square = 0;
    for (let axis = 0; axis < 3; axis++) square += (to.position[axis] - from.position[axis]) ** 2;
    const isJump = from.mirror !== to.mirror || square > (maxSpeed * dt) ** 2;
    if (cut || !wasPresent || isJump) copyDriveFrame(from, to);
    return this.isPresent;
  }

  /** Returns the motion between two fractions of the last frame. The result is overwritten by the next call. */
  between(start: number, end: number): MovedFrame {
    this.writeAt(this.moved.start, start);
    this.writeAt(this.moved.end, end);
    return this.moved;
  }

  private writeAt(out: DriveFrame, s: number): void {
    const { from, to } = this;
    copyDriveFrame(out, s > 0 ? to : from);
    if (s === 0 || s === 1) return;
    for (let axis = 0; axis < 3; axis++) {
      out.position[axis] = from.position[axis] + s * (to.position[axis] - from.position[axis]);
    }
    slerp(out.rotation, from.rotation, to.rotation, s);
  }
}

/** Writes the world matrix of an object [16] in metres of the part, without that part of the reference's motion that is not felt. */
export function readMatrix(out: Float64Array, object: Object3D, size: number, space: FeltSpace): void {
  object.updateWorldMatrix(true, false);
  out.set(object.matrixWorld.elements);
  space.take(out);
  for (let k = 0; k < 16; k++) if (k % 4 !== 3) out[k] /= size;
}

const world = createMatrix();
const matrix = createMatrix();
