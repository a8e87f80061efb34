/**
 * Draws coats of fur and grass by rays through their shells: the four looks of the paper's figure 2, then the presets.
 *
 *     npx tsx scripts/pictures/fur-look.ts OUT.png [--draft]
 */
import { pathToFileURL } from 'node:url';
import { drawText } from '../../src/bake/pictures/font.ts';
import { createPicture, type Picture, placePicture } from '../../src/bake/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/bake/pictures/sheet-style.ts';
import { furPresets } from '../../src/systems/fur/blades/fur-presets.ts';
import { furLooks } from '../../src/systems/fur/blades/shade-fur.ts';
import { drawFur, type FurPanel, prepareCoat } from './fur-rays.ts';
import { savePng } from './save-png.ts';

const pageWidth = 1600;
const gap = 16;

/** The page. samples: across and down a pixel. */
export function drawFurLook(samples: number): Picture {
  const coats = {
    fox: prepareCoat({ ...furPresets.fox, layerCount: 64 }),
    dog: prepareCoat({ ...furPresets.dog, layerCount: 64 }),
    elephant: prepareCoat({ ...furPresets.elephant, layerCount: 64 }),
    grass: prepareCoat({ ...furPresets.grass, layerCount: 128 }),
  };
  const side = (pageWidth - 3 * gap) / 4;
  const wide = 2 * side + gap;
  const page = createPicture(pageWidth, 2 * (side + 44) + 10, sheetColors.paper);
  const place = (panel: FurPanel, x: number, y: number, words: string) => {
    placePicture(page, drawFur(panel, samples), x, y);
    drawText(page, words, x + panel.width / 2, y + panel.height + 20, {
      ...textStyles.note,
      align: 'center',
    });
  };
  const looks = [
    ['structure', 'structure'],
    ['color', 'with colour'],
    ['shadow', 'with self-shadow'],
    ['shaded', 'with diffuse shading'],
  ] as const;
  looks.forEach(([name, words], k) => {
    const ball = { shape: 'ball', radius: 0.058, droop: 0.7 } as const;
    place(
      { body: ball, coat: coats.fox, look: furLooks[name], width: side, height: side },
      k * (side + gap),
      0,
      words,
    );
  });
  const y = side + 44;
  const patch = { shape: 'patch', half: 0.6, droop: 0.5 } as const;
  place(
    { body: patch, coat: coats.grass, look: furLooks.shaded, width: wide, height: side },
    0,
    y,
    'grass, 128 layers',
  );
  const dog = { shape: 'ball', radius: 0.055, droop: 0.5 } as const;
  place(
    { body: dog, coat: coats.dog, look: furLooks.shaded, width: side, height: side },
    wide + gap,
    y,
    'dog, 64 layers',
  );
  const elephant = { shape: 'ball', radius: 0.16, droop: 0.5 } as const;
  place(
    { body: elephant, coat: coats.elephant, look: furLooks.shaded, width: side, height: side },
    wide + side + 2 * gap,
    y,
    'elephant, 64 layers',
  );
  return page;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = process.argv[2];
  if (!path) throw new Error('expected the path of the picture to write');
  const begun = performance.now();
  const bytes = savePng(path, drawFurLook(process.argv.includes('--draft') ? 1 : 2));
  console.log(
    `${path}  ${Math.round(bytes / 1000)} kB  ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );
}
