import type { Object3D } from 'three';
import { InputError } from '../input-error.ts';
import { takeHeightfieldChanges } from '../systems/heightfield-change.ts';
import type { Output } from '../systems/outputs/output.ts';
import { type AttachFleshOptions, attachFlesh } from './flesh/attach-flesh.ts';
import { FurObject } from './fur/fur-object.ts';
import type { FurShading } from './fur/fur-shading.ts';
import { GroundObject, type GroundObjectOptions } from './ground/ground-object.ts';
import { ParticlesObject } from './points/particles-object.ts';
import type { PointsShading } from './points/points-shading.ts';

/** An output of a system on the screen, for simulations on the same thread. */
export interface OutputObject {
  readonly object: Object3D;
  /** Shows the output as it is now, after stepping and before drawing; `time` is the run's, seconds, for what flickers. */
  update(time?: number): void;
  dispose(): void;
}

/** A character as three.js draws it, for outputs that move its vertices. */
export interface OutputCharacter {
  readonly object: Object3D;
  /** See `AttachFleshOptions`. */
  readonly meshes?: AttachFleshOptions['meshes'];
}

/** Options of `createOutputObject`. */
export interface OutputObjectOptions extends Pick<GroundObjectOptions, 'shading' | 'surroundings'> {
  /** By the actor's name. */
  readonly characters?: ReadonlyMap<string, OutputCharacter>;
  /** See `AttachFleshOptions.shading`. */
  readonly fleshShading?: AttachFleshOptions['shading'];
  /** See `ParticlesObjectOptions.shading`. */
  readonly pointsShading?: PointsShading;
  /** See `FurObjectOptions.shading`. */
  readonly furShading?: FurShading;
}

/**
 * Makes what draws an output, by its kind and never by its system: a new kind is one more case here. Throws InputError where
 * the character that it moves is not given.
 */
export function createOutputObject(output: Output, options: OutputObjectOptions = {}): OutputObject {
  const { characters, fleshShading, pointsShading, furShading, ...groundOptions } = options;
  switch (output.kind) {
    case 'heightfield': {
      const object = new GroundObject({ ...output, ...groundOptions });
      return {
        object,
        update: () => object.update(takeHeightfieldChanges(output)),
        dispose: () => object.dispose(),
      };
    }
    case 'morph': {
      const character = characters?.get(output.actor);
      if (!character) {
        const known = [...(characters?.keys() ?? [])].map((name) => `"${name}"`).join(', ') || 'none';
        throw InputError.at(
          output.name,
          `expected the object of actor "${output.actor}" among \`characters\`, got ${known}`,
        );
      }
      const { object, meshes } = character;
      const binding = attachFlesh(object, output, { meshes, shading: fleshShading });
      return { object, update: () => binding.update(), dispose: () => binding.dispose() };
    }
    case 'points': {
      const object = new ParticlesObject({ look: output.look, shading: pointsShading });
      return {
        object,
        update(time = 0) {
          object.time = time;
          object.update(output);
        },
        dispose: () => object.dispose(),
      };
    }
    case 'shells': {
      const object = new FurObject(output, { shading: furShading });
      return { object, update: () => object.update(), dispose: () => object.dispose() };
    }
  }
}
