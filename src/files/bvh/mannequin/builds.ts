import { type Proportions, proportions } from './proportions.ts';

/** A build of a mannequin: what a person of this build measures. */
export interface MannequinBuild {
  /** What it is like, for the documentation. */
  readonly description: string;
  /** m, from the soles to the top of the head. */
  readonly height: number;
  /** kg, at this height. With another height it grows with the cube of the height. */
  readonly mass: number;
  /** Circumference of the belly relative to that of the chest. */
  readonly belly: number;
  /** Height of the head as a fraction of the height of the person. */
  readonly head: number;
}

/** The build that a mannequin has if a scene names none. */
export const standardBuild = 'medium';

/**
 * Builds of mannequins. Heights and masses are those of real people: body mass indices of 20.1, 24.5, 35.9, 22.4 and 15.9 kg/m². The head of
 * an adult is about 1/7.5 of the height, that of a child of eight years about 1/6.2.
 */
export const mannequinBuilds = {
  light: { description: 'a slim adult', height: 1.68, mass: 56.7, belly: 0.92, head: 0.13 },
  medium: { description: 'an average adult', height: 1.75, mass: 75, belly: 1, head: 0.13 },
  heavy: { description: 'an adult with a large belly', height: 1.75, mass: 110, belly: 1.3, head: 0.13 },
  tall: { description: 'a tall, slim adult', height: 1.95, mass: 85, belly: 0.95, head: 0.122 },
  child: { description: 'a child of eight years', height: 1.28, mass: 26, belly: 1.04, head: 0.162 },
} as const satisfies { readonly [name: string]: MannequinBuild };

/** Name of a build of a mannequin. */
export type MannequinBuildName = keyof typeof mannequinBuilds;

/** Names of the builds. */
export const mannequinBuildNames = Object.keys(mannequinBuilds) as MannequinBuildName[];

/**
 * Returns the proportions of a build. All thicknesses, relative to the height, are those of the medium build times the square root of the
 * ratio of mass / height³, so that the volume of the body is proportional to its mass.
 */
export function proportionsOf(name: MannequinBuildName): Proportions {
  const build: MannequinBuild = mannequinBuilds[name];
  const girth = Math.sqrt(stoutness(build) / stoutness(mannequinBuilds[standardBuild]));
  const head = build.head / proportions.headLength;
  return {
    ...proportions,
    limbMin: girth * proportions.limbMin,
    limbGrowth: girth * proportions.limbGrowth,
    limbMax: girth * proportions.limbMax,
    trunk: girth * proportions.trunk,
    neck: girth * proportions.neck,
    belly: build.belly,
    headLength: build.head,
    headRadius: head * proportions.headRadius,
  };
}

/**
 * Returns how deep the soles of a build sink, relative to the medium one, both as fractions of the height: the depth is proportional to the
 * pressure, mass / height², since the area of a sole grows with the square of the height.
 */
export function sinkageOf(name: MannequinBuildName): number {
  const medium = mannequinBuilds[standardBuild];
  const { height, mass } = mannequinBuilds[name];
  return ((mass / height ** 2 / (medium.mass / medium.height ** 2)) * medium.height) / height;
}

/** kg/m³. */
function stoutness({ mass, height }: MannequinBuild): number {
  return mass / height ** 3;
}
