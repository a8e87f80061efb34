import type { MorphSurface } from '../../systems/outputs/morph.ts';

/** The motion of one morph output over a bake: its shapes, and the amplitudes of the shapes at every step of the system. */
export interface MorphTrack {
  readonly name: string;
  /** Name of the actor whose surfaces the track moves. */
  readonly actor: string;
  readonly modeCount: number;
  readonly surfaces: readonly MorphSurface[];
  /** Times in seconds of the scene, ascending: every step of the system, and every frame. [sampleCount] */
  readonly times: Float64Array;
  /** The times of the steps alone, which do not depend on the frame rate. */
  readonly stepTimes: Float64Array;
  /** Amplitudes, [sampleCount · modeCount]. */
  readonly amplitudes: Float64Array;
  /** The prepared data of the system, for the extras of the file. Absent if it is not written. */
  readonly prepared?: Uint8Array;
}

/**
 * Writes a track's amplitudes at a time into out[offset …]: linear between samples, constant before the first and after the last.
 *
 * Steps are many times shorter than any visible period, so linear interpolation is accurate enough.
 */
export function sampleTrack(track: MorphTrack, time: number, out: Float64Array, offset: number): void {
  const { times, amplitudes, modeCount } = track;
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  const next = Math.min(low + 1, times.length - 1);
  const span = times[next] - times[low];
  const fraction = span > 0 ? Math.min(1, Math.max(0, (time - times[low]) / span)) : 0;
  for (let mode = 0; mode < modeCount; mode++) {
    const value = amplitudes[low * modeCount + mode];
    out[offset + mode] = value + (amplitudes[next * modeCount + mode] - value) * fraction;
  }
}

/**
 * Returns the amplitudes of several tracks at given times: [times.length · number of all modes], with the modes of the tracks one after the
 * other.
 */
export function sampleTracksAt(tracks: readonly MorphTrack[], times: ArrayLike<number>): Float64Array {
  const width = tracks.reduce((sum, { modeCount }) => sum + modeCount, 0);
  const out = new Float64Array(times.length * width);
  for (let k = 0; k < times.length; k++) {
    let offset = k * width;
    for (const track of tracks) {
      sampleTrack(track, times[k], out, offset);
      offset += track.modeCount;
    }
  }
  return out;
}
