import type { Simulation } from '../../simulation/simulation.ts';
import type { MorphOutput } from '../../systems/outputs/morph.ts';
import type { MorphTrack } from './morph-track.ts';

interface Lane {
  readonly system: string;
  readonly output: number;
  /** Samples since the last frame that was taken: each a time, 1 for a step or 0 for a frame, and the amplitudes. */
  samples: Float64Array[];
  /** Steps of its system that have been seen. */
  steps: number;
}

/**
 * Notes the amplitudes of every morph output at every step of its own system, not only at frames: what is made of them then
 * does not depend on the frame rate.
 */
export class MorphRecorder {
  private readonly lanes: Lane[];

  constructor(private readonly simulation: Simulation) {
    this.lanes = simulation.records.flatMap(({ system, steps }) =>
      simulation
        .outputs(system.name)
        .flatMap(({ kind }, output) =>
          kind === 'morph' ? [{ system: system.name, output, samples: [], steps }] : [],
        ),
    );
  }

  /** To be called after every step with the time that it reached. */
  noteStep(seconds: number): void {
    for (const lane of this.lanes) {
      const { steps } = this.simulation.records.find(({ system }) => system.name === lane.system)!;
      if (steps === lane.steps) continue;
      lane.steps = steps;
      this.note(lane, seconds, true);
    }
  }

  /** The samples of one output since the last call, with that of the frame at `seconds`, as bytes. */
  takeFrame(system: string, output: number, seconds: number): Uint8Array {
    const lane = this.laneOf(system, output);
    this.note(lane, seconds, false);
    const bytes = packSamples(lane.samples);
    lane.samples = [];
    return bytes;
  }

  /** Forgets what belongs to no frame that is kept. */
  forget(): void {
    for (const lane of this.lanes) lane.samples = [];
  }

  /** What was noted since the last frame, for a checkpoint between frames. */
  pending(): { system: string; output: number; bytes: Uint8Array }[] {
    return this.lanes.map(({ system, output, samples }) => ({ system, output, bytes: packSamples(samples) }));
  }

  /** Goes on after such a checkpoint, once the simulation has loaded it. */
  restore(load: (system: string, output: number) => Uint8Array): void {
    for (const lane of this.lanes) {
      lane.steps = this.simulation.records.find(({ system }) => system.name === lane.system)!.steps;
      const { modeCount } = this.outputOf(lane);
      const values = unpackSamples(load(lane.system, lane.output));
      lane.samples = [];
      const width = 2 + modeCount;
      for (let k = 0; k < values.length; k += width) lane.samples.push(values.slice(k, k + width));
    }
  }

  /** A time that is noted already, as when a frame falls on a step, stays as it is. */
  private note(lane: Lane, seconds: number, isStep: boolean): void {
    const { samples } = lane;
    if (samples.length > 0 && samples[samples.length - 1][0] >= seconds) return;
    samples.push(Float64Array.of(seconds, isStep ? 1 : 0, ...this.outputOf(lane).amplitudes));
  }

  private outputOf({ system, output }: Lane): MorphOutput {
    return this.simulation.outputs(system)[output] as MorphOutput;
  }

  private laneOf(system: string, output: number): Lane {
    return this.lanes.find((lane) => lane.system === system && lane.output === output)!;
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
  // A copy that stands on a multiple of eight, wherever the bytes came from.
  return new Float64Array(new Uint8Array(bytes).buffer);
}

/** What `takeFrame` gave for each frame in turn, joined as a track has it. */
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
      // What all begins with counts as a step.
      if (sample === 0 || values[k + 1] === 1) stepTimes.push(values[k]);
      amplitudes.set(values.subarray(k + 2, k + width), sample * modeCount);
    }
  }
  return { times, stepTimes: Float64Array.from(stepTimes), amplitudes };
}
