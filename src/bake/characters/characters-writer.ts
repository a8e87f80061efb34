import { roundNumbers } from '../bake-report.ts';
import { checkFleshFile } from '../morph/check-flesh-file.ts';
import type { OutputWriter } from '../output-definition.ts';
import { estimateCharacters } from './estimate-characters.ts';
import { explainAllCharacters } from './explain-characters.ts';
import { characterStage } from './stage/character-stage.ts';
import { listMasks } from './sticking-masks.ts';
import { characterFiles, listCharacterKinds, writeCharacters, writesBody } from './write-characters.ts';

export const charactersWriter: OutputWriter = {
  check(bake) {
    for (const actor of bake.plan.actors)
      if (listCharacterKinds(bake, actor).some((kind) => kind !== 'contactSheet'))
        checkFleshFile(bake, actor);
  },

  listPaths(bake, add) {
    for (const actor of bake.plan.actors) {
      const writer = `the actor ${JSON.stringify(actor.name)}`;
      if (writesBody(bake.plan, actor)) add('character', characterFiles.character(actor.name), writer);
      for (const { file } of listMasks(bake, actor)) add('stickingMask', file, writer);
      for (const kind of listCharacterKinds(bake, actor)) add(kind, characterFiles[kind](actor.name), writer);
    }
  },

  countWork: (bake) =>
    bake.plan.actors.reduce(
      (sum, actor) =>
        sum +
        listCharacterKinds(bake, actor).length +
        listMasks(bake, actor).length +
        (writesBody(bake.plan, actor) ? 1 : 0),
      0,
    ),

  estimate: estimateCharacters,

  stage: characterStage,
  follows: true,

  async write(bake, sink) {
    const { characters, morphs, fleshJoints, warnings } = await writeCharacters(bake, sink);
    const hidden = bake.plan.actors.filter(({ isShown }) => !isShown).map(({ name }) => name);
    return {
      warnings,
      actorResults: new Map(
        bake.plan.actors.flatMap(({ name }) => {
          const [meshes, parts] = [morphs.get(name), fleshJoints.get(name)];
          if (!meshes && !parts) return [];
          return [
            [
              name,
              {
                ...(meshes && { morphs: meshes.map(roundNumbers) }),
                ...(parts && { fleshJoints: parts.map(roundNumbers) }),
              },
            ] as const,
          ];
        }),
      ),
      explain: () => explainAllCharacters(characters, hidden),
    };
  },
};
