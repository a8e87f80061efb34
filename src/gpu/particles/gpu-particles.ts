import { pow } from '../../math/portable.ts';
import type { MovingSurface } from '../../motion/moving-surface.ts';
import { appearAndGo } from '../../systems/particles/appear.ts';
import { fractionsOfCohorts, takesGoalColors } from '../../systems/particles/keys/approach-states.ts';
import { beginKey } from '../../systems/particles/keys/begin-key.ts';
import { blockOf } from '../../systems/particles/keys/goals.ts';
import { createStepLaw, dragFactor, freeLaw } from '../../systems/particles/laws/step-law.ts';
import { slidesPerSecond } from '../../systems/particles/obstacles/bounce.ts';
import { lowerBound } from '../../systems/particles/schedule.ts';
import type { ParticlesState } from '../../systems/particles/state.ts';
import type { SystemInputs } from '../../systems/system.ts';
import { bufferUsage, type Gpu, GpuReader } from '../gpu.ts';
import type { GpuTimer } from '../gpu-timer.ts';
import { CardSurfaces } from '../surfaces/card-surfaces.ts';
import { WordList } from '../word-list.ts';
import { CardRows, rowMask } from './card-rows.ts';
import { findOrigin, tickOf } from './life-ticks.ts';
import { compileParticles, type ParticleShader, type ParticleShaders } from './particle-shaders.ts';
import type { PointsDrawer } from './points-drawer.ts';
import { type CardRow, noLaw, StepTable } from './step-table.ts';
import { groupSize } from './wgsl/common.ts';

/** Bytes from one set of arguments to the next: the maximum of `minUniformBufferOffsetAlignment`. */
const callStride = 256;
const callBytes = 80;
/** Maximum number of workgroups along one dimension. */
const rowGroups = 32768;
const { uniform, storage, copyTarget, copySource } = bufferUsage;

/** The arguments of a dispatch: see `Call` in `wgsl/common.ts`. */
interface CardStep {
  readonly tick: number;
  readonly dt: number;
  readonly rows?: number;
  readonly forces?: number;
  readonly forceCount?: number;
  /** Start and end as fractions of the tick. */
  readonly from?: number;
  readonly to?: number;
  readonly pull?: ArrayLike<number>;
}

/** A dispatch, with the number of its arguments; or a copy of all positions and velocities. */
type Command = { readonly shader: ParticleShader; readonly call: number } | 'save';

const held = { ...createStepLaw(), keep: 0, ignoresObstacles: true };

/**
 * Particles whose positions, velocities, colours and sizes are on a graphics card. The state in main memory knows everything that is the same
 * for many: the keys, which particles exist, the laws of each step. Its planes of positions are those of the last `readState`.
 */
export class GpuParticles {
  /** Measures the compute passes, if it is set. */
  timer: GpuTimer | null = null;
  /** Positions on the card are relative to it, m. */
  readonly origin: readonly number[];

  private readonly rows: CardRows;
  private readonly surfaces: CardSurfaces;
  /** The surfaces of the current tick, and their arguments. */
  private touched: readonly MovingSurface[] = [];
  private surfacesAt = 0;
  private isUnchecked = false;
  private isTableNew = true;
  private readonly table: StepTable;
  private readonly calls = new WordList();
  private callCount = 0;
  private commands: Command[] = [];
  private readonly reader: GpuReader;
  private readonly position: GPUBuffer;
  private readonly velocity: GPUBuffer;
  private readonly goals: GPUBuffer;
  private readonly constant: GPUBuffer;
  private readonly body: GPUBuffer;
  private readonly color: GPUBuffer;
  private readonly ownColor: GPUBuffer;
  private savedPosition: GPUBuffer | null = null;
  private savedVelocity: GPUBuffer | null = null;
  private tableBuffer: GPUBuffer;
  private callBuffer: GPUBuffer;
  private shown: { readonly places: GPUBuffer; readonly colors: GPUBuffer } | null = null;
  private readonly groups = new Map<ParticleShader, GPUBindGroup>();
  private readonly cardRows: Uint32Array;
  private readonly scratch: Float32Array<ArrayBuffer>;
  private readonly scratchWords: Uint32Array<ArrayBuffer>;
  private readonly goalStride: number;
  private beforeRead = () => {};
  /** True if colours or sizes may have changed on the card since they were read. */
  private areLooksChanged = false;

  /** Compiles the shaders and copies a state to the card. */
  static async create(gpu: Gpu, state: ParticlesState): Promise<GpuParticles> {
    return new GpuParticles(gpu, state, await compileParticles(gpu));
  }

  private constructor(
    private readonly gpu: Gpu,
    readonly state: ParticlesState,
    private readonly shaders: ParticleShaders,
  ) {
    const { prepared, runs, store } = state;
    const { count } = prepared.births;
    this.rows = new CardRows(runs);
    this.origin = findOrigin(
      prepared.births,
      runs.flatMap(({ key }) => (key.goals ? [key.goals.positions] : [])),
    );
    this.surfaces = new CardSurfaces(this.origin);
    this.table = new StepTable(this.origin, prepared.startTime);
    this.reader = new GpuReader(gpu);
    this.goalStride = store.hasTargetVelocity ? 2 : 1;
    const usage = storage | copyTarget;
    const create = (label: string, bytes: number, more = 0) => gpu.createBuffer(label, bytes, usage | more);
    this.position = create('particles: positions', 16 * count, copySource);
    this.velocity = create('particles: velocities', 16 * count, copySource);
    this.goals = create('particles: goals', 16 * count * this.goalStride);
    this.constant = create('particles: births', 16 * count);
    this.body = create('particles: sizes', 8 * count, copySource);
    this.color = create('particles: colours', 16 * count, copySource);
    const hasOwn = runs.some(({ key }) => takesGoalColors(key));
    this.ownColor = create('particles: colours of goals', hasOwn ? 16 * count : 16);
    this.tableBuffer = create('particles: table', 4096);
    this.callBuffer = gpu.createBuffer('particles: calls', 64 * callStride, uniform | copyTarget);
    this.cardRows = new Uint32Array(count);
    this.scratch = new Float32Array(4 * count * this.goalStride);
    this.scratchWords = new Uint32Array(this.scratch.buffer);
    this.upload();
  }

  /** Number of particles, also of those that do not exist yet. */
  get count(): number {
    return this.cardRows.length;
  }

  /**
   * Runs ticks. pose: moves colliders over a tick. beforeRead: called before the state is read because a key takes effect. Rejects if the
   * device is lost before the state was read.
   */
  async run(
    ticks: number,
    inputs: Pick<SystemInputs, 'colliders'>,
    pose: (tick: number) => void,
    beforeRead: () => void = () => {},
  ): Promise<void> {
    this.clear();
    this.beforeRead = beforeRead;
    for (let k = 0; k < ticks; k++) {
      const { tick } = this.state;
      pose(tick);
      this.findSurfaces(inputs, k === 0);
      await this.runTick(tick);
    }
    this.submit();
  }

  /** Copies positions, velocities and rows to the state, and colours and sizes if they may have changed. */
  async readState(): Promise<void> {
    const { gpu, state, position, velocity, color, body, origin, cardRows } = this;
    const { store, colors, spread, firstAlive, bornCount } = state;
    this.submit();
    const withLooks = this.areLooksChanged;
    const parts = [
      { buffer: position, offset: 0, bytes: 16 * bornCount },
      { buffer: velocity, offset: 0, bytes: 16 * bornCount },
      ...(withLooks
        ? [
            { buffer: color, offset: 0, bytes: 16 * bornCount },
            { buffer: body, offset: 0, bytes: 8 * bornCount },
          ]
        : []),
    ];
    if (bornCount === 0) return;
    const words = await this.reader.read(gpu.device.createCommandEncoder(), parts);
    if (gpu.lost !== null) throw new Error(gpu.lost);
    const floats = new Float32Array(words.buffer);
    const { x, y, z, vx, vy, vz, size } = store;
    const [ox, oy, oz] = origin;
    for (let i = firstAlive; i < bornCount; i++) {
      const p = 4 * i;
      const v = 4 * (bornCount + i);
      x[i] = ox + floats[p];
      y[i] = oy + floats[p + 1];
      z[i] = oz + floats[p + 2];
      cardRows[i] = words[p + 3] & (2 * rowMask + 1);
      vx[i] = floats[v];
      vy[i] = floats[v + 1];
      vz[i] = floats[v + 2];
    }
    this.rows.readBack(state, cardRows);
    if (!withLooks) return;
    this.areLooksChanged = false;
    colors.set(floats.subarray(8 * bornCount, 12 * bornCount));
    for (let i = firstAlive; i < bornCount; i++) {
      const b = 12 * bornCount + 2 * i;
      size[i] = floats[b];
      if (spread) spread[i] = floats[b + 1];
    }
  }

  /** Writes what is drawn into the buffers of a drawer. */
  draw(drawer: PointsDrawer): void {
    const { gpu, state } = this;
    const { bornCount, tick, params, prepared } = state;
    const target = drawer.begin(bornCount);
    if (!target || bornCount === 0) return;
    this.clear();
    const { fades } = prepared.births;
    const at = this.table.end;
    this.table.words.pushFloats(fades ?? new Float32Array(params.sources.length));
    this.call('show', { tick, dt: 1 / params.rate, forces: at, pull: this.origin });
    this.shown ??= {
      places: gpu.createBuffer('particles: drawn', 16 * this.count, storage | copySource),
      colors: gpu.createBuffer('particles: drawn', 4 * this.count, storage | copySource),
    };
    const { places, colors } = this.shown;
    this.submit((encoder) => {
      encoder.copyBufferToBuffer(places, 0, target.places, 0, 16 * bornCount);
      encoder.copyBufferToBuffer(colors, 0, target.colors, 0, 4 * bornCount);
    });
  }

  dispose(): void {
    this.reader.dispose();
    this.shown?.places.destroy();
    this.shown?.colors.destroy();
    const { position, velocity, goals, constant, body, color, ownColor, tableBuffer, callBuffer } = this;
    for (const buffer of [
      position,
      velocity,
      goals,
      constant,
      body,
      color,
      ownColor,
      tableBuffer,
      callBuffer,
    ])
      buffer.destroy();
    this.savedPosition?.destroy();
    this.savedVelocity?.destroy();
  }

  /** Copies the whole state to the card. */
  upload(): void {
    const { state, cardRows, count, scratch, scratchWords, gpu } = this;
    const { births, startTime } = state.prepared;
    const { rate } = state.params;
    const { store, colors, spread } = state;
    this.rows.fill(cardRows, state);
    for (let i = 0; i < count; i++) {
      scratchWords[4 * i] = tickOf(births.times[i], rate);
      scratchWords[4 * i + 1] = tickOf(births.deaths[i], rate);
      scratchWords[4 * i + 2] = births.sources[i];
      scratch[4 * i + 3] = births.times[i] - startTime;
    }
    gpu.write(this.constant, 0, scratchWords.subarray(0, 4 * count));
    this.uploadMotion();
    this.uploadGoals();
    gpu.write(this.color, 0, new Uint32Array(Float32Array.from(colors).buffer));
    for (let i = 0; i < count; i++) {
      scratch[2 * i] = store.size[i];
      scratch[2 * i + 1] = spread ? spread[i] : 0;
    }
    gpu.write(this.body, 0, scratchWords.subarray(0, 2 * count));
    state.runs.forEach((run, k) => {
      if (run.phase === 'leading') this.uploadOwnColors(k);
    });
  }

  /** Copies positions, velocities, rows and weights to the card. */
  private uploadMotion(first = 0, end = this.count): void {
    const { state, cardRows, scratch, scratchWords, gpu, origin } = this;
    const { births } = state.prepared;
    const { rate } = state.params;
    const { x, y, z, vx, vy, vz, weight } = state.store;
    const [ox, oy, oz] = origin;
    for (let i = first; i < end; i++) {
      // Those that are not born yet begin with the position at the end of the tick of their birth.
      const isBorn = i < state.bornCount;
      const age = isBorn ? 0 : Math.max(0, tickOf(births.times[i], rate) / rate - births.times[i]);
      scratch[4 * i] = x[i] + age * vx[i] - ox;
      scratch[4 * i + 1] = y[i] + age * vy[i] - oy;
      scratch[4 * i + 2] = z[i] + age * vz[i] - oz;
      scratchWords[4 * i + 3] = cardRows[i];
    }
    gpu.write(this.position, 16 * first, scratchWords.subarray(4 * first, 4 * end));
    for (let i = first; i < end; i++) {
      scratch[4 * i] = vx[i];
      scratch[4 * i + 1] = vy[i];
      scratch[4 * i + 2] = vz[i];
      scratch[4 * i + 3] = weight[i];
    }
    gpu.write(this.velocity, 16 * first, scratchWords.subarray(4 * first, 4 * end));
  }

  private uploadGoals(): void {
    const { state, scratch, scratchWords, gpu, goalStride, count, origin } = this;
    const { targetX, targetY, targetZ, targetVx, targetVy, targetVz } = state.store;
    const [ox, oy, oz] = origin;
    for (let i = 0; i < count; i++) {
      const o = 4 * goalStride * i;
      scratch[o] = targetX[i] - ox;
      scratch[o + 1] = targetY[i] - oy;
      scratch[o + 2] = targetZ[i] - oz;
      if (goalStride === 1) continue;
      scratch[o + 4] = targetVx[i];
      scratch[o + 5] = targetVy[i];
      scratch[o + 6] = targetVz[i];
    }
    gpu.write(this.goals, 0, scratchWords.subarray(0, 4 * goalStride * count));
  }

  /** Copies the colours of the goals of key k's members, if it takes them. */
  private uploadOwnColors(k: number): void {
    const { state, gpu, count } = this;
    const run = state.runs[k];
    if (!takesGoalColors(run.key)) return;
    const own = state.colors.slice();
    run.members.forEach((particle, member) => {
      const goal = run.goalOf(member);
      const { points, first } = blockOf(run.key.goals!, goal);
      const from = 4 * (goal - first);
      if (points.colors) own.set(points.colors.subarray(from, from + 4), 4 * particle);
    });
    gpu.write(this.ownColor, 0, new Uint32Array(own.buffer, 0, 4 * count));
  }

  private clear(): void {
    this.table.clear();
    this.calls.clear();
    this.callCount = 0;
    this.commands = [];
  }

  /** Looks where the obstacles are in the next tick. isFirst: nothing waits to be sent to the card. */
  private findSurfaces({ colliders }: Pick<SystemInputs, 'colliders'>, isFirst: boolean): void {
    const { state, surfaces, table } = this;
    const { obstacles, params } = state;
    if (!params.collide) return;
    obstacles.update(colliders, [], 1 / params.rate);
    this.touched = obstacles.listSurfaces();
    this.isUnchecked = this.touched.some(({ isCut }) => isCut);
    if (isFirst && surfaces.keep(this.touched)) {
      table.base = surfaces.words.length;
      this.isTableNew = true;
    }
    this.touched = this.touched.filter((surface) => surface.reachesBelow(Number.MAX_VALUE));
    this.surfacesAt = 0;
  }

  private async runTick(tick: number): Promise<void> {
    const { state } = this;
    const { prepared, params, runs } = state;
    state.setTime(tick / params.rate);
    state.totals.steps++;
    const cuts = prepared.schedule.cutsOf(tick);
    for (let k = 0; k < runs.length; k++) {
      // Keys that move nothing begin with the tick, wherever they begin in it.
      const { phase, key } = runs[k];
      if (phase === 'waiting' && !key.goals && key.start < tick + 1 && key.end > tick)
        await this.begin(k, tick);
    }
    const isCut = (k: number) => {
      const { key } = runs[k];
      return (
        key.goals !== null &&
        [key.start, key.end, key.release].some((time) => Math.floor(time) === tick && time !== tick)
      );
    };
    const cut = new Set([...runs.keys()].filter(isCut));
    if (cut.size === 0) {
      await this.advance(tick, tick, tick + 1, null, cut);
    } else {
      this.commands.push('save');
      const times = [tick, ...cuts, tick + 1];
      for (let k = 0; k + 1 < times.length; k++) {
        await this.advance(tick, times[k], times[k + 1], 'parts', cut);
      }
      await this.advance(tick, tick, tick + 1, 'rest', cut);
    }
    for (const run of runs) {
      if (run.phase === 'leading' && run.key.release <= tick + 1) run.finish();
    }
    state.tick = tick + 1;
    appearAndGo(state, []);
  }

  /** Starts key k at a time on the clock. Its members and goals follow from the positions at this time. */
  private async begin(k: number, clockTime: number): Promise<void> {
    const { state, cardRows, rows } = this;
    this.beforeRead();
    await this.readState();
    this.clear();
    const run = state.runs[k];
    beginKey(state, run, clockTime, []);
    rows.fillKey(cardRows, state, run, k);
    this.uploadGoals();
    this.uploadOwnColors(k);
    const { members } = run;
    if (members.length > 0) this.uploadMotion(state.firstAlive, members[members.length - 1] + 1);
  }

  /**
   * Adds the commands of one step between two times on the clock. parts: only the keys in `cut` lead. rest: all others do, and the particles
   * of `cut` do not move.
   */
  private async advance(
    tick: number,
    from: number,
    to: number,
    mode: 'parts' | 'rest' | null,
    cut: ReadonlySet<number>,
  ): Promise<void> {
    const { state, table } = this;
    const { params, field, runs } = state;
    const { rate } = params;
    const dt = (to - from) / rate;
    const t = from / rate;
    const takesPart = (k: number) => mode === null || cut.has(k) === (mode === 'parts');
    for (let k = 0; k < runs.length; k++) {
      const { phase, key } = runs[k];
      if (takesPart(k) && phase === 'waiting' && key.start <= from && key.end > from)
        await this.begin(k, from);
    }
    const drag = dragFactor(state.dragAt(t), dt);
    field.uniform(gravity, t, dt, drag);
    const rows = this.listRows(from, to, drag, dt, mode, takesPart);
    const at = table.addRows(rows, gravity);
    const part = { tick, dt, rows: at, from: from - tick, to: to - tick };
    if (mode === 'rest') this.call('restore', part);
    const forces = table.addForces(field.prepareLocal(t, dt, drag));
    const hasObstacles = this.touched.length > 0;
    // A key that takes effect in the tick has sent what was written before it.
    if (hasObstacles) this.surfacesAt = this.surfaces.add(table.words, table.base, this.touched);
    this.call(hasObstacles ? 'stepAmong' : 'step', { ...part, forces: forces.at, forceCount: forces.count });
    if (rows.some(({ fraction, growth }) => fraction || growth)) {
      this.call('dress', part);
      this.areLooksChanged = true;
    }
    this.countArrivals(to, takesPart);
  }

  /** Returns what all rows do in a step. */
  private listRows(
    from: number,
    to: number,
    drag: number,
    dt: number,
    mode: 'parts' | 'rest' | null,
    takesPart: (k: number) => boolean,
  ): CardRow[] {
    const { state, table, rows } = this;
    const { store, params, spread } = state;
    const free = createStepLaw();
    freeLaw(free, drag, dt);
    const growth = spread && mode !== 'parts' ? 2 * params.diffusion * dt : 0;
    const list: CardRow[] = [{ law: free, kind: 0, next: 0, growth }];
    state.runs.forEach((run, k) => {
      const { key, laws, stepLaws, phase } = run;
      const length = key.arrivals.length;
      const isLed = takesPart(k) && phase === 'leading';
      const isLeftOut = mode === 'rest' && !takesPart(k);
      const heldAt = rows.heldOf(k, length);
      const releasedAt = mode === 'parts' ? rows.releasedOf(k, length) : 0;
      const isReleased = isLed && to >= key.release && key.release > from;
      const step = lowerBound(key.boundaries, from);
      const takesColors = takesGoalColors(key);
      const look = isLed ? table.addLook(run, takesColors, spread !== null) : 0;
      const fractions = isLed ? fractionsOfCohorts(key.arrivals, key.start, from, to) : null;
      for (let cohort = 0; cohort < length; cohort++) {
        const own = rows.cohortOf(k, cohort);
        const fraction = fractions ? fractions[cohort] : 0;
        if (!key.goals) {
          list.push({ law: free, kind: 0, next: isReleased ? 0 : own, fraction, look, growth });
          continue;
        }
        if (!isLed || key.arrivals[cohort] <= from) {
          list.push({ law: isLeftOut ? noLaw : free, kind: 1, next: own, isLeftOut });
          continue;
        }
        laws[cohort].at(stepLaws[cohort], step);
        const law = stepLaws[cohort];
        const arrives = key.arrivals[cohort] === to;
        const isHeld = key.release > key.arrivals[cohort];
        list.push({
          law,
          // Particles that were free at the start of the tick spread in it.
          growth: spread && key.start === from ? (2 * params.diffusion) / params.rate : 0,
          kind: law.aim !== 0 && store.hasTargetVelocity ? 2 : 1,
          next: !arrives ? own : isHeld && !isReleased ? heldAt : releasedAt,
          snaps: arrives && isHeld && !key.params.paper,
          fraction,
          look,
        });
      }
      list.push({ law: held, kind: 1, next: isReleased ? releasedAt : heldAt, isLeftOut });
      // Only used within a tick: the last step of it makes these particles free.
      const next = isLeftOut ? 0 : rows.releasedOf(k, length);
      list.push({ law: free, kind: 0, next, isLeftOut });
    });
    return list;
  }

  private countArrivals(to: number, takesPart: (k: number) => boolean): void {
    const { store, bornCount } = this.state;
    this.state.runs.forEach(({ key, phase, members, cohorts, results }, k) => {
      const cohort = takesPart(k) && phase === 'leading' ? key.arrivals.indexOf(to) : -1;
      if (cohort < 0) return;
      for (let m = 0; m < members.length && members[m] < bornCount; m++) {
        if (cohorts[m] === cohort && store.cohort[members[m]] >= 0) results.arrived++;
      }
    });
  }

  private call(shader: ParticleShader, step: CardStep): void {
    const { calls, state, goalStride, touched } = this;
    const { tick, dt, rows = 0, forces = 0, forceCount = 0, from = 0, to = 1, pull = gravity } = step;
    const { rate, friction, restitution } = state.params;
    const slide = pow(1 - friction, dt * slidesPerSecond);
    calls.push(state.bornCount, tick);
    calls.pushFloats([dt]);
    calls.push(rows, forces, forceCount, goalStride, this.surfacesAt);
    calls.pushFloats(pull);
    calls.push(touched.length);
    calls.pushFloats([slide, 1 - friction, restitution, from, to, 1 / rate]);
    calls.push(this.isUnchecked && from === 0 ? 1 : 0);
    for (let k = callStride * (this.callCount + 1); 4 * calls.length < k; ) calls.push(0);
    this.commands.push({ shader, call: this.callCount++ });
  }

  /** Sends all commands so far to the card, and those of `finish`. */
  private submit(finish?: (encoder: GPUCommandEncoder) => void): void {
    const { gpu, commands, count, timer } = this;
    if (commands.length === 0) return;
    this.fillTable();
    this.callBuffer = this.fit(this.callBuffer, 4 * this.calls.length);
    gpu.write(this.callBuffer, 0, this.calls.view);
    const encoder = gpu.device.createCommandEncoder();
    let pass: GPUComputePassEncoder | null = null;
    const groups = Math.ceil(this.state.bornCount / groupSize);
    for (const command of commands) {
      if (command === 'save') {
        pass?.end();
        pass = null;
        this.savedPosition ??= gpu.createBuffer('particles: saved', 16 * count, storage | copyTarget);
        this.savedVelocity ??= gpu.createBuffer('particles: saved', 16 * count, storage | copyTarget);
        encoder.copyBufferToBuffer(this.position, 0, this.savedPosition, 0, 16 * count);
        encoder.copyBufferToBuffer(this.velocity, 0, this.savedVelocity, 0, 16 * count);
        continue;
      }
      if (groups === 0) continue;
      pass ??= encoder.beginComputePass(timer?.descriptor);
      pass.setPipeline(this.shaders[command.shader].pipeline);
      pass.setBindGroup(0, this.bind(command.shader), [command.call * callStride]);
      pass.dispatchWorkgroups(Math.min(groups, rowGroups), Math.ceil(groups / rowGroups));
      gpu.counts.dispatches++;
    }
    pass?.end();
    timer?.resolve(encoder);
    finish?.(encoder);
    gpu.submit(encoder);
    this.clear();
  }

  private bind(shader: ParticleShader): GPUBindGroup {
    const known = this.groups.get(shader);
    if (known) return known;
    const { position, velocity, goals, constant, body, color, ownColor, tableBuffer } = this;
    const lists = {
      step: [position, velocity, goals, constant, body, tableBuffer],
      stepAmong: [position, velocity, goals, constant, body, tableBuffer],
      restore: [position, velocity, this.savedPosition, this.savedVelocity, tableBuffer],
      dress: [position, color, body, constant, tableBuffer, ownColor],
      show: [position, color, body, constant, tableBuffer, this.shown?.places, this.shown?.colors],
    };
    const buffers = lists[shader];
    const group = this.gpu.device.createBindGroup({
      layout: this.shaders[shader].layout,
      entries: [
        ...buffers.map((buffer, binding) => ({ binding, resource: { buffer: buffer! } })),
        { binding: buffers.length, resource: { buffer: this.callBuffer, size: callBytes } },
      ],
    });
    this.groups.set(shader, group);
    return group;
  }

  /** Writes the words of the frame, and those that stay on the card if they have changed. */
  private fillTable(): void {
    const { gpu, table, surfaces } = this;
    const before = this.tableBuffer;
    this.tableBuffer = this.fit(before, 4 * table.end);
    if (this.isTableNew || this.tableBuffer !== before) gpu.write(this.tableBuffer, 0, surfaces.words.view);
    this.isTableNew = false;
    gpu.write(this.tableBuffer, 4 * table.base, table.words.view);
  }

  /** Returns a buffer of at least this size: the given one, or a larger one that replaces it. */
  private fit(buffer: GPUBuffer, bytes: number): GPUBuffer {
    if (buffer.size >= bytes) return buffer;
    buffer.destroy();
    this.groups.clear();
    return this.gpu.createBuffer(buffer.label, 2 * bytes, buffer.usage);
  }
}

const gravity = new Float64Array(3);
