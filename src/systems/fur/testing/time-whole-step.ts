import type { SkinSet } from '../../../motion/skin-surface.ts';
import type { SystemInputs } from '../../system.ts';
import { leanNormals, poseCarrier } from '../carrier/pose-carrier.ts';
import { limitStretch } from '../limit-stretch.ts';
import type { FurParams } from '../params.ts';
import type { FurPrepared } from '../prepare.ts';
import { FurState } from '../state.ts';
import { showState, standFur } from '../step.ts';

/** Milliseconds of the parts of one step. */
export interface StepTimes {
  /** Posing the character, its skin, normals and rest directions. */
  readonly skin: number;
  /** Winds and pushes on the tips. */
  readonly wind: number;
  /** The solver, with its limits. */
  readonly solver: number;
  /** Writing the arrays that are drawn. */
  readonly output: number;
}

/**
 * Measures the parts of the steps of fur on a real character, in the order of `advanceFur`: the median over `tickCount` steps, after as
 * many steps for warming up. Long steps are measured in processor time, so that other programs have little influence. Short steps are
 * measured by the clock, which has a finer resolution: other programs rarely interrupt them.
 *
 * isMoving: the clip plays. Otherwise the character is posed at the same time in every step.
 */
export function timeWholeStep(
  params: FurParams,
  prepared: FurPrepared,
  skins: SkinSet,
  isMoving: boolean,
  tickCount: number,
): StepTimes {
  const dt = 1 / params.rate;
  const inputs: SystemInputs = {
    colliders: [],
    heightfields: [],
    drives: [],
    surfaces: prepared.surfaces.map((request) => skins.add(request)),
    startTime: 0,
    reference: null,
  };
  const state = new FurState(params, prepared);
  standFur(state, inputs);
  const { solver, skin, field, contact } = state;
  const times: Record<keyof StepTimes, number[]> = { skin: [], wind: [], solver: [], output: [] };
  const warmUp: number[] = [];
  let now = () => performance.now();
  for (let tick = 0; tick < 2 * tickCount; tick++) {
    if (tick === tickCount && median(warmUp) > shortStep) now = processorTime;
    const t = tick * dt;
    const marks = [now()];
    const mark = () => void marks.push(now());
    skins.advance(isMoving ? t : 0, isMoving ? t + dt : 0);
    poseCarrier(state, inputs, 'end');
    mark();
    field.apply(solver, t, dt);
    mark();
    solver.step(dt, skin.positions, skin.directions);
    if (!params.paper) limitStretch(solver.store);
    contact?.recover(dt);
    contact?.step(solver, { dt, colliders: [], positions: skin.positions, normals: skin.normals });
    mark();
    leanNormals(state);
    showState(state);
    mark();
    if (tick < tickCount) {
      warmUp.push(marks[4] - marks[0]);
      continue;
    }
    (['skin', 'wind', 'solver', 'output'] as const).forEach((part, k) => {
      times[part].push(marks[k + 1] - marks[k]);
    });
  }
  return {
    skin: median(times.skin),
    wind: median(times.wind),
    solver: median(times.solver),
    output: median(times.output),
  };
}

/** Steps that take less time, ms, are measured by the clock. */
const shortStep = 0.2;

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}
