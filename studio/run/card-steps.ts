import type { Simulation, SimulationSystem, StepElsewhere } from '../../src/index.ts';
import { cardKinds, type SystemOnCard } from './card-kinds.ts';
import type { BackendChoice, SystemBackend } from './simulation-backend.ts';

/** Ticks that run on the CPU before a card is opened: going back and forth in time opens none. */
const ticksBefore = 20;
/** Number of steps on the card after which its speed is compared with that of the CPU. */
const stepsToCompare = 30;

export interface CardStepsOptions {
  /** WebGPU, or the reason why there is none. Default: that of the browser. */
  readonly findApi?: () => Promise<GPU | string>;
  /** Whether ticks wait until the card is open, for tests. Default false. */
  readonly waits?: boolean;
  /** Called when `list` has changed. note: a message for the user. */
  changed(note?: string): void;
}

/** A system that may be simulated on the card. */
interface Candidate {
  readonly name: string;
  reason: string | null;
  card: SystemOnCard | null;
  /** Steps on the card and their time, ms. */
  steps: number;
  milliseconds: number;
}

/**
 * Moves the systems of a simulation that can be simulated on a graphics card with the same bits to such a card, while time runs forward, and
 * knows for every system where it is simulated, and why.
 */
export class CardSteps {
  private candidates: Candidate[] = [];
  private simulation: Simulation | null = null;
  private systems: readonly SimulationSystem[] = [];
  private ticks = 0;
  /** Reasons that stay true when the simulation is replaced: what the card cannot do, a lost card, a slow card. */
  private readonly kept = new Map<string, string>();
  private opening: Promise<void> | null = null;

  constructor(
    readonly choice: BackendChoice,
    private readonly options: CardStepsOptions,
  ) {}

  /** Begins with a simulation whose states are in main memory. Cards of the one before are closed. */
  attach(simulation: Simulation, systems: readonly SimulationSystem[]): void {
    this.detach();
    this.simulation = simulation;
    this.systems = systems;
    this.ticks = 0;
    this.candidates = systems.map(({ name }) => {
      const reason = this.kept.get(name) ?? this.explain(name);
      return { name, reason, card: null, steps: 0, milliseconds: 0 };
    });
  }

  /** Closes all cards. What they have simulated is in main memory. */
  detach(): void {
    for (const candidate of this.candidates) {
      candidate.card?.dispose();
      candidate.card = null;
    }
    this.simulation = null;
    this.opening = null;
  }

  get isOnCard(): boolean {
    return this.candidates.some(({ card }) => card !== null);
  }

  /** Returns how a system that is on a card makes steps. Undefined if it is on the CPU. */
  get(name: string): StepElsewhere | undefined {
    const candidate = this.candidates.find((one) => one.name === name);
    return candidate?.card ? (...given) => this.run(candidate, ...given) : undefined;
  }

  /** Whether a system may still come to a card, so that it is worth waiting for. */
  get mayOpen(): boolean {
    return this.candidates.some(({ reason, card }) => reason === null && card === null);
  }

  /** Called before each tick that is simulated. Until a card is open, the CPU simulates. */
  async beginTick(): Promise<void> {
    if (!this.mayOpen) return;
    if (this.ticks++ >= ticksBefore || this.choice === 'webgpu') this.opening ??= this.open();
    // While a card is being opened, its state may only be stepped between events, not while another card is waited for.
    if (this.options.waits || this.isOnCard) await this.opening;
  }

  /** Returns the name of a system that is slower on the card than on the CPU and should leave it. Null if there is none. */
  findSlower(): string | null {
    if (this.choice !== 'auto') return null;
    for (const { name, card, steps, milliseconds } of this.candidates) {
      if (!card || steps < stepsToCompare) continue;
      const own = this.simulation?.records.find(({ system }) => system.name === name);
      const madeHere = (own?.steps ?? 0) - steps;
      if (!own || madeHere < ticksBefore) continue;
      const onCpu = (1000 * own.stepSeconds) / madeHere;
      const onCard = milliseconds / steps;
      if (onCard <= onCpu) continue;
      const show = (ms: number) => Number(ms.toPrecision(2));
      this.kept.set(name, `the CPU is faster here (${show(onCpu)} instead of ${show(onCard)} ms a step)`);
      return name;
    }
    return null;
  }

  list(): SystemBackend[] {
    return this.candidates.map(({ name, card, reason }) =>
      card
        ? { name, backend: 'webgpu', device: card.device, reason: null }
        : { name, backend: 'cpu', device: null, reason: reason ?? 'the graphics card is not open yet' },
    );
  }

  /** Returns why a system stays on the CPU. Null if it may come to the card. */
  private explain(name: string): string | null {
    if (this.choice === 'cpu') return 'the CPU was chosen';
    const system = this.systems.find((one) => one.name === name)!;
    if (!findKind(system)) return 'the graphics card does not compute it with the same bits as a download';
    if (system.timed) return 'its parameters have keys over time';
    const [reader] = this.simulation!.readersOf(name);
    return reader === undefined ? null : `“${reader}” reads it`;
  }

  private async open(): Promise<void> {
    const { simulation } = this;
    const api = await (this.options.findApi ?? (() => findApi(this.choice)))();
    for (const candidate of this.candidates) {
      if (this.simulation !== simulation || !simulation) return;
      if (candidate.reason !== null || candidate.card) continue;
      const { name } = candidate;
      const system = this.systems.find((one) => one.name === name)!;
      const kind = findKind(system)!;
      const card = typeof api === 'string' ? api : await kind.open(system, simulation.stateOf(name), api);
      if (this.simulation !== simulation) {
        if (typeof card !== 'string') card.dispose();
        return;
      }
      if (typeof card === 'string') {
        candidate.reason = card;
        this.kept.set(name, card);
      } else candidate.card = card;
      this.options.changed();
    }
  }

  private async run(
    candidate: Candidate,
    ...[colliders, steps, pose]: Parameters<StepElsewhere>
  ): Promise<boolean> {
    let posing = 0;
    const timedPose = (step: number) => {
      const begun = performance.now();
      pose(step);
      posing += performance.now() - begun;
    };
    const begun = performance.now();
    const lost = await candidate.card!.run(colliders, steps, timedPose);
    candidate.milliseconds += performance.now() - begun - posing;
    candidate.steps += steps;
    if (lost === null) return true;
    candidate.card = null;
    candidate.reason = `the graphics card was lost: ${lost}`;
    this.kept.set(candidate.name, candidate.reason);
    this.options.changed(
      `The graphics card was lost (${lost}). “${candidate.name}” is simulated on the CPU from now on, with the same result.`,
    );
    return false;
  }
}

function findKind({ definition }: SimulationSystem) {
  return cardKinds.find(({ kind }) => kind === definition.shows);
}

/** Returns the browser's WebGPU, unless it computes on the processor: that is slower than the simulation's own code. */
async function findApi(choice: BackendChoice): Promise<GPU | string> {
  const api = (globalThis.navigator as Partial<Pick<Navigator, 'gpu'>> | undefined)?.gpu;
  if (!api) return 'this browser has no WebGPU';
  const adapter = await api.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return 'WebGPU finds no graphics card';
  const { isFallbackAdapter, vendor, architecture, device, description } = adapter.info;
  const name = [vendor, architecture, device, description].join(' ');
  const isSoftware = isFallbackAdapter || /swiftshader|llvmpipe|software|basic render/i.test(name);
  return isSoftware && choice !== 'webgpu'
    ? 'WebGPU is computed by the processor here, not by a graphics card'
    : api;
}
