import {
  Color,
  CubeTexture,
  DataTexture,
  DataUtils,
  FloatType,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  type MinificationTextureFilter,
  RGBAFormat,
} from 'three';

type Rgb = readonly [number, number, number];
type Direction = readonly [number, number, number];

const zenith: Rgb = [0.2, 0.36, 0.66];
const horizon: Rgb = [0.74, 0.8, 0.86];
const glow: Rgb = [0.55, 0.42, 0.26];

/** Sine of the elevation below which the sky has the colour of the haze, so that there is no line between ground and sky. */
const hazeTop = 0.02;

/** Returns the light of a clear sky in a direction (unit, y ≥ 0), linear. The light is brighter towards the sun. toSun: unit vector. */
export function skyLight(toSun: Direction, [x, y, z]: Direction): Rgb {
  const low = 1 - Math.max(y, 0);
  const band = low ** 4;
  const facing = Math.max(0, x * toSun[0] + Math.max(0, y) * toSun[1] + z * toSun[2]);
  const near = facing ** 4;
  const sunny = 0.18 * near + 0.35 * near ** 3 * band;
  return mapRgb((c) => zenith[c] + band * (horizon[c] - zenith[c]) + glow[c] * sunny);
}

/** The colour into which distant objects fade. */
const hazeLight: Rgb = horizon;
export const hazeColor = new Color(...hazeLight);

const tints: Record<string, Color> = {
  sand: new Color(0xdebe8f),
  mud: new Color(0x765c46),
  snow: new Color(0xf0f4fa),
  floor: new Color(0xbdbcb8),
};

/** Returns the mean colour of a ground material, for its reflected light. */
export function groundTint(material = 'sand'): Color {
  return tints[material] ?? new Color(0xa89884);
}

/**
 * The format of the light of a cube map. Both hold the same values, so pictures are equal. Without a graphics card `float` is
 * sampled in a fraction of the time, because it needs no conversion of half floats.
 */
export type LightStorage = 'half' | 'float';

/** Creates the visible sky. Below the horizon it is haze. */
export function createSky(toSun: Direction, storage: LightStorage): CubeTexture {
  const texture = new CubeTexture(
    createFaces(128, storage, (direction) => {
      const clear = smooth((direction[1] - hazeTop) / 0.12);
      const sky = skyLight(toSun, direction);
      return mapRgb((c) => hazeLight[c] + clear * (sky[c] - hazeLight[c]));
    }),
  );
  return finishCube(texture, storage, LinearFilter);
}

/** The surroundings in the dark: uniform, because a screen has too few dark levels for anything else. */
export const darkness = new Color(0x15171b);

/** Creates a cube of the light that tone mapping converts to `darkness`. The toe of its curve subtracts 4 % in this dark range. */
export function createDarkness(storage: LightStorage): CubeTexture {
  const min = Math.min(darkness.r, darkness.g, darkness.b);
  const toe = Math.sqrt(min / 6.25) - min;
  return finishCube(
    new CubeTexture(createFaces(1, storage, () => [darkness.r + toe, darkness.g + toe, darkness.b + toe])),
    storage,
    LinearFilter,
  );
}

/** Sizes of the cube faces, from sharp to rough. The last is never sampled. */
const mirrorSizes = [32, 16, 8, 4, 2];

/**
 * Creates the light of the surroundings: the sky above, and below it the light that the ground reflects from sun and sky. Prefiltered for
 * every roughness, so that the renderer need not do it. (Its own filter takes seconds without a graphics card.)
 */
export function createSurroundings(
  toSun: Direction,
  ground: Color,
  sun: Color,
  storage: LightStorage,
): CubeTexture {
  const albedo: Rgb = [ground.r, ground.g, ground.b];
  const sunlight: Rgb = [sun.r, sun.g, sun.b];
  const lightAt = (direction: Direction): Rgb => {
    if (direction[1] >= 0) return skyLight(toSun, direction);
    return mapRgb((c) => albedo[c] * (0.75 * sunlight[c] * toSun[1] + 0.4 * zenith[c]));
  };
  const samples = sphereDirections(900).map((direction) => ({ direction, light: lightAt(direction) }));
  const last = mirrorSizes.length - 2;
  const [sharp, ...blurred] = mirrorSizes.map((size, level) => {
    // How three chooses a level by roughness: level = last · roughness · (2 − roughness).
    const roughness = 1 - Math.sqrt(Math.max(0, 1 - level / last));
    const light = level === 0 ? lightAt : (direction: Direction) => blurLight(samples, direction, roughness);
    return createFaces(size, storage, light);
  });
  const texture = new CubeTexture(sharp);
  // Each renderer reads the levels below the first from a property with another name.
  texture.mipmaps = blurred.map((faces, k) => ({
    image: faces,
    images: faces,
    width: mirrorSizes[k + 1],
    height: mirrorSizes[k + 1],
  })) as unknown as CubeTexture['mipmaps'];
  texture.isPMREMTexture = true;
  return finishCube(texture, storage, LinearMipmapLinearFilter);
}

interface LightSample {
  readonly direction: Direction;
  readonly light: Rgb;
}

/**
 * Returns the light that a surface of the given roughness, seen along its normal, reflects from around a direction: GGX lobe and cosine.
 */
function blurLight(samples: readonly LightSample[], [x, y, z]: Direction, roughness: number): Rgb {
  const spread = roughness ** 4;
  const sum = [0, 0, 0];
  let all = 0;
  for (const { direction, light } of samples) {
    const cosine = x * direction[0] + y * direction[1] + z * direction[2];
    if (cosine <= 0) continue;
    const halfway = (1 + cosine) / 2;
    const weight = cosine / (halfway * (spread - 1) + 1) ** 2;
    for (let c = 0; c < 3; c++) sum[c] += weight * light[c];
    all += weight;
  }
  return mapRgb((c) => sum[c] / all);
}

function sphereDirections(count: number): Direction[] {
  return Array.from({ length: count }, (_, k) => {
    const y = 1 - (2 * k + 1) / count;
    const turn = 2.399963229728653 * k;
    const level = Math.sqrt(1 - y * y);
    return [level * Math.cos(turn), y, level * Math.sin(turn)];
  });
}

/** Creates six faces of light that depends on the direction, in the order of three.js, which samples cube textures with X reversed. */
function createFaces(
  size: number,
  storage: LightStorage,
  lightAt: (direction: Direction) => Rgb,
): DataTexture[] {
  const faces: ((u: number, v: number) => Direction)[] = [
    (u, v) => [-1, -v, -u],
    (u, v) => [1, -v, u],
    (u, v) => [-u, 1, v],
    (u, v) => [-u, -1, -v],
    (u, v) => [-u, -v, 1],
    (u, v) => [u, -v, -1],
  ];
  return faces.map((face) => {
    const data = new Uint16Array(4 * size * size);
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const [x, y, z] = face((2 * column + 1) / size - 1, (2 * row + 1) / size - 1);
        const length = Math.sqrt(x * x + y * y + z * z);
        const light = lightAt([x / length, y / length, z / length]);
        for (let c = 0; c < 3; c++) {
          data[4 * (row * size + column) + c] = DataUtils.toHalfFloat(light[c]);
        }
        data[4 * (row * size + column) + 3] = DataUtils.toHalfFloat(1);
      }
    }
    const values = storage === 'half' ? data : Float32Array.from(data, DataUtils.fromHalfFloat);
    return new DataTexture(values, size, size, RGBAFormat, typeOf(storage));
  });
}

function typeOf(storage: LightStorage): typeof HalfFloatType | typeof FloatType {
  return storage === 'half' ? HalfFloatType : FloatType;
}

function finishCube(
  texture: CubeTexture,
  storage: LightStorage,
  minFilter: MinificationTextureFilter,
): CubeTexture {
  texture.type = typeOf(storage);
  texture.format = RGBAFormat;
  texture.colorSpace = LinearSRGBColorSpace;
  texture.generateMipmaps = false;
  texture.minFilter = minFilter;
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
