import type { Picture } from '../../src/pictures/picture.ts';
import { drawGroundParts } from './ground-part.ts';

/** Masses of the walkers, kg, and depths of the snow, m. */
const masses = [20, 70, 180];
const depths = [0.08, 0.25, 0.5];
/** Distance between two walkers, m. */
const spacing = 0.9;

/** Draws three walkers of different mass, with the same clip, in snow of three depths. */
export function drawDeepSnow(samples: number): Promise<Picture> {
  const parts = depths.map(
    (layerDepth) =>
      ({
        ground: { material: 'snow', cell: 0.01, noiseAmplitude: 0.008, noiseWavelength: 1.3, layerDepth },
        actors: masses.map((mass, n) => ({
          clip: 'walk',
          position: [spacing * (1 - n), 0, -3],
          mass,
          groundResponse: 1,
        })),
        time: 2.42,
        area: [-3, 3, -4, 3],
        camera: { position: [-2.9, 1.75, 3.9], target: [0.3, 0.62, -0.55], fieldOfView: 0.68 },
        toSun: [-0.75, 0.5, -0.1],
      }) as const,
  );
  return drawGroundParts(parts, [520, 620], samples);
}
