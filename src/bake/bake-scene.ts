import { toInputError } from '../exhaustion.ts';
import { formatBytes } from '../files/format-bytes.ts';
import { InputError } from '../input-error.ts';
import { workInTurns } from '../long-work.ts';
import { fractionToNumber } from '../simulation/fraction.ts';
import { Simulation } from '../simulation/simulation.ts';
import { decodeSnapshot } from '../simulation/snapshot.ts';
import type { BakePlan } from './bake-plan.ts';
import { type BakeReport, createReport, type WrittenFile } from './bake-report.ts';
import { BakeSink } from './bake-sink.ts';
import type { BakeWorkers } from './bake-task.ts';
import { describeForBlender } from './blender/describe-for-blender.ts';
import { blenderScriptName, writeBlenderScript } from './blender/write-blender-script.ts';
import { describeFrame } from './describe-frame.ts';
import type { PartRunner } from './division/simulate-divided.ts';
import { type BakeEstimate, estimateBake } from './estimate-bake.ts';
import { createMemoryStore, type FrameStore, frameKey } from './frame-store.ts';
import type { BakeFrames, RunningBake, WrittenOutput } from './output-definition.ts';
import { checkOutputPaths, listOutputFiles } from './output-paths.ts';
import { writeBakeReadme } from './readme/readme-text.ts';
import {
  checkOutputs,
  countOutputWork,
  createRecorders,
  loadWriters,
  type OutputWriters,
  writeOutputs,
} from './write-outputs.ts';

/** Options of `bakeScene`: where its files are written, how it reports progress, and how it can be cancelled. */
export interface BakeOptions {
  /** The scene as JSON, for a copy beside the outputs. Absent: no copy is written. */
  readonly sceneText?: string;
  /**
   * Receives each output file once, with its complete bytes. `name` may contain folders: `beach-png/height.0001.png`. May return the
   * SHA-256 of the bytes in hexadecimal, for the report.
   */
  write(name: string, bytes: Uint8Array): unknown;
  /** Receives an output file in chunks, so that it need not fit into memory. Absent: `write` receives the whole file. */
  writeParts?(name: string, parts: AsyncIterable<Uint8Array>): Promise<unknown>;
  /** Keeps frames until the sequence is complete. Default: in memory. */
  readonly frames?: FrameStore;
  readonly signal?: AbortSignal;
  progress?(progress: BakeProgress): void;
  /** Called between frames, so that the caller's event loop can run. */
  pause?(): Promise<void>;
  /** Threads that encode the outputs. Absent: the calling thread does everything. */
  readonly workers?: BakeWorkers;
  /**
   * Called before the simulation with the estimated size and the names of all files that may be written. It may throw an error to stop the
   * bake. What its result contains replaces the options of the same names, for callers that open their folder only now.
   */
  begin?(
    estimate: BakeEstimate,
    files: readonly string[],
  ): BegunBake | undefined | Promise<BegunBake | undefined>;
  /** Receives the data that `resume` needs: at intervals, when the bake is aborted, and when its outputs cannot be written. */
  checkpoint?(bytes: Uint8Array): void;
  /** Seconds between checkpoints: at most this amount of work is lost in a crash. Default 15. */
  readonly checkpointSeconds?: number;
  /** Called at the end, after all files are written, to move them to their final location. */
  finish?(): void;
  /** The bytes that an aborted bake of the same scene passed to `checkpoint`. `frames` must still contain the frames of that bake. */
  readonly resume?: Uint8Array;
  /**
   * Simulates parts of the scene in other threads or on other machines. This is worthwhile if `isWorthDividing`. Absent: everything is simulated in
   * this thread.
   */
  readonly parts?: PartRunner;
  /** Description of this machine, for the report. */
  readonly machine?: string;
  /** Value of `performance.now()` when the caller started, for the wall time in the report. */
  readonly begun?: number;
}

/** Options that the caller of a bake may know only when it begins. */
export type BegunBake = Pick<BakeOptions, 'resume' | 'workers' | 'parts'>;

/** The progress of a bake: `done` of `total` in the current phase. */
export interface BakeProgress {
  /** The current phase. `prepare` is reported by the code that opens the scene, which counts its own work. */
  readonly phase: 'prepare' | 'simulate' | 'write';
  /** Work done and total work of the phases `simulate` and `write`, in a common unit: about one frame. */
  readonly done: number;
  readonly total: number;
  /** Description of the current work. */
  readonly message: string;
  /** The estimated size of the outputs. Sent once, before the first frame is simulated. */
  readonly estimate?: BakeEstimate;
  /** A message that an output will be left out. It is sent as soon as this is known. */
  readonly note?: string;
}

const checkpointSeconds = 15;
/**
 * A checkpoint is also written after frames with this total number of bytes. Stores that keep frames in memory until a checkpoint would
 * fill it otherwise.
 */
const checkpointBytes = 2 ** 28;

/**
 * Simulates a scene and writes its outputs. Returns the report, which is also written as `report.json`.
 *
 * There are two passes: first every frame is simulated and kept, then the files are written. This is because a height sequence needs one
 * range and one rectangle for all its frames. If the signal is aborted, throws its reason. Throws an `InputError` before the simulation if
 * an output of this scene is impossible or if `resume` belongs to another scene.
 */
export async function bakeScene(plan: BakePlan, options: BakeOptions): Promise<BakeReport> {
  let doing = 'beginning the bake';
  const progress = (made: BakeProgress) => {
    doing = `${made.phase === 'write' ? 'writing' : 'simulating'} (${made.message})`;
    options.progress?.(made);
  };
  try {
    return await bakeAll(plan, { ...options, progress });
  } catch (error) {
    throw toInputError(error, '', doing) ?? error;
  }
}

async function bakeAll(plan: BakePlan, options: BakeOptions): Promise<BakeReport> {
  const begun = options.begun ?? performance.now();
  const frames = options.frames ?? createMemoryStore();
  const simulation = new Simulation({
    systems: plan.systems,
    actors: plan.actors.map((actor) => actor.colliders),
    seed: plan.seed,
    start: plan.times.start,
  });
  const bake: RunningBake = { plan, simulation, frames };
  const writers = await loadWriters(bake);
  checkOutputPaths(bake, writers);
  checkOutputs(bake, writers, options.writeParts !== undefined);
  const work = countOutputWork(bake, writers);
  const total = plan.lastFrame + 1 + work;
  const turns = { signal: options.signal, pause: options.pause && (() => options.pause!()) };
  const estimate = await workInTurns(estimateBake(bake, writers), turns);
  const message = `about ${formatBytes(estimate.bytes)} to write`;
  options.progress?.({ phase: 'simulate', done: 0, total, message, estimate });
  const opened = { ...options, ...(await options.begin?.(estimate, listOutputFiles(bake, writers))) };
  const progress = new BakeCounter(plan, total, opened);
  const end = new SimulationEnd();
  const { write, writeParts, pause, signal, workers } = opened;
  const sink = BakeSink.create(bake, {
    write: (file, bytes) => write(file, bytes),
    writeParts,
    pause: pause && (() => pause()),
    signal,
    workers,
    simulated: end.reached,
    next: (message) => progress.nextWork(message),
  });
  // With other threads, files are written while the scene is simulated.
  const early = workers && writeOutputs(bake, writers, sink);
  // It may fail before the simulation, which then stops and throws the error.
  early?.catch(() => {});
  try {
    await simulateFrames(bake, writers, sink, progress, opened);
  } catch (error) {
    end.fail(error);
    await workers?.stop();
    await Promise.allSettled([early]);
    throw error;
  }
  progress.endSimulation();
  workers?.share(simulation.save(planKey(plan)));
  end.reach();
  try {
    const written = await (early ?? writeOutputs(bake, writers, sink));
    return await finishBake(bake, { begun, sink, written, options: opened });
  } catch (error) {
    // If writing files fails, the simulated frames must not be lost.
    if (options.signal?.aborted || !(error instanceof InputError)) keepAll(plan, simulation, options);
    throw error;
  }
}

/** Reports the progress of a bake in frames and in units of work of its files. Both may be done at the same time. */
class BakeCounter {
  private frames = 0;
  private works = 0;
  private isSimulated = false;

  constructor(
    private readonly plan: BakePlan,
    private readonly total: number,
    private readonly options: Pick<BakeOptions, 'progress'>,
  ) {}

  /** Sets the first frame that is simulated: after an interrupt, the frames before it are known. */
  beginAt(frame: number): void {
    this.frames = frame;
  }

  /** Reports that a frame is simulated. */
  endFrame(frame: number): void {
    this.frames = frame + 1;
    this.report(frame);
  }

  note(frame: number, note: string): void {
    this.report(frame, note);
  }

  /** Reports that a unit of work begins. While frames are simulated, the message remains that of the frame. */
  nextWork(message: string): void {
    const { options, total, frames, works, plan } = this;
    this.works++;
    if (this.isSimulated) options.progress?.({ phase: 'write', done: frames + works, total, message });
    else this.report(Math.min(frames, plan.lastFrame));
  }

  endSimulation(): void {
    this.frames = this.plan.lastFrame + 1;
    this.isSimulated = true;
  }

  private report(frame: number, note?: string): void {
    const { options, plan, total, frames, works } = this;
    const message = describeFrame(plan, frame);
    options.progress?.({ phase: 'simulate', done: frames + works, total, message, ...(note && { note }) });
  }
}

/** The end of the simulation, for which others wait. */
class SimulationEnd {
  readonly reached: Promise<void>;
  reach!: () => void;
  fail!: (error: unknown) => void;

  constructor() {
    this.reached = new Promise((reach, fail) => {
      this.reach = reach;
      this.fail = fail;
    });
    // An error is reported by the simulation itself.
    this.reached.catch(() => {});
  }
}

/** Writes the report and the instructions, and moves all files to their final location. */
async function finishBake(
  { plan, simulation }: RunningBake,
  {
    begun,
    sink,
    written,
    options,
  }: {
    begun: number;
    sink: BakeSink;
    written: readonly WrittenOutput[];
    options: BakeOptions;
  },
): Promise<BakeReport> {
  const count = sink.files().length;
  const notes =
    count === 0 && plan.outputs.length > 0
      ? [`nothing was written to open: no system of the scene makes ${plan.outputs.join(', ')}`]
      : [];
  if (options.sceneText !== undefined) await sink.write('scene.json', 'scene', encodeText(options.sceneText));
  for (const { file, kind, text } of explainBake(plan, written, () => sink.files()))
    await sink.write(file, kind, encodeText(text));
  const report = createReport(plan, simulation, sink.files(), written, notes, {
    machine: options.machine ?? 'unknown',
    wallSeconds: (performance.now() - begun) / 1000,
  });
  await options.write('report.json', encodeText(`${JSON.stringify(report, null, 2)}\n`));
  options.finish?.();
  return report;
}

/** Writes a checkpoint after all frames. If there is no space for it on the disk, an older checkpoint remains. */
function keepAll(plan: BakePlan, simulation: Simulation, options: BakeOptions): void {
  try {
    saveCheckpoint(plan, simulation, plan.lastFrame + 1, options);
  } catch {
    // The error of the bake is reported instead of this one.
  }
}

/**
 * Writes the instructions: the script for Blender if there is something to import, and README.txt, which also lists the script. listFiles:
 * returns the files that have been written.
 */
function* explainBake(
  plan: BakePlan,
  written: readonly WrittenOutput[],
  listFiles: () => readonly WrittenFile[],
): Generator<{ readonly file: string; readonly kind: string; readonly text: string }> {
  const { name, times, firstFrame, lastFrame, offsets } = plan;
  const frames: BakeFrames = {
    fps: fractionToNumber(times.fps),
    frameCount: lastFrame - firstFrame + 1,
    firstFrame: times.number(firstFrame),
    startSeconds: times.seconds(firstFrame),
    endSeconds: times.seconds(lastFrame),
  };
  const explanations = written.flatMap(({ explain }) => explain?.(frames) ?? []);
  const blender = describeForBlender(name, frames, explanations);
  if (blender.entries.length > 0)
    yield { file: blenderScriptName, kind: 'blenderScript', text: writeBlenderScript(blender) };
  const names = [...plan.actors, ...plan.systems].map((one) => one.name);
  const files = listFiles();
  const text = writeBakeReadme({ name, ...frames, files, names, offsets }, explanations, blender);
  yield { file: 'README.txt', kind: 'readme', text };
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function simulateFrames(
  bake: RunningBake,
  writers: OutputWriters,
  sink: BakeSink,
  counter: BakeCounter,
  options: BakeOptions,
): Promise<void> {
  const { plan, simulation, frames } = bake;
  const { signal, resume } = options;
  const recorders = createRecorders(bake, writers);
  let frame = 0;
  if (resume) {
    frame = loadCheckpoint(plan, simulation, resume);
    if (frame <= plan.lastFrame)
      for (const { shown, recorder } of recorders) recorder.restore?.(shown.load(frame));
  }
  counter.beginAt(frame);
  options.workers?.begin(simulation.save(planKey(plan)));
  const interval = 1000 * (options.checkpointSeconds ?? checkpointSeconds);
  let saved = performance.now();
  let unsaved = 0;
  const save = (next: number) => {
    // The pending data of the recorders already belongs to the frame after this one.
    for (const { shown, recorder } of recorders)
      if (recorder.pending) frames.put(frameKey(shown.system, shown.index, next), recorder.pending());
    saveCheckpoint(plan, simulation, next, options);
  };
  const progress = (seconds: number) => {
    for (const { recorder } of recorders) recorder.noteStep?.(seconds);
  };
  const keep = (reached: number, { shown, recorder }: (typeof recorders)[number], bytes: Uint8Array) => {
    const text = recorder.inspect?.(bytes);
    if (text) counter.note(reached, text);
    unsaved += bytes.length;
    frames.put(frameKey(shown.system, shown.index, reached), bytes);
  };
  const isSaveDue = () => performance.now() - saved > interval || unsaved > checkpointBytes;
  const noteSaved = () => {
    saved = performance.now();
    unsaved = 0;
  };
  if (options.parts && frame <= plan.lastFrame) {
    const { simulateDivided } = await import('./division/simulate-divided.ts');
    await simulateDivided(bake, recorders, frame, {
      runner: options.parts,
      signal,
      failure: () => sink.failure,
      keep,
      frame: (reached) => counter.endFrame(reached),
      isSaveDue,
      save(next) {
        saveCheckpoint(plan, simulation, next, options);
        noteSaved();
      },
    });
    return;
  }
  for (; frame <= plan.lastFrame; frame++) {
    try {
      signal?.throwIfAborted();
      // Files are written at the same time.
      if (sink.failure) throw sink.failure.error;
      await workInTurns(simulation.advancing(plan.times.time(frame), { progress }), {
        signal,
        pause: options.pause && (() => options.pause!()),
      });
    } catch (error) {
      if (signal?.aborted || sink.failure) save(frame);
      throw error;
    }
    // The first frame that is kept does not need earlier changes.
    if (frame <= plan.firstFrame) for (const { recorder } of recorders) recorder.forget?.();
    if (frame >= plan.firstFrame)
      for (const entry of recorders) keep(frame, entry, entry.recorder.take(frame));
    counter.endFrame(frame);
    if (isSaveDue()) {
      save(frame + 1);
      noteSaved();
    }
    await options.pause?.();
  }
}

/** Saves a checkpoint. `next`: the first frame that is not kept yet. */
function saveCheckpoint(plan: BakePlan, simulation: Simulation, next: number, options: BakeOptions): void {
  options.checkpoint?.(simulation.save(`${planKey(plan)} ${next}`));
}

/** Returns a key that must be equal for a checkpoint to be used: of the scene with its files, and of the range of frames. */
function planKey({ hash, firstFrame, lastFrame }: BakePlan): string {
  return `${hash} ${firstFrame}:${lastFrame}`;
}

/** Restores the state of the checkpoint. Returns the first frame that is not kept yet. */
function loadCheckpoint(plan: BakePlan, simulation: Simulation, bytes: Uint8Array): number {
  const [hash, range, next] = decodeSnapshot(bytes).key.split(' ');
  if (`${hash} ${range}` !== planKey(plan)) {
    const change =
      hash === plan.hash
        ? `the bake was of the frames ${range}`
        : 'the scene, or a file that it names, has changed';
    throw InputError.at(
      'resume',
      `${change}, so the interrupted bake cannot be continued: bake without --resume to start over`,
    );
  }
  try {
    simulation.load(bytes);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw InputError.at('resume', `${error.message}: bake without --resume to start over`);
  }
  return Number(next);
}
