import { furParams } from '../../src/systems/fur/index.ts';
import type { ListParam } from '../../src/systems/index.ts';
import type { SceneEntry } from '../document/studio-document.ts';
import { spanOfPush } from '../fur/push.ts';
import { createEntryList, formatSpan } from './entry-list.ts';
import { labelOf } from './field-model.ts';
import type { Panel, StudioActions } from './panel.ts';

const spec: ListParam = furParams.forces;
/** Fields that are shown first, in this order. */
export const forceFirstFields = 'velocity center speed radius outward forward follow gusts from until'.split(
  ' ',
);

/** Creates the panel of winds and pushes of some fur, with all their parameters. */
export function createFurForces(system: number, actions: StudioActions): Panel {
  return createEntryList(
    {
      system,
      list: 'forces',
      spec,
      title: 'Forces',
      one: 'force',
      kinds: Object.keys(spec.kinds),
      firstFields: forceFirstFields,
      add: (kind) => actions.fur.addForce(system, kind),
      remove: (index) => actions.fur.removeForce(system, index),
      describe,
      // The path is not shown, because a hand that moves over the fur writes it.
      unseen: ['path'],
    },
    actions,
  );
}

function describe(entry: SceneEntry): { title: string; description: string } {
  const span = spanOfPush(entry);
  return {
    title: labelOf(String(entry.force ?? 'force')),
    description: span ? `by hand, ${formatSpan(...span)}` : formatSpan(entry.from, entry.until),
  };
}
