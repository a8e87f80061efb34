import type { Rig } from '../motion/rig.ts';
import { planTravel, type TravelOptions } from '../motion/travel/plan-travel.ts';
import type { Travel } from '../motion/travel/travel.ts';
import { addClipFiles } from './add-clip-files.ts';
import { readBeside } from './read-beside.ts';
import { type CharacterData, readCharacter } from './read-character.ts';
import { recolorCharacter } from './recolor-character.ts';
import type { SceneActor } from './scene.ts';
import { requireFile, type SceneFiles } from './scene-files.ts';

/** The contents of a character file. */
export interface ReadCharacter extends CharacterData {
  /** Bytes of every file that was read, beginning with the character itself. */
  readonly read: readonly Uint8Array[];
  resolve(uri: string): Uint8Array | undefined;
}

/**
 * Data that the actors of one scene share. A file is read once for all actors that use it, and the travel of a clip is planned once
 * for all actors with the same options. A crowd of a hundred then opens as fast as one actor.
 */
export class SharedCharacters {
  private readonly characters = new Map<string, Promise<ReadCharacter>>();
  private readonly travels = new Map<Rig, Map<string, Travel>>();

  constructor(private readonly files: SceneFiles) {}

  /** Returns the character of an actor. Throws InputError. path: the actor in the scene, for error messages. */
  read({ file, up, mannequin, colors, clipFiles = [] }: SceneActor, path: string): Promise<ReadCharacter> {
    const plainKey = JSON.stringify([file, up, mannequin, clipFiles]);
    const plain = this.remember(plainKey, async () => {
      const own = await this.readFile(file, requireFile(this.files, file, `${path}.file`), { up, mannequin });
      if (clipFiles.length === 0) return own;
      return addClipFiles(own, clipFiles, { file, files: this.files, path: `${path}.clipFiles` });
    });
    if (colors.length === 0) return plain;
    return this.remember(JSON.stringify([plainKey, colors]), async () =>
      recolorCharacter(await plain, colors, { file, path: `${path}.colors` }),
    );
  }

  private remember(key: string, create: () => Promise<ReadCharacter>): Promise<ReadCharacter> {
    const character = this.characters.get(key) ?? create();
    this.characters.set(key, character);
    return character;
  }

  /** Returns the result of `planTravel`, with a cache. The key of an entry is all options except the path. */
  plan(rig: Rig, clip: Rig['clips'][number], options: TravelOptions): Travel {
    const { path: _, ...own } = options;
    const key = JSON.stringify([rig.clips.indexOf(clip), own]);
    const known = this.travels.get(rig) ?? new Map<string, Travel>();
    this.travels.set(rig, known);
    const travel = known.get(key) ?? planTravel(rig, clip, options);
    known.set(key, travel);
    return travel;
  }

  private async readFile(
    file: string,
    bytes: Uint8Array,
    chosen: Pick<SceneActor, 'up' | 'mannequin'>,
  ): Promise<ReadCharacter> {
    const read = [bytes];
    const data = await readCharacter(bytes, {
      file,
      ...chosen,
      resolve: readBeside(this.files, file, (part) => void read.push(part)),
    });
    return { ...data, read, resolve: readBeside(this.files, file) };
  }
}
