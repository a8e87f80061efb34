import type { ShellsMotion } from '../../src/coats/shells.ts';
import type { Output, Simulation } from '../../src/index.ts';
import { type HeightfieldChange, readHeightfieldChange } from '../../src/systems/heightfield-change.ts';
import type { LiveHeightfield } from '../../src/systems/outputs/heightfield.ts';
import type { MorphOutput } from '../../src/systems/outputs/morph.ts';
import type { PointsOutput } from '../../src/systems/outputs/points.ts';
import type { ShellsOutput } from '../../src/systems/outputs/shells.ts';
import { copyPoints } from '../../src/systems/points-change.ts';
import type { KeysChange } from '../particles/key-news.ts';

/**
 * What one of the scene's outputs looks like now, by the kind of output, and how it stands with keys. `name` is unique in a
 * scene.
 */
export type OutputChange = GroundChange | MorphChange | PointsChange | ShellsChange | KeysChange;

export interface GroundChange extends HeightfieldChange {
  readonly kind: 'heightfield';
  readonly name: string;
}

/** Weights of the shapes that were told once, with the run: see `MorphShapes`. */
export interface MorphChange {
  readonly kind: 'morph';
  readonly name: string;
  /** [modeCount] */
  readonly amplitudes: Float64Array<ArrayBuffer>;
}

/** All particles that there are now, in arrays of their own and just as long. */
export interface PointsChange
  extends Pick<PointsOutput, 'count' | 'ids' | 'positions' | 'orientations' | 'colors' | 'sizes'> {
  readonly kind: 'points';
  readonly name: string;
}

/** Where shells are now, in arrays of its own. */
export interface ShellsChange extends ShellsMotion {
  readonly kind: 'shells';
  readonly name: string;
}

/** What of shells stays as it is for the whole run. */
export type ShellsFacts = Omit<ShellsOutput, 'kind' | keyof ShellsMotion>;

/** What of particles stays as it is for the whole run. */
export type PointsFacts = Pick<PointsOutput, 'name' | 'look'>;

/** What of a morph stays as it is for the whole run. */
export type MorphShapes = Pick<MorphOutput, 'name' | 'actor' | 'modeCount' | 'surfaces'>;

type Rectangle = HeightfieldChange['rectangle'];

/** All outputs of a simulation with names that are unique in the scene: the system's own, for what it shows first. */
export function namedOutputs(
  simulation: Pick<Simulation, 'outputs'>,
  systems: readonly string[],
): { name: string; output: Output }[] {
  return systems.flatMap((system) => {
    const outputs = simulation.outputs(system);
    return outputs.map((output, index) => ({
      name: index === 0 ? system : `${system}/${output.name}`,
      output,
    }));
  });
}

/** The grounds among them, under those names. */
export function namedGrounds(
  simulation: Pick<Simulation, 'outputs'>,
  systems: readonly string[],
): LiveHeightfield[] {
  return namedOutputs(simulation, systems).flatMap(({ name, output }) =>
    output.kind === 'heightfield' ? [{ ...output, name }] : [],
  );
}

/**
 * What a screen must be told so that it shows a scene's outputs as they stand. It remembers every rectangle of ground that
 * was told: after a jump back, those come again, with the ground as it was there before.
 */
export class OutputChanges {
  private readonly told = new Map<string, Map<string, Rectangle>>();
  private jumped = false;

  constructor(private readonly systems: readonly string[]) {}

  /** The next taking tells everything that was ever told: the state has jumped. */
  forget(): void {
    this.jumped = true;
  }

  take(simulation: Pick<Simulation, 'outputs'>): OutputChange[] {
    const changes: OutputChange[] = [];
    for (const { name, output } of namedOutputs(simulation, this.systems)) {
      switch (output.kind) {
        case 'heightfield':
          for (const rectangle of this.rectanglesToTell(name, output.takeChanges())) {
            changes.push({ kind: 'heightfield', name, ...readHeightfieldChange(output, rectangle) });
          }
          break;
        case 'morph':
          changes.push({ kind: 'morph', name, amplitudes: new Float64Array(output.amplitudes) });
          break;
        case 'points':
          changes.push({ kind: 'points', name, ...copyPoints(output) });
          break;
        case 'shells':
          changes.push({ kind: 'shells', name, ...copyMotion(output) });
          break;
      }
    }
    this.jumped = false;
    return changes;
  }

  private rectanglesToTell(name: string, changed: readonly Rectangle[]): Rectangle[] {
    let told = this.told.get(name);
    if (!told) {
      told = new Map();
      this.told.set(name, told);
    }
    const fresh = new Map(changed.map((rectangle) => [keyOf(rectangle), rectangle]));
    if (this.jumped) for (const [key, rectangle] of told) fresh.set(key, rectangle);
    for (const [key, rectangle] of fresh) told.set(key, rectangle);
    return [...fresh.values()];
  }
}

/** The shapes of a simulation's morphs, for a screen that will be told their weights. */
export function morphShapes(
  simulation: Pick<Simulation, 'outputs'>,
  systems: readonly string[],
): MorphShapes[] {
  return namedOutputs(simulation, systems).flatMap(({ name, output }) =>
    output.kind === 'morph'
      ? [{ name, actor: output.actor, modeCount: output.modeCount, surfaces: output.surfaces }]
      : [],
  );
}

/** The particles among a simulation's outputs, for a screen that will be told where they are. */
export function pointsFacts(
  simulation: Pick<Simulation, 'outputs'>,
  systems: readonly string[],
): PointsFacts[] {
  return namedOutputs(simulation, systems).flatMap(({ name, output }) =>
    output.kind === 'points' ? [{ name, look: output.look }] : [],
  );
}

/** The shells among a simulation's outputs, for a screen that will be told how they move. */
export function shellsFacts(
  simulation: Pick<Simulation, 'outputs'>,
  systems: readonly string[],
): ShellsFacts[] {
  return namedOutputs(simulation, systems).flatMap(({ name, output }) => {
    if (output.kind !== 'shells') return [];
    const { kind, roots, normals, offsets, ...facts } = output;
    return [{ ...facts, name }];
  });
}

/** Buffers that can go over to another thread without a copy. */
export function buffersOf(changes: readonly OutputChange[]): ArrayBufferLike[] {
  return changes.flatMap((change) => arraysOf(change).map(({ buffer }) => buffer));
}

function arraysOf(change: OutputChange): ArrayBufferView[] {
  switch (change.kind) {
    case 'heightfield':
      return [change.heights, change.pressed];
    case 'morph':
      return [change.amplitudes];
    case 'shells':
      return [change.roots, change.normals, change.offsets];
    case 'keys':
      return [];
    case 'points': {
      const { ids, positions, orientations, colors, sizes } = change;
      return [ids, positions, colors, sizes, ...(orientations ? [orientations] : [])];
    }
  }
}

function copyMotion({ roots, normals, offsets }: ShellsMotion) {
  return { roots: roots.slice(), normals: normals.slice(), offsets: offsets.slice() };
}

function keyOf({ i0, j0, columns, rows }: Rectangle): string {
  return `${i0} ${j0} ${columns} ${rows}`;
}
