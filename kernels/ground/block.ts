/** Columns and rows of a block: what is tested, skipped or worked on as one. Two blocks a tile. */
export const BLOCK_COLUMNS: i32 = 32;
export const BLOCK_ROWS: i32 = 16;

/**
 * Where a flow word holds who takes: the four highest bits, above a share of at most 2²³ − 1.
 * Axis words: to −X, +X, −Z, +Z; diagonal words: to −X−Z, +X−Z, −X+Z, +X+Z.
 */
export const BIT_A: i32 = 1 << 31;
export const BIT_B: i32 = 1 << 30;
export const BIT_C: i32 = 1 << 29;
export const BIT_D: i32 = 1 << 28;
export const TAKERS: i32 = 0xf0000000;
/** In an outflow word: the column becomes pressed. */
export const SPREAD_BIT: i32 = 1 << 31;
