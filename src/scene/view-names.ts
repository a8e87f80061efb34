/** Names of the cameras that every scene has: see `placeCamera` of the page. A camera of a scene has another name. */
export const viewNames = ['follow', 'character', 'side', 'front', 'top', 'close', 'strip'] as const;
/** Name of a camera that every scene has. */
export type ViewName = (typeof viewNames)[number];
