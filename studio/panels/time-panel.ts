import { seedParam, timeParams } from '../../src/scene/index.ts';
import { element } from '../view/element.ts';
import { createFieldList, createFold } from './field-list.ts';
import type { PanelDefinition } from './panel.ts';

/** Output frames: in a scene it may be text too, here a number. */
const frameRate = {
  type: 'number',
  unit: '1/s',
  min: 0,
  max: 1000,
  open: true,
  default: 30,
  words:
    'Frames a second that a download holds. The simulation has its own rate, and prints do not depend on this.',
} as const;

/** How long the scene is, and its random numbers. */
export const timePanel: PanelDefinition = {
  applies: () => true,
  create(state, actions) {
    const lists = [
      createFieldList(
        {
          place: 'time',
          table: { ...timeParams, fps: frameRate },
          names: ['start', 'end', 'fps', 'firstFrame'],
        },
        state,
        actions,
      ),
      createFieldList({ place: 'scene', table: { seed: seedParam }, names: ['seed'] }, state, actions),
    ];
    return {
      element: element(
        'section',
        { class: 'part' },
        createFold('Time and chance', ...lists.map((list) => list.element)),
      ),
      update(next) {
        for (const list of lists) list.update(next);
      },
    };
  },
};
