import type { PointsOutput } from '../../systems/outputs/points.ts';
import { describeOutput, type OutputWriter, outputsOfKind } from '../output-definition.ts';
import { estimatePoints } from './estimate-points.ts';
import { explainAllPoints } from './points-readme.ts';
import { packPoints } from './points-record.ts';
import { pointsStage } from './stage-points.ts';
import { checkPoints, countPointsWork, pointsFileName, writePoints } from './write-points.ts';

export const pointsWriter: OutputWriter = {
  check(bake, goesInParts) {
    for (const { output } of outputsOfKind(bake, 'points')) checkPoints(bake.plan, output, goesInParts);
  },

  listPaths(bake, add) {
    for (const { output } of outputsOfKind(bake, 'points')) {
      const { name } = output;
      const writer = describeOutput(output);
      add('pointsPly', `${name}-ply`, writer, (number) => pointsFileName(name, number));
      add('pointsUsd', `${name}.usdc`, writer);
      add('pointsGlb', `${name}.glb`, writer);
      add('contactSheet', `${name}-contact-sheet.png`, writer);
    }
  },

  countWork: (bake) => outputsOfKind(bake, 'points').length * countPointsWork(bake.plan),

  estimate: estimatePoints,

  stage: pointsStage,

  record: (shown) => ({ take: () => packPoints(shown.output as PointsOutput) }),

  follows: true,

  async write(bake, sink) {
    const warnings: string[] = [];
    const facts = await Promise.all(
      outputsOfKind(bake, 'points').map((shown) => writePoints(bake, shown, sink, warnings)),
    );
    return {
      warnings,
      systemResults: new Map(
        facts.map(({ name, capacity, maxCount, last }) => [
          name,
          { points: { capacity, maxCount, lastCount: last } },
        ]),
      ),
      explain: (frames) => explainAllPoints(facts, frames),
    };
  },
};
