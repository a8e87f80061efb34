import type { UsdPrim } from '../../files/usd/usd-layer.ts';
import { append } from '../../math/lists.ts';
import type { BakePlan } from '../bake-plan.ts';
import type { OutputExplanation } from '../output-definition.ts';
import { packageFile, stageFile } from './write-stage.ts';

/** Explains the stage and the package. groups: the prims of the stage below its root; empty if it was not written. */
export function explainStage(
  plan: BakePlan,
  groups: readonly UsdPrim[],
  isPacked: boolean,
): OutputExplanation {
  const lines: string[] = [];
  if (groups.length > 0) {
    append(lines, [
      `USD stage: open ${stageFile}. It refers to the layers in scene-usd/, in metres, ${plan.usdUp === 'z' ? 'Z' : 'Y'} up.`,
      ...groups.map(
        ({ name, children }) => `  ${name}: ${(children ?? []).map((child) => child.name).join(', ')}`,
      ),
      `  To change it in a shot, make a layer of your own with subLayers = [@./${stageFile}@]: the next bake does not touch it.`,
    ]);
  }
  if (isPacked) {
    lines.push(
      `${packageFile}: characters and ground in one file, for augmented reality on phones. Y up, metres.`,
    );
  }
  return { about: lines.join('\n') };
}
