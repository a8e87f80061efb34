import type { MaterialName } from '../rules/materials.ts';

/** How a material sprays by default. Both papers leave the numbers to the animator: these are ours, judged by eye. */
interface SprayMaterial {
  readonly adhesion: number;
  readonly sprayTime: number;
  readonly sprayParticleSize: number;
  readonly spraySpeed: number;
  readonly sprayPower: number;
  readonly sprayJitter: number;
  readonly sprayDrag: number;
}

export const sprayMaterials: { readonly [Name in MaterialName]: SprayMaterial } = {
  sand: {
    adhesion: 0.003,
    sprayTime: 0.1,
    sprayParticleSize: 0.003,
    spraySpeed: 3,
    sprayPower: 2,
    sprayJitter: 0.15,
    sprayDrag: 0,
  },
  mud: {
    adhesion: 0.003,
    sprayTime: 0.25,
    sprayParticleSize: 0.01,
    spraySpeed: 6,
    sprayPower: 3,
    sprayJitter: 0.1,
    sprayDrag: 0,
  },
  snow: {
    adhesion: 0.004,
    sprayTime: 0.15,
    sprayParticleSize: 0.006,
    spraySpeed: 4,
    sprayPower: 1.5,
    sprayJitter: 0.2,
    sprayDrag: 2.5,
  },
};
