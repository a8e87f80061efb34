/** Maximum number of frames that a simulation has not answered yet. If there are more, it cannot keep up. */
const maxPending = 2;
/** If a Worker answers no frame for this long, seconds of frames, it is lost: the browser ended it without a message. */
const maxSilence = 20;

/** The reason that is given for a lost Worker, after `its Worker` or `their Worker`. */
export const lostWorker = `has not answered for ${maxSilence} s, so the browser may have ended it`;

/** Counts the frames that a simulation in a Worker has not answered yet. */
export class UnansweredFrames {
  private pending = 0;
  /** Seconds of frames since the last answer, if one is expected. */
  private silence = 0;

  /** The next frame should not be sent now. */
  get isFull(): boolean {
    return this.pending >= maxPending;
  }

  /** Notes that a frame was sent. */
  send(): void {
    this.pending++;
  }

  /** Notes that a frame was answered. */
  answer(): void {
    this.pending--;
    this.silence = 0;
  }

  /** Notes that time has passed, seconds. Returns whether the Worker is lost. */
  wait(seconds: number): boolean {
    this.silence = this.pending > 0 ? this.silence + seconds : 0;
    return this.silence > maxSilence;
  }

  /** Expects no answers any more, because the simulation was replaced. */
  clear(): void {
    this.pending = this.silence = 0;
  }
}
