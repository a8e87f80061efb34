// Where things are: the offsets of src/systems/particles/store.ts and cohort-table.ts, in bytes.

// @ts-ignore
@inline function plane(particles: usize, index: usize): usize { return <usize>load<u32>(particles + (index << 2)); }

/** The plane of one axis: 0 x, 1 y, 2 z. */
// @ts-ignore
@inline export function placeOf(particles: usize, axis: usize): usize { return plane(particles, axis); }
// @ts-ignore
@inline export function velocityOf(particles: usize, axis: usize): usize { return plane(particles, 3 + axis); }
// @ts-ignore
@inline export function targetOf(particles: usize, axis: usize): usize { return plane(particles, 6 + axis); }
// @ts-ignore
@inline export function aimOf(particles: usize, axis: usize): usize { return plane(particles, 9 + axis); }
// @ts-ignore
@inline export function accelerationOf(particles: usize, axis: usize): usize { return plane(particles, 12 + axis); }
// @ts-ignore
@inline export function weightOf(particles: usize): usize { return plane(particles, 15); }
// @ts-ignore
@inline export function birthOf(particles: usize): usize { return plane(particles, 16); }
// @ts-ignore
@inline export function cohortOf(particles: usize): usize { return plane(particles, 18); }
// @ts-ignore
@inline export function sourceOf(particles: usize): usize { return plane(particles, 19); }

/** Bytes of a row of the cohort table. */
export const ROW: usize = 64;
