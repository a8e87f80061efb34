import { drawText } from '../../src/pictures/font.ts';
import type { CameraPosition } from '../../src/pictures/perspective/camera.ts';
import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { readArea, startRunner } from './bake-moment.ts';
import { bestPrintIn, heading, readSurroundings } from './runner-view.ts';
import { startShipped } from './shipped-scene.ts';

const [width, height, gap] = [500, 400, 14];

/**
 * Draws simulations of what the paper's photographs show: tyre tracks in snow, a walker's prints in snow and in mud: Sumner 1999, figure
 * 11.
 */
export async function drawPhotographs(samples: number): Promise<Picture> {
  const page = createPicture(3 * width + 2 * gap, height + 36, sheetColors.paper);
  const pictures = [
    { title: 'Tyre tracks in snow', draw: drawTracks },
    { title: 'Prints in snow', draw: (count: number) => drawPrints('snow', 0.06, count) },
    { title: 'Prints in mud', draw: (count: number) => drawPrints('mud', 0.03, count) },
  ];
  for (const [n, { title, draw }] of pictures.entries()) {
    placePicture(page, await draw(Math.min(2, samples)), n * (width + gap), 0);
    drawText(page, title, n * (width + gap), height + 24, textStyles.caption);
  }
  return page;
}

async function drawTracks(samples: number): Promise<Picture> {
  const snow = { material: 'snow', cell: 0.01, noiseAmplitude: 0.006, noiseWavelength: 1.2 };
  const scene = await startShipped('bicycle-tracks', snow);
  scene.advanceTo(3.4);
  return renderPerspective({
    ground: readArea(scene.ground(), -5, 5, -4, 4),
    surroundings: await readSurroundings(snow, 0, 0.12),
    material: 'snow',
    figures: [],
    camera: { position: [-3.2, 1.5, 2.6], target: [-0.6, 0, 0], fieldOfView: 0.6 },
    toSun: [0.5, 0.36, -0.62],
    exposure: 0.9,
    width,
    height,
    samples,
  });
}

async function drawPrints(material: 'snow' | 'mud', softDepth: number, samples: number): Promise<Picture> {
  const ground = { material, cell: 0.005, noiseAmplitude: 0.005, noiseWavelength: 0.7 };
  const scene = await startRunner(ground, { clip: 'walk', heading, softDepth });
  scene.advanceTo(3);
  const { x, z } = bestPrintIn(readArea(scene.ground(), 1, 3, -0.5, 0.5));
  const camera: CameraPosition = {
    position: [x - 0.9, 0.85, z + 1.05],
    target: [x + 0.28, -0.02, z - 0.08],
    fieldOfView: 0.58,
  };
  return renderPerspective({
    ground: readArea(scene.ground(), x - 1.6, x + 2.4, -1.4, 1.4),
    surroundings: await readSurroundings(ground, x, 0.12),
    material,
    figures: [],
    camera,
    toSun: material === 'snow' ? [0.4, 0.4, -0.7] : [-0.3, 0.75, -0.6],
    exposure: material === 'snow' ? 0.88 : 1,
    width,
    height,
    samples,
    refine: 3,
  });
}
