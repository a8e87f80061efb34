import { materialNames, materials } from '../../src/systems/ground/index.ts';
import { type SceneEntry, systemsOf } from '../document/studio-document.ts';
import { deriveFlesh } from '../flesh/scene-flesh.ts';
import { deriveFur } from '../fur/scene-fur.ts';
import type { StudioState } from './panel.ts';

/** How the parameters of a kind of system are laid out. A system without a layout has all of them in one part. */
export interface SystemLayout {
  /** A parameter with a few choices that is shown large, above the others. */
  readonly hero?: string;
  /** Parts in order; parameters that none names come last, in a part of their own. */
  readonly parts: readonly { readonly title: string; readonly names: readonly string[] }[];
  readonly restTitle: string;
  /** Endings of the files that parameters name: others may be dropped there. */
  readonly files?: Readonly<Record<string, string>>;
  /** True where a panel of its own lays the system out. */
  readonly isElsewhere?: boolean;
  /** Values that hold where the scene gives none: what the system chooses. */
  derive?(entry: SceneEntry): Readonly<Record<string, unknown>>;
}

/** Files that a picture can be read from. */
export const pictureEndings = '.png,.jpg,.jpeg';
/** Files that a ground can start from. */
export const terrainEndings = '.png,.exr,.tif,.tiff,.asc,.hgt,.r16,.raw,.obj,.stl,.ply,.glb,.gltf,.ground';

const groundLayout: SystemLayout = {
  hero: 'material',
  parts: [
    {
      title: 'How it gives way',
      names: ['insideSlope', 'outsideSlope', 'roughness', 'liquidity', 'displacedFraction'],
    },
    { title: 'Untouched ground', names: ['noiseAmplitude', 'noiseWavelength', 'noiseOctaves'] },
    {
      title: 'Terrain',
      names: [
        ...['terrain', 'terrainLow', 'terrainHigh', 'terrainSpacing', 'terrainScale', 'terrainPoint'],
        ...[
          'terrainFirm',
          'terrainNoise',
          'terrainChannel',
          'terrainEncoding',
          'terrainByteOrder',
          'terrainUp',
          'terrainTiles',
          'terrainFitTo',
        ],
      ],
    },
    {
      title: 'Spray',
      names: [
        ...['spray', 'adhesion', 'sprayTime', 'sprayParticle', 'spraySpeed', 'sprayPower', 'sprayJitter'],
        ...['sprayContact', 'sprayLift', 'sprayDrag', 'sprayRule', 'sprayAcceleration', 'sprayLimit'],
      ],
    },
    { title: 'Memory and direction', names: ['looseDepth', 'compactedSlope', 'lean'] },
    {
      title: 'Water and stones',
      names: [
        ...['waterLevel', 'waterRise', 'wetnessMap', 'wetSlope', 'dryingHalfLife'],
        ...['stonesPerSquareMetre', 'stoneRadius', 'stoneMap'],
      ],
    },
    { title: 'Fineness and size', names: ['cell', 'rate', 'size', 'center', 'datum'] },
  ],
  restTitle: 'Rules',
  files: { terrain: terrainEndings, wetnessMap: pictureEndings, stoneMap: pictureEndings },
  derive: ({ material = 'sand' }) =>
    materialNames.includes(material as never)
      ? (materials[material as keyof typeof materials] as unknown as Record<string, unknown>)
      : {},
};

const fleshLayout: SystemLayout = {
  isElsewhere: true,
  parts: [
    {
      title: 'How it swings',
      names: ['strength', 'gravity', 'sagged', 'limit', 'maxAcceleration', 'gyroscopic', 'teleport', 'loop'],
    },
    {
      title: 'What it is made of',
      names: ['elements', 'modes', 'basis', 'coreRadius', 'poisson', 'threshold', 'bone', 'surfaces', 'free'],
    },
  ],
  restTitle: 'All else',
  derive: deriveFlesh,
};

const particlesLayout: SystemLayout = {
  isElsewhere: true,
  parts: [
    { title: 'Air and touch', names: ['drag', 'collide', 'bounce', 'friction'] },
    { title: 'Limits and steps', names: ['forceLimit', 'rate'] },
  ],
  restTitle: 'All else',
};

const furLayout: SystemLayout = {
  isElsewhere: true,
  parts: [
    {
      title: 'How it moves',
      names: ['frequency', 'damping', 'air', 'gravity', 'collide', 'treadHalfLife', 'limit', 'restStiffness'],
    },
    {
      title: 'How it looks',
      names: ['layers', 'texels', 'tile', 'colorFrom', 'fins', 'shadows', 'comb', 'flattest'],
    },
    {
      title: 'Where it grows',
      names: ['actor', 'surfaces', 'joints', 'except', 'size', 'center', 'spacing'],
    },
  ],
  restTitle: 'More',
  derive: deriveFur,
};

/** By kind of system. */
export const systemLayouts: Readonly<Record<string, SystemLayout>> = {
  ground: groundLayout,
  flesh: fleshLayout,
  particles: particlesLayout,
  fur: furLayout,
};

/** The system at a place of the scene, as data. */
export function systemEntry({ document }: StudioState, index: number): SceneEntry {
  return systemsOf(document.scene)[index] ?? {};
}
