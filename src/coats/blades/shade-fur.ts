/** Which steps of colouring are on: figure 2 of the paper adds one after the other. */
export interface FurLook {
  /** The colours of root and tip; else one grey. Single blades are lighter and darker in either. */
  readonly color: boolean;
  readonly selfShadow: boolean;
  /** Lambert's law. */
  readonly diffuse: boolean;
}

/** The four pictures of figure 2: the structure alone, with colour, with self-shadow, with diffuse shading. */
export const furLooks = {
  structure: { color: false, selfShadow: false, diffuse: false },
  color: { color: true, selfShadow: false, diffuse: false },
  shadow: { color: true, selfShadow: true, diffuse: false },
  shaded: { color: true, selfShadow: true, diffuse: true },
} as const satisfies Record<string, FurLook>;

/** Colours of a coat, linear light 0..1. */
export interface FurColors {
  readonly root: readonly [number, number, number];
  readonly tip: readonly [number, number, number];
  /** How far from the root the tip's colour begins [share of the blade]. 0..1. */
  readonly tipStart: number;
  /** How much lighter or darker single blades are, at most [share]. 0..1. */
  readonly spread: number;
  /** How dark the self-shadow is: 0 none, 1 as dark as the light that arrives. */
  readonly shadow: number;
  /** Light from all sides, 0..1; the rest is the lamp's. */
  readonly ambient: number;
}

/** What a texel of the shell textures says, each 0..1. */
export interface FurTexel {
  readonly tone: number;
  readonly along: number;
  readonly light: number;
}

const structureGrey = 0.34;

/**
 * Colour of a blade at one place: out [3], linear light. `lambert` is max(0, n · l) of the skin below it, 0..1; `lengthShare` how long
 * the coat is there against where it is longest, 0..1: short fur is not as deep, so less light is lost in it. What shaders draw is this,
 * term for term. Paper, section 3 and figure 2.
 */
export function shadeFur(
  out: Float64Array | number[],
  look: FurLook,
  colors: FurColors,
  texel: FurTexel,
  lambert: number,
  lengthShare = 1,
): void {
  const t = Math.min(1, Math.max(0, (texel.along - colors.tipStart) / Math.max(1e-6, 1 - colors.tipStart)));
  const towardsTip = t * t * (3 - 2 * t);
  let scale = 1 + colors.spread * (2 * texel.tone - 1);
  if (look.selfShadow) scale *= 1 - colors.shadow * lengthShare * (1 - texel.light);
  if (look.diffuse) scale *= colors.ambient + (1 - colors.ambient) * lambert;
  for (let c = 0; c < 3; c++) {
    const base = look.color ? colors.root[c] + (colors.tip[c] - colors.root[c]) * towardsTip : structureGrey;
    out[c] = base * scale;
  }
}
