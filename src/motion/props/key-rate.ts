/** Keys per second of simulated motions. */
export const keyRate = 120;
