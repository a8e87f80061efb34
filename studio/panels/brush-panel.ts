import { type BrushShape, brushShapes } from '../brush/shapes.ts';
import { showsGround } from '../document/scene-files.ts';
import { systemsOf } from '../document/studio-document.ts';
import { button, element, setText, uniqueId } from '../view/element.ts';
import { icon } from '../view/icon.ts';
import { createFieldModel } from './field-model.ts';
import { createFieldRow } from './field-row.ts';
import type { BrushSettings, PanelDefinition } from './panel.ts';

/** Presses shapes into the ground by hand. */
export const brushPanel: PanelDefinition = {
  applies: ({ document }) => systemsOf(document.scene).some(showsGround),
  create(state, actions) {
    const group = uniqueId('brush');
    const modes = [
      { value: 'off', label: 'Look around', picture: icon('hand') },
      ...Object.entries(brushShapes).map(([value, { label }]) => ({
        value,
        label,
        picture: icon(value as BrushShape),
      })),
    ];
    const inputs = modes.map(({ value }) =>
      element('input', {
        type: 'radio',
        name: group,
        value,
        onchange: () =>
          actions.setBrush(value === 'off' ? { isOn: false } : { isOn: true, shape: value as BrushShape }),
      }),
    );
    const description = element('p', { class: 'hint' });
    const size = createFieldRow(sizeModel(state.brush), (value) =>
      actions.setBrush({ size: value as number | undefined }),
    );
    const depth = createFieldRow(depthModel(state.brush), (value) =>
      actions.setBrush({ depth: value as number | undefined }),
    );
    const undo = button({ class: 'quiet', onclick: () => actions.undoStroke() }, icon('undo'), 'Undo');
    const clear = button({ class: 'quiet', onclick: () => actions.clearStrokes() }, 'Clear all');
    const details = element(
      'div',
      { class: 'fields' },
      size.element,
      depth.element,
      button(
        { class: 'plain', id: 'press-middle', onclick: () => actions.pressInTheMiddle() },
        'Press in the middle of the picture',
      ),
    );
    const history = element('div', { class: 'line' }, undo, clear);
    return {
      element: element(
        'section',
        { class: 'part' },
        element('h2', {}, 'Brush'),
        element(
          'fieldset',
          { class: 'segments' },
          element('legend', { class: 'unseen' }, 'Use of the pointer'),
          ...modes.map(({ label, picture }, k) =>
            element('label', { class: 'segment' }, inputs[k], picture, element('span', {}, label)),
          ),
        ),
        description,
        details,
        history,
      ),
      update({ brush, document: { strokes } }) {
        const mode = brush.isOn ? brush.shape : 'off';
        for (const input of inputs) input.checked = input.value === mode;
        setText(
          description,
          brush.isOn
            ? `${brushShapes[brush.shape].description} Time runs while you press. Strokes become part of the scene.`
            : 'Choose a shape, then press it into the ground with the mouse or a finger.',
        );
        details.hidden = !brush.isOn;
        history.hidden = strokes.length === 0;
        size.update(sizeModel(brush));
        depth.update(depthModel(brush));
      },
    };
  },
};

function sizeModel({ shape, size, scale }: BrushSettings) {
  const description = shape === 'ball' ? 'Radius of the ball.' : 'Length of the foot.';
  const spec = { type: 'number', unit: 'm', min: 0.02 * scale, max: 0.4 * scale, description } as const;
  return createFieldModel('size', spec, { entry: { size }, opened: { size } });
}

function depthModel({ depth, scale }: BrushSettings) {
  const description = 'Depth below the level ground.';
  const spec = { type: 'number', unit: 'm', min: 0, max: 0.12 * scale, description } as const;
  return createFieldModel('depth', spec, { entry: { depth }, opened: { depth } });
}
