import type { SystemDefinition, SystemInputs } from '../system.ts';
import type { TimedParams } from '../timed-params.ts';
import { appearAndGo } from './appear.ts';
import { particlesDescription } from './description.ts';
import { layOnGround } from './leaves/ground-rest.ts';
import type { ParticlesParams } from './params.ts';
import { type ParticlesPrepared, prepareParticles } from './prepare.ts';
import { showBetween } from './preview.ts';
import { reportParticles } from './report.ts';
import { hashParticles, loadParticles, saveParticles } from './save.ts';
import { ParticlesState } from './state.ts';
import { stepTick } from './step.ts';

/** Particles that reach given positions and states at given times, and follow forces in between. Dingle & Keyser 2005. */
export const particlesSystem: SystemDefinition<ParticlesParams, ParticlesState, ParticlesPrepared> = {
  ...particlesDescription,
  rate: (params) => params.rate,
  prepare: prepareParticles,
  surfaces: (_params, prepared) => prepared.surfaces,
  create: (params, inputs, _seed, prepared, timed) => createState(params, inputs, prepared!, timed),
  step: (state, inputs, t) => stepTick(state, inputs, Math.round(t * state.params.rate)),
  save: saveParticles,
  load: (params, bytes, prepared, timed) =>
    loadParticles(new ParticlesState(params, prepared!, {}, timed), bytes),
  setTime: (state, t) => state.setTime(t),
  hash: hashParticles,
  outputs(state) {
    state.output.refresh(state);
    return [state.output];
  },
  interpolate: (state, inputs, ahead) => showBetween(state, inputs, ahead),
  report: reportParticles,
};

/** Creates the state at the start time. Particles that are born until then exist. */
function createState(
  params: ParticlesParams,
  inputs: SystemInputs,
  prepared: ParticlesPrepared,
  timed: TimedParams<ParticlesParams> | null = null,
): ParticlesState {
  const state = new ParticlesState(params, prepared, {}, timed);
  state.tick = Math.round(inputs.startTime * params.rate);
  appearAndGo(state, inputs.surfaces);
  layOnGround(state, inputs.heightfields);
  return state;
}
