// Where things are: the record of src/systems/fur/solve/store.ts and the parameters of solve/kernel-params.ts, in bytes.

/** Address of plane `index` of a store. */
// @ts-ignore
@inline export function plane(fur: usize, index: usize): usize { return <usize>load<u32>(fur + (index << 2)); }

// Planes of three (x, y, z) begin at these; see store.ts of the host for what they hold.
export const OFFSET: usize = 0;
export const VELOCITY: usize = 3;
export const NORMAL: usize = 6;
export const ROOT_VELOCITY: usize = 9;
export const SKIN_VELOCITY: usize = 12;
export const PUSH: usize = 15;
export const LENGTH: usize = 18;
export const MASS: usize = 19;
export const ROOT: usize = 20;
export const ROOT_START: usize = 23;
export const ROOT_END: usize = 26;
export const NORMAL_START: usize = 29;
export const NORMAL_END: usize = 32;
export const FORCE: usize = 35;
export const EDGE_ENDS: usize = 38;
export const EDGE_LENGTHS: usize = 39;

// Parameters, float64.
export const DT: usize = 0;
export const STIFFNESS: usize = 8;
export const WEIGHT: usize = 16;
export const SHARE: usize = 24;
export const LITERAL: usize = 32;
export const DAMPING: usize = 40;
export const AIR: usize = 48;
export const WIND: usize = 56;
export const GRAVITY: usize = 80;
export const COS_LIMIT: usize = 104;
export const SIN_LIMIT: usize = 112;
export const EDGE_STIFFNESS: usize = 120;

// Flags.
export const PUSHED: i32 = 1;
export const EDGES: i32 = 2;

/** Shares of the length below which a strand has no direction, is held up, and how far its lever grows. */
export const NO_LENGTH: f64 = 1e-9;
export const LEAST_LENGTH: f64 = 1e-3;
export const MOST_LEVER: f64 = 4;
