import { hashUnit } from '../../../math/random.ts';
import { topologyKinds } from '../topology/topology.ts';
import { FurRun } from './fur-run.ts';
import { createTailActor } from './tail-actor.ts';

/** Creates a run of fur with random parameters on a tail with random motion. */
export function makeRandomRun(seed: number): Promise<FurRun> {
  const draw = (what: number) => hashUnit(seed, what);
  const pick = <Choice>(choices: readonly Choice[], what: number): Choice =>
    choices[Math.floor(draw(what) * choices.length)];
  const spread = (low: number, high: number, what: number) => low * (high / low) ** draw(what);
  const isPatch = draw(0) < 0.25;
  const explicit = draw(2) < 0.4;
  const limit = pick([0.3, 1, 1.4835, 1.56], 9);
  const values = {
    topology: pick(topologyKinds, 1),
    solver: explicit ? 'explicit' : 'implicit',
    length: spread(0.003, 0.3, 3),
    frequency: spread(0.5, explicit ? 12 : 60, 4),
    damping: draw(5) < 0.1 ? 0 : spread(0.5, 100, 5),
    airDrag: draw(6) < 0.2 ? 0 : spread(0.1, 30, 6),
    gravity: draw(7) < 0.2 ? 0 : spread(0.1, 100, 7),
    restStiffness: pick([0.02, 0.1, 0.5, 1], 8),
    maxLean: limit,
    wetness: pick([0, 0.5, 1], 10),
    substeps: pick([1, 2, 3], 11),
    rate: pick([30, 60, 120], 12),
    treadHalfLife: pick([0, 1, 20], 13),
    bend: 'literal',
    exponent: pick([1, 2, 5], 14),
    ...(draw(15) < 0.6
      ? { comb: [draw(16) - 0.5, draw(17) - 0.5, draw(18) - 0.5], maxCombAngle: limit * draw(19) }
      : {}),
    ...(isPatch ? { size: [0.5, 0.3], spacing: 0.08, center: [3 * draw(20), 1, 0] } : {}),
    ...(!isPatch && draw(21) < 0.4 ? { [pick(['joints', 'except'], 22)]: ['far'] } : {}),
    forces: [
      {
        force: 'wind',
        velocity: [40 * draw(23) - 20, 0, 5],
        gusts: 2 * draw(24),
        gustPeriod: 1,
        gustLength: 0.3,
      },
      { force: 'blower', center: [0, 0, 0.1], speed: 30 * draw(25), radius: 0.2 },
      { force: 'whirl', center: [0, 0, 0.4], axis: [0, 1, 0], speed: 10 * draw(26), radius: 0.1 },
      {
        force: 'push',
        // Not on the axis of the tail, where the direction of an outward push would be that of rounding errors.
        center: [0.013, 0.007, 0.317],
        radius: 0.3,
        acceleration: [0, -400 * draw(27), 0],
        outward: 900,
        follow: 0,
        forward: 0,
      },
    ],
  };
  const speed = spread(1, 25, 28);
  const jump = draw(29) < 0.5 ? 0.1 : 99;
  const actor = createTailActor({
    bend: (t) => 3 * Math.sin(speed * t),
    position: (t) => (t < jump ? [Math.sin(2 * speed * t), 0.3 * Math.sin(speed * t), t] : [9, 9, 9]),
    cuts: [jump],
  });
  return FurRun.open(values, { actor: isPatch ? undefined : actor, seed });
}
