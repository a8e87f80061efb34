import { maxOf } from '../math/lists.ts';
import type { Actor } from '../motion/actor.ts';
import { keyRate } from '../motion/props/key-rate.ts';
import type { PropSample } from '../motion/props/simulated-body.ts';
import { type BodyResponse, bodyRate } from '../motion/response/body-response.ts';
import type { FollowMeasure } from '../motion/travel/measure-follow.ts';
import type { Travel } from '../motion/travel/travel.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { BakePlan, SceneOffset } from './bake-plan.ts';
import { describeOffset, withZUp } from './describe-offset.ts';
import type { MorphReport } from './morph/add-morphs.ts';
import type { WrittenOutput } from './output-definition.ts';

/** `report.json`: what was baked, the results, and which files were written. Keys stay the same from version to version. */
export interface BakeReport {
  readonly version: 1;
  /** Distinguishes reports of Aftermotion from those of other programs. */
  readonly generator: 'aftermotion';
  /** `source`: path of the baked file, relative to the folder of the report. Absent if there is no such folder. */
  readonly scene: { readonly file: string; readonly hash: string; readonly source?: string };
  readonly machine: string;
  /** `first` and `last` are the frame numbers that file names and time codes contain. */
  readonly frames: {
    readonly count: number;
    readonly fps: number | string;
    readonly first: number;
    readonly last: number;
  };
  /** Seconds from the start of the command to the last file. */
  readonly wallSeconds: number;
  readonly actors: readonly ActorReport[];
  readonly systems: readonly SystemReport[];
  readonly outputs: readonly WrittenFile[];
  /** The offset that was subtracted from the coordinates of files far from the origin. Absent if there is none. */
  readonly offsets?: readonly (SceneOffset & {
    /** The offset in the axes of files with z up. */
    readonly metresZUp: SceneOffset['metres'];
  })[];
  readonly warnings: readonly string[];
}

/** The entry of one actor in `report.json`. Lengths in metres. */
export interface ActorReport {
  readonly name: string;
  readonly joints: number;
  readonly triangles: number;
  /** Height of the character in its rest pose, metres. */
  readonly height: number;
  /** Metres per unit of the file. */
  readonly scale: number;
  /** Null for a rigid body without a clip, and for a clip that is played exactly as it is. */
  readonly travel: TravelReport | null;
  /** True if the actor is a rigid body that never moves, otherwise absent. */
  readonly isStatic?: boolean;
  /** True for an object whose motion is simulated. Absent for others. */
  readonly isSimulated?: boolean;
  /** True if the clip is played once, exactly as it is: its actor has the travel `exact`. Otherwise absent. */
  readonly isExact?: boolean;
  /** How the body rolls. Absent if it does not roll. */
  readonly roll?: RollReport;
  /** The parts that mark the ground. Absent if all parts do, or if the scene names the parts. */
  readonly contactParts?: ContactPartsReport;
  /** How the ground answers to the feet. Absent if it does not. */
  readonly groundResponse?: GroundResponseReport;
  /** Results for the flesh of each mesh. Absent if no flesh moves or none was written. */
  readonly morphs?: readonly MorphReport[];
  readonly warnings: readonly string[];
}

/** How the ground answers to an actor. SI units. */
export interface GroundResponseReport {
  /** Mass of the actor, kg. */
  readonly mass: number;
  /** The steps of each foot. Absent for an actor that sinks as a whole. */
  readonly feet?: readonly { readonly foot: string; readonly steps: readonly StepReport[] }[];
  /** The motion of an actor that sinks as a whole. Absent for an actor with feet that are planted and lifted. */
  readonly body?: BodySinkReport;
}

/** What the ground does to an actor that sinks as a whole, before `groundResponse` blends it with the motion that was given. */
export interface BodySinkReport {
  /** Maximum load, N. */
  readonly load: number;
  /** Maximum depth of the lowest point below the surface, m. */
  readonly sinkage: number;
  /** True if the depth was limited. Otherwise absent. */
  readonly isLimited?: boolean;
  /** Values at `rate` times a second from the start of the scene: load in N and depth in m. */
  readonly rate: number;
  readonly loads: readonly number[];
  readonly sinkages: readonly number[];
  /** Horizontal force of the ground, N. Only that on a simulated object changes its motion. */
  readonly drags: readonly number[];
  /** For a simulated object: speed of the centre of mass, m/s. */
  readonly speeds?: readonly number[];
  /** Time in the scene at which a simulated object comes to rest, s. Null if it still moves at the end. Absent for other objects. */
  readonly restTime?: number | null;
}

/** What the ground does to a foot while it stands, before `groundResponse` blends it with the motion of the clip. */
export interface StepReport {
  /** Time in the scene at which the foot touches the ground and at which it leaves it, s. */
  readonly start: number;
  readonly end: number;
  /** Maximum load, N. */
  readonly load: number;
  /** Maximum depth of the lowest point of the sole below the surface, m. */
  readonly sinkage: number;
  /** Depth of an earlier print in which the foot meets the ground, m. Absent on untouched ground. */
  readonly printDepth?: number;
  /** Distance that the foot slips from the start to the end, m. */
  readonly slip: number;
  /** Maximum shear force as a fraction of the shear strength of the ground. 1: the foot slides. */
  readonly shearFraction: number;
  /** True if the depth or the slip was limited. Otherwise absent. */
  readonly isLimited?: boolean;
  /** Values at equidistant times from start to end: load in N, depth and slip (x and z of the file's axes) in m. */
  readonly loads: readonly number[];
  readonly sinkages: readonly number[];
  readonly slips: readonly (readonly [number, number])[];
}

/** The parts of a character with a gait that mark the ground. */
export interface ContactPartsReport {
  /** The feet on which the character stands. */
  readonly standing: readonly string[];
  /** Other parts that touch the ground, deepest first. */
  readonly others: readonly PartTouch[];
}

/** How a part on which the character does not stand touches the ground. */
export interface PartTouch {
  /** The joint or surface, for messages. */
  readonly part: string;
  /** Fraction of the time in which the part is below the surface, 0 to 1. */
  readonly timeFraction: number;
  /** Maximum depth below the surface, m. */
  readonly depth: number;
  /** Longest time in which the part touches the ground and hardly moves across it, s. */
  readonly restSeconds: number;
  /** Whether the part marks the ground: it rests there, or touches the ground most of the time. */
  readonly marks: boolean;
}

/** The entry of a wheel in `report.json`: its radius, its axle and its number of turns. */
export interface RollReport {
  /** Metres. */
  readonly radius: number;
  /** Unit vector, in the axes of the wheel's mesh with Y up. */
  readonly axle: readonly [number, number, number];
  /** Number of turns from the start of the scene to its end: forward minus backward. */
  readonly turns: number;
}

/** The motion of an actor across the ground, in `report.json`. */
export interface TravelReport {
  readonly kind: Travel['kind'];
  /** The names of the clips of a sequence. Absent for one clip. */
  readonly title?: string;
  /** Mean speed, metres per second. */
  readonly speed: number;
  /** The reason why the actor stays in place. Absent if it moves across the ground. */
  readonly stillReason?: string;
  /** Maximum remaining slide of a planted sole, as a fraction of the height. Null if nothing is planted. */
  readonly slide: number | null;
  /** Maximum correction of a foot, as a fraction of the height. */
  readonly correction: number | null;
  /** How well the feet stand on the terrain that the actor follows. Absent on level ground. */
  readonly follow?: FollowMeasure;
}

/** The entry of one system in `report.json`. Each system adds its own results. */
export interface SystemReport {
  readonly system: string;
  readonly name: string;
  readonly steps: number;
  /** Wall time of the simulation steps, without the time for posing actors and writing files. */
  readonly stepSeconds: number;
  readonly stateHash: string;
  /** Size of the saved state. */
  readonly bytes: number;
  readonly [key: string]: unknown;
}

/** One file that a bake wrote. The file name is relative to the folder of the bake. */
export interface WrittenFile {
  readonly file: string;
  readonly kind: string;
  readonly bytes: number;
  /** SHA-256 in hexadecimal, to detect whether the file was changed later. Absent if the writer does not compute it. */
  readonly sha256?: string;
}

/** Creates the report of a bake that is complete. */
export function createReport(
  plan: BakePlan,
  simulation: Simulation,
  outputs: readonly WrittenFile[],
  written: readonly WrittenOutput[],
  notes: readonly string[],
  run: { machine: string; wallSeconds: number },
): BakeReport {
  const actors = plan.actors.map(({ name, report }) =>
    Object.assign({}, report, ...written.map(({ actorResults: actorFigures }) => actorFigures?.get(name))),
  ) as ActorReport[];
  const { offsets = [] } = plan;
  return {
    version: 1,
    generator: 'aftermotion',
    scene: {
      file: plan.sceneFile,
      hash: plan.hash,
      ...(plan.source !== undefined && { source: plan.source }),
    },
    machine: run.machine,
    frames: {
      count: plan.lastFrame - plan.firstFrame + 1,
      fps: plan.fps,
      first: plan.times.number(plan.firstFrame),
      last: plan.times.number(plan.lastFrame),
    },
    wallSeconds: round(run.wallSeconds, 3),
    actors,
    systems: plan.systems.map(({ name, definition }) => {
      const record = simulation.records.find((candidate) => candidate.system.name === name)!;
      return {
        system: definition.name,
        name,
        steps: record.steps,
        stepSeconds: round(record.stepSeconds, 4),
        stateHash: simulation.hash(name),
        bytes: simulation.stateBytes(name),
        ...simulation.report(name),
        ...Object.assign({}, ...written.map(({ systemResults: systemFigures }) => systemFigures?.get(name))),
      };
    }),
    outputs,
    ...(offsets.length > 0 && {
      offsets: offsets.map((offset) => ({ ...offset, metresZUp: withZUp(offset.metres) })),
    }),
    warnings: [
      ...plan.warnings,
      ...offsets.map(describeOffset),
      ...plan.systems.flatMap(({ name }) => {
        const { warnings } = simulation.report(name);
        return Array.isArray(warnings) ? warnings.map((warning) => `${name}: ${warning}`) : [];
      }),
      ...written.flatMap(({ warnings = [] }) => warnings),
      ...notes,
      ...actors.flatMap((actor) => actor.warnings.map((warning) => `${actor.name}: ${warning}`)),
    ],
  };
}

/** Reports how the ground answers to the feet in the steps that begin from `startTime` to `endTime`, seconds of the scene. */
function reportResponse(
  { response, offset }: Actor,
  startTime: number,
  endTime: number,
): GroundResponseReport | undefined {
  if (!response) return undefined;
  const feet = response.stancesBetween(startTime + offset, endTime + offset).map(({ foot, stances }) => ({
    foot,
    steps: stances.map((stance): StepReport => {
      const { loads, depths, slipsX, slipsZ, printDepth, shearFraction, isDeepest } = stance;
      const last = depths.length - 1;
      const [start, end] = stance.seconds;
      return {
        start: start - offset,
        end: end - offset,
        load: maxOf(loads),
        sinkage: maxOf(depths),
        ...(printDepth > 0 && { printDepth }),
        slip: Math.sqrt(slipsX[last] * slipsX[last] + slipsZ[last] * slipsZ[last]),
        shearFraction,
        ...((isDeepest || shearFraction >= 1) && { isLimited: true }),
        loads: [...loads],
        sinkages: [...depths],
        slips: [...slipsX].map((x, k) => [x, slipsZ[k]] as const),
      };
    }),
  }));
  return roundNumbers({ mass: response.mass, feet });
}

/** Reports how the ground answers to an actor of a mass (kg) that sinks as a whole, from `startTime` to `endTime`, seconds. */
export function reportBodyResponse(
  response: BodyResponse,
  mass: number,
  startTime: number,
  endTime: number,
): GroundResponseReport {
  const count = Math.floor((endTime - startTime) * bodyRate) + 1;
  const samples = Array.from({ length: count }, (_, k) => response.sampleAt(k));
  const loads = samples.map(({ load }) => load);
  const sinkages = samples.map(({ sinkage }) => sinkage);
  const isLimited = samples.some((sample) => sample.isLimited);
  return roundNumbers({
    mass,
    body: {
      load: maxOf(loads, 0),
      sinkage: maxOf(sinkages, 0),
      ...(isLimited && { isLimited }),
      rate: bodyRate,
      loads,
      sinkages,
      drags: samples.map(({ drag }) => drag),
    },
  });
}

/** Reports what the ground does to a simulated object. `samples`: at its keys, from the start of the scene on. */
export function reportSimulatedBody(
  samples: readonly PropSample[],
  mass: number,
  startTime: number,
): GroundResponseReport {
  const shown = samples.filter((_, k) => k % (keyRate / bodyRate) === 0);
  const lastMoving = samples.findLastIndex(({ isAtRest }) => !isAtRest);
  const isLimited = samples.some((sample) => sample.isLimited);
  return roundNumbers({
    mass,
    body: {
      load: maxOf(samples.map(({ load }) => load)),
      sinkage: maxOf(samples.map(({ sinkage }) => sinkage)),
      ...(isLimited && { isLimited }),
      rate: bodyRate,
      loads: shown.map(({ load }) => load),
      sinkages: shown.map(({ sinkage }) => sinkage),
      drags: shown.map(({ drag }) => drag),
      speeds: shown.map(({ speed }) => speed),
      restTime: lastMoving === samples.length - 1 ? null : startTime + (lastMoving + 1) / keyRate,
    },
  });
}

/**
 * Creates the part of an actor's entry that is known before the simulation. `span`: start and end of the simulation, seconds; without it, what the
 * ground does to the feet is left out.
 */
export function reportActor(
  actor: Actor,
  follow: FollowMeasure | null = null,
  span?: readonly [number, number],
): ActorReport {
  const response = span && reportResponse(actor, ...span);
  const { name, rig, travel } = actor;
  const joints = new Set(rig.skins.flatMap((skin) => [...skin.joints]));
  return {
    name,
    joints: joints.size,
    triangles: rig.surfaces.reduce((sum, surface) => sum + surface.indices.length / 3, 0),
    height: round(actor.height, 4),
    scale: actor.scale,
    ...(actor.clip && !travel && { isExact: true }),
    travel: travel && {
      kind: travel.kind,
      ...(travel.title !== undefined && { title: travel.title }),
      ...(travel.stillReason !== undefined && { stillReason: travel.stillReason }),
      speed: round(travel.speed * actor.scale, 4),
      slide: travel.slide && round(travel.slide.pinnedMax, 5),
      correction: travel.slide && round(travel.slide.correction, 5),
      ...(follow && {
        follow: {
          slide: round(follow.slide, 5),
          soles: round(follow.soles, 5),
          deepest: round(follow.deepest, 5),
        },
      }),
    },
    ...(response && { groundResponse: response }),
    warnings: actor.warnings,
  };
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}

/** Rounds every number in a value to five digits. */
export function roundNumbers<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, entry) => (typeof entry === 'number' ? Number(entry.toPrecision(5)) : entry)),
  ) as Value;
}
