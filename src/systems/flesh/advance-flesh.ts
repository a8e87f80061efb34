import type { LiveDrive } from '../../motion/live/live-drive.ts';
import type { FleshState } from './state.ts';
import { settleFlesh, stepFlesh } from './step.ts';

/**
 * Advances flesh by the frame that was pushed to its drive, `dt` seconds long, in as many steps as the frame's turn needs.
 * The first frame only settles it. A frame of no time changes nothing; in one without a pose the bone stands still.
 */
export function advanceFlesh(state: FleshState, drive: LiveDrive, dt: number): void {
  const isMoved = drive.pushes !== state.seenPushes;
  state.seenPushes = drive.pushes;
  if (!state.isSettled) {
    settleFlesh(state, drive.end);
    return;
  }
  if (!(dt > 0)) return;
  const steps = isMoved ? drive.stepCount : 1;
  for (let step = 0; step < steps; step++) {
    if (isMoved) drive.advance(step / steps, (step + 1) / steps);
    else drive.hold();
    stepFlesh(state, drive, dt / steps);
  }
}
