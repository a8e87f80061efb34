import type { LiveDrive } from '../../motion/live/live-drive.ts';
import type { FleshState } from './state.ts';
import { isReset, settleFlesh, showFlesh, stepFlesh, type Touching } from './step.ts';

/** Contact takes steps of no more than this, seconds, so that frames of 30 per second press as deep as shorter ones. */
const maxTouchStep = 0.02;

/**
 * Advances flesh by the frame that was pushed to its drive. A frame with a large rotation is divided into several steps. dt: duration of
 * the frame in seconds.
 *
 * The first frame only settles the flesh. A frame of duration 0 changes nothing. If no pose was pushed for a frame, the bone does not move
 * in it. Very short frames are merged until their total is long enough (`LiveDrive.waited`). Until then the state does not change, and the
 * output is extrapolated with the last acceleration.
 *
 * touching: returns the bodies that touch the flesh, and their motion between two fractions of the frame. Null: nothing touches it.
 */
export function advanceFlesh(
  state: FleshState,
  drive: LiveDrive,
  dt: number,
  touching: ((from: number, to: number) => Touching | null) | null = null,
): void {
  const isMoved = drive.pushes !== state.seenPushes;
  state.seenPushes = drive.pushes;
  if (!state.isSettled || (isMoved && isReset(drive, state.settings))) {
    settleFlesh(state, drive.end);
    return;
  }
  if (drive.waited > 0) {
    showFlesh(state, drive, drive.waited, drive.waited);
    return;
  }
  const seconds = isMoved ? drive.duration : dt;
  if (!(seconds > 0)) return;
  const minSteps = touching ? Math.ceil(seconds / maxTouchStep) : 1;
  const steps = isMoved ? Math.max(drive.stepCount, minSteps) : 1;
  for (let step = 0; step < steps; step++) {
    if (isMoved) drive.advance(step / steps, (step + 1) / steps);
    else {
      drive.hold();
      state.paper?.forget();
    }
    const bodies = isMoved && touching ? touching(step / steps, (step + 1) / steps) : null;
    stepFlesh(state, drive, seconds / steps, bodies);
  }
}
