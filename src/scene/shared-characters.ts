import type { Rig } from '../motion/rig.ts';
import { planTravel, type TravelOptions } from '../motion/travel/plan-travel.ts';
import type { Travel } from '../motion/travel/travel.ts';
import { readBeside } from './read-beside.ts';
import { type CharacterData, readCharacter } from './read-character.ts';
import type { SceneActor } from './scene.ts';
import type { SceneFiles } from './scene-files.ts';

/** A character's file, read. */
export interface ReadCharacter extends CharacterData {
  /** Bytes of every file that was read, its own first. */
  readonly read: readonly Uint8Array[];
  resolve(uri: string): Uint8Array | undefined;
}

/**
 * What actors of one scene share: a file is read once however many bear it, and how a clip travels is planned once for
 * all that travel alike. A crowd of a hundred then opens as fast as one.
 */
export class SharedCharacters {
  private readonly characters = new Map<string, Promise<ReadCharacter>>();
  private readonly travels = new Map<Rig, Map<string, Travel>>();

  constructor(private readonly files: SceneFiles) {}

  read(file: string, bytes: Uint8Array, up: SceneActor['up']): Promise<ReadCharacter> {
    const key = JSON.stringify([file, up]);
    let character = this.characters.get(key);
    if (!character) {
      character = this.readFile(file, bytes, up);
      this.characters.set(key, character);
    }
    return character;
  }

  /** `planTravel`; options but for the path decide. */
  plan(rig: Rig, clip: Rig['clips'][number], options: TravelOptions): Travel {
    const { path: _, ...own } = options;
    const key = JSON.stringify([rig.clips.indexOf(clip), own]);
    const known = this.travels.get(rig) ?? new Map<string, Travel>();
    this.travels.set(rig, known);
    const travel = known.get(key) ?? planTravel(rig, clip, options);
    known.set(key, travel);
    return travel;
  }

  private async readFile(file: string, bytes: Uint8Array, up: SceneActor['up']): Promise<ReadCharacter> {
    const read = [bytes];
    const data = await readCharacter(bytes, {
      file,
      up,
      resolve: readBeside(this.files, file, (part) => void read.push(part)),
    });
    return { ...data, read, resolve: readBeside(this.files, file) };
  }
}
