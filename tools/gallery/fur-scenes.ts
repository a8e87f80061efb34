import gustScene from '../../scenes/rising-gust/scene.json' with { type: 'json' };
import { drawText } from '../../src/pictures/font.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { type KeyedValue, valueAt } from '../../src/systems/keyed-values.ts';
import { renderScene } from './render-scene.ts';

const width = 1600;
const gap = 8;
const captionHeight = 36;

interface Panel {
  readonly picture: Picture;
  readonly caption: string;
}

/** Arranges pictures of one size in rows, each with a caption below. */
function arrange(panels: readonly Panel[], columns: number): Picture {
  const { width: each, height } = panels[0].picture;
  const rows = Math.ceil(panels.length / columns);
  const page = createPicture(
    columns * each + (columns - 1) * gap,
    rows * (height + captionHeight),
    sheetColors.paper,
  );
  panels.forEach(({ picture, caption }, k) => {
    const x = (k % columns) * (each + gap);
    const y = Math.floor(k / columns) * (height + captionHeight);
    placePicture(page, picture, x, y);
    drawText(page, caption, x + each / 2, y + height + 24, { ...textStyles.note, align: 'center' });
  });
  return page;
}

const columnWidth = (columns: number) => Math.floor((width - (columns - 1) * gap) / columns);

/** Draws the fox at a gallop. */
export function drawFoxCoat(samples: number): Promise<Picture> {
  const camera = [0.92, 0.5, 0.86, 0, 0.31, 0.02];
  return renderScene('fox-coat', { times: [1], size: [width, 780], samples, camera });
}

/** Draws structure, colour, self-shadow and shading: Banisch & Wüthrich 2006, figure 2. */
export async function drawLooks(samples: number): Promise<Picture> {
  const steps = [
    ['structure', 'structure'],
    ['color', 'with colour'],
    ['shadow', 'with self-shadow'],
    ['shaded', 'with diffuse shading'],
  ] as const;
  const panels: Panel[] = [];
  for (const [shading, caption] of steps) {
    const picture = await renderScene('dog', {
      times: [0],
      size: [columnWidth(2), 480],
      samples,
      // The paper has no highlights.
      overrides: { fur: { shading, gloss: 0, translucency: 0 } },
    });
    panels.push({ picture, caption });
  }
  return arrange(panels, 2);
}

/** Draws an elephant, a dog and a square of grass with the paper's sizes: figure 8. */
export async function drawModels(samples: number): Promise<Picture> {
  const size = [columnWidth(3), 470] as const;
  const models = [
    {
      scene: 'elephant',
      caption: 'elephant: 623 vertices, 1148 faces',
      times: [1],
      camera: [2.2, 0.82, 1.77, 0.12, 0.54, -0.1],
    },
    {
      scene: 'dog',
      caption: 'dog: 1872 vertices, 3220 faces',
      times: [0],
      camera: [1.36, 0.6, 1, 0.03, 0.35, 0.03],
    },
    {
      scene: 'grass-square',
      caption: 'grass: 13 vertices, 16 faces',
      times: [1],
      camera: [1.08, 0.98, 1.78, -0.02, 0.08, 0],
    },
  ];
  const panels: Panel[] = [];
  for (const { scene, caption, times, camera } of models) {
    panels.push({ picture: await renderScene(scene, { times, size, samples, camera }, 4), caption });
  }
  return arrange(panels, 3);
}

/** Draws grass that a hand parts: figure 12. */
export async function drawParting(samples: number): Promise<Picture> {
  const size = [columnWidth(2), 480] as const;
  const views = [
    { time: 2.2, camera: [0.1, 1.05, 1.25, 0, 0.05, 0.05], caption: 'parted: triangles come apart' },
    { time: 2.2, camera: [0.02, 0.5, 0.78, 0, 0.07, 0.12], caption: 'close' },
  ] as const;
  const panels: Panel[] = [];
  for (const { time, camera, caption } of views) {
    panels.push({
      picture: await renderScene('grass-parting', { times: [time], size, samples, camera }),
      caption,
    });
  }
  return arrange(panels, 2);
}

/** Draws gusts that run over grass: figure 13. */
export async function drawWaving(samples: number): Promise<Picture> {
  const size = [columnWidth(2), 400] as const;
  const camera = [0.1, 1.05, 1.95, 0, 0.05, 0.15];
  const panels: Panel[] = [];
  for (const time of [1, 1.4, 1.8, 2.2]) {
    const picture = await renderScene('grass-wind', { times: [time], size, samples, camera }, 3);
    panels.push({ picture, caption: `${time.toFixed(1)} s` });
  }
  return arrange(panels, 2);
}

/** Draws grass and leaves in a wind that rises and ceases: keys over time. */
export async function drawGust(samples: number): Promise<Picture> {
  const size = [columnWidth(2), 400] as const;
  const velocity = gustScene.wind.velocity as KeyedValue<readonly number[]>;
  const panels: Panel[] = [];
  for (const time of [0.9, 2, 2.8, 4.7]) {
    const picture = await renderScene('rising-gust', { times: [time], size, samples }, 3);
    const [x, y, z] = valueAt(velocity, time);
    panels.push({ picture, caption: `${time.toFixed(1)} s: wind ${Math.hypot(x, y, z).toFixed(1)} m/s` });
  }
  return arrange(panels, 2);
}

/** Draws a walker in a meadow on soft ground. */
export function drawMeadow(samples: number): Promise<Picture> {
  const camera = [-3.0, 1.8, 1.45, 1.3, 0.72, -0.15];
  return renderScene('meadow-walk', { times: [3.4], size: [width, 820], samples, camera });
}
