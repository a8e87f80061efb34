import { InputError } from '../../input-error.ts';
import { LiveDrive, minFrame } from '../../motion/live/live-drive.ts';
import { bendToLimit } from './bend-to-limit.ts';
import { type Filter, FilterBank } from './filter-bank.ts';
import { writeInputs, writeRest } from './inputs.ts';
import type { FleshKernel } from './kernel.ts';
import type { FleshPart } from './part.ts';
import { ReachProbe } from './reach-probe.ts';
import { inputCount } from './records.generated.ts';
import type { FleshSettings } from './settings.ts';
import { isReset } from './step.ts';

/** The steps of a frame. */
export interface GroupFrame {
  /** Duration of all steps together, seconds. 0 while short frames are merged. */
  readonly seconds: number;
  /** Number of equal steps. */
  readonly steps: number;
}

/**
 * One part on many characters that are posed live. In each frame, push the pose of every bone, then step all characters with
 * one call of the kernel. Only the exact filter is supported; gyroscopic forces and the paper's filter need `FleshState`. Throws an
 * `InputError` for settings with one of these.
 *
 *     group.drives[k].push(boneWorld, dt)   for every character that moved
 *     group.step(dt)
 *     … draw group.amplitudes
 */
export class FleshGroup {
  /** One drive per character, to which the world matrix of its bone is pushed: [16], metres. */
  readonly drives: readonly LiveDrive[];
  /** Displayed amplitudes, character by character, [count · modeCount]. The array object is always the same. */
  readonly amplitudes: Float64Array;

  private readonly bank: FilterBank;
  private readonly probe: ReachProbe;
  /** What `beginFrame` found for each character, 0 or 1: whether a pose was pushed, and whether it settles before the steps. [count] */
  readonly isMoved: Uint8Array;
  readonly isSettling: Uint8Array;
  private readonly wasSettled: Uint8Array;
  /** Number of poses that each drive had received when the last step was made. [count] */
  private readonly seen: Uint32Array;
  /** Total duration of frames that are too short to be simulated individually, seconds, as in `LiveDrive.waited`. */
  private waited = 0;

  constructor(
    readonly part: FleshPart,
    readonly settings: FleshSettings,
    readonly count: number,
    kernel?: FleshKernel,
  ) {
    if (settings.method !== 'exact') {
      throw InputError.at(
        settings.method,
        'expected not to be set for a group, whose characters all have the exact filter: leave it out, or create each character on its own',
      );
    }
    if (part.warp) {
      throw InputError.at(
        part.name,
        'expected a part that was prepared without modalWarping for a group: prepare it anew without it, or create each character on its own',
      );
    }
    this.bank = new FilterBank(kernel);
    const model = { part, damping: settings.damping };
    const { inverseBind } = part;
    this.drives = Array.from({ length: count }, (_, k) => {
      this.bank.add(model, settings.maxForce);
      return new LiveDrive(`${part.name} ${k}`, { inverseBind });
    });
    this.probe = new ReachProbe(part);
    this.amplitudes = new Float64Array(count * part.modeCount);
    this.isMoved = new Uint8Array(count);
    this.isSettling = new Uint8Array(count);
    this.wasSettled = new Uint8Array(count);
    this.seen = new Uint32Array(count);
  }

  /**
   * Advances every character by the frame of dt seconds that was pushed. If no pose was pushed for a character, the character does not move
   * in the frame. Frames shorter than `minFrame` are merged until their total reaches `minFrame`.
   */
  step(dt: number): void {
    const { seconds, steps } = this.beginFrame(dt);
    const { bank, drives, settings, isMoved, isSettling } = this;
    const { filters } = bank;
    for (let k = 0; k < drives.length; k++) if (isSettling[k]) this.settle(filters[k], drives[k]);
    for (let step = 0; step < steps; step++) {
      for (let k = 0; k < drives.length; k++) {
        const drive = drives[k];
        if (isMoved[k]) drive.advance(step / steps, (step + 1) / steps);
        else drive.hold();
        writeInputs(filters[k].start, drive.start, settings);
        writeInputs(filters[k].end, drive.end, settings);
      }
      bank.step(seconds / steps);
    }
    for (let k = 0; k < drives.length; k++) this.show(k, filters[k].amplitudes);
  }

  /** Begins the frame of dt seconds that was pushed, and returns its steps. Whoever does not call `step` has to do them, as on a graphics card. */
  beginFrame(dt: number): GroupFrame {
    this.waited += dt > 0 ? dt : 0;
    const isReady = this.waited >= minFrame || this.wasSettled.includes(0);
    const seconds = isReady ? this.waited : 0;
    this.waited -= seconds;
    const { drives, settings, wasSettled, seen, isMoved, isSettling } = this;
    let steps = 1;
    for (let k = 0; k < drives.length; k++) {
      const drive = drives[k];
      isMoved[k] = drive.pushes !== seen[k] ? 1 : 0;
      isSettling[k] = !wasSettled[k] || (isMoved[k] && isReset(drive, settings)) ? 1 : 0;
      wasSettled[k] = 1;
      if (isMoved[k]) steps = Math.max(steps, drive.stepCount);
      seen[k] = drive.pushes;
    }
    return { seconds, steps: seconds > 0 ? steps : 0 };
  }

  /** Lets every character settle at its next step. */
  reset(): void {
    this.wasSettled.fill(0);
  }

  /** Copies the amplitudes and velocities of all characters, character by character: [count · 2 · modeCount]. */
  readState(out: Float32Array): void {
    const { modeCount } = this.part;
    this.bank.filters.forEach(({ amplitudes, velocities }, k) => {
      out.set(amplitudes, 2 * modeCount * k);
      out.set(velocities, 2 * modeCount * k + modeCount);
    });
  }

  /** Continues from what `readState` has copied. */
  writeState(state: Float32Array): void {
    const { modeCount } = this.part;
    this.bank.filters.forEach(({ amplitudes, velocities }, k) => {
      amplitudes.set(state.subarray(2 * modeCount * k, 2 * modeCount * k + modeCount));
      velocities.set(state.subarray(2 * modeCount * k + modeCount, 2 * modeCount * (k + 1)));
      this.show(k, amplitudes);
    });
  }

  private settle({ amplitudes, velocities, start }: Filter, drive: LiveDrive): void {
    const { part, settings } = this;
    if (drive.pushes === 0) drive.hold();
    writeRest(start, drive.end, settings);
    for (let mode = 0; mode < part.modeCount; mode++) {
      let force = 0;
      for (let k = 0; k < inputCount; k++) force -= part.transfer[inputCount * mode + k] * start[k];
      amplitudes[mode] = part.omega2[mode] > 0 ? force / part.omega2[mode] : 0;
      velocities[mode] = 0;
    }
  }

  private show(k: number, amplitudes: Float64Array): void {
    const { part, settings, probe } = this;
    const { modeCount, reach } = part;
    let bound = 0;
    for (let mode = 0; mode < modeCount; mode++) bound += reach[mode] * Math.abs(amplitudes[mode]);
    const isNear = bound > 0.5 * settings.maxDisplacement;
    const distance = isNear ? probe.measure(amplitudes, 0.5 * settings.maxDisplacement) : 0;
    const factor = bendToLimit(distance, settings.maxDisplacement);
    const from = k * modeCount;
    for (let mode = 0; mode < modeCount; mode++) this.amplitudes[from + mode] = factor * amplitudes[mode];
  }
}
