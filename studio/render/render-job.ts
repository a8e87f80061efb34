/** A job of `aftermotion render` for the page: one scene, one camera, several times. Sent as JSON. */
export interface RenderJob {
  readonly name: string;
  /** The scene file as data. */
  readonly scene: unknown;
  /** Paths as the scene writes them. The bytes of file k are at `files/k`. */
  readonly files: readonly string[];
  /** Seconds, rising. */
  readonly times: readonly number[];
  /** Pixels of the pictures. */
  readonly width: number;
  readonly height: number;
  /** Samples across and down in each pixel. */
  readonly samples: number;
  /**
   * The name of a camera, or its position and target: x y z tx ty tz, metres. Null: from behind, or from the front if there is no
   * ground to look along.
   */
  readonly camera: string | readonly number[] | null;
  readonly renderer: 'webgl' | 'webgpu';
}
