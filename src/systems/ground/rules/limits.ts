/** Maximum distance of heights from the datum in metres. It leaves space for differences and sentinels in int32. */
export const maxHeight = 1023;

/** Limit of column indices. Below it, indices multiplied by the cell stay distinct. */
export const maxColumn = 2 ** 30;
