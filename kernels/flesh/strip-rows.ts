import { STRIP_WIDTH } from './constants.generated';


/** Bytes of a row of a strip of float32. */
export const ROW32: usize = STRIP_WIDTH << 2;
/** Bytes of a row of a strip of float64. */
export const ROW64: usize = STRIP_WIDTH << 3;
