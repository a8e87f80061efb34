import type { CardDrawer, CardTile } from '../ground/card-drawer.ts';

const border = 4;
const size = 33 + 2 * border;
const layersOfPage = 128;

/** Textures into which a ground is drawn, without a renderer. */
export function createLayers(device: GPUDevice): CardDrawer & { startedBytes: number; dispose(): void } {
  const pages: GPUTexture[] = [];
  const numbers = new Map<string, number>();
  const numberOf = ({ tileI, tileJ }: CardTile): number => {
    const key = `${tileI} ${tileJ}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    layers.startedBytes += 4 * size * size;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  const layers = {
    device,
    border,
    /** Bytes of the initial heights of all layers so far, which a renderer uploads once. */
    startedBytes: 0,
    place: (tiles: readonly CardTile[]) =>
      tiles.map((tile) => {
        const number = numberOf(tile);
        const page = Math.floor(number / layersOfPage);
        // Usage: copies to and from it, texture binding.
        pages[page] ??= device.createTexture({
          label: 'heights that are drawn',
          size: [size, size, layersOfPage],
          format: 'r32sint',
          usage: 1 | 2 | 4,
        });
        return { texture: pages[page], layer: number % layersOfPage };
      }),
    dispose: () => {
      for (const page of pages) page.destroy();
    },
  };
  return layers;
}
