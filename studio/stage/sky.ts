import { Color, DataTexture, EquirectangularReflectionMapping, FloatType, LinearFilter } from 'three';

type Rgb = readonly [number, number, number];
type Direction = readonly [number, number, number];

const zenith: Rgb = [0.2, 0.36, 0.66];
const horizon: Rgb = [0.74, 0.8, 0.86];
const glow: Rgb = [0.55, 0.42, 0.26];

/** Sine of the height up to which the sky has the colour of the haze, so that the ground fades into it without a line. */
const hazeTop = 0.02;

/** Light of a clear sky in a direction (unit, y ≥ 0), linear, brighter toward the sun (unit). */
export function skyLight(toSun: Direction, [x, y, z]: Direction): Rgb {
  const low = 1 - Math.max(y, 0);
  const band = low ** 4;
  const facing = Math.max(0, x * toSun[0] + Math.max(0, y) * toSun[1] + z * toSun[2]);
  const near = facing ** 4;
  const sunny = 0.18 * near + 0.35 * near ** 3 * band;
  return mapRgb((c) => zenith[c] + band * (horizon[c] - zenith[c]) + glow[c] * sunny);
}

/** The colour that far things fade into. */
const hazeLight: Rgb = horizon;
export const hazeColor = new Color(...hazeLight);

const tints: Record<string, Color> = {
  sand: new Color(0xdebe8f),
  mud: new Color(0x765c46),
  snow: new Color(0xf0f4fa),
};

/** The mean colour of a ground material, for the light that it throws back. */
export function groundTint(material = 'sand'): Color {
  return tints[material] ?? new Color(0xa89884);
}

/**
 * The sky to look at, as a picture of all directions that both renderers take for a background. Below the horizon it is
 * haze.
 */
export function createSkyTexture(toSun: Direction): DataTexture {
  return createPanorama(512, 256, (direction) => {
    const clear = smooth((direction[1] - hazeTop) / 0.12);
    const sky = skyLight(toSun, direction);
    return mapRgb((c) => hazeLight[c] + clear * (sky[c] - hazeLight[c]));
  });
}

/** What lights the figures: the sky above, and below it what the ground throws back of sun and sky. */
export function createSurroundings(toSun: Direction, ground: Color, sun: Color): DataTexture {
  const albedo: Rgb = [ground.r, ground.g, ground.b];
  const sunlight: Rgb = [sun.r, sun.g, sun.b];
  return createPanorama(128, 64, (direction) => {
    const sky = skyLight(toSun, direction);
    if (direction[1] >= 0) return sky;
    return mapRgb((c) => albedo[c] * (0.75 * sunlight[c] * toSun[1] + 0.4 * zenith[c]));
  });
}

function createPanorama(width: number, height: number, lightAt: (direction: Direction) => Rgb): DataTexture {
  const data = new Float32Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    // Row 0 is straight down; the middle column looks along +X.
    const elevation = Math.PI * ((row + 0.5) / height - 0.5);
    for (let column = 0; column < width; column++) {
      const turn = 2 * Math.PI * ((column + 0.5) / width - 0.5);
      const level = Math.cos(elevation);
      const light = lightAt([level * Math.cos(turn), Math.sin(elevation), level * Math.sin(turn)]);
      data.set([...light, 1], 4 * (row * width + column));
    }
  }
  const texture = new DataTexture(data, width, height, undefined, FloatType);
  texture.mapping = EquirectangularReflectionMapping;
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

function smooth(x: number): number {
  const t = Math.min(1, Math.max(0, x));
  return t * t * (3 - 2 * t);
}

function mapRgb(value: (channel: number) => number): Rgb {
  return [value(0), value(1), value(2)];
}
