import type { FrameTimes } from '../../simulation/frame-times.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { MorphOutput } from '../../systems/outputs/morph.ts';
import type { OutputRecorder, ShownOutput } from '../output-definition.ts';
import type { MorphTrack } from './morph-track.ts';

/**
 * Records the amplitudes of a morph output at every step of its system, not only in frames, so that the results do not depend on the frame
 * rate.
 */
export class MorphRecorder implements OutputRecorder {
  /**
   * Samples since the last frame. A sample is [2 + modeCount]: its time in seconds, then 1 for a step or 0 for a frame, then the
   * amplitudes.
   */
  private samples: Float64Array[] = [];
  /** Number of steps that the system has made so far. */
  private steps: number;

  constructor(
    private readonly shown: ShownOutput,
    private readonly simulation: Simulation,
    private readonly times: FrameTimes,
  ) {
    this.steps = this.countSteps();
  }

  noteStep(seconds: number): void {
    const steps = this.countSteps();
    if (steps === this.steps) return;
    this.steps = steps;
    this.note(seconds, true);
  }

  /** Returns the samples since the last call, including that of the frame. */
  take(frame: number): Uint8Array {
    this.note(this.times.seconds(frame), false);
    const bytes = packSamples(this.samples);
    this.samples = [];
    return bytes;
  }

  forget(): void {
    this.samples = [];
  }

  pending(): Uint8Array {
    return packSamples(this.samples);
  }

  /** Restores the records. Must be called after the simulation has loaded the checkpoint. */
  restore(bytes: Uint8Array): void {
    this.steps = this.countSteps();
    const values = unpackSamples(bytes);
    const width = 2 + this.output.modeCount;
    this.samples = [];
    for (let k = 0; k < values.length; k += width) this.samples.push(values.slice(k, k + width));
  }

  /** Adds a sample. If a frame coincides with a step, its time is already recorded, and nothing is added. */
  private note(seconds: number, isStep: boolean): void {
    const { samples } = this;
    if (samples.length > 0 && samples[samples.length - 1][0] >= seconds) return;
    samples.push(Float64Array.of(seconds, isStep ? 1 : 0, ...this.output.amplitudes));
  }

  private get output(): MorphOutput {
    return this.shown.output as MorphOutput;
  }

  private countSteps(): number {
    return this.simulation.records.find(({ system }) => system.name === this.shown.system)!.steps;
  }
}

function packSamples(samples: readonly Float64Array[]): Uint8Array {
  const width = samples[0]?.length ?? 0;
  const values = new Float64Array(samples.length * width);
  samples.forEach((sample, k) => {
    values.set(sample, k * width);
  });
  return new Uint8Array(values.buffer);
}

function unpackSamples(bytes: Uint8Array): Float64Array {
  // The bytes are copied so that they are aligned to eight bytes.
  return new Float64Array(new Uint8Array(bytes).buffer);
}

/** Joins the results of `MorphRecorder.take` of all frames into a track. */
export function joinSamples(
  modeCount: number,
  frames: readonly Uint8Array[],
): Pick<MorphTrack, 'times' | 'stepTimes' | 'amplitudes'> {
  const parts = frames.map(unpackSamples);
  const width = 2 + modeCount;
  const count = parts.reduce((sum, values) => sum + values.length / width, 0);
  const times = new Float64Array(count);
  const amplitudes = new Float64Array(count * modeCount);
  const stepTimes: number[] = [];
  let sample = 0;
  for (const values of parts) {
    for (let k = 0; k < values.length; k += width, sample++) {
      times[sample] = values[k];
      // The initial state counts as a step.
      if (sample === 0 || values[k + 1] === 1) stepTimes.push(values[k]);
      amplitudes.set(values.subarray(k + 2, k + width), sample * modeCount);
    }
  }
  return { times, stepTimes: Float64Array.from(stepTimes), amplitudes };
}
