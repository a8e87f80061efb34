import { fieldSize, gustPeriod } from '../../../systems/particles/records.generated.ts';
import { declareConstants } from '../../wgsl.ts';

/** Threads of a workgroup. */
export const groupSize = 128;

/** Words of a row of the cohort table: see `Row`. */
export const rowWords = 12;
/** Words of an appearance: see `dress`. */
export const lookWords = 6;
/** Words of the field of a turbulence: three components of 16³ coefficients. */
export const fieldWords = 3 * fieldSize ** 3;
/** Words of an octave: columns of its matrix, its offset, and rows of its rotation. */
export const octaveWords = 21;

/** Kinds of forces, and their words after the kind and the mask: see `wgsl/forces.ts`. */
export const forceCodes = { vortex: 0, attractor: 1, drag: 2, buoyancy: 3, wind: 4, turbulence: 5 } as const;

/** Bits of the flags of a row. The lowest two are the kind, as in `cohortRow`. */
export const rowFlags = { ignoresObstacles: 4, snaps: 8, isLeftOut: 16 } as const;

/** What an appearance changes. */
export const lookFlags = { rgb: 1, opacity: 2, size: 4, ownRgb: 8, ownOpacity: 16, gathers: 32 } as const;

const upper = (values: Readonly<Record<string, number>>, prefix: string) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      prefix + name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase(),
      value,
    ]),
  );

/**
 * A particle is alive in the steps from tick `birthTick` up to `deathTick`. Its row is in the low 15 bits of `position.w`, and the row with which it made its last
 * step in the high 16 ones. Bit 15 is set if it is known to be outside all surfaces. Positions are relative to the origin of the system.
 */
export const commonShader = /* wgsl */ `
${declareConstants('u32', {
  GROUP: groupSize,
  ROW_WORDS: rowWords,
  OCTAVE_WORDS: octaveWords,
  FIELD_SIZE: fieldSize,
  GUST_PERIOD: gustPeriod,
  ...upper(forceCodes, 'FORCE_'),
  ...upper(rowFlags, 'ROW_'),
  ...upper(lookFlags, 'LOOK_'),
})}

struct Call {
  end: u32,
  tick: u32,
  dt: f32,
  /** Offsets in the table. */
  rows: u32,
  forces: u32,
  forceCount: u32,
  /** Words of a goal: 1 vector without a velocity, 2 with one. */
  goalStride: u32,
  obstacles: u32,
  /** The acceleration that is the same for all particles. */
  pull: vec3f,
  surfaceCount: u32,
  /** Fractions of the tangential speed that are left after a step of sliding and after a bounce; fraction of the normal speed after a bounce. */
  slide: f32,
  along: f32,
  restitution: f32,
  /** Start and end of the step as fractions of the tick, and the duration of the tick. */
  startFraction: f32,
  toFraction: f32,
  tickSeconds: f32,
  /** 1 if a surface may have moved over particles. */
  isUnchecked: u32,
}
/** fixed: birth tick, death tick, source, and the bits of the time of birth. */
struct Fixed { birthTick: u32, deathTick: u32, source: u32, birthTime: f32 }

const ROW_MASK = 0x7fffu;
const CHECKED = 0x8000u;

fn indexOf(id: vec3u, groups: vec3u) -> u32 { return id.y * groups.x * GROUP + id.x; }
`;
