import type { Picture } from '../../src/pictures/picture.ts';
import { drawGroundParts } from './ground-part.ts';

/** Snowfall of the two parts, m/s. */
const snowfalls = [0, 0.026];

/** Draws a runner in deep snow without and with snow that falls into the prints behind him. */
export function drawSnowfall(samples: number): Promise<Picture> {
  const parts = snowfalls.map(
    (snowfall) =>
      ({
        ground: { material: 'snow', cell: 0.01, noiseAmplitude: 0.008, noiseWavelength: 1.3, snowfall },
        actors: [{ clip: 'run', position: [0, 0, -5], softDepth: 0.12 }],
        time: 3.1,
        area: [-2, 2, -6, 6],
        camera: { position: [-1.15, 1.25, -3.5], target: [0.1, 0.3, 0], fieldOfView: 0.75 },
        toSun: [-0.75, 0.35, 0.3],
      }) as const,
  );
  return drawGroundParts(parts, [780, 620], samples);
}
