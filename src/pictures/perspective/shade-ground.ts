import { hashUnit } from '../../math/random.ts';
import { type GroundLook, stoneAlbedo, wetDarkening, wetGloss, wetSharpness } from '../ground-look.ts';
import { grainAt } from '../shade-relief.ts';
import type { Point } from './camera.ts';
import { type FigureLight, skyPastFigures, sunPastFigures } from './figure-light.ts';
import { type GroundSurface, sampleLayer, surfaceAt } from './ground-surface.ts';
import { skyColor } from './sky.ts';

export interface GroundScene {
  readonly surface: GroundSurface;
  readonly look: GroundLook;
  readonly toSun: Point;
  readonly figures: FigureLight;
  /** Range of world x and z in which meshes can darken the ground: x0, z0, x1, z1. */
  readonly reach: readonly [number, number, number, number];
}

const normal = new Float64Array(3);
const mirrored = new Float64Array(3);

/**
 * Returns the light from a point of the ground to the eye, linear. `direction`: unit direction of the ray. `footprint`: size on the ground
 * of a sample of the picture, metres; detail that is finer fades out. `turn`: 0..1, varies the samples of the shadow.
 */
export function shadeGround(
  out: Float64Array,
  scene: GroundScene,
  p: Float64Array,
  direction: readonly [number, number, number],
  footprint: number,
  turn: number,
): void {
  const { surface, look, toSun, reach } = scene;
  const [x, z] = [p[0], p[2]];
  const held = surfaceAt(surface, x, z);
  let slopeX = held ? sampleLayer(held, held.slopeX, x, z) : 0;
  let slopeZ = held ? sampleLayer(held, held.slopeZ, x, z) : 0;
  const pressed = held ? sampleLayer(held, held.pressed, x, z) : 0;
  const lit = held ? sampleLayer(held, held.lit, x, z) : 1;
  const open = held ? sampleLayer(held, held.open, x, z) : 1;
  const wet = Math.max(look.wetness, held?.wetness ? sampleLayer(held, held.wetness, x, z) : 0);
  const stone = held?.stones ? sampleLayer(held, held.stones, x, z) : 0;
  const rough = look.bump * (1 - 0.45 * pressed) * (1 - 0.75 * wet);
  let tint = 1;
  for (const [size, fraction] of grains) {
    const fade = 1 - footprint / size;
    if (fade <= 0) continue;
    const here = noiseAt(x / size, z / size);
    const strength = rough * fraction * fade;
    slopeX += strength * (noiseAt(x / size + 0.5, z / size) - here);
    slopeZ += strength * (noiseAt(x / size, z / size + 0.5) - here);
    tint += look.grain * fade * here;
  }
  const up = 1 / Math.sqrt(1 + slopeX * slopeX + slopeZ * slopeZ);
  normal[0] = -slopeX * up;
  normal[1] = up;
  normal[2] = -slopeZ * up;
  let sunlight = Math.max(0, normal[0] * toSun[0] + normal[1] * toSun[1] + normal[2] * toSun[2]) * lit;
  let sky = open * (0.5 + 0.5 * up);
  if (x > reach[0] && x < reach[2] && z > reach[1] && z < reach[3]) {
    if (sunlight > 0) sunlight *= sunPastFigures(scene.figures, p, 0.004, turn);
    sky *= skyPastFigures(scene.figures, p, upward, 0.004, turn);
  }
  const shared = look.bounce * (1 - open);
  let [shine, gleam] = [0, 0];
  if (look.gloss > 0 || wet > 0) {
    const facing = Math.max(
      0,
      -(normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2]),
    );
    const own = (look.gloss * (0.6 + 0.9 * pressed)) / (1 + crestAt(held, x, z));
    const grazing = (1 - facing) ** 5;
    gleam = (own + wetGloss * wet) * (0.1 + 0.9 * grazing) * open;
    for (let c = 0; c < 3; c++) mirrored[c] = direction[c] + 2 * facing * normal[c];
    const toward = Math.max(0, mirrored[0] * toSun[0] + mirrored[1] * toSun[1] + mirrored[2] * toSun[2]);
    shine = own * sunlight * 2.2 * powerOf(toward, look.sharpness >> 1);
    if (wet > 0) shine += wetGloss * wet * sunlight * 2.2 * powerOf(toward, wetSharpness >> 1);
    skyColor(reflected, toSun, mirrored[0], mirrored[1], mirrored[2]);
  }
  let sparkle = 0;
  if (look.sparkle > 0) {
    // At a distance, one bright point represents all grains in a sample, and is weaker.
    // Its size depends on the width of the sample. The length is much larger at grazing angles, and would cause wide patches of light.
    const width = footprint * Math.max(0.08, -direction[1]);
    let size = sparkleSize;
    let strength = look.sparkle;
    for (let n = 0; n < 7 && size < 0.9 * width; n++) {
      size *= 2;
      strength *= 0.75;
    }
    if (hashUnit(21, Math.floor(x / size), Math.floor(z / size)) > 0.998) sparkle = strength * sunlight;
  }
  const stoneTone = stone > 0 ? 1 + 1.1 * noiseAt(x / stoneSize, z / stoneSize) : 1;
  const stoneHue = stone > 0 ? 0.14 + 0.4 * noiseAt(z / stoneSize, 31.7 - x / stoneSize) : 0;
  for (let c = 0; c < 3; c++) {
    const loose = look.albedo[c] * (1 + pressed * (look.pressedTint[c] - 1));
    const rock = stoneAlbedo[c] * stoneTone * (1 + stoneHue * (1 - c));
    const albedo = (loose + stone * (rock - loose)) * tint * (1 - wetDarkening * wet);
    const light = look.sun[c] * (sunlight + 0.4 * shared) + skyFraction * look.sky[c] * (sky + shared);
    out[c] = albedo * light + (shine + sparkle) * look.sun[c] + gleam * reflected[c];
  }
}

/**
 * Returns how much the normal turns within a sample, squared and scaled. A sharp crest reflects the sun into all directions, so its
 * highlight is as wide as it is weak.
 */
function crestAt(held: GroundSurface | null, x: number, z: number): number {
  if (!held) return 0;
  const { step } = held;
  // At the edge of the surface there are no samples on both sides.
  const isInside = [-step, step].every((away) => surfaceAt(held, x + away, z + away) === held);
  if (!isInside) return 0;
  const turnX = sampleLayer(held, held.slopeX, x + step, z) - sampleLayer(held, held.slopeX, x - step, z);
  const turnZ = sampleLayer(held, held.slopeZ, x, z + step) - sampleLayer(held, held.slopeZ, x, z - step);
  return 4 * (turnX * turnX + turnZ * turnZ);
}

/** Fraction of the sky's light. It is less than in the top view, because pictures from a low camera need darker shadows. */
const skyFraction = 0.62;
const reflected = new Float64Array(3);
const upward = [0, 1, 0] as const;
/** Distance in metres over which the colour of stones varies, so that neighbouring stones differ. */
const stoneSize = 0.11;
/** Metres. */
const sparkleSize = 0.0016;
/** Size in metres and strength of each layer of fine detail. */
const grains = [
  [0.0022, 0.9],
  [0.009, 1],
  [0.04, 0.8],
  [0.19, 0.5],
] as const;

/** Returns smooth noise from the grain tile, −1..1, linear between its points. */
function noiseAt(x: number, y: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const s = x - i;
  const t = y - j;
  const a = grainAt(i, j);
  const c = grainAt(i, j + 1);
  const top = a + s * (grainAt(i + 1, j) - a);
  return top + t * (c + s * (grainAt(i + 1, j + 1) - c) - top);
}

/** Returns x to an integer power by squaring. */
function powerOf(x: number, exponent: number): number {
  let result = 1;
  let base = x;
  for (let e = exponent; e > 0; e >>= 1) {
    if (e & 1) result *= base;
    base *= base;
  }
  return result;
}
