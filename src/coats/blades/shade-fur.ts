/** The steps of shading that are active. Figure 2 of the paper adds one after the other. */
export interface FurLook {
  /** Whether root and tip have their colours; otherwise everything has one grey. In both cases, the lightness of single blades varies. */
  readonly color: boolean;
  readonly selfShadow: boolean;
  /** Whether diffuse shading (Lambert's law) is applied. */
  readonly diffuse: boolean;
}

/** The four pictures of figure 2: only structure, with colour, with self-shadow, with diffuse shading. */
export const furShadings = {
  structure: { color: false, selfShadow: false, diffuse: false },
  color: { color: true, selfShadow: false, diffuse: false },
  shadow: { color: true, selfShadow: true, diffuse: false },
  shaded: { color: true, selfShadow: true, diffuse: true },
} as const satisfies Record<string, FurLook>;

/** Colours of a coat, linear light 0..1. */
export interface FurColors {
  readonly root: readonly [number, number, number];
  readonly tip: readonly [number, number, number];
  /** Position at which the colour of the tip begins, as a fraction of the blade from its root. 0..1. */
  readonly tipStart: number;
  /** Maximum variation of lightness between blades, as a fraction. 0..1. */
  readonly spread: number;
  /** Strength of the self-shadow. 0: none. 1: the colour is multiplied by the light that arrives. */
  readonly shadow: number;
  /** Brightness of the highlights along strands, 0..1: see `shineStrand`. */
  readonly gloss: number;
  /** Brightness of the light that passes through strands between the lamp and the eye, 0..1. */
  readonly translucency: number;
  /** Ambient light, 0..1. The rest of the light comes from the lamp. */
  readonly ambient: number;
}

/** The values of a texel of the shell textures, each 0..1. */
export interface FurTexel {
  readonly tone: number;
  readonly along: number;
  readonly light: number;
}

const structureGrey = 0.34;

/**
 * Writes the colour of a blade at one position into out [3], linear light. `lambert` is max(0, n · l) of the skin below it, 0..1.
 * `lengthRatio` is the length of the coat at this position, relative to its maximum, 0..1: short fur absorbs less light, and its roots have
 * nearly the colour of its tips. Shaders compute the same formula. Paper, section 3 and figure 2.
 */
export function shadeFur(
  out: Float64Array | number[],
  look: FurLook,
  colors: FurColors,
  texel: FurTexel,
  lambert: number,
  lengthRatio = 1,
): void {
  const t = Math.min(1, Math.max(0, (texel.along - colors.tipStart) / Math.max(1e-6, 1 - colors.tipStart)));
  const towardsTip = 1 - Math.sqrt(lengthRatio) * (1 - t * t * (3 - 2 * t));
  let scale = 1 + colors.spread * (2 * texel.tone - 1);
  if (look.selfShadow) scale *= 1 - colors.shadow * lengthRatio * (1 - texel.light);
  if (look.diffuse) scale *= colors.ambient + (1 - colors.ambient) * lambert;
  for (let c = 0; c < 3; c++) {
    const base = look.color ? colors.root[c] + (colors.tip[c] - colors.root[c]) * towardsTip : structureGrey;
    out[c] = base * scale;
  }
}
