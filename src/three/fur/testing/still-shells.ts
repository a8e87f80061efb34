import { growBlades } from '../../../coats/blades/grow-blades.ts';
import { furShadings } from '../../../coats/blades/shade-fur.ts';
import type { ShellTextures } from '../../../coats/blades/shell-textures.ts';
import { sliceBlades } from '../../../coats/blades/slice-blades.ts';
import { createCoatCoordinates } from '../../../coats/strands/coat-coordinates.ts';
import { type FurPreset, furPresets } from '../../../systems/fur/fur-presets.ts';
import type { ShellsData } from '../shells-data.ts';

export interface StillShells {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  readonly coat: keyof typeof furPresets;
  readonly layerCount?: number;
  readonly texels?: number;
  /** Displacement of tips downward, as a fraction of the length. Default 0. */
  readonly droop?: number;
  readonly length?: number;
  readonly look?: Partial<ShellsData['look']>;
  readonly texcoords?: Float32Array;
  /** If given, all texels of a tile have these values instead of blades: opacity, tone, along, light, 0..255. */
  readonly plain?: readonly [number, number, number, number];
  /** Whether there are maps, vertex colours, and omitted strands. */
  readonly isPainted?: boolean;
}

const results = new Map<string, ShellTextures>();

function sliceOnce(
  name: string,
  { coat, lightDepth, lightSpread }: FurPreset,
  layerCount: number,
  texels: number,
) {
  const key = `${name} ${layerCount} ${texels}`;
  const options = { layerCount, width: texels, height: texels, lightDepth, lightSpread };
  const textures = results.get(key) ?? sliceBlades(growBlades(coat), options);
  results.set(key, textures);
  return textures;
}

/** Creates shells over a mesh, without a simulation. Strands are upright or hang down. */
export function coverMesh(still: StillShells): ShellsData {
  const { positions, indices, coat, droop = 0 } = still;
  const preset: FurPreset = furPresets[coat];
  const layerCount = still.layerCount ?? preset.layerCount;
  const texels = still.texels ?? preset.texels;
  const { normals } = createCoatCoordinates({ positions: Float64Array.from(positions), indices });
  const vertexCount = positions.length / 3;
  const length = still.length ?? preset.height;
  const offsets = new Float32Array(3 * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    const [x, y, z] = normals.subarray(3 * v, 3 * v + 3);
    const way = [x, y - droop, z];
    const size = Math.hypot(...way) || 1;
    offsets.set(
      way.map((part) => (length * part) / size),
      3 * v,
    );
  }
  const textures = sliceOnce(coat, preset, layerCount, texels);
  const painted = still.isPainted ? paint(positions) : null;
  return {
    vertexCount,
    indices,
    restPositions: positions,
    restNormals: normals,
    lengths: new Float32Array(vertexCount).fill(length),
    densities: new Float32Array(vertexCount).fill(still.isPainted ? 0.8 : 1),
    colors: painted?.colors ?? null,
    texcoords: still.texcoords ?? painted?.texcoords ?? null,
    maps: painted?.maps ?? { color: null, density: null },
    roots: positions.slice(),
    normals: normals.slice(),
    offsets,
    look: {
      layerCount,
      tile: preset.tile,
      textures: still.plain ? fillTexels(textures, still.plain) : textures,
      coat: preset.coat,
      colors: preset.colors,
      shading: furShadings.shaded,
      bend: 'arc',
      exponent: 2,
      fins: true,
      shadows: true,
      strandCount: 1,
      seed: 1,
      ...still.look,
    },
  };
}

function fillTexels(textures: ShellTextures, plain: NonNullable<StillShells['plain']>): ShellTextures {
  return { ...textures, texels: textures.texels.map((_, k) => plain[k % 4]) };
}

/** Creates vertex colours and two pictures of 4 × 4 pixels, which are projected from the front. */
function paint(positions: Float32Array): Pick<ShellsData, 'colors' | 'texcoords' | 'maps'> {
  const draw = (shade: (x: number, y: number) => [number, number, number]) => ({
    width: 4,
    height: 4,
    pixels: Float32Array.from(Array.from({ length: 16 }, (_, k) => [...shade(k % 4, k >> 2), 1]).flat()),
  });
  const texcoords: number[] = [];
  const colors: number[] = [];
  for (let k = 0; k < positions.length; k += 3) {
    texcoords.push(0.5 + 4 * positions[k], 0.5 - 4 * positions[k + 1]);
    colors.push(0.5 + 5 * Math.abs(positions[k]), 0.8, 0.9);
  }
  return {
    colors: Float32Array.from(colors),
    texcoords: Float32Array.from(texcoords),
    maps: {
      color: draw((x, y) => [x / 3, 0.5, y / 3]),
      density: draw((x, y) => [1, (x + y) / 6, 0]),
    },
  };
}
