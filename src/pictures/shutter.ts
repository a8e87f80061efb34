import { r2Steps } from '../math/r2-sequence.ts';

/** One moment while the shutter of a camera is open. */
export interface ShutterMoment {
  /** Seconds. */
  readonly time: number;
  /** Offset of the picture's samples within their pixels, −0.5..0.5: right and down. */
  readonly offset: readonly [number, number];
}

/**
 * Returns the moments at which a picture with motion blur is drawn, to be averaged in linear light with equal weights: an accumulation buffer
 * (Haeberli and Akeley 1990). The shutter closes at `time`. It is divided into `count` equal parts, and each moment is the middle of a part.
 * The offsets smooth edges that do not move.
 *
 * time: seconds. open: how long the shutter is open, seconds. 0 gives one moment without an offset. start: start of the scene, seconds. There is
 * no motion before it.
 */
export function shutterMoments(
  time: number,
  open: number,
  count: number,
  start = -Infinity,
): ShutterMoment[] {
  if (open === 0) return [{ time, offset: [0, 0] }];
  return Array.from({ length: count }, (_, k) => ({
    time: Math.max(start, time - open * (1 - (k + 0.5) / count)),
    offset: subpixelOffset(k),
  }));
}

/** Returns an offset within a pixel. The first members of the R2 sequence fill the pixel evenly. */
function subpixelOffset(k: number): [number, number] {
  const [x, y] = r2Steps.map((step) => (k + 0.5) * step);
  return [x - Math.floor(x) - 0.5, y - Math.floor(y) - 0.5];
}
