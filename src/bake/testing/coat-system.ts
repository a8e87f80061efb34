import { growBlades } from '../../coats/blades/grow-blades.ts';
import { furShadings } from '../../coats/blades/shade-fur.ts';
import { sliceBlades } from '../../coats/blades/slice-blades.ts';
import type { ShellsLook } from '../../coats/shells.ts';
import { createCoatCoordinates } from '../../coats/strands/coat-coordinates.ts';
import { readGltf } from '../../files/gltf/read-gltf.ts';
import { cos, sin } from '../../math/portable.ts';
import { type Actor, type ActorOptions, createActor } from '../../motion/actor.ts';
import { deformSurface } from '../../motion/deform-surface.ts';
import type { RigSurface } from '../../motion/rig.ts';
import { planTravel } from '../../motion/travel/plan-travel.ts';
import { furPresets } from '../../systems/fur/fur-presets.ts';
import type { ShellsOutput } from '../../systems/outputs/shells.ts';
import type { SystemDefinition } from '../../systems/system.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { OutputKindName } from '../output-kinds.ts';
import { planActor, planBase } from './plan-base.ts';

export interface CoatOptions {
  /** The actor whose skin the coat covers. Absent: a patch of 1 × 1 m. */
  readonly actor?: Actor;
  readonly surfaces?: readonly number[];
  /** Number of cells along a side of the patch. */
  readonly cells?: number;
  readonly length?: number;
  readonly strandCount?: number;
  readonly coat?: keyof typeof furPresets;
  /** Maximum lean of tips in radians, number of waves per second, and number of waves per metre. */
  readonly lean?: number;
  readonly speed?: number;
  readonly waves?: number;
  /** Amplitude with which half of a patch sinks and rises, metres. */
  readonly sink?: number;
  /** Changes the output after it is created. */
  readonly change?: (output: ShellsOutput) => ShellsOutput;
}

interface CoatState {
  readonly output: ShellsOutput;
  /** Angle and angular velocity of a pendulum. They change from step to step, so they must be part of the saved state. */
  readonly pendulum: Float64Array;
}

/** Creates a test system that shows shells. The shells follow the skin and lean in waves; the amplitude of the waves follows a pendulum. */
export function createCoatSystem(
  options: CoatOptions,
  rate: number,
): SystemDefinition<Record<string, never>, CoatState> {
  const { actor, lean = 0.6, speed = 1, waves = 2 } = options;
  const show = ({ output, pendulum }: CoatState) => {
    const { roots, normals, offsets, lengths, restPositions } = output;
    if (options.sink)
      for (let k = 0; k < roots.length; k += 3)
        if (restPositions[k] > 0) roots[k + 1] = restPositions[k + 1] - options.sink * (1 - pendulum[0]);
    normals.set(
      createCoatCoordinates({ positions: Float64Array.from(roots), indices: output.indices }).normals,
    );
    for (let k = 0; k < offsets.length; k += 3) {
      const wave = sin(
        2 * Math.PI * waves * (restPositions[k] + 0.7 * restPositions[k + 2]) + 3 * pendulum[1],
      );
      const angle = lean * (0.5 * pendulum[0] + 0.5 * wave);
      const [x, y, z] = normals.subarray(k, k + 3);
      // A direction along the skin that changes smoothly from place to place.
      const aside = [y * y + z * z, -x * y, -x * z];
      const size = Math.sqrt(aside[0] ** 2 + aside[1] ** 2 + aside[2] ** 2) || 1;
      for (let c = 0; c < 3; c++)
        offsets[k + c] = lengths[k / 3] * (cos(angle) * normals[k + c] + (sin(angle) * aside[c]) / size);
    }
  };
  const create = (): CoatState => {
    const made = actor ? coatActor(actor, options) : coatPatch(options);
    const state = { output: options.change?.(made) ?? made, pendulum: Float64Array.of(1, 0) };
    show(state);
    return state;
  };
  return {
    name: 'coat',
    params: {},
    reads: [],
    shows: 'shells',
    rate: () => rate,
    surfaces: () => (actor ? [{ actor: actor.name, surfaces: options.surfaces ?? null }] : []),
    create,
    step(state, { surfaces }, _, dt) {
      const { pendulum, output } = state;
      const omega = 2 * Math.PI * speed;
      pendulum[1] -= dt * omega * pendulum[0];
      pendulum[0] += dt * omega * pendulum[1];
      if (surfaces[0]) output.roots.set(surfaces[0].end);
      show(state);
    },
    save: ({ pendulum, output }) => new Uint8Array(Float64Array.from([...pendulum, ...output.roots]).buffer),
    load(_, bytes) {
      const saved = new Float64Array(new Uint8Array(bytes).buffer);
      const state = create();
      state.pendulum.set(saved.subarray(0, 2));
      state.output.roots.set(saved.subarray(2));
      show(state);
      return state;
    },
    hash: ({ pendulum }) => [...pendulum].join(),
    outputs: ({ output }) => [output],
    report: () => ({}),
  };
}

function coatActor(actor: Actor, options: CoatOptions): ShellsOutput {
  const surfaces = options.surfaces ?? actor.rig.surfaces.map((_, index) => index);
  const pose = actor.poseAt(0);
  const positions: number[] = [];
  const indices: number[] = [];
  for (const index of surfaces) {
    const surface = actor.rig.surfaces[index];
    const posed = new Float64Array(surface.positions.length);
    deformSurface(surface, pose, posed);
    for (const vertex of surface.indices) indices.push(positions.length / 3 + vertex);
    for (const value of posed) positions.push(value);
  }
  const skin = { surfaces, vertexOf: Uint32Array.from({ length: positions.length / 3 }, (_, k) => k) };
  return makeShells(positions, indices, { ...options, name: 'fur', actor: actor.name, skin });
}

function coatPatch(options: CoatOptions): ShellsOutput {
  const { cells = 8 } = options;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      positions.push(i / cells - 0.5, 0.1 * sin((3 * i) / cells), j / cells - 0.5);
      if (i === cells || j === cells) continue;
      const a = j * (cells + 1) + i;
      indices.push(a, a + cells + 1, a + 1, a + 1, a + cells + 1, a + cells + 2);
    }
  }
  return makeShells(positions, indices, { ...options, name: 'grass', actor: null, skin: null });
}

const looks = new Map<string, ShellsLook>();

function lookOf(coat: keyof typeof furPresets): ShellsLook {
  const known = looks.get(coat);
  if (known) return known;
  const { coat: blades, colors, tile, lightDepth, lightSpread } = furPresets[coat];
  const size = { width: 32, height: 32, layerCount: 12 };
  const look: ShellsLook = {
    layerCount: 12,
    tile,
    textures: sliceBlades(growBlades(blades), { ...size, lightDepth, lightSpread }),
    coat: blades,
    colors,
    shading: furShadings.shaded,
    bend: 'arc',
    exponent: 2,
    fins: false,
    shadows: false,
    strandCount: 300,
    seed: 7,
  };
  looks.set(coat, look);
  return look;
}

function makeShells(
  positions: readonly number[],
  indices: readonly number[],
  options: Omit<CoatOptions, 'actor'> & Pick<ShellsOutput, 'name' | 'actor' | 'skin'>,
): ShellsOutput {
  const { coat = options.actor ? 'fox' : 'grass', name, actor, skin, strandCount = 300 } = options;
  const vertexCount = positions.length / 3;
  const mesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  const { normals } = createCoatCoordinates(mesh);
  return {
    kind: 'shells',
    name,
    actor,
    skin,
    vertexCount,
    indices: mesh.indices,
    restPositions: Float32Array.from(positions),
    restNormals: normals,
    lengths: new Float32Array(vertexCount).fill(options.length ?? 0.1),
    densities: new Float32Array(vertexCount).fill(1),
    colors: null,
    texcoords: null,
    maps: { color: null, density: null },
    look: { ...lookOf(coat), strandCount },
    roots: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    offsets: new Float32Array(3 * vertexCount),
  };
}

export interface CoatPlanOptions extends Omit<CoatOptions, 'actor'>, Omit<ActorOptions, 'name' | 'travel'> {
  readonly fps?: number;
  readonly end?: number;
  readonly frames?: readonly [number, number];
  readonly rate?: number;
  readonly outputs: readonly OutputKindName[];
  readonly morphTargets?: number;
}

/** Returns a scene that can be baked: one character with a coat, or a patch of grass if bytes is null. */
export async function planCoat(bytes: Uint8Array | null, options: CoatPlanOptions): Promise<BakePlan> {
  const { fps = 30, end = 1, frames, rate = 60, outputs, morphTargets } = options;
  const rig = bytes && (await readGltf(bytes, { name: 'figure.glb' }));
  const actor =
    rig &&
    createActor(rig, {
      ...(options.scale === undefined && options.height === undefined ? { scale: 1 } : {}),
      ...pickPlacement(options),
      name: 'figure',
      travel: (_, clip) => planTravel(rig, clip),
    });
  const posed = (surfaces: readonly RigSurface[], t: number) =>
    surfaces.map((surface) => {
      const positions = new Float64Array(surface.positions.length);
      deformSurface(surface, actor!.poseAt(t), positions);
      return { positions, indices: surface.indices, color: surface.color };
    });
  return {
    ...planBase({ name: 'hairy', fps, end, frames, outputs }),
    actors: actor && bytes ? [planActor(actor, bytes, (t) => posed(actor.rig.surfaces, t))] : [],
    systems: [
      {
        name: actor ? 'fur' : 'grass',
        definition: createCoatSystem({ ...options, actor: actor ?? undefined }, rate),
        params: {},
        reads: [],
        actors: null,
      },
    ],
    morphTargets,
  };
}

function pickPlacement({ clip, position, heading, offset, scale, height }: CoatPlanOptions) {
  return { clip, position, heading, offset, scale, height };
}
