/**
 * The untouched height of a ground: x and z in, height out, world metres. Finite for every finite place: beyond an edge, and
 * where nothing is known, that of the nearest place. Always the same answer; portable functions only.
 */
export type Floor = (x: number, z: number) => number;
