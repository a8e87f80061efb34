import type { HeightSequenceFacts } from './height-sequence.ts';

/** One height sequence of a ground: that of its rectangle, or that of a tile. */
export interface HeightPart {
  /** Name of the ground, and of the tile if there are several: `beach tile-00-01`. */
  readonly name: string;
  readonly heights: HeightSequenceFacts;
  readonly pngFolder?: string;
  readonly exrFolder?: string;
  /** Number of the first frame, and number of frames. Before the first frame, the first one applies; after the last frame, the last one. */
  readonly firstFrame: number;
  readonly frameCount: number;
}

interface MappedGround {
  readonly name: string;
  readonly heights: HeightSequenceFacts;
  readonly pngFolder?: string;
  readonly exrFolder?: string;
}

/** Returns the height sequences of a ground: one for each tile, or one for its rectangle. */
export function listHeightParts(
  ground: MappedGround,
  frames: { readonly firstFrame: number; readonly frameCount: number },
): HeightPart[] {
  const { name, heights, pngFolder, exrFolder } = ground;
  const { tiles, ...common } = heights;
  if (!tiles) return [{ name, heights, pngFolder, exrFolder, ...frames }];
  return tiles.map(({ folder, firstFrame, lastFrame, ...position }) => ({
    name: `${name} ${folder}`,
    heights: { ...common, ...position },
    ...(pngFolder && { pngFolder: `${pngFolder}/${folder}` }),
    ...(exrFolder && { exrFolder: `${exrFolder}/${folder}` }),
    firstFrame,
    frameCount: lastFrame - firstFrame + 1,
  }));
}
