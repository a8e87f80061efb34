import type { LiveDrive } from '../../motion/live/live-drive.ts';
import type { FleshState } from './state.ts';
import { isReset, settleFlesh, showFlesh, stepFlesh } from './step.ts';

/**
 * Advances flesh by the frame that was pushed to its drive, in as many steps as the frame's turn needs. dt: seconds of the
 * frame.
 *
 * The first frame only settles it. A frame of no time changes nothing. In a frame whose pose was not pushed the bone stands
 * still. While frames wait because they are very short (`LiveDrive.waited`), the state stays, and what is shown goes on
 * under the last acceleration.
 */
export function advanceFlesh(state: FleshState, drive: LiveDrive, dt: number): void {
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
  const steps = isMoved ? drive.stepCount : 1;
  for (let step = 0; step < steps; step++) {
    if (isMoved) drive.advance(step / steps, (step + 1) / steps);
    else drive.hold();
    stepFlesh(state, drive, seconds / steps);
  }
}
