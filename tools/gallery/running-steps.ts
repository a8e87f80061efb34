import { drawText } from '../../src/pictures/font.ts';
import { renderPerspective } from '../../src/pictures/perspective/render-perspective.ts';
import { createPicture, type Picture, placePicture } from '../../src/pictures/picture.ts';
import { sheetColors, textStyles } from '../../src/pictures/sheet-style.ts';
import { readArea, startRunner } from './bake-moment.ts';
import { bodyMiddle, findMidStance, heading, readSurroundings } from './runner-view.ts';
import { sprayOf } from './shipped-scene.ts';

const depths = { sand: 0.035, mud: 0.024, snow: 0.05 } as const;
/** Parameters of the spray. Its particles are small, so that they do not form spikes where they land on cells of 5 mm. */
const sprays = {
  sand: { sprayParticleSize: 0.003, adhesion: 0.004 },
  mud: { sprayParticleSize: 0.007, adhesion: 0.007 },
  snow: { sprayParticleSize: 0.0035, adhesion: 0.01 },
} as const;
const exposures = { sand: 1, mud: 1.1, snow: 0.86 } as const;

/** Draws a runner's step in sand, mud and snow, every 0.1 s, with its spray: Sumner 1999, figure 9. */
export async function drawRunningSteps(samples: number): Promise<Picture> {
  const [width, height, gap, side] = [360, 300, 12, 74];
  const page = createPicture(side + 4 * (width + gap), 3 * (height + gap) + 34, sheetColors.paper);
  for (const [row, material] of (['sand', 'mud', 'snow'] as const).entries()) {
    const ground = {
      material,
      cell: 0.005,
      noiseAmplitude: 0.003,
      spray: true,
      ...sprays[material],
    };
    const scene = await startRunner(ground, { heading, softDepth: depths[material] });
    const stance = findMidStance(scene, 1.2);
    const [middle] = bodyMiddle(scene.posedMeshesAt(stance));
    const surroundings = await readSurroundings({ material, noiseAmplitude: 0.003 }, middle, 0.12);
    drawText(page, material, 18, 34 + row * (height + gap) + height / 2, textStyles.caption);
    for (let column = 0; column < 4; column++) {
      const t = stance + 0.1 * (column - 1);
      scene.advanceTo(t);
      const picture = renderPerspective({
        ground: readArea(scene.ground(), middle - 1.9, middle + 2.1, -1, 1),
        surroundings,
        material,
        figures: scene.posedMeshesAt(t),
        grains: sprayOf(scene.points(), material),
        camera: {
          position: [middle - 0.72, 0.66, 1.5],
          target: [middle + 0.1, 0.2, 0],
          fieldOfView: 0.66,
        },
        toSun: [-0.42, 0.4, -0.6],
        exposure: exposures[material],
        width,
        height,
        samples: Math.min(2, samples),
      });
      const x = side + column * (width + gap);
      placePicture(page, picture, x, 34 + row * (height + gap));
      if (row === 0) {
        const label = `${column === 0 ? '−' : column === 1 ? '' : '+'}${Math.abs(0.1 * (column - 1)).toFixed(1)} s`;
        drawText(page, label, x, 24, textStyles.caption);
      }
    }
  }
  return page;
}
