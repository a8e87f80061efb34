import { maxOf } from '../../math/lists.ts';
import { fitRayleigh, type RayleighDamping, ratioOfHalfLife } from './damping.ts';
import { type FleshMaterial, fleshMaterials, preparedMaterial } from './materials.ts';
import type { FleshParams } from './params.ts';
import type { FleshPart } from './part.ts';

/** The settings of a part's motion: the data that a run needs in addition to the part. */
export interface FleshSettings {
  readonly damping: RayleighDamping;
  /** Gravity, m/s². */
  readonly gravity: number;
  /**
   * The world's down direction in the part's frame in the rest pose, if the shape in the file already sags under gravity; else null. [3]
   */
  readonly restDown: readonly [number, number, number] | null;
  readonly strength: number;
  /** Maximum of the modal force, see `FilterBank.add`. */
  readonly maxForce: number;
  /** Maximum displacement, metres. */
  readonly maxDisplacement: number;
  readonly method: 'exact' | 'gyroscopic' | 'paper';
  readonly teleport: 'carry' | 'reset';
}

/** The damping ratio has the given value at the frequency of the slowest mode, and at this multiple of that frequency. */
const dampingSpan = 3;
/** Default limit as a fraction of the cube root of the part's volume. */
const limitFraction = 0.5;

/** Returns the material that the parameters name. Values that the parameters give replace those of the material. */
export function resolveMaterial(params: FleshParams): FleshMaterial {
  const material = fleshMaterials[params.material];
  return {
    stiffness: params.stiffness ?? material.stiffness,
    poisson: params.poisson ?? material.poisson,
    density: params.density ?? material.density,
    damping: params.damping ?? material.damping,
  };
}

/**
 * Converts a part to another stiffness (Pa) and density (kg/m³) than it was prepared with. The shapes do not change: ω² is
 * proportional to stiffness divided by density, and nothing else in the motion changes.
 */
export function applyMaterial(
  part: FleshPart,
  material: { readonly stiffness: number; readonly density: number },
): FleshPart {
  const heavier = material.density / preparedMaterial.density;
  const stiffer = material.stiffness / preparedMaterial.stiffness / heavier;
  if (heavier === 1 && stiffer === 1) return part;
  const faster = Math.sqrt(stiffer);
  return {
    ...part,
    omega2: part.omega2.map((value) => value * stiffer),
    quality: {
      ...part.quality,
      mass: part.quality.mass * heavier,
      frequencies: part.quality.frequencies.map((value) => value * faster),
    },
  };
}

/** Returns the settings of a part. Its material must already be the one that the parameters name. */
export function resolveSettings(
  params: FleshParams,
  part: FleshPart,
  restDown: readonly [number, number, number],
): FleshSettings {
  const slowest = Math.sqrt(maxOf([part.omega2[0]], 0));
  const { damping } = resolveMaterial(params);
  const ratio = params.halfLife === undefined ? damping : ratioOfHalfLife(slowest, params.halfLife);
  return {
    damping: slowest > 0 ? fitRayleigh(slowest, ratio, dampingSpan * slowest, ratio) : { alpha: 0, beta: 0 },
    gravity: params.gravity,
    restDown: params.sagged ? restDown : null,
    strength: params.strength,
    maxForce: findMaxForce(part, params),
    maxDisplacement: params.maxDisplacement ?? limitFraction * cubeRoot(part.quality.volume),
    method: params.paper ? 'paper' : params.gyroscopic ? 'gyroscopic' : 'exact',
    teleport: params.teleport,
  };
}

/** Returns the norm of the modal force at the maximum acceleration, averaged over the three directions. */
function findMaxForce(part: FleshPart, { maxAcceleration }: FleshParams): number {
  if (maxAcceleration === undefined) return Number.POSITIVE_INFINITY;
  let square = 0;
  for (let mode = 0; mode < part.modeCount; mode++) {
    for (let axis = 0; axis < 3; axis++) square += part.transfer[12 * mode + axis] ** 2;
  }
  const force = Math.sqrt(square / 3) * maxAcceleration;
  return force > 0 ? force : Number.POSITIVE_INFINITY;
}

/** Returns the cube root by Newton's method, because `Math.cbrt` differs in the last digit between JavaScript engines. */
function cubeRoot(value: number): number {
  if (!(value > 0)) return 0;
  let root = value > 1 ? value : 1;
  for (let k = 0; k < 200; k++) {
    const next = (2 * root + value / (root * root)) / 3;
    if (Math.abs(next - root) <= 1e-15 * root) return next;
    root = next;
  }
  return root;
}
