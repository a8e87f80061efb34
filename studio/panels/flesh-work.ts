import type { FleshActions, FleshWork } from '../flesh/flesh-settings.ts';
import { button, element, setText, uniqueId } from '../view/element.ts';
import { type IconName, icon } from '../view/icon.ts';
import { createFieldModel } from './field-model.ts';
import { createFieldRow } from './field-row.ts';
import type { Panel, StudioState } from './panel.ts';

const kinds: readonly { kind: FleshWork['kind']; label: string; picture: IconName; title: string }[] = [
  { kind: 'live', label: 'Move', picture: 'grab', title: 'Move the joint by hand: the flesh follows' },
  { kind: 'modes', label: 'Modes', picture: 'wave', title: 'Show its modes of oscillation' },
  { kind: 'paint', label: 'Paint', picture: 'brush', title: 'Paint its area' },
];

/** Creates the tools for a part while the character does not move. */
export function createFleshWork(name: string, actions: FleshActions): Panel {
  const buttons = kinds.map(({ kind, label, picture, title }) => ({
    kind,
    toggle: button(
      { class: 'segment', 'aria-pressed': 'false', title, onclick: () => actions.toggleWork(kind, name) },
      icon(picture),
      label,
    ),
  }));
  const live = createLive(actions);
  const modes = createModes(name, actions);
  const paint = createPaint(actions);
  const panels = { live, modes, paint };
  return {
    element: element(
      'div',
      { class: 'works' },
      element(
        'div',
        { class: 'segments', role: 'group', 'aria-label': `Work on ${name}` },
        ...buttons.map(({ toggle }) => toggle),
      ),
      live.element,
      modes.element,
      paint.element,
    ),
    update(state) {
      const { work } = state.flesh;
      const own = work?.name === name ? work : null;
      for (const { kind, toggle } of buttons) toggle.setAttribute('aria-pressed', String(own?.kind === kind));
      for (const [kind, panel] of Object.entries(panels)) {
        panel.element.hidden = own?.kind !== kind;
        if (own?.kind === kind) panel.update(state);
      }
    },
  };
}

function createLive(actions: FleshActions): Panel {
  const group = uniqueId('grip');
  const grips = [
    { grip: 'joint', label: 'Rotate the joint' },
    { grip: 'character', label: 'Move the character' },
  ] as const;
  const inputs = grips.map(({ grip }) =>
    element('input', { type: 'radio', name: group, value: grip, onchange: () => actions.setGrip(grip) }),
  );
  const bendId = uniqueId('bend');
  const bend = element('input', {
    type: 'range',
    id: bendId,
    min: -100,
    max: 100,
    step: 1,
    value: 0,
    oninput: () => actions.bend(Number(bend.value) / 100),
    onchange: () => {
      bend.value = '0';
      actions.bend(null);
    },
  });
  return {
    element: element(
      'div',
      { class: 'fields' },
      element('p', { class: 'hint' }, 'Drag the character in the picture and release it, or shake it.'),
      element(
        'fieldset',
        { class: 'segments two' },
        element('legend', { class: 'unseen' }, 'Moved by hand'),
        ...grips.map(({ label }, k) =>
          element('label', { class: 'segment' }, inputs[k], element('span', {}, label)),
        ),
      ),
      element(
        'div',
        { class: 'hand-line' },
        bend,
        button({ class: 'plain', onclick: () => actions.shake() }, 'Shake'),
      ),
      element('label', { class: 'unseen', for: bendId }, 'Displacement by hand'),
    ),
    update({ flesh: { work } }) {
      if (work?.kind !== 'live') return;
      for (const input of inputs) input.checked = input.value === work.grip;
    },
  };
}

function createModes(name: string, actions: FleshActions): Panel {
  const id = uniqueId('mode');
  const slider = element('input', {
    type: 'range',
    id,
    min: 0,
    step: 1,
    oninput: () => actions.showMode(Number(slider.value)),
  });
  const description = element('label', { for: id });
  return {
    element: element(
      'div',
      { class: 'fields' },
      element(
        'div',
        {},
        element('div', { class: 'field-head' }, description),
        slider,
        element('p', { class: 'hint' }, 'Red moves furthest, blue does not move. Play ends this view.'),
      ),
    ),
    update({ flesh: { work, prepared } }: StudioState) {
      if (work?.kind !== 'modes') return;
      const count = prepared.find((one) => one.name === name)?.part.modeCount ?? 1;
      slider.max = String(count - 1);
      slider.value = String(work.mode);
      slider.style.setProperty('--played', `${(100 * work.mode) / Math.max(1, count - 1)}%`);
      slider.setAttribute('aria-valuetext', work.description);
      setText(description, work.description);
    },
  };
}

function round(value: number): number {
  return Number(value.toPrecision(2));
}

function createPaint(actions: FleshActions): Panel {
  const group = uniqueId('paint');
  const choices = [
    { value: 'add', label: 'Add' },
    { value: 'erase', label: 'Remove' },
  ];
  const inputs = choices.map(({ value }) =>
    element('input', {
      type: 'radio',
      name: group,
      value,
      onchange: () => actions.setPaint({ adds: value === 'add' }),
    }),
  );
  const sizeModel = ({ flesh: { paint, height } }: StudioState) => {
    const description = 'Radius of the brush.';
    const spec = {
      type: 'number',
      unit: 'm',
      min: round(0.005 * height),
      max: round(0.25 * height),
      description,
    } as const;
    return createFieldModel('size', spec, { entry: { size: paint.radius }, opened: { size: paint.radius } });
  };
  let size: ReturnType<typeof createFieldRow> | null = null;
  const sizeArea = element('div', {});
  const undo = button({ class: 'quiet', onclick: () => actions.undoPaint() }, icon('undo'), 'Undo');
  return {
    element: element(
      'div',
      { class: 'fields' },
      element(
        'p',
        { class: 'hint' },
        'Paint on the character: the red area belongs to the part. To finish, press Paint again or play. The part is then prepared again.',
      ),
      element(
        'fieldset',
        { class: 'segments two' },
        element('legend', { class: 'unseen' }, 'Use of the brush'),
        ...choices.map(({ label }, k) =>
          element('label', { class: 'segment' }, inputs[k], element('span', {}, label)),
        ),
      ),
      sizeArea,
      element(
        'div',
        { class: 'line' },
        button({ class: 'plain', onclick: () => actions.paintInTheMiddle() }, 'Press in the middle'),
        button({ class: 'plain', onclick: () => actions.fillPaint(0) }, 'Clear'),
      ),
      undo,
    ),
    update(state) {
      const { work, paint } = state.flesh;
      if (work?.kind !== 'paint') return;
      for (const input of inputs) input.checked = (input.value === 'add') === paint.adds;
      if (!size) {
        size = createFieldRow(sizeModel(state), (value) =>
          actions.setPaint({ radius: typeof value === 'number' && value > 0 ? value : 0 }),
        );
        sizeArea.append(size.element);
      }
      size.update(sizeModel(state));
      undo.disabled = !work.canUndo;
    },
  };
}
