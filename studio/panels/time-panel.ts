import { seedParam, timeParams } from '../../src/scene/index.ts';
import { element } from '../view/element.ts';
import { createFieldList, createFold } from './field-list.ts';
import type { PanelDefinition } from './panel.ts';

/** Frame rate of the output. In a scene it may be text, but here it is a number. */
const frameRate = {
  type: 'number',
  unit: '1/s',
  min: 0,
  max: 1000,
  open: true,
  default: 30,
  description:
    'Frames per second of a download. The simulation has its own rate, so prints do not depend on it.',
} as const;

/** Duration of the scene, and its random seed. */
export const timePanel: PanelDefinition = {
  applies: () => true,
  create(state, actions) {
    const lists = [
      createFieldList(
        {
          location: 'time',
          table: { ...timeParams, fps: frameRate },
          names: ['start', 'end', 'fps', 'firstFrame'],
        },
        state,
        actions,
      ),
      createFieldList({ location: 'scene', table: { seed: seedParam }, names: ['seed'] }, state, actions),
    ];
    return {
      element: element(
        'section',
        { class: 'part' },
        createFold('Time and random seed', ...lists.map((list) => list.element)),
      ),
      update(next) {
        for (const list of lists) list.update(next);
      },
    };
  },
};
