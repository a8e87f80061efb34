import type { PrepareCache } from '../../src/index.ts';
import { strokeSettledUntil } from '../brush/stroke.ts';
import { createSceneFiles } from '../document/studio-document.ts';
import { preparedFlesh } from '../flesh/prepared-flesh.ts';
import { particlesFacts } from '../particles/key-state.ts';
import { describeProblem } from './describe-problem.ts';
import { measurePoints } from './measure-points.ts';
import type { Position, RunAnswer, RunRequest } from './protocol.ts';
import { RunSession } from './run-session.ts';

/** Maximum number of ticks by which the simulation is ahead of the playhead: half a second. */
const lookAhead = 30;
/** If the simulation is this many ticks behind the playhead, steps are skipped if the page requests it. */
const tolerance = 6;
/** Milliseconds of work between checks for messages. */
const workTime = 12;
/** Maximum milliseconds for measuring bounds for the camera. */
const measuringTime = 2000;
/** Milliseconds between reports of the progress of preparation. */
const newsTime = 60;

export interface RunLoopOptions {
  post(answer: RunAnswer): void;
  /** Waits, so that messages are received. */
  pause(): Promise<void>;
  /** See `RunSessionOptions`. */
  readonly findApi?: () => Promise<GPU | string>;
  readonly waitsForCards?: boolean;
  /** Caches prepared systems between runs. */
  readonly cache?: PrepareCache;
}

/** Runs a session according to the page's playhead: ahead of it, forward and back. */
export class RunLoop {
  private session: RunSession | null = null;
  /** The request for a run that is being opened. Null if there is none. */
  private waiting: RunRequest[] | null = null;
  /** Aborts the previous opening. */
  private opening = new AbortController();
  private run = 0;
  private jump = 0;
  private position: Position = { playhead: 0, endTick: 0, isPlaying: false, maySkip: false };
  /** Tick to which the page jumped. States before it are not sent. */
  private quietUntil = 0;
  /** Start tick of the stroke or push in progress, during which the simulation is not ahead of the playhead. Null if there is none. */
  private heldTick: number | null = null;
  private mustReport = false;
  private isRunning = false;
  /** Whether a tick is being made on a graphics card, and the requests that wait for its end. */
  private isStepping = false;
  private later: RunRequest[] = [];

  constructor(private readonly options: RunLoopOptions) {}

  async receive(request: RunRequest): Promise<void> {
    if (request.type === 'open') {
      await this.open(request);
      return;
    }
    if (request.run !== this.run) return;
    this.position = request.position;
    if (this.waiting && request.type !== 'position') this.waiting.push(request);
    if (!this.session || this.waiting) return;
    // During a tick on a graphics card the session cannot change.
    if (this.isStepping) {
      if (request.type !== 'position') this.later.push(request);
      return;
    }
    this.take(request, this.session);
    await this.work();
  }

  private take(request: RunRequest, session: RunSession): void {
    switch (request.type) {
      case 'position':
        break;
      case 'backend':
        session.setBackend(request.backend);
        break;
      case 'seek':
        this.jumpTo(request.jump);
        break;
      case 'stroke': {
        this.jump = request.jump;
        session.setStroke(request.stroke);
        const settled = session.tickBefore(strokeSettledUntil(request.stroke));
        this.heldTick = request.isDone ? null : Math.max(settled, session.tick);
        this.quietUntil = 0;
        break;
      }
      case 'push': {
        this.jump = request.jump;
        session.setPush(request.push);
        const { path } = request.push.force;
        const settled = session.tickBefore(path[path.length - 4]);
        this.heldTick = request.isDone ? null : Math.max(settled, session.tick);
        this.quietUntil = 0;
        break;
      }
      case 'keepStrokes':
        session.keepStrokes(request.count);
        this.jumpTo(request.jump);
        break;
    }
  }

  private async open(request: RunRequest & { type: 'open' }): Promise<void> {
    this.run = request.run;
    this.closeSession();
    const waiting: RunRequest[] = [];
    this.waiting = waiting;
    this.jump = 0;
    this.heldTick = null;
    this.position = request.position;
    this.opening.abort();
    const opening = new AbortController();
    this.opening = opening;
    let lastReport = 0;
    try {
      const files = createSceneFiles(new Map(request.files));
      const { name, scene, strokes, backend } = request;
      const session = await RunSession.open(
        { name, scene, files, strokes },
        {
          cache: this.options.cache,
          pause: this.options.pause,
          signal: opening.signal,
          backend,
          findApi: this.options.findApi,
          waitsForCards: this.options.waitsForCards,
          backendsChanged: (note) => {
            if (this.run === request.run && this.session) this.reportBackends(this.session, note);
          },
          progress: (fraction, message) => {
            if (performance.now() - lastReport < newsTime) return;
            lastReport = performance.now();
            this.options.post({ type: 'preparing', run: request.run, fraction, message });
          },
        },
      );
      if (this.run !== request.run) {
        session.dispose();
        return;
      }
      this.session = session;
      this.waiting = null;
      const actors = session.plan.actors.map((actor) => actor.report);
      const start = session.clock.seconds(0);
      this.options.post({
        type: 'opened',
        run: this.run,
        facts: {
          actors,
          start,
          lastTick: session.lastTick,
          outputs: session.facts,
          extent: measurePoints(session.plan, { patience: measuringTime }),
          flesh: preparedFlesh(session.plan.systems),
          particles: particlesFacts(session.plan.systems),
        },
      });
      this.reportBackends(session);
      this.jumpTo(0);
      for (const later of waiting) this.take(later, session);
      await this.work();
    } catch (error) {
      if (this.run !== request.run) return;
      this.waiting = null;
      this.options.post({ type: 'failed', run: request.run, problem: describeProblem(error) });
    }
  }

  private jumpTo(jump: number): void {
    this.jump = jump;
    this.heldTick = null;
    this.quietUntil = Math.floor(this.position.playhead);
    this.session!.rewindTo(this.quietUntil);
    this.mustReport = true;
  }

  /** Works until nothing is left to do. Messages that arrive during this time change the work. */
  private async work(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    try {
      let begun = performance.now();
      while (this.session && (await this.makeTick(this.session))) {
        if (performance.now() - begun < workTime) continue;
        const { session, run } = this;
        if (session && session.tick < this.quietUntil) {
          this.options.post({ type: 'catchingUp', run, jump: this.jump, tick: session.tick });
        }
        await this.options.pause();
        begun = performance.now();
      }
    } catch (error) {
      this.session = null;
      this.options.post({ type: 'failed', run: this.run, problem: describeProblem(error) });
    } finally {
      this.isRunning = false;
    }
  }

  private reportBackends(session: RunSession, note?: string): void {
    this.options.post({ type: 'backends', run: this.run, systems: session.backends, note });
  }

  /** Ends the use of the session. A tick on a graphics card that is being made ends with an error, which nobody reads. */
  private closeSession(): void {
    this.session?.dispose();
    this.session = null;
    this.later = [];
  }

  /** Advances by one tick and reports the changes. Returns false if there is nothing to do. */
  private async makeTick(session: RunSession): Promise<boolean> {
    const { later } = this;
    this.later = [];
    for (const request of later) this.take(request, session);
    const { playhead, endTick, isPlaying, maySkip } = this.position;
    if (!isPlaying && this.heldTick === null && session.droppedTicks > 0) {
      // The skipped steps can be simulated now, because there is time.
      this.quietUntil = Math.floor(playhead);
      session.rewindTo(this.quietUntil);
      this.mustReport = true;
    }
    // The state after a jump is sent before time continues.
    if (this.mustReport && session.tick >= this.quietUntil) {
      this.report(session);
      return true;
    }
    const target = Math.min(endTick, Math.floor(playhead) + lookAhead, this.heldTick ?? endTick);
    if (session.tick >= target) return false;
    if (maySkip && isPlaying && session.tick + tolerance < playhead) {
      session.skipTo(Math.floor(playhead));
    }
    if (session.mayUseCards) {
      this.isStepping = true;
      try {
        await session.advanceOnCards();
      } catch (error) {
        if (this.session === session) throw error;
      } finally {
        this.isStepping = false;
      }
      // Another run was opened meanwhile, or a request waits.
      if (this.session !== session || this.later.length > 0) return true;
    } else session.advance();
    if (session.tick >= this.quietUntil) this.report(session);
    return true;
  }

  private report(session: RunSession): void {
    this.mustReport = false;
    this.options.post({
      type: 'reached',
      run: this.run,
      jump: this.jump,
      tick: session.tick,
      changes: session.takeChanges(),
      droppedTicks: session.droppedTicks,
    });
  }
}
