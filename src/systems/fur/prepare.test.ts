import { describe, expect, test } from 'vitest';
import type { Actor } from '../../motion/actor.ts';
import type { Picture } from '../../motion/picture.ts';
import { createMemoryCache } from '../memory-cache.ts';
import { decodeTextures, encodeTextures } from './prepare-textures.ts';
import { FurRun, prepareFurRun } from './testing/fur-run.ts';
import { createTailActor } from './testing/tail-actor.ts';

/** Returns a picture from sRGB bytes, row by row. */
function picture(width: number, rows: readonly (readonly [number, number, number])[]): Picture {
  const light = (byte: number) =>
    byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;
  const pixels = rows.flatMap((color) => [...color.map(light), 1]);
  return { width, height: rows.length / width, pixels: Float32Array.from(pixels) };
}

/** Returns the tail actor, whose only surface gets the fields of `more`. */
function dress(more: Record<string, unknown>): Actor {
  const actor = createTailActor();
  const [surface] = actor.rig.surfaces;
  return { ...actor, rig: { ...actor.rig, surfaces: [{ ...surface, ...more }] } };
}

/** A picture that is dark at the root of the tail and bright at its tip. */
const ramp = picture(1, [
  [0, 0, 0],
  [64, 64, 64],
  [128, 128, 128],
  [255, 255, 255],
]);

describe('maps', () => {
  const files: Record<string, Picture> = { 'ramp.png': ramp, 'grey.png': picture(1, [[128, 128, 128]]) };
  const context = { readPicture: (file: string) => files[file] };

  test('the brightness of a length map is the fraction of the length; a density map stays a picture', async () => {
    const values = { length: 0.04, lengthMap: 'ramp.png', densityMap: 'ramp.png', density: 0.5 };
    const { state } = await FurRun.open(values, { actor: createTailActor(), context });
    const { lengths, restPositions, densities, maps, texcoords, vertexCount } = state.output;
    for (let v = 0; v < vertexCount; v++) {
      const along = restPositions[3 * v + 2] / 0.6;
      expect(texcoords![2 * v + 1]).toBeCloseTo(along, 5);
      // These vertices lie between the centres of the second and the third pixel.
      if (along > 0.4 && along < 0.6) {
        expect(lengths[v]).toBeCloseTo((0.04 * (64 + 64 * (4 * along - 1.5))) / 255, 5);
      }
      expect(lengths[v]).toBeGreaterThan(0);
      expect(densities[v]).toBe(0.5);
    }
    [0, 64, 128, 255].forEach((byte, k) => {
      expect(255 * maps.density!.pixels[4 * k + 1]).toBeCloseTo(byte, 2);
    });
    // The vertices of the seam are doubled, so there are eleven columns. One vertex at each end belongs to all sides.
    expect(vertexCount).toBe(13 * 11 + 2);
    expect(new Set(state.output.skin!.vertexOf).size).toBe(vertexCount);
  });

  test('a comb map of middle grey leaves all strands upright', async () => {
    const { prepared } = await prepareFurRun({ combMap: 'grey.png' }, { actor: createTailActor(), context });
    const { carrier, standing } = prepared;
    const directions = new Float64Array(carrier.positions.length);
    standing.measure(directions, carrier.positions, Float64Array.from(carrier.normals));
    directions.forEach((value, k) => {
      expect(value).toBeCloseTo(carrier.normals[k], 6);
    });
  });

  test('a picture on a skin without texture coordinates is refused', async () => {
    await expect(
      prepareFurRun({ lengthMap: 'ramp.png' }, { actor: dress({ texcoords: undefined }), context }),
    ).rejects.toThrow('systems[0].lengthMap: expected a skin with texture coordinates');
  });

  test('a patch is covered by a picture once, u along x, v along z', async () => {
    const { state } = await FurRun.open(
      { size: [1, 1], spacing: 0.25, boundaryWidth: 0, lengthMap: 'ramp.png' },
      { context },
    );
    const { lengths, restPositions, vertexCount } = state.output;
    for (let v = 0; v < vertexCount; v++) {
      if (restPositions[3 * v + 2] === 0) expect(lengths[v] / 0.16).toBeCloseTo(96 / 255, 2);
    }
  });
});

describe('colours', () => {
  const texture = { name: 'tail.png', bytes: new Uint8Array(0) };
  const context = { decodePicture: () => ramp };

  test("with a skin's own picture, the coat becomes a ramp of greys", async () => {
    const { prepared } = await prepareFurRun({}, { actor: dress({ picture: texture }), context });
    expect(prepared.maps.color).toBe(ramp);
    expect(prepared.colors).toBeNull();
    expect(prepared.look.colors.tip).toEqual([1, 1, 1]);
    const [red, green, blue] = prepared.look.colors.root;
    expect(red).toBe(green);
    expect(red).toBe(blue);
    expect(red).toBeLessThan(1);
  });

  test('colours of vertices are used, and the picture multiplies the base colour', async () => {
    const base = await prepareFurRun({}, { actor: dress({ picture: texture, color: [0.5, 1, 1] }), context });
    expect([...base.prepared.colors!.slice(0, 3)]).toEqual([0.5, 1, 1]);
    const colors = Float32Array.from({ length: 3 * 145 }, (_, k) => (k % 5) / 5);
    const own = await prepareFurRun({}, { actor: dress({ colors }) });
    const { fileVertexOf } = own.prepared.shells;
    expect(own.prepared.colors![3 * 7 + 1]).toBe(colors[3 * fileVertexOf![7] + 1]);
    const { prepared } = await prepareFurRun({ colorFrom: 'coat' }, { actor: dress({ colors }) });
    expect(prepared.colors).toBeNull();
  });

  test('if surfaces have several pictures, colours are sampled at the vertices', async () => {
    const actor = createTailActor();
    const [surface] = actor.rig.surfaces;
    const surfaces = [
      { ...surface, picture: texture },
      { ...surface, name: 'other', picture: { ...texture } },
    ];
    const { prepared } = await prepareFurRun(
      {},
      { actor: { ...actor, rig: { ...actor.rig, surfaces } }, context },
    );
    expect(prepared.maps.color).toBeNull();
    expect(prepared.colors!.length).toBe(3 * prepared.shells.vertexCount);
    // Both surfaces have the same positions and motion, so they are one skin.
    expect(prepared.carrier.mesh.vertexCount).toBe(132);
  });
});

describe('textures', () => {
  test('they are created once for a scene, and another scene finds them in the cache', async () => {
    const cache = createMemoryCache();
    const made = new Map<string, unknown>();
    const words: string[] = [];
    const progress = (_: number, doing: string) => void words.push(doing);
    const open = (context: object) =>
      prepareFurRun(
        { size: [0.2, 0.2], spacing: 0.1, texels: 32 },
        { context: { cache, progress, ...context } },
      );
    const first = await open({ made });
    const same = await open({ made });
    const other = await open({ results: new Map() });
    expect(same.prepared.look.textures).toBe(first.prepared.look.textures);
    expect(other.prepared.look.textures).toEqual(first.prepared.look.textures);
    expect(words.filter((doing) => doing === 'growing blades')).toHaveLength(1);
  });

  test('damaged bytes are not used', async () => {
    const { prepared } = await prepareFurRun({ size: [0.2, 0.2], spacing: 0.1 });
    const bytes = encodeTextures(prepared.look.textures);
    expect(decodeTextures(bytes)).toEqual(prepared.look.textures);
    expect(decodeTextures(bytes.subarray(0, bytes.length - 1))).toBeNull();
    expect(decodeTextures(bytes.subarray(0, 7))).toBeNull();
    expect(decodeTextures(bytes.map((value, k) => (k === 1 ? 0 : value)))).toBeNull();
  });

  test('a check creates no textures', async () => {
    const made = new Map<string, unknown>();
    const { prepared } = await prepareFurRun({}, { context: { results: made, checkOnly: true } });
    expect(prepared).toBeNull();
    expect(made.size).toBe(0);
  });
});

describe('a patch', () => {
  test('density and length decrease irregularly towards the boundary', async () => {
    const { prepared } = await prepareFurRun({ size: [2, 2], boundaryWidth: 0.3 });
    const { carrier, lengths } = prepared;
    const middle: number[] = [];
    const bands = new Set<number>();
    for (let v = 0; v < carrier.mesh.vertexCount; v++) {
      const toEdge = 1 - Math.max(Math.abs(carrier.positions[3 * v]), Math.abs(carrier.positions[3 * v + 2]));
      if (toEdge < 1e-9)
        expect([carrier.densities[v], lengths[v] / 0.16]).toEqual([0, expect.closeTo(0.4, 9)]);
      if (toEdge > 0.3 - 1e-9) middle.push(carrier.densities[v]);
      if (Math.abs(toEdge - 0.15) < 1e-9) bands.add(carrier.densities[v]);
    }
    expect(new Set(middle)).toEqual(new Set([1]));
    expect(bands.size).toBeGreaterThan(10);
  });

  test('its edge is no straight line: where it begins differs by a third of the width, and corners are bare', async () => {
    const { prepared } = await prepareFurRun({ size: [6, 6], spacing: 0.1, boundaryWidth: 0.9 });
    const { positions, densities } = prepared.carrier;
    const starts = new Map<number, number>();
    for (let v = 0; v < densities.length; v++) {
      const [x, z] = [positions[3 * v], positions[3 * v + 2]];
      if (Math.abs(x) > 2 || z > 0 || densities[v] < 0.5) continue;
      starts.set(Math.round(10 * x), Math.max(starts.get(Math.round(10 * x)) ?? 0, -z));
      if (Math.abs(x) > 2.8 && z < -2.8) expect(densities[v]).toBe(0);
    }
    const all = [...starts.values()];
    expect(all.length).toBe(41);
    expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(0.3);
  });

  test('follows a ground that sinks', async () => {
    let depth = 0;
    const ground = {
      kind: 'heightfield' as const,
      name: 'sand',
      cell: 0.05,
      datum: 1,
      heightUnit: 2 ** -20,
      extent: null,
      material: 'sand',
      changed: () => (depth > 0 ? { i0: -2, j0: -2, columns: 5, rows: 5 } : null),
      read(
        out: Int32Array,
        { i0, j0, columns, rows }: { i0: number; j0: number; columns: number; rows: number },
      ) {
        for (let k = 0; k < columns * rows; k++) {
          const isSunk = Math.abs(i0 + (k % columns)) <= 2 && Math.abs(j0 + Math.floor(k / columns)) <= 2;
          out[k] = isSunk ? -Math.round(depth * 2 ** 20) : 0;
        }
        expect(columns * rows).toBeLessThanOrEqual(33 * 33);
      },
      readInitial: (out: Int32Array) => void out.fill(0),
      readPressed: (out: Uint8Array) => void out.fill(0),
    };
    const run = await FurRun.open({ size: [1, 1], spacing: 0.1 }, { heightfields: [ground] });
    const { roots, vertexCount } = run.state.output;
    expect(new Set(Array.from({ length: vertexCount }, (_, v) => roots[3 * v + 1]))).toEqual(new Set([1]));
    run.runTo(0.5, ({ time }) => {
      depth = 0.1 * time;
    });
    const saved = run.reopen(run.save());
    expect([...saved.state.output.roots]).toEqual([...roots]);
    for (let v = 0; v < vertexCount; v++) {
      const isSunk = Math.max(Math.abs(roots[3 * v]), Math.abs(roots[3 * v + 2])) < 0.11;
      expect(roots[3 * v + 1]).toBeCloseTo(isSunk ? 1 - 0.1 * (0.5 - 1 / 120) : 1, 5);
    }
    expect(saved.runTo(0.6).hash()).toBe(run.runTo(0.6).hash());
  });
});
