import type { BakePlan } from './bake-plan.ts';

/** Describes the current frame for progress messages: `frame 12 of 48`, or the frame with its number if the scene numbers frames. */
export function describeFrame({ times, firstFrame, lastFrame }: BakePlan, frame: number): string {
  if (frame < firstFrame)
    return `on the way to frame ${times.isNumbered ? times.number(firstFrame) : firstFrame}`;
  const count = `${frame - firstFrame + 1} of ${lastFrame - firstFrame + 1}`;
  return times.isNumbered ? `frame ${times.number(frame)}, ${count}` : `frame ${count}`;
}
