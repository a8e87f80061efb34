import type { BladeCoat } from '../../coats/blades/blade-coat.ts';
import type { FurColors } from '../../coats/blades/shade-fur.ts';
import { linearOfSrgb } from '../../math/srgb.ts';

/** Motion parameters of a coat, used unless the parameters say otherwise. */
export interface FurMotion {
  /** Frequency of small oscillations of a strand, 1/s. > 0. */
  readonly frequency: number;
  /** Damping relative to the skin, and by still air, 1/s. */
  readonly damping: number;
  readonly airDrag: number;
  /** Gravity along −Y, m/s². It is less than that of the world, since strands must keep their drawn shape. */
  readonly gravity: number;
}

/** A coat with everything that is needed to render it. */
export interface FurPreset {
  readonly coat: BladeCoat;
  readonly colors: FurColors;
  /** Side of the tile, metres. */
  readonly tile: number;
  /** Height of all shells, metres. */
  readonly height: number;
  /** Numbers of layers and texels for good quality. */
  readonly layerCount: number;
  readonly texels: number;
  /** See the option of `sliceBlades`. */
  readonly lightDepth: number;
  readonly lightSpread: number;
  readonly motion: FurMotion;
}

const around = { direction: 0, directionSpread: Math.PI };

function light(hex: number): [number, number, number] {
  return [16, 8, 0].map((shift) => linearOfSrgb(((hex >> shift) & 255) / 255)) as [number, number, number];
}

/** The predefined coats, by the name of their preset. */
export const furPresets = {
  grass: {
    coat: {
      seed: 1,
      blades: {
        count: 900,
        length: [0.5, 1],
        radius: [0.006, 0.0105],
        taper: 0.3,
        point: 0.7,
        lean: [0.02, 0.16],
        bend: [0.5, 3.5],
      },
      undercoat: {
        count: 1400,
        length: [0.1, 0.38],
        radius: [0.004, 0.007],
        taper: 0.8,
        point: 0.6,
        lean: [0.05, 0.25],
        bend: [0.5, 2],
      },
      ...around,
      scatter: 1.6,
      clumps: null,
    },
    colors: {
      root: light(0x385724),
      tip: light(0xa3bd5a),
      tipStart: 0.15,
      spread: 0.32,
      shadow: 0.92,
      gloss: 0.16,
      translucency: 0.7,
      ambient: 0.4,
    },
    tile: 0.4,
    height: 0.16,
    layerCount: 64,
    texels: 256,
    lightDepth: 12,
    lightSpread: 0.03,
    motion: { frequency: 1.6, damping: 1.5, airDrag: 2.5, gravity: 1 },
  },
  fox: {
    coat: {
      seed: 2,
      // Guard hairs in pointed locks, over a dense undercoat of half their length.
      blades: {
        count: 2600,
        length: [0.75, 1],
        radius: [0.003, 0.0048],
        taper: 0.4,
        point: 0.8,
        lean: [0, 0.05],
        bend: [0.5, 3],
      },
      undercoat: {
        count: 5000,
        length: [0.2, 0.42],
        radius: [0.0028, 0.0038],
        taper: 0.5,
        point: 0.5,
        lean: [0, 0.05],
        bend: [0, 2],
      },
      ...around,
      scatter: 1.3,
      clumps: { count: 90, pull: 0.55, taper: 0.5, variation: 0.45 },
    },
    colors: {
      root: light(0x633c20),
      tip: light(0xffb765),
      tipStart: 0.25,
      spread: 0.24,
      shadow: 0.88,
      gloss: 0.5,
      translucency: 0.5,
      ambient: 0.42,
    },
    tile: 0.08,
    height: 0.032,
    layerCount: 48,
    texels: 256,
    lightDepth: 16,
    lightSpread: 0.008,
    motion: { frequency: 5, damping: 12, airDrag: 2, gravity: 2 },
  },
  dog: {
    coat: {
      seed: 3,
      blades: {
        count: 1500,
        length: [0.72, 1],
        radius: [0.0055, 0.008],
        taper: 0.5,
        point: 0.7,
        lean: [0, 0.08],
        bend: [0.5, 2.5],
      },
      undercoat: {
        count: 3000,
        length: [0.3, 0.7],
        radius: [0.0045, 0.0065],
        taper: 0.5,
        point: 0.5,
        lean: [0, 0.08],
        bend: [0, 2],
      },
      ...around,
      scatter: 1.2,
      clumps: { count: 120, pull: 0.45, taper: 0, variation: 0 },
    },
    colors: {
      root: light(0xa58862),
      tip: light(0xd9b98c),
      tipStart: 0.1,
      spread: 0.22,
      shadow: 0.72,
      gloss: 0.5,
      translucency: 0.45,
      ambient: 0.42,
    },
    tile: 0.05,
    height: 0.022,
    layerCount: 32,
    texels: 256,
    lightDepth: 10,
    lightSpread: 0.016,
    motion: { frequency: 6, damping: 14, airDrag: 2, gravity: 2 },
  },
  elephant: {
    coat: {
      seed: 4,
      blades: {
        count: 650,
        length: [0.6, 1],
        radius: [0.007, 0.011],
        taper: 0.6,
        point: 0.8,
        lean: [0, 0.14],
        bend: [1, 4],
      },
      undercoat: {
        count: 2200,
        length: [0.25, 0.6],
        radius: [0.006, 0.008],
        taper: 0.5,
        point: 0.4,
        lean: [0, 0.1],
        bend: [0, 2],
      },
      ...around,
      scatter: 1.5,
      clumps: { count: 60, pull: 0.4, taper: 0, variation: 0 },
    },
    colors: {
      root: light(0x857e78),
      tip: light(0xb3aca4),
      tipStart: 0.25,
      spread: 0.22,
      shadow: 0.75,
      gloss: 0.25,
      translucency: 0.3,
      ambient: 0.42,
    },
    tile: 0.12,
    height: 0.05,
    layerCount: 32,
    texels: 128,
    lightDepth: 9,
    lightSpread: 0.02,
    motion: { frequency: 4, damping: 9, airDrag: 2, gravity: 2 },
  },
} as const satisfies Record<string, FurPreset>;
