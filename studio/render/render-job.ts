/** A job of `aftermotion render` for the page: one scene, one camera, several times. Sent as JSON. */
export interface RenderJob {
  readonly name: string;
  /** The scene file as data. */
  readonly scene: unknown;
  /** Paths of the files as the scene writes them. The bytes of file k are at the address `files/k`. */
  readonly files: readonly string[];
  /** The moments of each picture, ascending. If there are several, they are averaged in linear light. */
  readonly pictures: readonly (readonly PictureMoment[])[];
  /** Size of the pictures, pixels. */
  readonly width: number;
  readonly height: number;
  /** Number of samples along each side of a pixel. */
  readonly samples: number;
  /**
   * The name of a camera, or its position and target: x y z tx ty tz, metres. Null: the first camera of the scene; without one, a camera behind
   * the subject, or in front of it if there is no ground.
   */
  readonly camera: string | readonly number[] | null;
  readonly renderer: 'webgl' | 'webgpu';
}

/** One moment while the shutter is open. */
export interface PictureMoment {
  /** Seconds. */
  readonly time: number;
  /** Offset of the picture's samples within their pixels, −0.5..0.5: right and down. */
  readonly offset: readonly [number, number];
}
