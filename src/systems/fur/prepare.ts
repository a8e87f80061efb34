import type { ShellsLook, ShellsMaps } from '../../coats/shells.ts';
import { InputError, type InputFault } from '../../input-error.ts';
import { append } from '../../math/lists.ts';
import type { Actor } from '../../motion/actor.ts';
import { hintAtName } from '../../nearest-name.ts';
import { describeSameNames, nodesNamed } from '../joint-names.ts';
import type { PrepareContext } from '../prepare-context.ts';
import { readParams } from '../read-params.ts';
import { refuseKeysInLoop, requireRepeat } from '../repeat-clip.ts';
import type { SurfaceRequest } from '../system.ts';
import { maxOverTime, type TimedParams } from '../timed-params.ts';
import { buildShells, type Shells } from './build-shells.ts';
import type { FurCarrier } from './carrier/carrier.ts';
import { createPatchCarrier } from './carrier/patch-carrier.ts';
import { createSkinCarrier, findSurfaces } from './carrier/skin-carrier.ts';
import { createStanding, type Standing } from './carrier/standing.ts';
import { checkFur } from './check-params.ts';
import { type FurInput, type FurParams, furParams } from './params.ts';
import { findSkinColors, readPictures, type SkinColors } from './prepare-maps.ts';
import { prepareTextures } from './prepare-textures.ts';
import {
  chooseSubsteps,
  lengthOf,
  massOf,
  minLengthFraction,
  type ResolvedCoat,
  resolveCoat,
  resolveForces,
} from './settings.ts';
import type { FurForces } from './solve/kernel-params.ts';
import { evaluateCoat } from './strands/coat-maps.ts';
import { buildTopology, type FurTopology, type TopologyKind } from './topology/topology.ts';
import { varyColors } from './vary-colors.ts';
import { varyStrands } from './vary-strands.ts';

/** The data of a coat that is known before the run and never changes. */
export interface FurPrepared {
  readonly carrier: FurCarrier;
  readonly topology: FurTopology;
  readonly coat: ResolvedCoat;
  /** Computes the strands' rest directions on the skin in any pose. */
  readonly standing: Standing;
  /** Rendered lengths of the strands, m, [vertexCount of the carrier]. */
  readonly lengths: Float64Array;
  /** Simulated lengths of the strands, m, [vertexCount of the carrier]. They have a lower limit. */
  readonly simulatedLengths: Float64Array;
  readonly forces: FurForces;
  /** Mass of a strand's tip, kg. */
  readonly mass: number;
  /** Substeps of the solver in one step. */
  readonly substeps: number;
  readonly shells: Shells;
  /** Linear colours of the vertices, [3 · shells.vertexCount]; null: white. */
  readonly colors: Float32Array | null;
  readonly maps: ShellsMaps;
  readonly look: ShellsLook;
  readonly surfaces: readonly SurfaceRequest[];
  /** The actor on whose skin the fur grows; null for a patch. */
  readonly actor: Actor | null;
  readonly seed: number;
  readonly warnings: readonly string[];
}

/** Creates the carrier, evaluates the maps on it, and creates the textures of the shells. Returns null with `checkOnly`. */
export async function prepareFur(given: FurInput, context: PrepareContext): Promise<FurPrepared | null> {
  const params = readParams({ params: furParams, check: checkFur }, given, context.path);
  const actor = params.actor === undefined ? null : findActor(params.actor, context);
  refuseKeysInLoop(params, context);
  if (actor && params.loop) requireRepeat(actor, context.path);
  const { seed } = context.run;
  const carrier = actor
    ? growOn(actor, params, context.path)
    : createPatchCarrier(params, lengthOf(params, true), seed, context.path);
  const pictures = readPictures(params, carrier, context);
  const skinColors = findSkinColors(params, carrier, context);
  const coat = resolveCoat(params, actor === null, skinColors !== null);
  const { lengths: fractions, combs } = varyStrands(
    evaluateCoat(carrier, pictures.maps),
    carrier,
    { length: params.lengthVariation, tilt: params.tiltVariation },
    params.maxCombAngle,
    coat.length,
    seed,
  );
  const lengths = fractions.map(
    (fraction, v) => Math.max(1e-6, fraction * carrier.fractions[v]) * coat.length,
  );
  const topology = buildTopology(params.topology as TopologyKind, carrier.mesh);
  const simulatedLengths = lengths.map((length) => Math.max(length, minLengthFraction * coat.length));
  const forces = resolveForces(params, coat);
  const mass = massOf(params);
  const substeps = chooseSubsteps(params, topology, forces, simulatedLengths, mass, context.path);
  if (context.checkOnly) return null;

  const maps: ShellsMaps = {
    color: pictures.color ?? skinColors?.picture ?? null,
    density: pictures.density,
  };
  const shells = buildShells(carrier, topology, maps.color !== null || maps.density !== null);
  const textures = await prepareTextures(coat.coat, coat.slices, context);
  context.progress?.(1, 'prepared');
  return {
    carrier,
    topology,
    coat,
    standing: createStanding(carrier, combs, params.maxCombAngle),
    lengths,
    simulatedLengths,
    forces,
    mass,
    substeps,
    shells,
    colors: colorShells(params, carrier, shells, skinColors, seed),
    maps,
    look: {
      layerCount: coat.slices.layerCount,
      tile: coat.tile,
      textures,
      coat: coat.coat,
      colors: coat.colors,
      shading: coat.shading,
      bend: params.paper ? 'literal' : (params.bend as ShellsLook['bend']),
      exponent: params.exponent,
      fins: params.fins,
      shadows: params.shadows,
      strandCount: params.strandCount,
      seed,
    },
    surfaces: carrier.skin ? [{ actor: carrier.skin.actor, surfaces: carrier.skin.surfaces }] : [],
    actor,
    seed,
    warnings: [...carrier.warnings, ...warnOfAir(params, coat, context.timed)],
  };
}

function warnOfAir(
  params: FurParams,
  { motion }: ResolvedCoat,
  timed: TimedParams<FurParams> | null | undefined,
): string[] {
  const { forces } = params;
  const airDrag = maxOverTime(timed, params, (values) => values.airDrag ?? motion.airDrag);
  if (airDrag > 0 || forces.every(({ force }) => force === 'push')) return [];
  return ['air has no effect, since it acts through drag and `airDrag` is 0: set it to 2, for example'];
}

function colorShells(
  { variation, actor }: FurParams,
  carrier: FurCarrier,
  shells: Shells,
  skinColors: SkinColors | null,
  seed: number,
): Float32Array | null {
  const colors = spreadColors(skinColors, shells);
  const strength = variation ?? (actor === undefined ? patchVariation : 0);
  if (strength === 0) return colors;
  return varyColors(carrier.positions, shells.meshVertexOf, colors, strength, seed);
}

/** Default variation of a patch's colours. */
const patchVariation = 0.5;

function spreadColors(colors: SkinColors | null, { vertexCount, fileVertexOf }: Shells): Float32Array | null {
  if (!colors?.vertices || !fileVertexOf) return null;
  const out = new Float32Array(3 * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    for (let c = 0; c < 3; c++) out[3 * v + c] = colors.vertices[3 * fileVertexOf[v] + c];
  }
  return out;
}

function findActor(name: string, { actors, path }: PrepareContext): Actor {
  const actor = actors.get(name);
  if (actor) return actor;
  throw InputError.at(
    `${path}.actor`,
    `no character is called "${name}", ${hintAtName(name, [...actors.keys()])}`,
  );
}

function growOn(actor: Actor, params: FurParams, path: string): FurCarrier {
  const { rig } = actor;
  const surfaces = findSurfaces(rig, params.surfaces, actor.name, `${path}.surfaces`);
  const faults: InputFault[] = [];
  const oddities: string[] = [];
  const jointNodes = [...new Set(rig.skins.flatMap((skin) => [...skin.joints]))].sort((a, b) => a - b);
  const known = jointNodes.length > 0 ? jointNodes : [...rig.nodes.keys()];
  const findJoints = (key: 'joints' | 'except'): number[] | null => {
    const names = params[key];
    if (!names || names.length === 0) return null;
    return names.flatMap((name, k) => {
      const found = nodesNamed(rig, name).filter((node) => known.includes(node));
      append(oddities, describeSameNames(actor.name, name, found, 'all'));
      if (found.length === 0) {
        const hint = hintAtName(
          String(name),
          known.map((node) => rig.nodes[node].name),
        );
        faults.push({
          path: `${path}.${key}[${k}]`,
          message: `no joint of ${actor.name} is called "${name}", ${hint}`,
        });
      }
      return found;
    });
  };
  const region = { joints: findJoints('joints'), except: findJoints('except') };
  if (faults.length > 0) throw new InputError(faults);
  const carrier = createSkinCarrier(actor, surfaces, region, path);
  return { ...carrier, warnings: [...carrier.warnings, ...oddities] };
}
