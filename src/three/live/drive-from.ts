import type { Object3D } from 'three';
import { LiveDrive } from '../../motion/live/live-drive.ts';

/** How a bone moves, read from three with every frame. */
export interface ObjectDrive extends LiveDrive {
  /** Reads the bone's pose, `dt` seconds after the one read before; `cut` where no motion joins the two. */
  read(dt: number, cut?: boolean): void;
}

/** Spatial velocity and acceleration of a bone (or any object) of the user's own, for what rides on it. */
export function driveFrom(bone: Object3D): ObjectDrive {
  const drive = new LiveDrive(bone.name || bone.type);
  return Object.assign(drive, {
    read(dt: number, cut = false) {
      bone.updateWorldMatrix(true, false);
      drive.push(bone.matrixWorld.elements, dt, cut);
    },
  });
}
