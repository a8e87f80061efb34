/**
 * Makes the GLBs of bicycles and riders in `scenes/assets`: `npx tsx tools/assets/bicycle/make-bicycles.ts`.
 * Deterministic.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildMannequin, crowdDetail, type MannequinPart } from '../mannequin/build-mannequin.ts';
import { longHem, lookOf, type Person, shortHem, shortShirt, skins } from '../mannequin/outfits.ts';
import { type CharacterPart, writeCharacter } from '../shapes/write-character.ts';
import { buildBicycle, type FrameColor, groupTyre } from './build-bicycle.ts';
import { type FallStart, simulateFall } from './fall.ts';
import type { RideStyle } from './ride-path.ts';
import { riderBones, sampleRide } from './rider-clips.ts';
import { bicycleBones } from './skeleton.ts';

const generator = 'aftermotion scenes/bicycle';
const asset = (name: string) => fileURLToPath(new URL(`../../../scenes/assets/${name}.glb`, import.meta.url));
export const bicycleFile = asset('bicycle');

export interface Rider {
  readonly file: string;
  readonly color: FrameColor;
  readonly clip: string;
  readonly style: RideStyle;
  readonly person: Person;
}

/** Seconds of a ride. */
export const rideTime = 8;

export const riders: readonly Rider[] = [
  {
    file: asset('rider-red'),
    color: 'red',
    clip: 'weave',
    style: { speed: 4.2, weave: 0.12, weaveTime: 1.7, phase: 0, turns: [], chest: 33 },
    person: {
      build: 'slight',
      outfit: { hem: longHem, shirt: shortShirt, hair: 'ponytail', hat: 'helmet' },
      looks: lookOf({
        skin: skins.fair,
        hair: [0.16, 0.07, 0.025],
        shirt: [0.62, 0.6, 0.55],
        shorts: [0.03, 0.032, 0.04],
        shoes: [0.45, 0.05, 0.04],
        hat: [0.5, 0.04, 0.03],
      }),
    },
  },
  {
    file: asset('rider-blue'),
    color: 'blue',
    clip: 'curves',
    style: {
      speed: 4.2,
      weave: 0.035,
      weaveTime: 2.1,
      phase: 0.3,
      turns: [
        { from: 0.6, to: 3.4, angle: 0.13 },
        { from: 3.2, to: 7.6, angle: -0.15 },
      ],
      chest: 40,
    },
    person: {
      build: 'strong',
      outfit: { hem: shortHem, shirt: shortShirt, hair: 'short', hat: 'cap' },
      looks: lookOf({
        skin: skins.dark,
        hair: [0.01, 0.009, 0.008],
        shirt: [0.02, 0.2, 0.22],
        shorts: [0.03, 0.04, 0.08],
        shoes: [0.5, 0.5, 0.48],
        hat: [0.55, 0.3, 0.03],
      }),
    },
  },
  {
    file: asset('rider-yellow'),
    color: 'yellow',
    clip: 'straight',
    style: { speed: 4.2, weave: 0.04, weaveTime: 2.3, phase: 0.6, turns: [], chest: 27 },
    person: {
      build: 'stout',
      outfit: { hem: longHem, shirt: shortShirt, hair: 'short', hat: null },
      looks: lookOf({
        skin: skins.tan,
        hair: [0.22, 0.2, 0.18],
        shirt: [0.05, 0.1, 0.3],
        shorts: [0.16, 0.13, 0.09],
        shoes: [0.06, 0.06, 0.065],
      }),
    },
  },
];

export const fallStart: FallStart = { speed: 5.2, kick: { at: 0.9, leanRate: 5 }, friction: 0.4 };
export const fallTime = 4.5;

export async function makeRider({ color, clip, style, person }: Rider): Promise<Uint8Array> {
  const character = await buildMannequin(crowdDetail, person);
  return writeCharacter({
    name: 'rider',
    generator,
    bones: riderBones,
    parts: [...buildBicycle(color, groupTyre), ...character.map(seat)],
    clips: [sampleRide(clip, style, rideTime)],
  });
}

export async function makeBicycle(): Promise<Uint8Array> {
  return writeCharacter({
    name: 'bicycle',
    generator,
    bones: bicycleBones,
    parts: buildBicycle('green'),
    clips: [await simulateFall('fall', fallStart, fallTime)],
  });
}

/** Shifts the joint indices of a part of the mannequin: in `riderBones`, the mannequin's bones follow those of the bicycle. */
function seat(part: MannequinPart): CharacterPart {
  const { weights, joints } = part.skin;
  return {
    ...part,
    skin: { weights, joints: joints.map((joint, k) => (weights[k] > 0 ? joint + bicycleBones.length : 0)) },
  };
}

async function main(): Promise<void> {
  const files = [
    [bicycleFile, await makeBicycle()] as const,
    ...(await Promise.all(riders.map(async (rider) => [rider.file, await makeRider(rider)] as const))),
  ];
  for (const [file, bytes] of files) {
    writeFileSync(file, bytes);
    console.log(`wrote ${file}: ${Math.round(bytes.length / 1000)} kB`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
