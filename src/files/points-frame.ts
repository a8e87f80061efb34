/**
 * Particles at one moment, as files keep them. What a system shows as points is one as it stands. Arrays may be longer than
 * `count` asks for.
 */
export interface PointsFrame {
  readonly count: number;
  /** [count], rising: who is who from frame to frame. */
  readonly ids: Uint32Array;
  /** [3 · count] m and m/s. */
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  /** [4 · count] unit quaternions x y z w; null where nothing turns. */
  readonly orientations: Float32Array | null;
  /** [4 · count] red, green, blue (linear light, 0..1), opacity. */
  readonly colors: Float32Array;
  /** [count] diameters, m. */
  readonly sizes: Float32Array;
  /** [count] seconds. */
  readonly birthTimes: Float32Array;
  /** [count] each: the user's own, by name. */
  readonly attributes: ReadonlyMap<string, Float32Array>;
}

/**
 * Names as a file can hold them, in the same order: letters, digits and underscores (the rest becomes an underscore), no digit
 * first, none of `taken` and no two alike, whatever their case.
 */
export function fitNames(names: Iterable<string>, taken: Iterable<string> = []): string[] {
  const used = new Set(Array.from(taken, (name) => name.toLowerCase()));
  return Array.from(names, (name) => {
    const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d|$)/, '_');
    let fitting = plain;
    for (let k = 2; used.has(fitting.toLowerCase()); k++) fitting = `${plain}_${k}`;
    used.add(fitting.toLowerCase());
    return fitting;
  });
}
