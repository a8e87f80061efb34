import type { ShellsOutput } from '../../systems/outputs/shells.ts';
import { roundNumbers } from '../bake-report.ts';
import { checkFleshFile } from '../morph/check-flesh-file.ts';
import { describeOutput, type OutputWriter, outputsOfKind } from '../output-definition.ts';
import { checkFur } from './check-fur.ts';
import { estimateShells } from './estimate-shells.ts';
import { explainCoats } from './fur-readme.ts';
import { groupCoats } from './group-coats.ts';
import { packShells } from './shells-record.ts';
import { furStage } from './stage-fur.ts';
import { listCardKinds } from './write-cards.ts';
import { countFurWork, reportFur, writeFur } from './write-fur.ts';

export const shellsWriter: OutputWriter = {
  check(bake, goesInParts) {
    const { plan } = bake;
    for (const { output } of outputsOfKind(bake, 'shells')) checkFur(plan, output, goesInParts);
    // Files with fur also contain the flesh.
    if (listCardKinds(plan).length === 0 && !plan.outputs.includes('furVat')) return;
    for (const { actor } of groupCoats(bake)) if (actor) checkFleshFile(bake, actor);
  },

  listPaths(bake, add) {
    for (const { name, actor, coats } of groupCoats(bake)) {
      const writer = `the fur of ${JSON.stringify(name)}`;
      for (const kind of listCardKinds(bake.plan))
        add(kind, `${name}-fur-${kind === 'furMorphs' ? 'morphs' : 'cards'}.glb`, writer);
      for (const ending of ['glb', 'txt']) add('furVat', `${name}-fur-vat.${ending}`, writer);
      for (const { output } of coats) {
        const coatWriter = actor ? writer : describeOutput(output);
        add('furCurves', `${output.name}-curves.usdc`, coatWriter);
        add('contactSheet', `${output.name}-contact-sheet.png`, coatWriter);
        for (const file of ['vat.exr', 'blades.png', 'color.png', 'density.png'])
          add('furVat', `${output.name}-${file}`, coatWriter);
      }
    }
  },

  countWork: countFurWork,

  estimate: estimateShells,

  stage: furStage,

  record(shown, { plan: { firstFrame } }) {
    // If roots and normals are the same as in the first frame, they are kept only once.
    const take = (frame: number) =>
      packShells(shown.output as ShellsOutput, frame === firstFrame ? null : shown.load(firstFrame));
    return { take };
  },

  follows: true,

  async write(bake, sink) {
    const warnings: string[] = [];
    const facts = await writeFur(bake, sink, warnings);
    const hidden = bake.plan.actors.filter(({ isShown }) => !isShown).map(({ name }) => name);
    return {
      warnings,
      systemResults: new Map(facts.map((coat) => [coat.name, { fur: roundNumbers(reportFur(coat)) }])),
      explain: (frames) => explainCoats(facts, frames, hidden),
    };
  },
};
