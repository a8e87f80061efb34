import type { Object3D } from 'three';
import { LiveDrive } from '../../motion/live/live-drive.ts';

/** The motion of a bone, read from three.js in every frame. */
export interface ObjectDrive extends LiveDrive {
  /** Reads the bone's pose, `dt` seconds after the last read. cut: whether no motion connects the two poses. */
  read(dt: number, cut?: boolean): void;
}

/** Measures the spatial velocity and acceleration of the user's own bone (or of any object), for flesh that is attached to it. */
export function driveFrom(bone: Object3D): ObjectDrive {
  const drive = new LiveDrive(bone.name || bone.type);
  return Object.assign(drive, {
    read(dt: number, cut = false) {
      bone.updateWorldMatrix(true, false);
      drive.push(bone.matrixWorld.elements, dt, cut);
    },
  });
}
