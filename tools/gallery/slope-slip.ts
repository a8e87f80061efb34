import type { Picture } from '../../src/pictures/picture.ts';
import { drawGroundParts } from './ground-part.ts';

/** Tangents of slopes of 0°, 8° and 16°. */
const slopes = [0, 0.14054, 0.28675];
/** Sides of the ground, m. */
const size = 60;

/** Draws two walkers on sand of three slopes: the one behind as animated, and nearer one to which the ground answers. */
export function drawSlopeSlip(samples: number): Promise<Picture> {
  const parts = slopes.map((tangent) => {
    const terrain = {
      terrain: 'scenes/slope-slip/ramp.png',
      terrainMax: size * tangent,
      terrainSpacing: [size, size],
      terrainNoise: true,
    };
    const middle = tangent * (size / 2);
    return {
      ground: {
        material: 'sand',
        cell: 0.01,
        // That of the surroundings.
        center: [6, 0],
        noiseAmplitude: 0.006,
        noiseWavelength: 1.1,
        ...(tangent > 0 ? terrain : { size: [size, size] }),
      },
      actors: [0, 1].map((groundResponse) => ({
        clip: 'walk',
        position: [0.9 * groundResponse - 0.45, 0, 2],
        heading: Math.PI,
        mass: 80,
        groundResponse,
      })),
      time: 2.42,
      area: [-2, 2, -3, 3],
      camera: { position: [3.6, middle + 1.6, 3.1], target: [0.1, middle + 0.62, -0.4], fieldOfView: 0.6 },
      toSun: [-0.75, 0.45, 0.1],
    } as const;
  });
  return drawGroundParts(parts, [520, 620], samples);
}
