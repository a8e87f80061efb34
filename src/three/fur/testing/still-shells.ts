import { type FurPreset, furPresets } from '../../../systems/fur/blades/fur-presets.ts';
import { growBlades } from '../../../systems/fur/blades/grow-blades.ts';
import { furLooks } from '../../../systems/fur/blades/shade-fur.ts';
import type { ShellTextures } from '../../../systems/fur/blades/shell-textures.ts';
import { sliceBlades } from '../../../systems/fur/blades/slice-blades.ts';
import { createCoatCoordinates } from '../../../systems/fur/strands/coat-coordinates.ts';
import type { ShellsData } from '../shells-data.ts';

export interface StillShells {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  readonly coat: keyof typeof furPresets;
  readonly layerCount?: number;
  readonly texels?: number;
  /** How far tips hang down, as a share of the length. Default 0. */
  readonly droop?: number;
  readonly length?: number;
  readonly look?: Partial<ShellsData['look']>;
  readonly texcoords?: Float32Array;
}

const made = new Map<string, ShellTextures>();

function sliceOnce(
  name: string,
  { coat, lightDepth, lightSpread }: FurPreset,
  layerCount: number,
  texels: number,
) {
  const key = `${name} ${layerCount} ${texels}`;
  const options = { layerCount, width: texels, height: texels, lightDepth, lightSpread };
  const textures = made.get(key) ?? sliceBlades(growBlades(coat), options);
  made.set(key, textures);
  return textures;
}

/** Shells over a mesh, without a simulation: strands stand up or hang. */
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
  return {
    vertexCount,
    indices,
    restPlaces: positions,
    restNormals: normals,
    lengths: new Float32Array(vertexCount).fill(length),
    densities: new Float32Array(vertexCount).fill(1),
    colors: null,
    texcoords: still.texcoords ?? null,
    maps: { color: null, density: null },
    roots: positions.slice(),
    normals: normals.slice(),
    offsets,
    look: {
      layerCount,
      tile: preset.tile,
      textures: sliceOnce(coat, preset, layerCount, texels),
      coat: preset.coat,
      colors: preset.colors,
      shading: furLooks.shaded,
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
