/** Clothes, hair and colours of the mannequins. */
import type { Look } from '../shapes/write-character.ts';
import type { Build } from './builds.ts';

/** Lengths are metres in the rest pose. */
export interface Outfit {
  /** Height of the hem of shorts or trousers. Below 0.5, they are trousers. */
  readonly hem: number;
  /** Height of the shirt's hem, and length of its sleeves from the shoulder. Null: bare-chested. */
  readonly shirt: { readonly hem: number; readonly sleeve: number } | null;
  readonly hair: 'short' | 'bun' | 'ponytail' | null;
  readonly hat: 'cap' | 'helmet' | 'woollen' | null;
}

export type LookName = 'body' | 'shorts' | 'upper' | 'sole' | 'shirt' | 'hair' | 'hat';

/** A person that can be built. */
export interface Person {
  readonly build: Build;
  readonly outfit: Outfit;
  readonly looks: Readonly<Record<LookName, Look>>;
}

type Color = Look['color'];

/** Linear colours. */
export interface Palette {
  readonly skin: Color;
  readonly hair: Color;
  readonly shirt: Color;
  readonly shorts: Color;
  readonly shoes: Color;
  readonly hat?: Color;
}

/** Colours of skin, linear. */
export const skins = {
  fair: [0.68, 0.42, 0.3],
  tan: [0.55, 0.31, 0.19],
  brown: [0.24, 0.11, 0.06],
  dark: [0.1, 0.045, 0.027],
} as const;

/** Returns the looks for a palette. Cloth is double-sided, since it folds between the limbs. */
export function lookOf({
  skin,
  hair,
  shirt,
  shorts,
  shoes,
  hat = [0.7, 0.7, 0.68],
}: Palette): Person['looks'] {
  return {
    body: { color: skin, roughness: 0.85 },
    shorts: { color: shorts, roughness: 0.9, doubleSided: true },
    upper: { color: shoes, roughness: 0.7 },
    sole: { color: [0.72, 0.7, 0.64], roughness: 0.9 },
    shirt: { color: shirt, roughness: 0.9, doubleSided: true },
    hair: { color: hair, roughness: 0.75 },
    hat: { color: hat, roughness: 0.6 },
  };
}

export const shortShirt = { hem: 0.955, sleeve: 0.17 } as const;
export const longShirt = { hem: 0.955, sleeve: 0.5 } as const;
/** Heights of hems. */
export const shortHem = 0.735;
export const longHem = 0.62;
export const trouserHem = 0.15;

/** The character of most scenes. */
export const runner: Person = {
  build: 'runner',
  outfit: { hem: shortHem, shirt: shortShirt, hair: 'short', hat: null },
  looks: lookOf({
    skin: skins.tan,
    hair: [0.03, 0.017, 0.01],
    shirt: [0.6, 0.1, 0.045],
    shorts: [0.035, 0.04, 0.05],
    shoes: [0.045, 0.17, 0.32],
  }),
};

/** The heavy character: bare-chested, so that its flesh is seen. */
export const heavy: Person = {
  build: 'heavy',
  outfit: { hem: shortHem, shirt: null, hair: null, hat: null },
  looks: lookOf({
    skin: [0.62, 0.36, 0.22],
    hair: [0, 0, 0],
    shirt: [0, 0, 0],
    shorts: [0.035, 0.04, 0.05],
    shoes: [0.045, 0.17, 0.32],
  }),
};
