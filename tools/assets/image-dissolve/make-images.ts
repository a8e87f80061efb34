/** Makes the pictures of the scene: `npx tsx tools/assets/image-dissolve/make-images.ts`. Deterministic. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { encodePng8 } from '../../../src/files/png.ts';
import { drawDusk, drawFoxFace } from './draw-images.ts';

const [width, height] = [192, 144];

const drawings = { dusk: drawDusk, fox: drawFoxFace } as const;
export type ImageName = keyof typeof drawings;
export const imageNames = Object.keys(drawings) as ImageName[];

export function imageFile(name: ImageName): string {
  return fileURLToPath(new URL(`../../../scenes/image-dissolve/${name}.png`, import.meta.url));
}

/** Creates the bytes of a picture. */
export function makeImage(name: ImageName): Uint8Array {
  const rgb = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const sum = [0, 0, 0];
      for (let s = 0; s < 9; s++) {
        const x = (2 * (column + ((s % 3) + 0.5) / 3) - width) / height;
        const y = 1 - (2 * (row + (Math.floor(s / 3) + 0.5) / 3)) / height;
        drawings[name](x, y).forEach((value, c) => {
          sum[c] += value / 9;
        });
      }
      sum.forEach((value, c) => {
        rgb[3 * (row * width + column) + c] = Math.round(255 * Math.min(1, Math.max(0, value)));
      });
    }
  }
  return encodePng8(rgb, width, height, 3);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const name of imageNames) writeFileSync(imageFile(name), makeImage(name));
}
