/** A picture as bytes: rows of RGBA pixels. */
export interface PictureBytes {
  readonly width: number;
  readonly height: number;
  /** The bytes, [4 · width · height]. */
  readonly bytes: Uint8Array;
}

/** Differences between two pictures of the same fur. */
export interface PictureDifference {
  /** Difference between the mean colours of a block, 0..255: the mean over all channels and over all blocks with fur in either picture. */
  readonly color: number;
  /** Difference between the mean colours of all fur, 0..255: the maximum over the channels. */
  readonly mean: number;
  /** Difference between the numbers of fur pixels, as a fraction. */
  readonly coverage: number;
  /** Difference between the fractions of a block that fur covers: the mean over all blocks. */
  readonly outline: number;
}

/** Limits for similar pictures. Pictures of different fur, or a picture without fur, have differences far above these limits. */
export const alike: PictureDifference = { color: 5, mean: 3, coverage: 0.05, outline: 0.05 };

/**
 * Side of the blocks that are compared, pixels. A block is large enough to contain dozens of blades, since the positions of the blades
 * differ between the pictures.
 */
const blockSide = 32;
/** A pixel is fur if a channel differs from the background by more than this, 0..255. */
const minFur = 10;

/** Compares two pictures. background: RGB bytes of the background of both pictures. Throws if the sizes differ. */
export function comparePictures(
  a: PictureBytes,
  b: PictureBytes,
  background: ArrayLike<number>,
): PictureDifference {
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(
      `expected pictures of one size, got ${a.width} × ${a.height} and ${b.width} × ${b.height}`,
    );
  const blocksA = measureBlocks(a, background);
  const blocksB = measureBlocks(b, background);
  let [color, outline, shown] = [0, 0, 0];
  const whole = [createBlock(), createBlock()];
  blocksA.forEach((blockA, k) => {
    const blockB = blocksB[k];
    addBlock(whole[0], blockA);
    addBlock(whole[1], blockB);
    if (blockA.fur + blockB.fur === 0) return;
    shown++;
    outline += Math.abs(blockA.fur - blockB.fur) / blockA.pixels;
    for (let c = 0; c < 3; c++) color += Math.abs(blockA.all[c] - blockB.all[c]) / blockA.pixels / 3;
  });
  const [wholeA, wholeB] = whole;
  const means = [0, 1, 2].map((c) => Math.abs(meanFur(wholeA, c) - meanFur(wholeB, c)));
  return {
    color: shown > 0 ? color / shown : 0,
    mean: Math.max(...means),
    coverage: Math.abs(wholeA.fur - wholeB.fur) / Math.max(1, wholeA.fur, wholeB.fur),
    outline: shown > 0 ? outline / shown : 0,
  };
}

/** Returns a text for each difference above its limit. Empty if the pictures are similar. */
export function findUnlike(difference: PictureDifference, limits: PictureDifference = alike): string[] {
  const names = Object.keys(limits) as (keyof PictureDifference)[];
  return names
    .filter((name) => !(difference[name] <= limits[name]))
    .map((name) => `${name} ${difference[name].toPrecision(3)} > ${limits[name]}`);
}

interface Block {
  pixels: number;
  /** Number of fur pixels, the sums of the channels over the fur pixels, and the sums over all pixels. */
  fur: number;
  readonly furSums: number[];
  readonly all: number[];
}

function createBlock(): Block {
  return { pixels: 0, fur: 0, furSums: [0, 0, 0], all: [0, 0, 0] };
}

function addBlock(to: Block, block: Block): void {
  to.pixels += block.pixels;
  to.fur += block.fur;
  for (let c = 0; c < 3; c++) {
    to.furSums[c] += block.furSums[c];
    to.all[c] += block.all[c];
  }
}

function meanFur(block: Block, channel: number): number {
  return block.fur > 0 ? block.furSums[channel] / block.fur : 0;
}

function measureBlocks({ width, height, bytes }: PictureBytes, background: ArrayLike<number>): Block[] {
  const across = Math.ceil(width / blockSide);
  const blocks = Array.from({ length: across * Math.ceil(height / blockSide) }, createBlock);
  for (let y = 0, o = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o += 4) {
      const block = blocks[Math.floor(y / blockSide) * across + Math.floor(x / blockSide)];
      block.pixels++;
      let isFur = false;
      for (let c = 0; c < 3; c++) {
        block.all[c] += bytes[o + c];
        if (Math.abs(bytes[o + c] - background[c]) > minFur) isFur = true;
      }
      if (!isFur) continue;
      block.fur++;
      for (let c = 0; c < 3; c++) block.furSums[c] += bytes[o + c];
    }
  }
  return blocks;
}
