/** A tile whose heights are on a graphics card, and may have changed there. */
export interface CardTile {
  readonly tileI: number;
  readonly tileJ: number;
  /** Minimum and maximum height of the tile and of those around it, height units. */
  readonly low: number;
  readonly high: number;
}

/** Where a tile is drawn from: a layer of a texture of signed 32-bit integers. */
export interface CardLayer {
  readonly texture: GPUTexture;
  readonly layer: number;
}

/** Draws a ground with the device that also simulates it. Heights do not leave the card. */
export interface CardDrawer {
  readonly device: GPUDevice;
  /** Number of columns around a tile that its layer also contains. */
  readonly border: number;
  /** Returns the layers of tiles, which are written next. Nobody else writes into them after that. */
  place(tiles: readonly CardTile[]): readonly CardLayer[];
}
