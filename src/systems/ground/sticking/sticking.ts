import { InputError } from '../../../input-error.ts';
import { joinBytes } from '../../../join-bytes.ts';
import { type NamedBody, nameBodies } from '../contact/name-bodies.ts';
import type { NearSurface } from '../contact/near-surface.ts';
import { unitsPerMetre } from '../rules/units.ts';
import { SprayGround } from '../spray/spray-ground.ts';
import { maxUnits } from '../spray/spray-settings.ts';
import { SweptTriangles, triangleArea } from '../spray/swept-triangles.ts';
import type { GroundState } from '../state.ts';
import { fallsDuring } from './fall-off.ts';
import { readWetnessAt } from './wetness-at.ts';

/** Horizontal distance over which ground sticks, m. It bridges what is narrower than the distance between vertices. */
const reach = 0.01;

/** Amount of a vertex that is covered completely. */
const covered = 255;

/** Ground that sticks to colliders: how much of it covers each vertex. State. */
export class Sticking {
  /** For each body by its name: [vertexCount] 0 for clean vertices to 255 for those that are covered. */
  readonly covers = new Map<string, Uint8Array>();
  /** For each body by its name: [vertexCount] units that stick to each vertex. Null if nothing falls off. */
  readonly units: Map<string, Uint32Array> | null;
  /** Units that stick to bodies. */
  stuck = 0n;
  /** Names of bodies whose amounts have changed since they were last read. Scratch. */
  readonly changed = new Set<string>();
  /** For each body near the ground: 1 for vertices that are in it in this step, if something falls off in it. Scratch. */
  readonly held = new Map<string, Uint8Array>();

  /** halfLife: time in which half of what sticks falls off, s. Null: it stays. */
  constructor(halfLife: number | null) {
    this.units = halfLife === null ? null : new Map();
  }

  /** Returns the amounts of a body. */
  coverOf(name: string, vertexCount: number): Uint8Array {
    let cover = this.covers.get(name);
    if (!cover || cover.length < vertexCount) {
      const longer = new Uint8Array(vertexCount);
      if (cover) longer.set(cover);
      this.covers.set(name, longer);
      cover = longer;
    }
    return cover;
  }

  /** Returns the units at each vertex of a body. Null if nothing falls off. */
  unitsOf(name: string, vertexCount: number): Uint32Array | null {
    if (!this.units) return null;
    let units = this.units.get(name);
    if (!units || units.length < vertexCount) {
      const longer = new Uint32Array(vertexCount);
      if (units) longer.set(units);
      this.units.set(name, longer);
      units = longer;
    }
    return units;
  }
}

/**
 * Lets ground stick to the vertices that are in it at the end of a step: those with a column within reach that is as high. It is taken from the highest of
 * these columns. Called after colliders have pressed the ground, and before spray lands, since that may reach vertices that were not selected. Tiles that
 * wake join patches later, in `fallOff`, because spray needs the tops of tiles at the start of the step. t: start of the step, s.
 */
export function stepSticking(state: GroundState, sticking: Sticking, t: number): void {
  sticking.held.clear();
  const near = nameBodies(state.surfaces).filter(
    ({ surface }) => surface.triangleCount > 0 && surface.tiles.length > 0,
  );
  if (near.length === 0) return;
  const lists = fallsDuring(state.settings, t) > 0;
  const ground = new SprayGround(state);
  ground.begin();
  for (const body of near) {
    const held = cover(state, sticking, ground, body, lists);
    if (held) sticking.held.set(body.name, held);
  }
}

/** Covers the vertices of a body. Returns 1 for those that are in the ground, [vertexCount], if `lists`. */
function cover(
  state: GroundState,
  sticking: Sticking,
  ground: SprayGround,
  { name, surface }: NamedBody,
  lists: boolean,
): Uint8Array | null {
  const { cell, datum, tolerance, stickingDepth } = state.settings;
  const { vertexCount } = surface.collider;
  const amounts = sticking.coverOf(name, vertexCount);
  const held = lists ? new Uint8Array(vertexCount) : null;
  const stored = sticking.unitsOf(name, vertexCount);
  const unitVolume = (cell * cell) / unitsPerMetre;
  for (const [vertex, { x, y, z, area }] of measureVertices(surface)) {
    const before = amounts[vertex];
    if (before === covered && !held) continue;
    const found = findTop(ground, x / cell, z / cell, reach / cell);
    if (!found) continue;
    // Vertices up to this height have been selected, with all their triangles, however high the bounds of the ground are.
    if (y * unitsPerMetre > found.top + datum + Math.max(0, tolerance)) continue;
    if (held) held[vertex] = 1;
    const amount = readWetnessAt(state, found.i, found.j);
    if (amount <= before) continue;
    const volume = (((amount - before) / covered) * stickingDepth * area) / unitVolume;
    const units = Math.min(maxUnits, Math.floor(volume));
    if (units > 0 && !ground.take(found.i, found.j, units)) continue;
    amounts[vertex] = amount;
    sticking.changed.add(name);
    sticking.stuck += BigInt(units);
    if (stored) stored[vertex] += units;
  }
  return held;
}

/**
 * Returns the highest of the columns within reach of a point, at least of the four around it. Null if there is none. `reach` is in columns.
 */
function findTop(
  ground: SprayGround,
  x: number,
  z: number,
  reach: number,
): { readonly i: number; readonly j: number; readonly top: number } | null {
  let best: { i: number; j: number; top: number } | null = null;
  const [lastI, lastJ] = [
    Math.max(Math.floor(x) + 1, Math.floor(x + reach)),
    Math.max(Math.floor(z) + 1, Math.floor(z + reach)),
  ];
  for (let j = Math.min(Math.floor(z), Math.ceil(z - reach)); j <= lastJ; j++) {
    for (let i = Math.min(Math.floor(x), Math.ceil(x - reach)); i <= lastI; i++) {
      if (!ground.has(i, j)) continue;
      const top = ground.touchHeight(i, j);
      if (!best || top > best.top) best = { i, j, top };
    }
  }
  return best;
}

interface PlacedVertex {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** A third of the area of the triangles around it, m². */
  area: number;
}

/** Returns the vertices of the triangles near the ground at the end of the step, by their index in the collider. */
function measureVertices(surface: NearSurface): Map<number, PlacedVertex> {
  const { allTriangles, triangleCount, triangleIds, collider } = surface;
  const swept = new SweptTriangles(collider, allTriangles);
  swept.setTime(1);
  const vertices = new Map<number, PlacedVertex>();
  for (let n = 0; n < triangleCount; n++) {
    const triangle = triangleIds[n];
    swept.poseTriangle(triangle);
    const { corners } = swept;
    const area = triangleArea(corners) / 3;
    for (let c = 0; c < 3; c++) {
      const vertex = allTriangles[3 * triangle + c];
      const known = vertices.get(vertex);
      if (known) known.area += area;
      else vertices.set(vertex, { x: corners[3 * c], y: corners[3 * c + 1], z: corners[3 * c + 2], area });
    }
  }
  return vertices;
}

/** What sticks to bodies in the header of a saved ground. Its arrays are the `bytes` bytes after the spray. */
export interface SavedSticking {
  readonly bytes: number;
  readonly stuck: string;
  readonly bodies: readonly { readonly name: string; readonly vertices: number }[];
  /** Whether the units of each vertex follow the amounts of each body. Absent if nothing falls off. */
  readonly hasUnits?: boolean;
}

/** Returns header and arrays. Bodies are sorted by name and clean ones are left out, so that equal states give equal bytes. */
export function saveSticking({ covers, units, stuck }: Sticking): {
  header: SavedSticking;
  bytes: Uint8Array;
} {
  const dirty = [...covers].filter(([, cover]) => cover.some((amount) => amount > 0));
  dirty.sort(([a], [b]) => (a < b ? -1 : 1));
  const bytes = joinBytes(dirty.flatMap(([name, cover]) => (units ? [cover, units.get(name)!] : [cover])));
  const bodies = dirty.map(([name, cover]) => ({ name, vertices: cover.length }));
  return {
    header: { bytes: bytes.length, stuck: `${stuck}`, bodies, ...(units && { hasUnits: true }) },
    bytes,
  };
}

/** Loads what `saveSticking` saved. Throws an InputError if the bytes do not fit the header. */
export function restoreSticking(
  sticking: Sticking,
  { stuck, bodies, hasUnits = false }: SavedSticking,
  bytes: Uint8Array,
): void {
  if (hasUnits !== (sticking.units !== null)) {
    throw InputError.at(
      'stickingHalfLife',
      hasUnits
        ? 'the saved ground falls off bodies: set `stickingHalfLife` to go on with it'
        : 'the saved ground does not fall off bodies: leave `stickingHalfLife` out to go on with it',
    );
  }
  let at = 0;
  for (const { name, vertices } of bodies) {
    sticking.covers.set(name, bytes.slice(at, at + vertices));
    at += vertices;
    if (!sticking.units) continue;
    const stored = bytes.slice(at, at + 4 * vertices);
    if (stored.length === 4 * vertices) sticking.units.set(name, new Uint32Array(stored.buffer));
    at += stored.length;
  }
  if (at !== bytes.length)
    throw InputError.at('', 'the saved ground is damaged: what sticks to bodies cannot be read');
  sticking.stuck = BigInt(stuck);
}

/** Returns whether a header has the right form. */
export function isSavedSticking(saved: Partial<SavedSticking>): saved is SavedSticking {
  const { bytes, stuck, bodies, hasUnits } = saved;
  return (
    (hasUnits === undefined || typeof hasUnits === 'boolean') &&
    Number.isSafeInteger(bytes) &&
    bytes! >= 0 &&
    typeof stuck === 'string' &&
    /^-?\d+$/.test(stuck) &&
    Array.isArray(bodies) &&
    bodies.every(
      (body) => typeof body?.name === 'string' && Number.isSafeInteger(body.vertices) && body.vertices >= 0,
    )
  );
}
