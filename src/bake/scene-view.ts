/** A camera of a scene. Its values depend only on the time. */
export interface BakeCamera {
  readonly name: string;
  /** Whether anything of it changes over time. */
  readonly isMoving: boolean;
  /** Returns the camera at t, seconds. */
  at(t: number): CameraView;
}

/** A camera at one time. Metres, Y up. */
export interface CameraView {
  readonly position: readonly [number, number, number];
  /** Unit quaternion x, y, z, w. Not rotated, the camera looks along −z, and y is up, as in glTF and USD. */
  readonly rotation: readonly [number, number, number, number];
  /** Distance of what it looks at, metres, > 0. */
  readonly distance: number;
  /** Angle between the upper and the lower edge of the picture, rad. */
  readonly fieldOfView: number;
}

/** The lights of a scene. What is absent does not shine. */
export interface BakeLights {
  readonly sun?: BakeSun;
  /** Brightness of the sky relative to a clear day. */
  readonly sky?: number;
}

/** A distant light with parallel rays. */
export interface BakeSun {
  /** Unit vector from the scene to the sun. */
  readonly toSun: readonly [number, number, number];
  /** Linear, the largest component is 1. */
  readonly color: readonly [number, number, number];
  /** Irradiance of a surface that faces the sun, divided by π. With 1, a white surface is exactly white. */
  readonly strength: number;
}
