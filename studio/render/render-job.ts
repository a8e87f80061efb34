/** What `aftermotion render` asks of the page: one scene, one camera, some moments. Travels as JSON. */
export interface RenderJob {
  readonly name: string;
  /** The scene file as data. */
  readonly scene: unknown;
  /** Paths as the scene writes them; the bytes of number k are at `files/k`. */
  readonly files: readonly string[];
  /** Seconds, rising. */
  readonly times: readonly number[];
  /** Pixels of the pictures. */
  readonly width: number;
  readonly height: number;
  /** Samples across and down a pixel. */
  readonly samples: number;
  /**
   * A camera by name, or where it stands and looks: x y z tx ty tz, metres; null: from behind, or from the front where there
   * is no ground to look along.
   */
  readonly camera: string | readonly number[] | null;
  readonly renderer: 'webgl' | 'webgpu';
}
