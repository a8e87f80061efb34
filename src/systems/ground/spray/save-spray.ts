import { InputError } from '../../../input-error.ts';
import { joinBytes } from '../../../join-bytes.ts';
import type { Spray } from './spray.ts';
import type { SprayBody } from './spray-body.ts';

/** The spray in the header of a saved ground. Its arrays are the `bytes` bytes after the header. */
export interface SavedSpray {
  readonly bytes: number;
  readonly count: number;
  readonly nextId: number;
  readonly crowdedSteps: number;
  readonly bodies: readonly SavedBody[];
  /** Number of clods, and identity of the next one. Absent if the ground throws none. */
  readonly clods?: { readonly count: number; readonly nextId: number };
}

/** The spray on one collider. */
const maxTriangles = 2 ** 25;

interface SavedBody {
  readonly name: string;
  readonly triangles: number;
  /** Number of its triangles with data. Each has its index, units, how much of them stays, and its velocity if needed. */
  readonly known: number;
  readonly loose: number;
  readonly fraction: number;
  readonly scraped: number;
  /** What came off for clods. Absent if it is all 0. */
  readonly clods?: { readonly units: number; readonly remainder: number; readonly count: number };
}

/** Returns header and arrays. Bodies are sorted by name and empty ones are left out, so that equal states give equal bytes. */
export function saveSpray(spray: Spray, steps: number): { header: SavedSpray; bytes: Uint8Array } {
  const { flight } = spray;
  const parts: ArrayBufferView[] = [];
  for (const name of ['x', 'y', 'z', 'vx', 'vy', 'vz', 'volume', 'birthTime'] as const) {
    parts.push(flight[name].slice(0, flight.count));
  }
  parts.push(flight.ids.slice(0, flight.count), flight.bursts.slice(0, flight.count));
  const bodies: SavedBody[] = [];
  const byName = [...spray.bodies.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const body of byName) {
    const known = listKnown(body, steps);
    const { name, loose, fraction, scraped } = body;
    const clods = { units: body.clodUnits, remainder: body.clodRemainder, count: body.clodCount };
    const hasClods = Object.values(clods).some((value) => value !== 0);
    if (known.length === 0 && loose === 0 && fraction === 0 && scraped === 0 && !hasClods) continue;
    bodies.push({
      name,
      triangles: body.units.length,
      known: known.length,
      loose,
      fraction,
      scraped,
      ...(hasClods && { clods }),
    });
    parts.push(Uint32Array.from(known));
    parts.push(Int32Array.from(known, (triangle) => body.units[triangle]));
    parts.push(Int32Array.from(known, (triangle) => body.kept[triangle]));
    if (!body.keepsVelocities) continue;
    parts.push(Uint8Array.from(known, (triangle) => Number(body.velocitySteps[triangle] === steps - 1)));
    parts.push(
      Float64Array.from({ length: 3 * known.length }, (_, k) =>
        body.velocitySteps[known[Math.floor(k / 3)]] === steps - 1
          ? body.velocities[3 * known[Math.floor(k / 3)] + (k % 3)]
          : 0,
      ),
    );
  }
  for (const { id, units, birthTime, phase, position, velocity, rotation, spin } of spray.clods?.list ?? []) {
    parts.push(Float64Array.of(id, units, birthTime, phase), position, velocity, rotation, spin);
  }
  const bytes = joinBytes(parts);
  const { nextId, count } = flight;
  return {
    header: {
      bytes: bytes.length,
      count,
      nextId,
      crowdedSteps: spray.crowdedSteps,
      bodies,
      ...(spray.clods && { clods: { count: spray.clods.list.length, nextId: spray.clods.nextId } }),
    },
    bytes,
  };
}

/** Loads a saved spray into a new one. Throws an InputError if the bytes are truncated or invalid. */
export function restoreSpray(spray: Spray, header: SavedSpray, bytes: Uint8Array, steps: number): void {
  const { flight } = spray;
  let at = 0;
  const read = (length: number): ArrayBuffer => {
    if (!(length >= 0 && at + length <= bytes.length)) {
      throw InputError.at('', 'the saved ground is damaged: its particles cannot be read');
    }
    at += length;
    return bytes.slice(at - length, at).buffer as ArrayBuffer;
  };
  const { count } = header;
  for (const name of ['x', 'y', 'z', 'vx', 'vy', 'vz', 'volume', 'birthTime'] as const) {
    const values = new Float64Array(read(8 * count));
    flight.reserve(count);
    flight[name].set(values);
  }
  flight.ids.set(new Uint32Array(read(4 * count)));
  flight.bursts.set(new Uint8Array(read(count)));
  flight.count = count;
  flight.nextId = header.nextId;
  spray.crowdedSteps = header.crowdedSteps;
  for (const saved of header.bodies) {
    const known = new Uint32Array(read(4 * saved.known));
    const units = new Int32Array(read(4 * saved.known));
    const kept = new Int32Array(read(4 * saved.known));
    if (!(saved.triangles < maxTriangles) || known.some((triangle) => triangle >= saved.triangles)) {
      throw InputError.at('', 'the saved ground is damaged: it lists triangles that do not exist');
    }
    const body = spray.bodyOf(saved.name);
    body.reserve(saved.triangles);
    body.loose = saved.loose;
    body.fraction = saved.fraction;
    body.scraped = saved.scraped;
    body.clodUnits = saved.clods?.units ?? 0;
    body.clodRemainder = saved.clods?.remainder ?? 0;
    body.clodCount = saved.clods?.count ?? 0;
    body.listed.set(known);
    body.listedCount = known.length;
    for (let k = 0; k < known.length; k++) {
      body.units[known[k]] = units[k];
      body.kept[known[k]] = kept[k];
    }
    if (!body.keepsVelocities) continue;
    const isKept = new Uint8Array(read(saved.known));
    const velocities = new Float64Array(read(24 * saved.known));
    for (let k = 0; k < known.length; k++) {
      if (isKept[k] !== 1) continue;
      body.velocitySteps[known[k]] = steps - 1;
      body.velocities.set(velocities.subarray(3 * k, 3 * k + 3), 3 * known[k]);
    }
  }
  if (!header.clods) return;
  const { clods } = spray;
  if (!clods) throw InputError.at('', 'the saved ground holds clods: set `clodSize` to go on with it');
  clods.nextId = header.clods.nextId;
  for (let k = 0; k < header.clods.count; k++) {
    const [id, units, birthTime, phase, ...motion] = new Float64Array(read(8 * clodValues));
    const clod = clods.createClod(id, units, birthTime);
    clod.phase = phase;
    clod.position.set(motion.slice(0, 3));
    clod.velocity.set(motion.slice(3, 6));
    clod.rotation.set(motion.slice(6, 10));
    clod.spin.set(motion.slice(10));
    clods.list.push(clod);
  }
}

/** Number of values of each saved clod: identity, volume, time of birth, phase, position, velocity, rotation, spin. */
const clodValues = 17;

/** Returns whether all fields of a header have the right type. */
export function isSavedSpray({ bytes, count, nextId, crowdedSteps, bodies, clods }: SavedSpray): boolean {
  return (
    (clods === undefined || (isCount(clods?.count) && isCount(clods.nextId))) &&
    [bytes, count, nextId, crowdedSteps].every(isCount) &&
    Array.isArray(bodies) &&
    bodies.every(
      (body: SavedBody | null) =>
        typeof body?.name === 'string' &&
        isCount(body.triangles) &&
        isCount(body.known) &&
        [body.loose, body.fraction, body.scraped].every(Number.isFinite) &&
        (body.clods === undefined ||
          (isCount(body.clods?.units) && isCount(body.clods.count) && Number.isFinite(body.clods.remainder))),
    )
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Lists the triangles that hold something or whose velocity was stored in the last step. */
function listKnown(body: SprayBody, steps: number): number[] {
  const known: number[] = [];
  for (const triangle of body.listed.subarray(0, body.listedCount)) {
    const isMoving = body.keepsVelocities && body.velocitySteps[triangle] === steps - 1;
    if (body.units[triangle] > 0 || isMoving) known.push(triangle);
  }
  return known;
}
