import type { LegendEntry, SheetGraphs } from '../../pictures/contact-sheet.ts';
import type { Color } from '../../pictures/picture.ts';
import type { TimeGraph } from '../../pictures/time-graph.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { GroundResponseReport, StepReport } from '../bake-report.ts';
import { listActors } from '../division/find-units.ts';

/** Number of values of each line per second. */
const rate = 60;

/** The colours of the lines of a graph, in order. Lines beyond the last colour are not drawn. */
const colors: readonly Color[] = [
  [42, 96, 140],
  [196, 92, 40],
  [70, 128, 72],
  [128, 78, 150],
  [176, 140, 30],
  [60, 60, 66],
];

/** How the ground answers to a foot, a character or a body over time. Each array has a value for each time. SI units. */
interface ResponseLine {
  readonly name: string;
  readonly loads: Float64Array;
  readonly sinkages: Float64Array;
  /** Absent for a body that sinks as a whole. */
  readonly slips?: Float64Array;
}

/**
 * Returns graphs of the loads, sinkages and slips of the actors to which a ground answers: one line for each foot of a single character, otherwise one
 * for each actor. Null if the ground answers to none.
 */
export function createResponseGraphs(plan: BakePlan, system: string): SheetGraphs | null {
  const names = new Set(listActors(plan, system));
  const answered = plan.actors.flatMap(({ name, report: { groundResponse } }) =>
    names.has(name) && groundResponse ? [{ name, response: groundResponse }] : [],
  );
  if (answered.length === 0) return null;
  const { times: frameTimes, firstFrame, lastFrame } = plan;
  const [start, end] = [frameTimes.seconds(firstFrame), frameTimes.seconds(lastFrame)];
  const count = Math.max(2, Math.round((end - start) * rate) + 1);
  const times = Float64Array.from({ length: count }, (_, k) => start + ((end - start) * k) / (count - 1));
  const simulationStart = frameTimes.seconds(0);
  const all = answered.flatMap(({ name, response }) =>
    answered.length === 1 && response.feet
      ? response.feet.map(({ foot, steps }) => lineOfFeet(`${name} ${foot}`, [steps], times))
      : [lineOfActor(name, response, times, simulationStart)],
  );
  const lines = all.slice(0, colors.length);
  const graph = (
    caption: string,
    unit: TimeGraph['show'],
    min: number,
    read: (line: ResponseLine) => Float64Array | undefined,
  ): TimeGraph[] => {
    const drawn = lines.flatMap((line, k) => {
      const values = read(line);
      return values ? [{ values, color: colors[k] }] : [];
    });
    return drawn.length > 0 ? [{ caption, times, lines: drawn, min, show: unit, marks: [] }] : [];
  };
  const legend: LegendEntry[] = lines.map(({ name }, k) => ({ name, color: colors[k] }));
  return {
    legend,
    note: all.length > lines.length ? `and ${all.length - lines.length} more` : '',
    graphs: [
      ...graph('Load', newtons, 1, ({ loads }) => loads),
      ...graph('Sinkage', millimetres, 0.001, ({ sinkages }) => sinkages),
      ...graph('Slip', millimetres, 0.001, ({ slips }) => slips),
    ],
  };
}

function lineOfActor(
  name: string,
  { feet, body }: GroundResponseReport,
  times: Float64Array,
  start: number,
): ResponseLine {
  if (feet) {
    return lineOfFeet(
      name,
      feet.map(({ steps }) => steps),
      times,
    );
  }
  const sample = (values: readonly number[]) =>
    times.map((t) => values[Math.min(values.length - 1, Math.round((t - start) * body!.rate))]);
  return { name, loads: sample(body!.loads), sinkages: sample(body!.sinkages) };
}

/** Returns the sum of the loads of feet, their maximum sinkage and their maximum slip. All are 0 while no foot stands. */
function lineOfFeet(
  name: string,
  feet: readonly (readonly StepReport[])[],
  times: Float64Array,
): ResponseLine {
  const line = {
    name,
    loads: new Float64Array(times.length),
    sinkages: new Float64Array(times.length),
    slips: new Float64Array(times.length),
  };
  times.forEach((t, k) => {
    for (const steps of feet) {
      const step = steps.find(({ start, end }) => t >= start && t <= end);
      if (!step) continue;
      const at = Math.round(((t - step.start) / (step.end - step.start)) * (step.loads.length - 1));
      const [x, z] = step.slips[at];
      line.loads[k] += step.loads[at];
      line.sinkages[k] = Math.max(line.sinkages[k], step.sinkages[at]);
      line.slips[k] = Math.max(line.slips[k], Math.sqrt(x * x + z * z));
    }
  });
  return line;
}

function newtons(value: number): string {
  return value >= 1000 ? `${Number((value / 1000).toPrecision(3))} kN` : `${Number(value.toPrecision(3))} N`;
}

function millimetres(value: number): string {
  return `${Number((1000 * value).toPrecision(3))} mm`;
}
