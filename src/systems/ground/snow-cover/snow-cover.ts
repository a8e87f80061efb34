import { InputError } from '../../../input-error.ts';
import { joinBytes } from '../../../join-bytes.ts';
import { cos } from '../../../math/portable.ts';
import { nameBodies } from '../contact/name-bodies.ts';
import { regroup } from '../flow/regroup.ts';
import { maxColumn } from '../rules/limits.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { SprayGround } from '../spray/spray-ground.ts';
import type { GroundState } from '../state.ts';
import { SkyMap } from './sky-map.ts';
import { measureBody, type SnowBody } from './snow-body.ts';

/** Unit of thickness, m, and thickness that falls before bodies are covered again, in these units. */
export const depthUnit = 2 ** -14;
const layerDepth = 16;

/** Speed up to which a vertex stands still, and from which snow falls off it, m/s. */
const stillSpeed = 0.1;
const shedSpeed = 1;

/** Number of times per second that the tilt of bodies is tested while no snow falls. */
const checksPerSecond = 8;

/** Snow on a body. */
export interface BodySnow {
  /** [vertexCount] thickness above each vertex, in units of `depthUnit`. */
  readonly depths: Uint16Array;
  /** [vertexCount] height units of a column that lie on each vertex. */
  readonly units: Uint32Array;
}

/** Snow on bodies. State. */
export class SnowCover {
  /** For each body by its name. */
  readonly bodies = new Map<string, BodySnow>();
  /** Units on all bodies. */
  laden = 0n;

  /** Returns the snow of a body. */
  snowOf(name: string, vertexCount: number): BodySnow {
    let snow = this.bodies.get(name);
    if (!snow || snow.depths.length < vertexCount) {
      const longer = { depths: new Uint16Array(vertexCount), units: new Uint32Array(vertexCount) };
      if (snow) longer.depths.set(snow.depths);
      if (snow) longer.units.set(snow.units);
      this.bodies.set(name, longer);
      snow = longer;
    }
    return snow;
  }
}

/**
 * Lets snow fall on bodies in the step that begins at t, s, and fall off those that move or tilt, to the columns under them. How much falls, and when bodies
 * are tested, depends on the time alone.
 */
export function stepSnowCover(state: GroundState, cover: SnowCover, t: number): void {
  const { settings, totals } = state;
  const { rate, snowCover, snowCoverSlope, fading } = settings;
  // Steps are counted from 0 s, so that a later run continues this one.
  const step = Math.round(t * rate);
  const during = (at: (time: number) => number) =>
    Math.floor(at((step + 1) / rate)) - Math.floor(at(step / rate));
  const layers = during((time) => fading!.snowDepthAt(time) / (layerDepth * depthUnit));
  const isTested = layers > 0 || during((time) => time * checksPerSecond) > 0;
  const named = nameBodies(state.surfaces);
  const isLaden = (name: string) => cover.bodies.get(name)?.depths.some((depth) => depth > 0) ?? false;
  const bodies = named
    .filter(({ name }) => layers > 0 || isLaden(name))
    .map(({ name, surface }) => ({
      name,
      body: measureBody(surface.collider, rate, cos(snowCoverSlope), isTested),
    }));
  if (bodies.length === 0) return;
  const sky = layers > 0 ? bodies.map(({ body }) => new SkyMap(body)) : [];
  const ground = new SprayGround(state);
  ground.begin();
  const maxDepth = Math.min(65535, Math.floor(snowCover / depthUnit));
  for (const { name, body } of bodies) {
    const snow = cover.snowOf(name, body.vertexCount);
    cover.laden -= BigInt(shed(snow, body, ground, settings.cell, isTested));
    if (layers === 0 || body.isCut) continue;
    const fallen = BigInt(lay(snow, body, sky, layers, maxDepth, settings.cell));
    cover.laden += fallen;
    totals.fallen += fallen;
  }
  totals.outside += BigInt(ground.outside);
  regroup(state, true);
}

/** Lets snow fall off vertices that move fast, or whose surface is too steep. Returns the units that fell. */
function shed(
  { depths, units }: BodySnow,
  { vertexCount, positions, speeds, flatAreas, isCut }: SnowBody,
  ground: SprayGround,
  cell: number,
  isTested: boolean,
): number {
  let fallen = 0;
  for (let vertex = 0; vertex < vertexCount && !isCut; vertex++) {
    if (depths[vertex] === 0) continue;
    const isTilted = isTested && flatAreas[vertex] === 0;
    if (!isTilted && !(speeds[vertex] > shedSpeed)) continue;
    const [i, j] = [Math.round(positions[3 * vertex] / cell), Math.round(positions[3 * vertex + 2] / cell)];
    // What is nowhere, because its position is infinite, keeps its snow.
    if (!(Math.max(Math.abs(i), Math.abs(j)) < maxColumn)) continue;
    if (units[vertex] > 0) ground.land(i, j, units[vertex], 1);
    fallen += units[vertex];
    depths[vertex] = units[vertex] = 0;
  }
  return fallen;
}

/** Lays snow on the vertices that stand still under the open sky. Returns the units that they got. */
function lay(
  { depths, units }: BodySnow,
  { vertexCount, positions, speeds, flatAreas, holds }: SnowBody,
  sky: readonly SkyMap[],
  layers: number,
  maxDepth: number,
  cell: number,
): number {
  const unitVolume = (cell * cell) / unitsPerMetre;
  let laid = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (!(flatAreas[vertex] > 0) || !(speeds[vertex] <= stillSpeed)) continue;
    const limit = Math.floor(maxDepth * holds[vertex]);
    if (depths[vertex] >= limit) continue;
    const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
    if (sky.some((map) => map.covers(x, y, z))) continue;
    const depth = Math.min(limit, depths[vertex] + layers * layerDepth);
    const volume = flatAreas[vertex] * (depth - depths[vertex]) * depthUnit;
    const more = Math.min(Math.floor(volume / unitVolume), 2 ** 32 - 1 - units[vertex]);
    depths[vertex] = depth;
    units[vertex] += more;
    laid += more;
  }
  return laid;
}

/** Snow on bodies in the header of a saved ground. Its arrays are the `bytes` bytes after what sticks. */
export interface SavedSnowCover {
  readonly bytes: number;
  readonly laden: string;
  readonly bodies: readonly { readonly name: string; readonly vertices: number }[];
}

/** Returns header and arrays. Bodies are sorted by name and bare ones are left out, so that equal states give equal bytes. */
export function saveSnowCover({ bodies, laden }: SnowCover): { header: SavedSnowCover; bytes: Uint8Array } {
  const white = [...bodies].filter(([, { depths }]) => depths.some((depth) => depth > 0));
  white.sort(([a], [b]) => (a < b ? -1 : 1));
  const bytes = joinBytes(white.flatMap(([, { units, depths }]) => [units, depths]));
  const listed = white.map(([name, { depths }]) => ({ name, vertices: depths.length }));
  return { header: { bytes: bytes.length, laden: `${laden}`, bodies: listed }, bytes };
}

/** Loads what `saveSnowCover` saved. Throws an InputError if the bytes do not fit the header. */
export function restoreSnowCover(
  cover: SnowCover,
  { laden, bodies }: SavedSnowCover,
  bytes: Uint8Array,
): void {
  const total = bodies.reduce((sum, { vertices }) => sum + 6 * vertices, 0);
  if (total !== bytes.length)
    throw InputError.at('', 'the saved ground is damaged: the snow on bodies cannot be read');
  let at = 0;
  for (const { name, vertices } of bodies) {
    const units = new Uint32Array(bytes.slice(at, at + 4 * vertices).buffer);
    const depths = new Uint16Array(bytes.slice(at + 4 * vertices, at + 6 * vertices).buffer);
    cover.bodies.set(name, { depths, units });
    at += 6 * vertices;
  }
  cover.laden = BigInt(laden);
}

/** Returns whether a header has the right form. */
export function isSavedSnowCover(saved: Partial<SavedSnowCover>): saved is SavedSnowCover {
  const { bytes, laden, bodies } = saved;
  return (
    Number.isSafeInteger(bytes) &&
    bytes! >= 0 &&
    typeof laden === 'string' &&
    /^-?\d+$/.test(laden) &&
    Array.isArray(bodies) &&
    bodies.every(
      (body) => typeof body?.name === 'string' && Number.isSafeInteger(body.vertices) && body.vertices >= 0,
    )
  );
}
