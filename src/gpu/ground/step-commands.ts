import { append } from '../../math/lists.ts';
import { noFloors, planPasses } from '../../systems/ground/flow/flow.ts';
import { unitsPerMetre } from '../../systems/ground/rules/units.ts';
import type { GroundState } from '../../systems/ground/state.ts';
import type { Tile } from '../../systems/ground/tiles/tile.ts';
import { type Gpu, GpuReader } from '../gpu.ts';
import type { GpuTimer } from '../gpu-timer.ts';
import type { GroundCall, GroundDispatcher, PreparedCalls } from './ground-dispatcher.ts';
import type { SlotPool } from './slot-pool.ts';
import { headWords, passWords, resultStride, resultWords, statusWords, threads } from './wgsl/common.ts';

/** The highest columns of tiles are assumed to rise or fall by at most this much in a step, height units. */
export const topTolerance = Math.round(0.01 * unitsPerMetre);

/** The passes of a step that are given to the card at once: first + 1 … first + count, of `total`, of which `regular` come first. */
export interface PassSpan {
  readonly first: number;
  readonly count: number;
  readonly total: number;
  readonly regular: number;
}

/** What the card has done in the commands of a step. */
export interface StepResults {
  /** The step was planned with assumptions that turned out wrong, and did nothing. */
  readonly isHalted: boolean;
  /** No further pass would move anything. */
  readonly isFinished: boolean;
  /** Number of passes in which something moved. */
  readonly movingPasses: number;
  /** Height units that were removed, deposited, and pushed over the boundary, in the whole step. */
  readonly removed: bigint;
  readonly deposited: bigint;
  readonly outside: bigint;
  /** Number of groups whose displacement took longer than the rounds that were made for it. */
  readonly unfinished: number;
  /** Of each tile of the work list. */
  readonly tiles: readonly TileResult[];
}

export interface TileResult {
  readonly moved: boolean;
  readonly touched: boolean;
  /** Its highest and its lowest column, height units. */
  readonly top: number;
  readonly bottom: number;
}

/** Gives the commands of steps to the card, and reads their results. */
export class StepCommands {
  /** Measures the time on the card, if it is set. */
  timer: GpuTimer | null = null;
  /** One for each step that is on its way. */
  private readonly readers: GpuReader[] = [];

  constructor(
    private readonly gpu: Gpu,
    private readonly state: GroundState,
    private readonly pool: SlotPool,
    private readonly dispatcher: GroundDispatcher,
  ) {}

  /** Begins the lists with the slots of the tiles of a step. */
  begin(work: readonly Tile[]): void {
    this.pool.listSlots(work, this.dispatcher.lists);
  }

  /** The dispatches that halt a step if the results of the step before are not as assumed. before, work: the tiles of both. */
  listChecks(before: readonly Tile[], work: readonly Tile[], number: number): GroundCall[] {
    const { pool } = this;
    const { lists } = this.dispatcher;
    const list = lists.length;
    for (const tile of before)
      lists.push(pool.slots.get(tile)!, tile.top - topTolerance, tile.top + topTolerance);
    const pass = number + 1;
    const [tiles, checks] = [work.length, before.length];
    return [
      { shader: 'enlist', groups: Math.ceil(tiles / threads), count: tiles, pass },
      { shader: 'check', groups: Math.ceil(checks / threads), list, count: checks, pass },
    ];
  }

  /**
   * Gives commands to the card. Resolves with the results.
   *
   * index: number of steps before whose results are not read yet. contact: null if passes continue a step.
   */
  async submit(
    index: number,
    work: readonly Tile[],
    checks: readonly GroundCall[],
    contact: readonly GroundCall[] | null,
    span: PassSpan,
  ): Promise<StepResults> {
    const { gpu, pool, dispatcher, timer } = this;
    const last = span.first + span.count;
    const before: GroundCall[] = [...checks];
    if (contact) {
      before.push({ shader: 'reset', groups: Math.ceil(resultWords / threads) });
      before.push({ shader: 'begin', groups: work.length });
      append(before, contact);
    }
    const lastPass = last < span.total ? last : 0;
    const own = dispatcher.prepare([...before, { shader: 'finish', groups: work.length, lastPass }]);
    const commands = gpu.device.createCommandEncoder();
    if (checks.length === 0) commands.clearBuffer(pool.status, 4 * statusWords.halted, 4);
    const pass = commands.beginComputePass(timer?.descriptor);
    dispatcher.dispatch(pass, own, 0, before.length);
    dispatcher.dispatch(pass, this.listPasses(span.regular), 2 * span.first, 2 * last, work.length);
    dispatcher.dispatch(pass, own, before.length);
    pass.end();
    timer?.resolve(commands);
    const buffer = pool.status;
    this.readers[index] ??= new GpuReader(gpu);
    const words = await this.readers[index].read(commands, [
      { buffer, offset: 0, bytes: 4 * headWords },
      { buffer, offset: 4 * (passWords + span.first + 1), bytes: 4 * span.count },
      { buffer, offset: 4 * resultWords, bytes: 4 * resultStride * work.length },
      ...(timer ? [{ buffer: timer.buffer, offset: 0, bytes: 16 }] : []),
    ]);
    timer?.add(words.subarray(words.length - 4));
    return readResults(words, span.count, work.length);
  }

  dispose(): void {
    for (const reader of this.readers) reader.dispose();
  }

  /** The passes of a step with a number of regular passes: two dispatches each. */
  private listPasses(regular: number): PreparedCalls {
    const { erosion } = this.state.settings;
    const { extra, toppling } = planPasses(this.state);
    return this.dispatcher.keep(`passes ${regular}`, () => {
      const calls: GroundCall[] = [];
      for (let pass = 1; pass <= regular + extra + toppling; pass++) {
        const floors =
          pass <= regular ? noFloors : pass <= regular + extra ? erosion.stopFloors : erosion.topplingFloors;
        const call = { groups: 0, pass, axisFloor: floors.axis, diagonalFloor: floors.diagonal };
        calls.push({ shader: 'decide', ...call }, { shader: 'apply', ...call });
      }
      return calls;
    });
  }
}

function readResults(words: Uint32Array, passes: number, tileCount: number): StepResults {
  const sumAt = (word: number) => (BigInt(words[word + 1]) << 32n) | BigInt(words[word]);
  let movingPasses = 0;
  while (movingPasses < passes && words[headWords + movingPasses] === 1) movingPasses++;
  const tiles = Array.from({ length: tileCount }, (_, k) => {
    const at = headWords + passes + resultStride * k;
    const flags = words[at];
    return {
      moved: (flags & 1) !== 0,
      touched: (flags & 2) !== 0,
      top: words[at + 1] | 0,
      bottom: words[at + 2] | 0,
    };
  });
  return {
    isHalted: words[statusWords.halted] === 1,
    isFinished: words[statusWords.finished] === 1,
    movingPasses,
    removed: sumAt(statusWords.removed),
    deposited: sumAt(statusWords.deposited),
    outside: sumAt(statusWords.outside),
    unfinished: words[statusWords.unfinished],
    tiles,
  };
}
