import { surfaceWords } from '../../surfaces/surface-functions.ts';

/** Fields of a uniform structure: all numbers are 32 bits. Shaders and TypeScript read the same list. */
export type Fields = Readonly<Record<string, 'u32' | 'f32'>>;

/** What never changes for a fur: numbers of its parts, and where each list begins in `ints` and `reals`. */
export const sizeFields = {
  vertexCount: 'u32',
  strandCount: 'u32',
  faceCount: 'u32',
  drawnCount: 'u32',
  /** Bones that move a vertex. 0: positions are given. */
  influenceCount: 'u32',
  /** Matrices of a pose. */
  matrixCount: 'u32',
  /** In `ints`. */
  vertexOf: 'u32',
  neighbors: 'u32',
  triangles: 'u32',
  firstCorner: 'u32',
  corners: 'u32',
  joints: 'u32',
  firstEdge: 'u32',
  edges: 'u32',
  drawn: 'u32',
  /** In `reals`. */
  rest: 'u32',
  restNormals: 'u32',
  restSquares: 'u32',
  weights: 'u32',
  combParts: 'u32',
  combSizes: 'u32',
  lengths: 'u32',
  masses: 'u32',
  scales: 'u32',
  maxCombAngle: 'f32',
} as const satisfies Fields;

/** The arguments of a dispatch. */
export const stepFields = {
  flags: 'u32',
  /** Where the forces begin in their list, and their number. */
  forceAt: 'u32',
  forceCount: 'u32',
  /** Substeps of the step, and the substep of explicit integration. */
  substeps: 'u32',
  substep: 'u32',
  /** Planes of `strands` that contain the offsets before and after the dispatch. */
  readPlane: 'u32',
  writePlane: 'u32',
  /** Fractions of the frame at the start and at the end of the step. */
  s0: 'f32',
  s1: 'f32',
  /** Length of a substep, s. */
  dt: 'f32',
  stiffness: 'f32',
  restoring: 'f32',
  restFraction: 'f32',
  isPrinted: 'f32',
  damping: 'f32',
  airDrag: 'f32',
  edgeStiffness: 'f32',
  cosLimit: 'f32',
  sinLimit: 'f32',
  /** The limit of the angle to the skin's own normal. */
  cosSkin: 'f32',
  sinSkin: 'f32',
  /** This limit, rad, and what is left of the tread at the end of the step. */
  maxLean: 'f32',
  treadLeft: 'f32',
  /** Where the bodies begin in the table, and the seed of random directions. */
  bodiesAt: 'u32',
  seed: 'u32',
  windX: 'f32',
  windY: 'f32',
  windZ: 'f32',
  gravityX: 'f32',
  gravityY: 'f32',
  gravityZ: 'f32',
  /** Added to positions that are shown: the base of the frame minus the origin of the object. */
  shiftX: 'f32',
  shiftY: 'f32',
  shiftZ: 'f32',
  /** Unit quaternion of a rigid motion that is not felt. */
  turnX: 'f32',
  turnY: 'f32',
  turnZ: 'f32',
  turnW: 'f32',
} as const satisfies Fields;

/** Bits of `flags`. */
export const stepFlags = {
  /** Velocities are relative to the skin. */
  carried: 1,
  /** No motion of the skin and no air act, so that the energy must not rise. */
  free: 2,
  /** The stretch and the angle to the skin are limited. */
  limited: 4,
  combed: 8,
  /** Each triangle has strands of its own. */
  separable: 16,
  /** Bodies press the strands after the step. */
  pressed: 32,
  /** Strands may be trodden. */
  trodden: 64,
  /** No motion connects both ends of the step. */
  cut: 128,
} as const;

/**
 * Planes of `skin`, with a vec4 for each vertex. The w of `normal` is the size of the skin relative to the rest pose. `tread` is its amount, and
 * cosine and sine of its direction.
 */
export const skinPlanes = { from: 0, to: 1, normal: 2, directionStart: 3, direction: 4, tread: 5 } as const;
export const skinPlaneCount = 6;

/** Planes of `strands`, with a vec4 for each strand. Offsets have two, for explicit steps. */
export const strandPlanes = { offset: 0, otherOffset: 1, velocity: 2, rootVelocity: 3, push: 4 } as const;
export const strandPlaneCount = 5;

/** Values of a drawn vertex: root, normal, offset. */
export const drawnStride = 9;

/** Words of a body, and of a piece of it, in the table: see `CardBodies`. */
export const bodyWords = 3;
export const pieceWords = surfaceWords + 3;

/** Kinds of forces, and floats of each in the list of forces. */
export const forceKinds = { gust: 0, blower: 1, whirl: 2, push: 3 } as const;
export const forceStride = 20;
/** Coefficients of a gust along and across its wind. */
export const gustTable = { along: 32, across: 16 } as const;

/** Threads of a workgroup. */
export const groupSize = 64;

function declareStruct(name: string, fields: Fields): string {
  const lines = Object.entries(fields).map(([field, type]) => `  ${field}: ${type},`);
  return `struct ${name} {\n${lines.join('\n')}\n}`;
}

function declarePlanes(prefix: string, planes: Readonly<Record<string, number>>): string {
  return Object.entries(planes)
    .map(([name, value]) => `const ${prefix}_${name}: u32 = ${value}u;`)
    .join('\n');
}

/** Declarations of all shaders of fur. Symbols are those of `src/systems/fur/solve/README.md`. */
export const common = /* wgsl */ `
${declareStruct('Sizes', sizeFields)}
${declareStruct('Step', stepFields)}
${declarePlanes('flag', stepFlags)}
${declarePlanes('skin', skinPlanes)}
${declarePlanes('strand', strandPlanes)}
${declarePlanes('force', forceKinds)}
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<uniform> step: Step;
@group(0) @binding(2) var<storage, read> ints: array<u32>;
@group(0) @binding(3) var<storage, read> reals: array<f32>;
/** The pose at the start of the frame, then that at its end: rows of matrices, or positions. */
@group(0) @binding(4) var<storage, read> poses: array<vec4f>;
@group(0) @binding(5) var<storage, read> forces: array<f32>;
@group(0) @binding(6) var<storage, read_write> skin: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> strands: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> drawn: array<f32>;

fn hasFlag(bit: u32) -> bool { return (step.flags & bit) != 0u; }
fn realsAt(at: u32) -> vec3f { return vec3f(reals[at], reals[at + 1u], reals[at + 2u]); }
fn skinAt(plane: u32, v: u32) -> vec3f { return skin[plane * sizes.vertexCount + v].xyz; }
fn strandAt(plane: u32, i: u32) -> vec3f { return strands[plane * sizes.strandCount + i].xyz; }
fn setStrand(plane: u32, i: u32, value: vec3f) { strands[plane * sizes.strandCount + i] = vec4f(value, 0.0); }
fn vertexOf(i: u32) -> u32 { return ints[sizes.vertexOf + i]; }
/** Position of a vertex at a fraction of the frame. */
fn pointAt(v: u32, s: f32) -> vec3f {
  let first = skinAt(skin_from, v);
  return first + s * (skinAt(skin_to, v) - first);
}
`;
